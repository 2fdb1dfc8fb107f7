import given, parts
arguments = given.Given(sys.argv)
parts.Fast(arguments)
