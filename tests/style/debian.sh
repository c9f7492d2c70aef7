#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian package of packaging/debian/ goes with the source: its versions, the names of its library, and the files that it divides
# among its packages, which are those of `make install`.
. "$srcdir/tests/tap.sh"
debian=$srcdir/packaging/debian

version=$(sed -n 's/^AC_INIT(\[clast\],\[\(.*\)\])$/\1/p' "$srcdir/configure.ac")
is "its changelog is of the version of configure.ac" "$(sed -n '1s/^clast (\(.*\)-[^-]*) .*/\1/p' "$debian/changelog")" "$version"

# ---- the library ----

interface=$(sed -n 's/^#define CLAST_API_MAJOR //p' "$srcdir/src/api/clast.h")
is "the package of the library is named by its interface" "$(sed -n 's/^Package: libclast\([0-9]\)/\1/p' "$debian/control")" "$interface"
is "  so is its list of names" "$(sed -n '1s/ .*//p' "$debian/libclast$interface.symbols")" "libclast.so.$interface"
sed -n 's/^CLAST_API .*[ *]\(clast_[a-z_]*\)(.*/\1/p' "$srcdir/src/api/clast.h" | sort >declared
sed -n 's/^ \(clast_[a-z_]*\)@Base .*/\1/p' "$debian/libclast$interface.symbols" | sort >listed
is "  which has those of clast.h, each with the version that it came with" "$(diff declared listed)" ""

# ---- the files ----

# nothing is made anew meanwhile
check "it installs" env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$builddir" -o libclast.a -o lib/libclast.so -o lib/libclast.a -o clast.pc \
  -o Makefile DESTDIR="$work/dest" prefix=/usr exec_prefix=/usr bindir=/usr/bin libdir=/usr/lib/any includedir=/usr/include \
  datarootdir=/usr/share datadir=/usr/share mandir=/usr/share/man docdir=/usr/share/doc/clast pkgdatadir=/usr/share/clast \
  bashcompletiondir=/usr/share/bash-completion/completions pkgconfigdir=/usr/lib/any/pkgconfig \
  pythondir=/usr/lib/python3/dist-packages install
(cd dest && find . ! -type d | sed 's,^\./,,' | sort) >installed
cat "$debian"/*.install "$debian/not-installed" | sed '/^#/d; /^$/d' | sort >patterns
: >taken
while IFS= read -r pattern; do
  # shellcheck disable=SC2254 # a pattern, also for what lies in a folder
  while IFS= read -r file; do case $file in $pattern | $pattern/*) echo "$file" ;; esac done <installed >found
  # a static library is made where there is objcopy
  test -s found || case $pattern in *.a) ;; *) echo "$pattern: make install puts nothing there" ;; esac
  cat found >>taken
done <patterns >nothing
none_in "what its packages take is there" nothing
sort taken | uniq -d >twice
none_in "  each file in one of them" twice
sort -u taken | comm -23 installed - >left
none_in "  and none is left: name it in packaging/debian/*.install" left

# ---- how it is compiled ----

level() # VARIABLE=VALUE in the environment of its build: the level of optimization that holds
{
  printf 'flags:\n\t@dpkg-buildflags --get CFLAGS\n' |
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS "$1" make -s -f "$debian/rules" -f - flags | tr ' ' '\n' | grep '^-O' | tail -n 1
}
if command -v dpkg-buildflags >/dev/null; then
  is "it is optimized as a release" "$(level DEB_CFLAGS_APPEND=)" -O3
  for flags in APPEND=-O1 APPEND=-O2 "SET=-g -O2"; do
    is "  or as its builder asks, $flags" "$(level "DEB_CFLAGS_$flags")" "${flags#"${flags%-O?}"}"
  done
  is "  or not at all" "$(level DEB_BUILD_OPTIONS=noopt)" -O0
fi

# ---- its tests ----

for name in $(sed -n 's/^for name in \(.*\); do$/\1/p' "$debian/tests/example"); do
  grep -c "^$name," "$srcdir/tests/cli/kept/digests.csv"
done >kept
is "examples that it runs have digests that are kept" "$(sort -u kept)" 1
is "its tests are there" "$(sed -n 's/^Tests: //p' "$debian/tests/control" | while read -r name; do test -x "$debian/tests/$name" || echo "$name"; done)" ""
check "the script that builds it is one" bash -n "$srcdir/packaging/debian.sh"
tap_end
