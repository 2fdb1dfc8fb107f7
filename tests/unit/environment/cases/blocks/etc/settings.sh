if [ -z "$HOME" ]; then exit 1; fi # nowhere to go
while read name; do echo "$name"; done < /etc/hosts
case $- in *i*) echo "{ if (while" ;; esac
show() { echo "$1"; }
# Number type
export FLOW_REAL=double
# Size of indices
export FLOW_INDEX=32
for file in a b; do
    # Only here
    export FLOW_INNER=1
done
# MPI library
export FLOW_MPI=mpich
