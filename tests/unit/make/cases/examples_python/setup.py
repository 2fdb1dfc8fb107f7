from setuptools import setup
setup(name="code")
