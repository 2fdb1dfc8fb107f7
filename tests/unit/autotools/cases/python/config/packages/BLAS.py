import package
class Configure(package.Package):
  def __init__(self, framework):
    package.Package.__init__(self, framework)
    self.required = 1
