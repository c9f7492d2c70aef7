# SPDX-License-Identifier: MIT
# Are the tests able to fail? Break the sources in one place at a time, in a copy, and see a test go red; whole, it is green.
# The parallel scheme by the test of random scenarios, what rooms do alone by their unit tests. For `make check-long`. limit: 1500
. "$srcdir/tests/tap.sh"

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

# TEST NP: which test runs from here on, green as long as all is whole.
by()
{
  test=$1 np=$2
  compile_test && is "$test whole: green" "$(verdict "$builddir/libclast.a")" green
}

compile_test()
{
  # shellcheck disable=SC2086
  $CC $includes "-Itests/${test%/*}" $flags -c "tests/$test.c" -o test.o >"$out" 2>&1 || { fail "$test compiles"; tap_end; }
}

# LIBRARY: the test's verdict.
verdict()
{
  # shellcheck disable=SC2086
  $CC $flags test.o "$1" $libs -lm -o test.t >"$out" 2>&1 || { echo "does not link"; return; }
  # a test that crashes or hangs has noticed, too; its errors apart, or they would split the lines that are looked at
  if ! timeout 120 "${MPIEXEC:-mpiexec}" -n "$np" ./test.t >"$out" 2>"$out.said" </dev/null; then echo red
  elif grep -q -e '^not ok' -e '^Bail out!' "$out"; then echo red
  elif grep -q '^ok' "$out"; then echo green
  else echo "neither red nor green"; fi
}

# FACT SED FILE...: with this change to these sources the test goes red. Of a header only the test is compiled anew.
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
    case $file in *.h)
      compile_test
      is "$fact: red" "$(verdict broken.a)" red
      cp "$srcdir/src/$file" "src/$file"
      compile_test
      return
    esac
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

by parallel/test_random_scenarios 4
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
by unit/space/test_halo 3
broken "copies are needed no farther than pebbles reach" 's/return reach + 4 \* domain->grain;/return 0 * reach + 4 * domain->grain;/' space/holders.c
broken "copies are needed nine tenths as far" 's/return reach + 4 \* domain->grain;/return 0.9 * reach + 4 * domain->grain;/' space/holders.c
broken "holders are looked for with a reach of 0" '/HolderSearch search/,/};/s/holders_reach(domain, reach)/holders_reach(domain, 0)/' space/halo.c
broken "nodes of the tree have no reach" 's/\* node->largest + o->reach;/* node->largest;/' space/outline.c
broken "the pebbles that a rank takes have no reach" 's/t->radius\[i\] + s->reach;/t->radius[i];/' space/select.c
by unit/space/test_halo 1
broken "the last image along z is not looked at" 's/nz <= to.z/nz < to.z/' space/holders.c
broken "the first image of wide clumps along z is not looked at" 's/int nz = from.z/int nz = from.z + 1/' space/wide.c
by unit/space/test_domain 1
broken "the sign of an image is that of the one opposite" 's/return first > 0 ? 1 : first < 0 ? -1 : 0;/return first > 0 ? -1 : first < 0 ? 1 : 0;/' space/domain.h
broken "there is one image to each side" 's/while (x + (\*to + 1)/while (*to < 1 \&\& x + (*to + 1)/' space/domain.c
broken "images below come less far" 's/+ radius >= lo) (\*from)--;/+ 0.99 * radius >= lo) (*from)--;/' space/domain.c
broken "there are no images along y" 's/images_along(d, 1, x.y, radius, &from->y, &to->y);/from->y = to->y = 0;/' space/domain.c
broken "a centre on the upper face is inside" 's/c >= vec3_axis(d->hi, k)/c > vec3_axis(d->hi, k)/' space/domain.c
by unit/space/test_wide 1
broken "loads of own images are not added" '/own\[k\] \* LOAD_PARTS, loads->sum/d' space/halo.c
broken "loads of own images are added to the row after" 's/own\[k\] \* LOAD_PARTS, loads->sum/own[k] * LOAD_PARTS + LOAD_PARTS, loads->sum/' space/halo.c
broken "own images lie where their owners do" '/^    shift_pose(domain, clumps, halo->first_own + k);/d' space/halo.c
by unit/space/test_migration 1
broken "crossed boxes are counted backwards" 's/image_add(c->image\[a\], n)/image_sub(c->image[a], n)/' space/migration.c
by unit/contact/test_images 1
broken "loads of own images are taken away" \
  "s/    loads_add_row(loads->sum + (size_t)halo->own\[k\].*/    $added loads->sum[(size_t)halo->own[k] * LOAD_PARTS + part] -= loads->sum[(size_t)(halo->first_own + k) * LOAD_PARTS + part];/" space/halo.c
broken "the second body gets the force of the first" 's/scatter_four(sum, t->b + k, n - k, -1,/scatter_four(sum, t->b + k, n - k, 1,/' contact/contacts.c
broken "the image of a contact is that of the first body" 's/image_sub(frames\[b\], frames\[a\])/image_sub(frames[a], frames[b])/' contact/carry.c
by unit/search/test_pairs 2
broken "of two images the later one comes first" 's/shift\[clump\[i\]\])) < 0;/shift[clump[i]])) > 0;/' search/pairs.c
broken "two images of a clump stand as they are found" 's/mine == id\[j\] ? image_reversed(s, i, j) : mine > id\[j\]/mine > id[j]/' search/pairs.c
broken "reference points divide by the other's radius" 's/pebble_centre(s->pebbles, b), at\[a\].r, at\[b\].r)/pebble_centre(s->pebbles, b), at[b].r, at[a].r)/' search/pairs.c
broken "what is on the upper face along z is inside" 's/(x.z >= box->hi.z) << 5/(x.z > box->hi.z) << 5/' search/pairs.c
by unit/search/test_pairs 1
broken "shells come closer by one pebble's way alone" 's/pairs->way\[c \/ pairs->n_groups\] + most/pairs->way[c \/ pairs->n_groups]/' search/narrow.c
broken "pebbles near a wall are picked when they touch" 's/< p->at\[i\].r + near;/< p->at[i].r;/' search/narrow.c
by unit/search/test_cells 1
broken "bunches look nine tenths of the skin far" 's/const double   r = b->largest + skin,/const double   r = b->largest + 0.9 * skin,/' search/cells.c
broken "cells are looked at nine tenths as far" 's/(b->largest + l->largest + c->skin) \* (1 + 1e-9)/0.9 * (b->largest + l->largest + c->skin)/' search/cells.c
by unit/output/test_columns 1
broken "a table is left out of the digest" 's/\.state  = true,/.state = strcmp(item->name, "young") != 0,/' output/columns.c
broken "a number is left out of the digest" 's/HDF5_INT64, 0, &c->removed, true/HDF5_INT64, 0, \&c->removed, false/' output/columns.c
broken "the digest of a table is not compared" 's/if (stored != column->digest)/if (k != 20 \&\& stored != column->digest)/' output/checkpoint_read.c
broken "the last row of a table is not in its digest" 's/column_pack(column, first, n, packed);/column_pack(column, first, n - 1, packed);/' output/columns.c
broken "the key of a contact is without its image along z" 's/r->image.y, r->image.z};/r->image.y, 0};/' output/columns.c
broken "of wide rows the last number is not read" 's/packed + size \* (size_t)i, size);/packed + size * (size_t)i, size > 8 ? size - 8 : size);/' output/columns.c
by unit/sim/test_save 1
broken "spare bits are not restored" '/sim->loads->spare     = ck->spare + more;/d' sim/save.c
by verify/test_oblique 1
broken "the contact point is outside of the second pebble" 's/= rb\[k\] + 0.5 \* b->gap\[k\];/= rb[k] - 0.5 * b->gap[k];/' contact/geometry.c
broken "a shrinking contact keeps its force" 's/(contact < m\[3\]\[k\] ? less : 1)/1/' contact/tangential_mindlin.c
tap_end
