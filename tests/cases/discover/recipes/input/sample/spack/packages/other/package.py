from spack.package import *


class Other(CMakePackage):
    def cmake_args(self):
        archs = self.spec.variants["archs"].value
        return [self.define("SAMPLE_GPU", "HIP"), self.define("SAMPLE_MPI", False)]
