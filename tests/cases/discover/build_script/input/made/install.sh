#!/bin/bash
usage() {
  cat <<'EOF'
usage: ./install.sh [options]
  --help            show this
  --prefix=DIR      where to install
  --messages=<LIB>  send messages with one of
                      smp: one node (default)
                      mpi: MPI
                      ucx: Unified Communication X
  --enable-openmp   use OpenMP
EOF
}
MESSAGES="${MESSAGES:-smp}"
OPENMP=no
while [ "$1" != "" ]; do
  name=$(echo "$1" | awk -F= '{print $1}')
  value=$(echo "$1" | awk -F= '{print $2}')
  case $name in
    -h | --help) usage; exit ;;
    --prefix) prefix=$value ;;
    --messages)
      MESSAGES=$value
      case $MESSAGES in
        smp|mpi|ucx) ;;
        *) echo "unknown: $MESSAGES"; exit 1 ;;
      esac
      ;;
    --enable-openmp) OPENMP=yes ;;
  esac
  shift
done
fpm build
