import given, parts
arguments = given.Given(sys.argv)
parts.Fast(arguments)
home = os.environ.get('TOOL_HOME')
