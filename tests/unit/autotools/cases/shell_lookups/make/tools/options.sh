stop() {
    echo "$1"
    exit 1
}
unknown() {
    stop "no such option: $1"
}
has_word() {
    word=$1
    shift
    for one in $*; do
        [ $one = $word ] && return 0
    done
    return 1
}
show_switches() {
    for opt in ${SELECT}; do
        dashed=`echo $opt | sed -e 's;_;-;g'`
        if enabled $opt; then
            eval "toggle_${opt}=\"--disable-${dashed}\""
        else
            eval "toggle_${opt}=\"--enable-${dashed} \""
        fi
    done
    cat << EOF
  ${toggle_loose}  pack less [autodetect]
EOF
}
common_word() {
    for opt in "$@"; do
        value="${opt#*=}"
        case "$opt" in
        --level=*)
            level="$value"
            ;;
        --enable-?*|--disable-?*)
            eval `echo "$opt" | sed 's/--/action=/;s/-/ part=/;s/-/_/g'`
            if has_word ${part} ${VECTORS}; then
                vectors="${vectors}--${action}-${part} "
            else
                has_word ${part} ${SELECT} || unknown $opt
            fi
            ${action}_part $part
            ;;
        *)
            unknown $opt
            ;;
        esac
    done
}
each_word() {
    common_word "$@"
}
run() {
    each_word "$@"
}
