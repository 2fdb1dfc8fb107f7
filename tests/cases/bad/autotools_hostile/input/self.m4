m4_include([self.m4])
