OPT=-O2
if test -z "$1"; then
  OPT=-O0
else
  OPT=-O3
fi
