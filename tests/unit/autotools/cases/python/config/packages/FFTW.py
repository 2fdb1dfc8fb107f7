import package
class Configure(package.Package):
  def __init__(self, framework):
    package.Package.__init__(self, framework)
    self.download = ['https://example.org/fftw.tar.gz']
    self.liblist = [['libfftw3_mpi.a', 'libfftw3.a'], ['-lfftw3']]

  def setupHelp(self, help):
    package.Package.setupHelp(self, help)
    help.addArgument('FFTW', '-with-fftw-threads=<none,omp,pthreads>', nargs.Arg(None, 'omp', 'Its threads'))
