import package
class Configure(package.Package):
  def setupHelp(self, help):
    return
