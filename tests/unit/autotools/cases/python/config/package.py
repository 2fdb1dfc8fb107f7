import nargs
class Package(object):
  def __init__(self, framework):
    self.name     = os.path.splitext(os.path.basename(sys.modules.get(self.__module__).__file__))[0]
    self.package  = self.name.lower()
    self.required = 0
    self.download = []

  def setupHelp(self, help):
    help.addArgument(self.name, '-with-'+self.package+'=<bool>', nargs.ArgBool(None, self.required, 'Use '+self.name))
    help.addArgument(self.name, '-with-'+self.package+'-dir=<dir>', nargs.ArgDir(None, None, 'Where '+self.name+' is'))
    if self.download:
      help.addArgument(self.name, '-download-'+self.package, nargs.ArgBool(None, 0, 'Get '+self.name))
