class Given:
  def __init__(self, argv):
    self.rest = argv[1:]

  def takeSwitch(self, keyword):
    value = False
    for i, s in enumerate(self.rest):
      if s == '--'+keyword or s.startswith('--'+keyword+'='):
        value = not s.endswith('=0')
    return value, 0

  def takeText(self, word):
    for s in self.rest:
      if s.startswith('--' + word + '='):
        return s.split('=')[1], 1
    return '', 0

  def get(self, word):
    return [s for s in self.rest if s == '--' + word]

  def refuse(self):
    for s in ['with-other']:
      if self.takeText(s)[1]:
        sys.exit('not ours: '+s)
