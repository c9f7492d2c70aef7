# SPDX-License-Identifier: MIT
"""Spack's recipe of clast, for Spack 1.0 and newer: it lies in a repository of packages within the source tree of clast.

No release of clast is published on a host yet, so there is neither `url` nor a version with a checksum here. `main` is the branch of
that name of the git checkout in which this file lies; `spack dev-build clast@main` in its top folder takes the files as they stand
there. When releases have a host: add `url`, one `version("0.1.0", sha256=...)` for each, and put the host's address into `git`.
"""

import os

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *


class Clast(AutotoolsPackage):
    """Discrete element method for rigid clumps of spheres, in parallel by MPI.
    Results are the same bits on any number of ranks.
    """

    git = "file://" + os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 6))

    license("MIT")

    version("main", branch="main")

    # No variant for --enable-native: Spack's compiler wrappers compile for the target anyway, and the results are the same bits.
    variant("python", default=False, description="Install clast.py, which reads runs, makes and starts scenarios")

    depends_on("c", type="build")
    depends_on("autoconf@2.69:", type="build", when="@main")
    depends_on("automake@1.15:", type="build", when="@main")
    depends_on("libtool", type="build", when="@main")  # clast has no use for it; Spack asks for it before autoreconf
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")

    depends_on("mpi@3.1:")
    # The options database, logging and exchange of messages: no solver, any scalar type and any size of indices.
    depends_on("petsc@3.17:+mpi+double")
    # Rank 0 alone calls it: a serial one does as well as a parallel one.
    depends_on("hdf5@1.10:")
    depends_on("libpng@1.6:")
    depends_on("libyaml@0.2:")

    with when("+python"):
        extends("python")
        depends_on("python@3.9:", type=("build", "run"))
        depends_on("py-numpy", type=("build", "run"))
        depends_on("py-h5py", type=("build", "run"))
        depends_on("py-pyyaml", type=("build", "run"))

    def configure_args(self):
        args = [f"CC={self.spec['mpi'].mpicc}"]
        if self.spec.satisfies("+python"):
            args.append(f"--with-pythondir={python_purelib}")
        return args

    def check(self):
        """Unit tests and style tests: a minute or two (spack install --test=root)."""
        with working_dir(self.build_directory):
            make("check-quick")

    def test_two_ranks(self):
        """two ranks end a run with the state of one"""
        example = str(self.prefix.share.clast.input.join("dumbbell.yaml"))
        digest = Executable(self.prefix.bin.join("clast-digest"))
        mpiexec = which("mpiexec", "mpirun", "srun", required=True)
        for ranks in ("1", "2"):
            mpiexec("-n", ranks, str(self.prefix.bin.clast), example, "-run_end_time", "0.2", "-output_dir", f"ranks-{ranks}")
        digest("ranks-1", "ranks-2")
