# SPDX-License-Identifier: MIT
# limit: 3600
# A release: the tarball of `make dist`, what is built of it by somebody who has neither git nor autotools nor a network, what this
# installs, and how another user gets on with it. Everything is in a folder with a blank in its name. Some ten minutes on two cores.
. "$srcdir/tests/tap.sh"
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1 XZ_OPT=-1
unset MAKEFLAGS MAKELEVEL MFLAGS TESTS LD_LIBRARY_PATH CDPATH
unset OMPI_MCA_orte_create_session_dirs OMPI_MCA_ess_singleton_isolated # the launcher itself needs such folders
test -r "$builddir/Makefile" || skip_all "no Makefile in $builddir"
here=$(mktemp -d "${CLAST_RELEASE_DIR:-/tmp}/clast release.XXXXXX") || skip_all "no folder for it in ${CLAST_RELEASE_DIR:-/tmp}"
trap 'chmod -R u+w "$here"; rm -rf "$here"' EXIT
chmod 755 "$here"
cores=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc 2>/dev/null || echo 2)
version=$(sed -n 's/^PACKAGE_VERSION = //p' "$builddir/Makefile")
name=clast-$version
# How the build was configured, as words for a shell; quicker to compile, which gives the same bits.
configured="$(cd "$builddir" && ./config.status --config) CFLAGS=-O1"

build_make() { make -C "$builddir" "$@"; }

# USER COMMAND...: as this user, a number, if this is root; in the folder of the call; tools that a release must not need fail for them.
as()
{
  local user=$1
  shift
  if test "$(id -u)" = 0; then setpriv --reuid "$user" --regid "$user" --clear-groups env HOME="$here/home $user" TMPDIR=/tmp PATH="$path" "$@"
  else env HOME="$here/home $user" PATH="$path" "$@"; fi
}
builder=65534 reader=65533
path=$here/without:$PATH
if test "$(id -u)" = 0 && ! command -v setpriv >which; then skip_all "root without setpriv: nobody else to build it"; fi
for user in $builder $reader; do
  mkdir "$here/home $user"
  test "$(id -u)" != 0 || chown $user:$user "$here/home $user"
done
as $builder sh -c ': >/dev/null' || skip_all "user $builder may not write to /dev/null here: chmod 666 /dev/null"

# ---- the tarball ----

check "make dist" build_make dist
check "  is $name.tar.xz" mv "$builddir/$name.tar.xz" "$here/"
sleep 1.1
find "$builddir" -maxdepth 1 -name '*.1' -exec touch {} + # what is made is no part of it
check "  once more" build_make dist
mkdir "$here/one" "$here/two"
tar -xf "$here/$name.tar.xz" -C "$here/one"
tar -xf "$builddir/$name.tar.xz" -C "$here/two"
diff -r "$here/one" "$here/two" >differ 2>&1
none_in "  has the same content" differ
if tar --version | grep -q GNU; then check "  and the same bytes" cmp "$here/$name.tar.xz" "$builddir/$name.tar.xz"
else skip "  and the same bytes" "no GNU tar"; fi
rm -f "$builddir/$name.tar.xz"

if top=$(git -C "$srcdir" rev-parse --show-toplevel 2>"$out") && test "$top" -ef "$srcdir"; then
  git -C "$srcdir" -c core.quotePath=off ls-files | grep -vxF .gitignore | sort >tracked
  while IFS= read -r file; do
    test ! -e "$srcdir/$file" || cmp "$srcdir/$file" "$here/one/$name/$file"
  done <tracked >other 2>&1
  none_in "it has every file of the tree, as it is there" other
  (cd "$here/one/$name" && find . -type f | sed 's,^\./,,' | sort) | comm -13 tracked - >more
  sed -n '/^# Made by autoreconf/,/^$/s,^/,,p' "$srcdir/.gitignore" | grep -vxF -f - more >strange
  none_in "  and no other but those of autoreconf" strange
else
  skip "it has every file of the tree" "no git here"
fi
check "make distcheck-quick: built beside a source that cannot be written, tested, installed, removed, cleaned" build_make -j "$cores" \
  DISTCHECK_CONFIGURE_FLAGS="$configured" distcheck-quick
tail -n 2000 "$out" >distcheck.txt
rm -f "$builddir/$name.tar.xz"

# ---- somebody builds it ----

# Neither the tools that make configure nor git: one that is called leaves its name.
mkdir "$here/without" "$here/a folder" "$here/prefix"
for tool in autoconf autoheader autom4te automake automake-1.16 aclocal aclocal-1.16 autoreconf git; do
  printf '#!/bin/sh\necho "%s $*" >>"%s/called"\nexit 1\n' $tool "$here" >"$here/without/$tool"
done
chmod +x "$here"/without/*
: >"$here/called"
chmod 666 "$here/called"
network=
unshare -n true 2>"$out" && network="unshare -n"
note "network: ${network:-as it is, as unshare -n may not be called}"

tar -xf "$here/$name.tar.xz" -C "$here/a folder"
test "$(id -u)" != 0 || chown -R $builder:$builder "$here/a folder" "$here/prefix"
tree="$here/a folder/$name"
prefix=$here/prefix
cd "$tree" || exit 99
# configure and make in a namespace without a network
offline()
{
  if test -n "$network"; then
    export -f as
    export here path
    $network bash -c 'ip link set lo up 2>&1; as "$@"' - $builder "$@"
  else as $builder "$@"; fi
}
check "configure, in a folder with a blank, without a network" offline sh -c "./configure --prefix='$prefix' $configured"
check "make" offline make -j "$cores"
check "make install" offline make install
(cd "$prefix" && find . ! -type d | sort) >"$work/first"
check "  once more" offline make install
(cd "$prefix" && find . ! -type d | sort) | diff "$work/first" - >"$work/differ" 2>&1
none_in "  leaves the same files" "$work/differ"
check "make install-strip with DESTDIR" offline make install-strip DESTDIR="$tree/dest dir"
(cd "$tree/dest dir$prefix" && find . ! -type d | sort) | diff "$work/first" - >"$work/differ" 2>&1
none_in "  has the same files" "$work/differ"
is "  which are smaller" "$(test "$(wc -c <"$tree/dest dir$prefix/bin/clast")" -lt "$(wc -c <"$prefix/bin/clast")" && echo yes)" yes
check "make uninstall with DESTDIR" offline make uninstall DESTDIR="$tree/dest dir"
find "$tree/dest dir" \( ! -type d -o -name '*clast*' -path "*$prefix/*" \) -print >"$work/left"
none_in "  leaves nothing" "$work/left"
none_in "nobody has called autotools or git" "$here/called"

# ---- what is installed ----

cat >"$work/wanted" <<'END'
bin/clast
bin/clast-clump
bin/clast-digest
bin/clast-plot
include/clast.h
lib/libclast.so
lib/pkgconfig/clast.pc
share/bash-completion/completions/clast
share/clast/input/rockfall.yaml
share/clast/jobs/local.sh
share/clast/python/clast.py
share/clast/python/notebooks/first_steps.ipynb
share/doc/clast/CHANGELOG.md
share/doc/clast/CITATION.cff
share/doc/clast/LICENSE
share/doc/clast/README.md
share/doc/clast/docs/reference/scenario.md
share/doc/clast/python/README.md
share/man/man1/clast.1
share/man/man1/clast-plot.1
END
sed 's,^\./,,' "$work/first" | comm -13 - <(sort "$work/wanted") >"$work/lacking"
none_in "everything has its place" "$work/lacking"
grep -rIlF "$tree" "$prefix" >"$work/named"
none_in "no text names the folder it was built in" "$work/named"
# Links of pages, but for those into the network.
(cd "$prefix/share/doc/clast" && find . -name '*.md' | while read -r page; do
  grep -o ']([^)]*)' "$page" | sed 's/^](//; s/)$//; s/#.*//' | grep -vE '^[a-z]+:|^$' | while read -r to; do
    test -e "$(dirname "$page")/$to" || echo "$page: $to"
  done
done) >"$work/broken" 2>&1
none_in "every link of an installed page leads to an installed file" "$work/broken"

# The source is out of reach from here on.
mv "$here/a folder" "$here/away" && chmod 700 "$here/away"
mkdir "$here/other place"
test "$(id -u)" != 0 || chown $reader:$reader "$here/other place"
cd "$here/other place" || exit 99
if test "$(id -u)" = 0; then note "runs are of user $reader, the build was of user $builder"
else skip "another user runs it" "this is not root"; fi
path=$prefix/bin:$here/without:$PATH
use() { as $reader "$@"; }
check "clast -version" use clast -version
says "  tells this version" "^clast $(sed 's/\./\\./g' <<<"$version") \(release\)"
# np 1 by the build under test, np 2 by what is installed
end=0.01
check "an example by the build" "$CLAST" "$srcdir/input/bounce.yaml" -run_end_time $end -output_dir "$work/bounce"
check "  and by another user with what is installed" use ${CLAST_MPIEXEC:-mpiexec} -n 2 clast "$prefix/share/clast/input/bounce.yaml" -run_end_time $end -output_dir out
is "    same digest" "$(use clast-digest out | sed 's/ .*//')" "$(digest "$work/bounce")"
check "clast-clump" use sh -c "printf 'x,y,z,r\n0,0,0,1\n1,0,0,1\n' >two.csv && clast-clump properties two.csv --method exact"
says "  measures" '^ *volume +7\.06858'
check "jobs/local.sh finds the program beside it" use env PATH=/usr/bin:/bin CLAST_RANKS=1 "$prefix/share/clast/jobs/local.sh" -version
says "  which is of this version" "^clast $version "
python=$(for python in python3 /usr/bin/python3; do "$python" -c 'import numpy, h5py' 2>/dev/null && command -v "$python" && break; done)
if test -n "$python"; then
  check "clast.py reads the run, finds the program and the library" use env PATH=/usr/bin:/bin PYTHONPATH="$prefix/share/clast/python" "$python" -c "
import clast, sys
run = clast.open('out')
assert run.log['time'][-1] > 0
print('digest', clast.run('$prefix/share/clast/input/bounce.yaml', 'again', options={'run_end_time': $end}).status)
with clast.Simulation('$prefix/share/clast/input/bounce.yaml', comm='self') as s:
    s.step(10)
    print('simulation', clast.__version__)"
  says "  and runs it" '^digest finished'
  says "  and steps" "^simulation $version"
  status "clast-plot" 2 use env PYTHON="$python" clast-plot nowhere
  says "  reads folders" '^clast-plot: .*nowhere'
else
  skip "clast.py reads the run" "no python3 with numpy and h5py"
fi
for page in clast clast-clump clast-digest clast-plot; do
  if command -v man >"$work/which" && command -v groff >"$work/which"; then
    MANWIDTH=100 man --warnings -l "$prefix/share/man/man1/$page.1" >"$work/page" 2>"$work/warned"
    none_in "man $page without a warning" "$work/warned"
    is "  has a name" "$(sed -n '/^NAME/{n;p;}' "$work/page" | grep -c "$page - [a-z]")" 1
    is "  and this version" "$(grep -c "clast.* $version" "$work/page")" 1
  else skip "man $page" "no man or no groff"; fi
done
for word in clast clast-clump clast-digest; do
  is "bash completes $word" "$(use bash -c '. "$1" && complete -p $2' - "$prefix/share/bash-completion/completions/$word" $word | grep -c -- "-F .* $word\$")" 1
done
# shellcheck source=tests/api/host.sh
. "$srcdir/tests/api/host.sh"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
is "pkg-config tells this version" "$(${PKG_CONFIG:-pkg-config} --modversion clast)" "$version"
heap
chmod 644 heap.yaml 2>"$out"
check "a host is compiled by pkg-config, and runs" sh -c "$CC -std=c11 '$srcdir/tests/api/minimal.c' -o '$work/minimal' $(${PKG_CONFIG:-pkg-config} --cflags --libs clast) -Wl,-rpath,\"$prefix/lib\" && cd '$work' && ./minimal '$here/other place/heap.yaml'"
says "  to the end" '^ended 1 at'

# ---- removed ----

chmod 755 "$here/away" && mv "$here/away" "$here/a folder"
cd "$tree" || exit 99
: >"$prefix/share/clast/input/mine.yaml"
check "make uninstall" offline make uninstall
find "$prefix" \( ! -type d -o -name clast \) | grep -v "/clast/\|share/clast\$" >"$work/left"
none_in "  leaves nothing" "$work/left"
is "  but a file of somebody else" "$(cd "$prefix" && find . ! -type d)" ./share/clast/input/mine.yaml
check "make distclean" offline make distclean
cd "$work" || exit 99
tap_end
