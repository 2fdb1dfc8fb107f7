"""A configure script of another name, written with a parser of Python's own."""
import argparse
import glob

parser = argparse.ArgumentParser()
kinds = ['g++', 'g++-simd', 'clang++']
names = glob.glob('*.cpp')
names = [name[:-4] for name in names]
parser.add_argument('-mpi', action='store_true', default=False, help='enable MPI')
parser.add_argument('--cxx', default='g++', choices=kinds, help='select a compiler')
parser.add_argument('--prob', default='tube', choices=names, help='select a problem')
