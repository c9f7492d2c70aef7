#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian.sh [-out DIR] [-tarball FILE] [-source] [OPTION...]: make the Debian packages of packaging/debian/ in DIR (debian-out/ of the
# current folder), by dpkg-buildpackage with these OPTIONs (default: -us -uc, packages that are not signed).
#   -tarball FILE  of a release, clast-0.1.0.tar.xz; without it one is made by `make dist` of the commit that is checked out
#   -source        stop when the source is there: DIR/clast-0.1.0/ and DIR/clast_0.1.0.orig.tar.xz
# It needs what debian/control builds with: apt-get install devscripts equivs, mk-build-deps -ir packaging/debian/control as root. The
# source tree is read only. What comes of it is installed by `apt install ./clast_*.deb ./python3-clast_*.deb ...`.
set -eu

say()
{
  printf 'debian.sh: %s\n' "$*" >&2
}

stop()
{
  say "$*"
  exit 2
}

src=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=debian-out
tarball=
only_source=
while test $# -gt 0; do
  case $1 in
    -out | -tarball)
      test $# -gt 1 || stop "$1: a path is needed after it"
      if test "$1" = -out; then out=$2; else tarball=$(realpath "$2"); fi
      shift 2
      ;;
    -source)
      only_source=yes
      shift
      ;;
    *) break ;;
  esac
done
test $# -gt 0 || set -- -us -uc
version=$(sed -n 's/^AC_INIT(\[clast\],\[\(.*\)\])$/\1/p' "$src/configure.ac")
packaged=$(sed -n '1s/^clast (\(.*\)-[^-]*) .*/\1/p' "$src/packaging/debian/changelog")
test "$version" = "$packaged" ||
  stop "configure.ac is of version $version, packaging/debian/changelog of $packaged: write an entry there for $version (dch -v $version-0upstream1)"
for tool in dpkg-buildpackage dh; do
  test -n "$only_source" || command -v $tool >/dev/null || stop "$tool is not there: apt-get install dpkg-dev debhelper"
done

# As a release is made, from a copy of the commit, so that what lies about in the tree is not packaged.
make_tarball() # FILE
{
  local copy
  git -C "$src" rev-parse HEAD >/dev/null 2>&1 || stop "$src is no clone of git: give the tarball, -tarball FILE"
  test -z "$(git -C "$src" status --porcelain --untracked-files=no)" ||
    say "changes that are not committed are left out"
  copy=$(mktemp -d)
  # shellcheck disable=SC2064 # this folder
  trap "rm -rf '$copy'" EXIT
  git -C "$src" archive HEAD | tar -x -C "$copy"
  (cd "$copy" && autoreconf -fi && mkdir made && cd made && ../configure && make dist) >"$out/make-dist.log" 2>&1 ||
    { tail -n 20 "$out/make-dist.log" >&2; stop "no tarball was made; all of it is in $out/make-dist.log"; }
  mv "$copy/made/clast-$version.tar.xz" "$1"
}

mkdir -p "$out"
out=$(cd "$out" && pwd)
origin=$out/clast_$version.orig.tar.xz
tree=$out/clast-$version
rm -rf "$tree"
if test -n "$tarball"; then cp "$tarball" "$origin"; else make_tarball "$origin"; fi
tar -x -f "$origin" -C "$out"
test -f "$tree/configure" || stop "$origin has no folder clast-$version with a configure: is it a release of $version?"
cp -R "$src/packaging/debian" "$tree/debian"
test -z "$only_source" || exit 0
cd "$tree"
dpkg-buildpackage "$@"
say "done: $(cd "$out" && echo ./*.deb)"
