# SPDX-License-Identifier: MIT
# Is the test of random scenarios able to fail? Break the parallel scheme in one place at a time, in a copy of the sources,
# and see it go red; whole, it is green. For `make check-long`. limit: 900
. "$srcdir/tests/tap.sh"

np=4
test -r "$builddir/Makefile" || skip_all "no Makefile in $builddir"

# What make would compile and link with.
asked()
{
  printf 'include Makefile\n%%-asked:\n\t@echo "$($*)"\n' | env -u MAKEFLAGS -u MAKELEVEL make -s --no-print-directory -C "$builddir" -f - "$1-asked" 2>/dev/null | tail -n 1
}

flags="$(asked CLAST_CFLAGS) $(asked CFLAGS) $(asked PETSC_CFLAGS) $(asked HDF5_CFLAGS) $(asked PNG_CFLAGS)"
libs="$(asked CLAST_LDFLAGS) $(asked LDFLAGS) $(asked HDF5_LIBS) $(asked PETSC_LIBS) $(asked PNG_LIBS) $(asked LIBS)"
cp -r "$srcdir/src" "$srcdir/tests" . 2>/dev/null
includes="-Isrc -Itests -I$builddir/src"

# shellcheck disable=SC2086
$CC $includes $flags -c tests/parallel/test_random_scenarios.c -o test.o >"$out" 2>&1 || { fail "the test compiles"; tap_end; }

# LIBRARY: the test's verdict.
verdict()
{
  # shellcheck disable=SC2086
  $CC $flags test.o "$1" $libs -lm -o test.t >"$out" 2>&1 || { echo "does not link"; return; }
  timeout 120 "${MPIEXEC:-mpiexec}" -n $np ./test.t >"$out" 2>&1 </dev/null
  if grep -q -e '^not ok' -e '^Bail out!' "$out"; then echo red
  elif grep -q '^ok' "$out"; then echo green
  else echo "neither red nor green"; fi
}

is "whole: green" "$(verdict "$builddir/libclast.a")" green

# FACT SED FILE...: with this change to these sources the test goes red.
broken()
{
  local fact=$1 change=$2 file objects=""
  shift 2
  cp "$builddir/libclast.a" broken.a
  for file in "$@"; do
    sed "$change" "$srcdir/src/$file" >"src/$file"
    if cmp -s "$srcdir/src/$file" "src/$file"; then
      fail "$fact" "nothing changes in $file by $change"
      return
    fi
    # shellcheck disable=SC2086
    if ! $CC $includes $flags -c "src/$file" -o "$(basename "$file" .c).o" >"$out" 2>&1; then
      fail "$fact" "does not compile"
      sed 's/^/#   /; 20q' "$out"
      return
    fi
    objects="$objects $(basename "$file" .c).o"
    cp "$srcdir/src/$file" "src/$file"
  done
  # shellcheck disable=SC2086
  ar r broken.a $objects 2>/dev/null
  is "$fact: red" "$(verdict broken.a)" red
}

broken "a pair is counted where its first pebble is, not at the reference point" \
  's/pair_reference(s->domain, pebble_centre(s->pebbles, a), pebble_centre(s->pebbles, b), at\[a\].r, at\[b\].r)/pebble_centre(s->pebbles, a)/; s/pair_reference(s->domain, pebble_centre(p, i), pebble_centre(p, j), p->at\[i\].r, p->at\[j\].r)/pebble_centre(p, i)/' \
  search/pairs.c contact/carry.c
broken "memory goes to the rank of the first pebble, its pair to that of the reference point" \
  's/pair_reference(s->domain, pebble_centre(p, i), pebble_centre(p, j), p->at\[i\].r, p->at\[j\].r)/pebble_centre(p, i)/' \
  contact/carry.c
added='for (int part = 0; part < LOAD_PARTS; part++)' # one by one, in place of loads_add_row
broken "loads of copies are rounded while they are added" \
  "s/loads_add_row(loads->sum + (size_t)row\[k\] \* LOAD_PARTS, (const int64_t \*)came + (size_t)k \* LOAD_PARTS);/$added { \\
    int64_t *to = loads->sum + (size_t)row[k] * LOAD_PARTS + part; \\
    *to = (int64_t)(float)(*to + ((const int64_t *)came)[(size_t)k * LOAD_PARTS + part]); \\
  }/" space/halo.c
broken "the lowest bit of copies' loads is lost" \
  "s/loads_add_row(loads->sum + (size_t)row\[k\] \* LOAD_PARTS, (const int64_t \*)came + (size_t)k \* LOAD_PARTS);/$added \\
    loads->sum[(size_t)row[k] * LOAD_PARTS + part] += ((const int64_t *)came)[(size_t)k * LOAD_PARTS + part] \& ~(int64_t)1;/" space/halo.c
broken "the lowest bit of their loads is lost where clumps are told to all" \
  "s/loads_add_row(w->numbers + (size_t)w->which\[k\] \* LOAD_PARTS, loads->sum + (size_t)(w->held + k) \* LOAD_PARTS);/$added \\
    w->numbers[(size_t)w->which[k] * LOAD_PARTS + part] += loads->sum[(size_t)(w->held + k) * LOAD_PARTS + part] \& ~(int64_t)1;/" space/wide.c
broken "a clump that is told to all is not looked for in its own images" \
  's/if (mine && image_sign(shift) == 0) continue;/if (mine) continue;/' space/wide.c
broken "memory is not sent to another rank" \
  's/else PetscCall(mail_post(mail, rank, &records->list\[k\], sizeof(ContactRecord)));/else (void)rank;/' contact/carry.c
broken "memory is filed under the images of the last rebuild" \
  's/image_sub(frames\[b\], frames\[a\])/image_sub(s->clumps->shift[b], s->clumps->shift[a])/' contact/carry.c
broken "memory is filed where held copies were a step ago" \
  '/memory is filed under/,/place_all/ s/PetscCall(place_all(sim))/pebbles_place(sim->pebbles, sim->clumps, 0, sim->pebbles->n, sim->domain.magic)/' sim/rebuild.c
broken "crossed boxes are not counted" \
  's/c->image\[a\]  = image_add(c->image\[a\], n);/(void)image_add;/' space/migration.c
broken "the memory of walls is dropped at rebuilds" \
  's/PetscCall(pack_side(&contacts->walls/if (columns < 0) &/' contact/carry.c
broken "late blocks are placed when they are evaluated" \
  '/for (int b = late; b < pairs->n_blocks; b++) place_block/d; s/for (int b = late; b < pairs->n_blocks; b++) PetscCall(apply_block(sim, e, b));/PetscCall(place_and_apply(sim, e, late, pairs->n_blocks));/' sim/step.c
broken "walls are not listed in the order of blocks" \
  's/PetscCall(put_late_last(f));/if (!f->walls) PetscCall(put_late_last(f));/' search/pairs.c
broken "a rebuild forgets what rounding left of the drift" \
  's/^\(  c->image\[a\]  = image_add(c->image\[a\], n);\)/\1\n  c->motion[a].rest = (Vec3){0, 0, 0};/' space/migration.c
tap_end
