import given

class Part:
  def __init__(self, arguments):
    self.ready = False
    self.fetched = False
    self.kind = ''

  def process(self, arguments):
    if self.ready and hasattr(self, 'version'):
      value, found = arguments.takeSwitch('with-'+self.name)
      text, found = arguments.takeText('with-'+self.name+'-dir')
    if self.fetched:
      if self.kind == 'cmake':
        text, found = arguments.takeText('download-'+self.name+'-cmake-arguments')
      elif self.kind == 'gnu':
        text, found = arguments.takeText('download-'+self.name+'-configure-arguments')
      value, found = arguments.takeSwitch('download-'+self.name)
    old, found = arguments.takeSwitch('fetch-'+self.name)
    if found:
      sys.exit('fetch has been renamed to download')
    mode, found = arguments.takeText(mode_name())

class Fast(Part):
  def __init__(self, arguments):
    Part.__init__(self, arguments)
    self.name = 'fast'
    self.ready = True
    self.version = '2'

class Copied(Part):
  def __init__(self, arguments):
    Part.__init__(self, arguments)
    self.name = 'copied'
    self.ready = True
    self.fetched = True
    self.kind = 'gnu'
