"""Options of the project: p.add_argument('--in-a-text')"""
import argparse

def run():
    parser = argparse.ArgumentParser()
    # parser.add_argument('--in-a-comment')
    parser.add_argument('-m', '--with-mpi', action='store_true', help='build with MPI')
    parser.add_argument('--gpu', choices=['cuda', 'hip', "sycl"], default='cuda',
                        help='the kind of GPU '
                             'to build for')
    help.addArgument('FFT', '-download-fft=<no,yes,filename,url>', nargs.ArgDownload(None, 0, 'Get it'))
    help.addArgument('FFT', '-with-plans=<no,yes,measured>', nargs.Arg(None, 'no', 'Its plans'))
    help.addArgument('Compilers', '-with-cudac=<prog>', nargs.Arg(None, None, 'The CUDA compiler'))
    help.addArgument('Compilers', '-COPTFLAGS=<string>', nargs.Arg(None, None, 'Flags for optimisation'))
    parser.add_argument('--%s' % 'computed', help='not known')
