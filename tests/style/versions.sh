# SPDX-License-Identifier: MIT
# The version stands in configure.ac. What else names it says the same: docs/reference/versions.md has how a release is made.
. "$srcdir/tests/tap.sh"

version=$(sed -n 's/^AC_INIT(\[clast\],\[\([0-9.]*\)\])$/\1/p' "$srcdir/configure.ac")
is "configure.ac has a version of three numbers" "$(grep -cxE '[0-9]+\.[0-9]+\.[0-9]+' <<<"$version")" 1
is "the programs say it" "$("$CLAST" -version | sed -n '1s/^clast \([^ ]*\) .*/\1/p')" "$version"
is "  and their pages of the manual" "$(grep -l "\"clast[a-z-]* $version\"" "$builddir"/clast{,-clump,-digest,-plot}.1 | wc -l)" 4
is "  clast.pc" "$(sed -n 's/^Version: //p' "$builddir/clast.pc")" "$version"
is "  clast.py, which pyproject.toml asks for it" "$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$srcdir/python/clast.py")" "$version"
is "  CITATION.cff" "$(sed -n 's/^version: //p' "$srcdir/CITATION.cff")" "$version"
is "  the recipe for conda" "$(sed -n 's/^  version: "\(.*\)"$/\1/p' "$srcdir/packaging/conda/recipe.yaml")" "$version"
newest=$(grep -m1 '^## \[[0-9]' "$srcdir/CHANGELOG.md")
is "  and the newest of CHANGELOG.md" "$newest" "## [$version] - $(sed -n 's/^date-released: "\(.*\)"$/\1/p' "$srcdir/CITATION.cff")"

# Of the interface of the library: src/api/clast.h has it.
api=$(sed -n 's/^#define CLAST_API_M[AI][JN]OR //p' "$srcdir/src/api/clast.h" | paste -sd.)
is "clast_library.py is of the interface of clast.h" "$(sed -n 's/^MAJOR, MINOR = \([0-9]*\), \([0-9]*\).*/\1.\2/p' "$srcdir/python/clast_library.py")" "$api"
is "the page of versions tells it" "$(grep -c "interface $api\b" "$srcdir/docs/reference/versions.md")" 1
format=$(sed -n 's/.*CHECKPOINT_MAJOR = \([0-9]*\), CHECKPOINT_MINOR = \([0-9]*\).*/\1.\2/p' "$srcdir/src/output/checkpoint/checkpoint.h")
is "  and the format of checkpoints" "$(grep -c "format $format\b" "$srcdir/docs/reference/versions.md")" 1
tap_end
