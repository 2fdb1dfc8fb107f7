include self.mk
