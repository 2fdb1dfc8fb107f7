import argparse
import sys

def main():
    parser = argparse.ArgumentParser(description='Configure it')
    parser.add_argument('--no-mpi', action='store_false', dest='mpi', help='Use MPI')
    parser.add_argument('--smoother', help='Smoother', choices=['jacobi', 'gsrb'], default='gsrb')
    parser.parse_args()
