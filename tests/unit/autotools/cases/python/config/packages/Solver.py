import package
class Configure(package.Package):
  def __init__(self, framework):
    package.Package.__init__(self, framework)
    self.download = ['https://example.org/solver.tar.gz']

  def setupHelp(self, help):
    package.Package.setupHelp(self, help)
    help.addArgument('SOLVER', '-with-solver-language=<C or C++>', nargs.Arg(None, 'C', 'Its language'))
    help.addArgument('SOLVER', '-with-solver-tree=<DIR or FILE>', nargs.Arg(None, None, 'Its tree'))
    help.addArgument('SOLVER', '-with-solver-batch=<bool>', nargs.ArgBool(None, 0, 'Its batches'))

  def configureLibrary(self):
    '''It only comes along.'''
    if 'with-solver' in self.framework.clArgDB:
      raise RuntimeError('Solver does not support --with-solver; only --download-solver')
    if self.batch:
      if 'with-solver-batch' in self.framework.clArgDB:
        raise RuntimeError('one or the other')
