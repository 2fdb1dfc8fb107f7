from spack.package import *


class Sample(CMakePackage):
    def cmake_args(self):
        archs = self.spec.variants["archs"].value
        return [self.define("SAMPLE_GPU", archs), self.define("SAMPLE_MPI", True)]
