#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The wheel (packaging/wheel) and `pip install ./python`: their version is that of configure.ac, their modules are those that are there,
# and what the script names as a part of the tree exists.
. "$srcdir/tests/tap.sh"

project=$srcdir/python/pyproject.toml
version=$(sed -n 's/^AC_INIT(\[clast\],\[\(.*\)\]).*/\1/p' "$srcdir/configure.ac")
is "configure.ac has a version" "${version:+yes}" yes
is "python/pyproject.toml has it, with the word for modules alone" "$(sed -n 's/^version = "\(.*\)"$/\1/p' "$project")" "$version+modules"
is "python/clast.py has it" "$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$srcdir/python/clast.py")" "$version"

sed -n 's/^py-modules = \[\(.*\)\]$/\1/p' "$project" | tr -d '" ' | tr ',' '\n' | sort >listed
(cd "$srcdir/python" && ls -- *.py) | sed 's/\.py$//' | sort >there
diff there listed | sed -n 's/^< /not in py-modules: /p; s/^> /not there: /p' >differ
none_in "its modules are the files of python/" differ

# What Python finds of a wheel, it finds by these names.
grep -oE '(of_wheel|join)\("[a-z/_.]+"' "$srcdir/python/clast.py" | sed -n 's/.*of_wheel("share\/clast\/\(.*\)"/\1/p' | while read -r file; do
  test -e "$srcdir/$file" || echo "share/clast/$file: of_wheel in python/clast.py asks for it, and there is no $file"
done >lost
none_in "files that the modules look for are there" lost
tap_end
