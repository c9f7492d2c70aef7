# SPDX-License-Identifier: MIT
# limit: 120
# The installed library: its names, and hosts that find it by pkg-config.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/api/host.sh"

# ---- names ----

# Those of linkers begin with an underscore.
names()
{
  nm "$@" --defined-only | sed -n 's/^[0-9a-f]* [A-Z] //p' | grep -v '^_' | sort
}

sed -n 's/^CLAST_API .*[ *]\(clast_[a-z_]*\)(.*/\1/p' "$srcdir/src/api/clast.h" | sort >declared
is "the header declares functions" "$(test "$(wc -l <declared)" -gt 15 && echo yes)" yes
names -D "$builddir/lib/libclast.so" >shared
is "the shared library has these names and no others" "$(diff declared shared)" ""
if test -f "$builddir/lib/libclast.a"; then
  names -g "$builddir/lib/libclast.a" >static
  is "  so has the static one" "$(diff declared static)" ""
else skip "  so has the static one" "there was no objcopy to make it with"; fi

# ---- installed ----

version=$(sed -n 's/^#define CLAST_API_M[AI][JN]OR //p' "$srcdir/src/api/clast.h" | paste -sd.)
installed()
{
  # nothing is made anew meanwhile
  env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$builddir" -o libclast.a -o lib/libclast.so -o lib/libclast.a -o clast.pc -o Makefile \
    DESTDIR="$work/dest" prefix=/p exec_prefix=/p libdir=/p/lib includedir=/p/include pkgconfigdir=/p/lib/pkgconfig "$@"
}
check "it installs" installed install-exec-local install-includeHEADERS
lib=$work/dest/p/lib
is "  with the version of the interface" "$(readlink "$lib/libclast.so") $(readlink "$lib/libclast.so.${version%.*}")" \
  "libclast.so.$version libclast.so.$version"
is "  of which the first number is asked for" "$(objdump -p "$lib/libclast.so" | sed -n 's/.*SONAME *//p')" "libclast.so.${version%.*}"

pc()
{
  PKG_CONFIG_PATH=$lib/pkgconfig ${PKG_CONFIG:-pkg-config} --define-variable=libdir="$lib" --define-variable=includedir="$work/dest/p/include" \
    "$@" clast
}
cat >ball.yaml <<'EOF'
schema: 1
run: {end_time: 0.01, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [open, open, open]}
material: [s: {density: 1000, young: 1e6, poisson: 0.3}]
contact: [c: {between: [s, s], normal: hertz, restitution: 0.5}]
template: [t: {material: s, pebbles: [0, 0, 0, 0.1]}]
clumps: [one: {template: t, count: 1, lo: [0.3, 0.3, 0.3], hi: [0.7, 0.7, 0.7]}]
EOF
is "pkg-config knows the folders that were given to make" \
  "$(PKG_CONFIG_PATH=$lib/pkgconfig ${PKG_CONFIG:-pkg-config} --cflags-only-I --libs-only-L clast | grep -oE -- '-[IL]/p/[a-z]*' | paste -sd' ')" \
  "-I/p/include -L/p/lib"
is "pkg-config knows its version" "$(pc --modversion)" "$("$CLAST" -version | sed -n '1s/^clast \([^ ]*\) .*/\1/p')"
# shellcheck disable=SC2046 # flags are words
host "a host by pkg-config" minimal.c $(pc --cflags --libs) -Wl,-rpath,"$lib"
check "  it runs" ./minimal ball.yaml
says "  to the end" '^ended 1 at 0\.01'
is "  with the installed library" "$(ldd ./minimal | grep -o "$lib/libclast.so.${version%.*} ")" "$lib/libclast.so.${version%.*} "
is "  and what clast stands on is no matter of the host's" "$(objdump -p ./minimal | grep -cE 'NEEDED.*lib(petsc|hdf5|png|yaml)')" 0
if test -f "$lib/libclast.a"; then
  # shellcheck disable=SC2046
  host "a host with the static library" minimal.c $(pc --cflags) "$lib/libclast.a" $(pc --static --libs | sed 's/-lclast//g')
  check "  it runs" ./minimal ball.yaml
  says "  to the end" '^ended 1 at 0\.01'
  is "  without the shared one" "$(ldd ./minimal | grep -c libclast)" 0
else skip "a host with the static library" "there is none"; fi

check "it is removed" installed uninstall-local uninstall-includeHEADERS
is "  wholly" "$(find dest ! -type d)" ""
rm -rf dest
check "  also where nothing is" installed uninstall-local uninstall-includeHEADERS
tap_end
