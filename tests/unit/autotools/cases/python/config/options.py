"""Options of the project: p.add_argument('--in-a-text')"""
import argparse

def run():
    parser = argparse.ArgumentParser()
    # parser.add_argument('--in-a-comment')
    parser.add_argument('-m', '--with-mpi', action='store_true', help='build with MPI')
    parser.add_argument('--gpu', choices=['cuda', 'hip', "sycl"], default='cuda',
                        help='the kind of GPU '
                             'to build for')
    parser.add_argument('--%s' % 'computed', help='not known')
