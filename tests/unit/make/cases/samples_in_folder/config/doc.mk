all:
	doc
MODEL = -DNEVER
