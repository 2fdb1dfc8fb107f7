#!/bin/bash
Help () {
cat << END >&2
   -omp             Threads of OpenMP
   -minpack=<PATH>  Least squares of MINPACK
   -help            This text
END
}
i=1
while [ $i -le $# ]; do
  eval option=\$$i
  case $option in
    -omp|-o)
      omp=1
      ;;
    -minpack=*)
      MINPACK=`echo $option | cut -d= -f 2`
      ;;
    -help|-h)
      Help
      exit 0
      ;;
    -*)
      echo "unknown option: $option" >&2
      exit 1
      ;;
  esac
  i=`expr $i + 1`
done
if [ $omp ]; then
  FLAGS="-fopenmp"
fi
echo "FLAGS = $FLAGS" > Makefile
