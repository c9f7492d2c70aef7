# SPDX-License-Identifier: MIT
"""Put a wheel together, for packaging/wheel/build: what `make install` has installed, and the modules of Python.

    assemble.py SOURCE STAGE LIBRARIES MPICH FOLDER

SOURCE     the tree of clast
STAGE      the prefix of its installation
LIBRARIES  folder with the sources of the libraries that are linked in, for their licences
MPICH      version of MPICH that it was built with
FOLDER     where the wheel is written

Names, words and requirements are those of python/pyproject.toml; the version is that of configure.ac. Programs go to `bin` of the environment
and the library to its `lib`, where the package mpich has libmpi.so.12.
"""
import base64
import glob
import hashlib
import os
import re
import stat
import sys
import sysconfig
import zipfile

try:
    import tomllib
except ImportError:  # before Python 3.11
    import tomli as tomllib

source, stage, libraries, mpich, folder = sys.argv[1:]


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


project = tomllib.loads(read(source, "python", "pyproject.toml"))
about, modules = project["project"], project["tool"]["setuptools"]["py-modules"]
version = re.search(r"AC_INIT\(\[clast\],\s*\[([^]]+)\]", read(source, "configure.ac")).group(1)
major = re.search(r"#define CLAST_API_MAJOR +(\d+)", read(stage, "include", "clast.h")).group(1)
name, tag = about["name"].replace("-", "_"), "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
data, info = "%s-%s.data" % (name, version), "%s-%s.dist-info" % (name, version)
files = {}  # path in the wheel: (bytes, may be executed)


def add(path, content, executable=False):
    files[path] = (content.encode() if isinstance(content, str) else content, executable)


def add_file(path, *origin):
    origin = os.path.join(*origin)
    with open(origin, "rb") as file:
        add(path, file.read(), bool(os.stat(origin).st_mode & stat.S_IXUSR))


def add_tree(path, origin):
    for where, _, names in os.walk(origin):
        for one in names:
            add_file(os.path.join(path, os.path.relpath(os.path.join(where, one), origin)), where, one)


def is_program(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


for module in modules:
    add_file(module + ".py", source, "python", module + ".py")
for program in sorted(glob.glob(os.path.join(stage, "bin", "*"))):
    if is_program(program):  # clast-plot is made by pip
        add_file("%s/scripts/%s" % (data, os.path.basename(program)), program)
# A wheel has no symbolic links: the linker finds the library by a script of its own.
add_file("%s/data/lib/libclast.so.%s" % (data, major), stage, "lib", "libclast.so." + major)
add("%s/data/lib/libclast.so" % data, "INPUT(libclast.so.%s)\n" % major)
add_file(data + "/data/include/clast.h", stage, "include", "clast.h")
add(data + "/data/lib/pkgconfig/clast.pc", """prefix=${pcfiledir}/../..
libdir=${prefix}/lib
includedir=${prefix}/include

Name: clast
Description: %s
Version: %s
Cflags: -I${includedir}
Libs: -L${libdir} -Wl,-rpath,${libdir} -lclast -lmpi
""" % (re.search("Description: (.*)", read(stage, "lib", "pkgconfig", "clast.pc")).group(1), version))
for part in ("clast/input", "man", "bash-completion"):
    add_tree("%s/data/share/%s" % (data, part), os.path.join(stage, "share", part))

# With a file in it share/clast goes, too, when pip uninstalls the wheel: of folders within folders pip removes the inner ones alone.
add_file(data + "/data/share/clast/LICENSE", source, "LICENSE")

for library in sorted(os.listdir(libraries)):
    for words in ("COPYING", "LICENSE", "License"):
        if os.path.isfile(os.path.join(libraries, library, words)):
            add_file("%s/licenses/%s/%s" % (info, library, words), libraries, library, words)
add_file(info + "/licenses/LICENSE", source, "LICENSE")
metadata = ["Metadata-Version: 2.1", "Name: " + about["name"], "Version: " + version, "Summary: " + about["description"],
            "License: " + about["license"]["text"], "Keywords: " + ",".join(about["keywords"]), "Requires-Python: " + about["requires-python"]]
metadata += ["Classifier: " + one for one in about["classifiers"]] + ["License-File: " + path[len(info) + 1:] for path in files if "/licenses/" in path]
metadata += ["Requires-Dist: " + one for one in ["mpich>=4.0"] + about["dependencies"]]
for extra, needs in about["optional-dependencies"].items():
    metadata += ["Provides-Extra: " + extra] + ["Requires-Dist: %s; extra == '%s'" % (one, extra) for one in needs]
metadata += ["Description-Content-Type: text/markdown", "", read(source, "packaging", "wheel", "README.md")]
add(info + "/METADATA", "\n".join(metadata))
add(info + "/WHEEL", "Wheel-Version: 1.0\nGenerator: packaging/wheel/build\nRoot-Is-Purelib: false\nTag: %s\n" % tag)
add(info + "/entry_points.txt", "[console_scripts]\n" + "".join("%s = %s\n" % pair for pair in about["scripts"].items()))
add(info + "/top_level.txt", "".join(module + "\n" for module in modules))
record = "".join("%s,sha256=%s,%d\n" % (path, base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode(), len(content))
                 for path, (content, _) in files.items())
add(info + "/RECORD", record + info + "/RECORD,,\n")

with zipfile.ZipFile(os.path.join(folder, "%s-%s-%s.whl" % (name, version, tag)), "w", zipfile.ZIP_DEFLATED) as wheel:
    for path, (content, executable) in files.items():
        entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
        entry.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, content)
