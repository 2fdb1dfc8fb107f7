from spack.package import *
import os

os.system("touch canary")


class Sample(CMakePackage):
    variant("mpi", default=True)

    def cmake_args(self):
        return [self.define_from_variant("SAMPLE_MPI", "mpi"), "-DSAMPLE_GPU=CUDA", self.define("SAMPLE_GPU", self.spec["cuda"])]
