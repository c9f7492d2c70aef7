#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A contact term, a potential, a constraint, a total, a module and so on are one file and one line, a wall shape that fills may use and a
# field with a law of its own one file and two, a field of clumps one line: the examples of CONTRIBUTING.md are added to a copy of
# clast, which is built and run. limit: 300
. "$srcdir/tests/tap.sh"

type automake >/dev/null 2>&1 || skip_all "no automake to build a copy with"

# ---- a copy of what clast and clast-digest are built from, with what is built already ----

copy=$work/copy
mkdir -p "$copy/build/src"
cp -rp "$srcdir/src" "$srcdir/m4" "$srcdir/build-aux" "$copy"
for file in configure.ac configure aclocal.m4 Makefile.am Makefile.in; do cp -p "$srcdir/$file" "$copy"; done
(cd "$srcdir" && sed -n 's/^include //p' Makefile.am | xargs tar cf -) | tar xf - -C "$copy"

# NUMBER: an indented block of CONTRIBUTING.md that is a whole file, from its licence on.
example()
{
  ${AWK:-awk} -v wanted="$1" '/^    \/\* SPDX-License/ { inside = 1; n++ } inside && /^[^ ]/ { inside = 0 }
    inside && n == wanted { sub(/^    /, ""); print }' "$srcdir/CONTRIBUTING.md"
}

# The last line that says `const` of each of these blocks, in order.
blocks()
{
  ${AWK:-awk} '/^    \/\* SPDX-License/ { if (n++) print last; last = ""; inside = 1 } /^[^ ]/ { inside = 0 }
    inside && /^    const / { last = $0 } END { print last }' "$srcdir/CONTRIBUTING.md"
}

# FILE AFTER LINE: put a line below the first one that begins with AFTER.
put_line()
{
  # not -v for the line: some awks take its \ away
  line=$3 ${AWK:-awk} -v after="$2" '{ print } !done && index($0, after) == 1 { print ENVIRON["line"]; done = 1 }
    END { exit !done }' "$1" >put.tmp && cat put.tmp >"$1"
}

example 1 >"$copy/src/contact/terms/cohesion_toy.c"
is "CONTRIBUTING.md has the whole file of a term" "$(grep -c 'const ContactTerm cohesion_toy' "$copy/src/contact/terms/cohesion_toy.c")" 1
list=$copy/src/contact/term_list.h
sed 's/^#define COHESION_TERMS(TERM)/& TERM(cohesion_toy)/' "$list" >list.tmp && cat list.tmp >"$list"
is "its line in the list of terms" "$(grep -c 'TERM(cohesion_toy)' "$list")" 1
check "its line in room.am" put_line "$copy/src/contact/room.am" 'libclast_a_SOURCES' '  %D%/terms/cohesion_toy.c \'
# memory of any size: the example counts its evaluations, here in 100 numbers
sed -i.bak -e 's/{"evaluations", "1", 1}/{"evaluations", "1", 100}/' \
  -e 's/b->memory\[0\]\[k\] = b->kept\[k\] \* b->memory\[0\]\[k\] + 1;/for (int c = 0; c < 100; c++) b->memory[c][k] = b->kept[k] * b->memory[c][k] + c + 1;/' \
  "$copy/src/contact/terms/cohesion_toy.c"
is "  with memory of 100 numbers" "$(grep -c 'c < 100\|, 100}' "$copy/src/contact/terms/cohesion_toy.c")" 2

example 2 >"$copy/src/measure/total_fastest.c"
is "and the whole file of a total" "$(grep -c 'const Total total_fastest' "$copy/src/measure/total_fastest.c")" 1
check "its line in the list of totals" put_line "$copy/src/measure/total_list.h" '#define TOTALS(TOTAL)' '  TOTAL(total_fastest) \'
check "its line in room.am" put_line "$copy/src/measure/room.am" 'libclast_a_SOURCES' '  %D%/total_fastest.c \'

file=$copy/src/interaction/toy.c
example "$(blocks | grep -n 'const Interaction interaction_toy' | cut -d: -f1)" >"$file"
is "and the whole file of an interaction" "$(grep -c 'const Interaction interaction_toy' "$file")" 1
check "its line in the list of interactions" put_line "$copy/src/interaction/interaction_list.h" '#define INTERACTIONS(INTERACTION)' \
  '  INTERACTION(interaction_toy) \'
check "its line in room.am" put_line "$copy/src/interaction/room.am" 'libclast_a_SOURCES' '  %D%/toy.c \'

file=$copy/src/interaction/pairs/soft.c
example "$(blocks | grep -n 'const Interaction interaction_soft' | cut -d: -f1)" >"$file"
is "and the whole file of a potential" "$(grep -c 'const Interaction interaction_soft' "$file")" 1
check "its line in the list of interactions" put_line "$copy/src/interaction/interaction_list.h" '#define INTERACTIONS(INTERACTION)' \
  '  INTERACTION(interaction_soft) \'
check "its line in room.am" put_line "$copy/src/interaction/room.am" 'libclast_a_SOURCES' '  %D%/pairs/soft.c \'

file=$copy/src/interaction/signal.c
example "$(blocks | grep -n 'const Interaction interaction_signal' | cut -d: -f1)" >"$file"
is "and that of a field with a law of its own" "$(grep -c 'const Interaction interaction_signal' "$file")" 1
check "its line in the list of interactions" put_line "$copy/src/interaction/interaction_list.h" '#define INTERACTIONS(INTERACTION)' \
  '  INTERACTION(interaction_signal) \'
check "that of its table of fields" put_line "$copy/src/matter/field_list.h" '#define FIELD_TABLES(TABLE)' '  TABLE(signal_fields) \'
check "its line in room.am" put_line "$copy/src/interaction/room.am" 'libclast_a_SOURCES' '  %D%/signal.c \'

file=$copy/src/supply/fill/pill.c
example "$(blocks | grep -n 'const RegionKind region_pill' | cut -d: -f1)" >"$file"
is "and that of a wall shape that fills may use" "$(grep -c 'const Surface surface_pill\|const RegionKind region_pill' "$file")" 2
check "its line in the list of surfaces" put_line "$copy/src/wall/surface.h" '#define SURFACES(X)' '  X(surface_pill) \'
check "its line in the list of regions" put_line "$copy/src/supply/fill/region.h" '#define REGION_KINDS(X)' '  X(region_pill) \'
check "its line in room.am" put_line "$copy/src/supply/room.am" 'libclast_a_SOURCES' '  %D%/fill/pill.c \'

file=$copy/src/constraint/kinds/constraint_toy.c
example "$(blocks | grep -n 'const Constraint constraint_toy' | cut -d: -f1)" >"$file"
is "and the whole file of a constraint" "$(grep -c 'const Constraint constraint_toy' "$file")" 1
check "its line in the list of constraints" put_line "$copy/src/constraint/constraint_list.h" '#define CONSTRAINTS(CONSTRAINT)' \
  '  CONSTRAINT(constraint_toy) \'
check "its line in room.am" put_line "$copy/src/constraint/room.am" 'libclast_a_SOURCES' '  %D%/kinds/constraint_toy.c \'

# A kind of link, which remembers how long it was and breaks.
cat >"$copy/src/link/link_toy.c" <<'END'
/* A pull that does not depend on the distance, up to 2 % beyond the first one. */
#include "base/bounds.h"
#include "link/link_kind.h"
#include "options/rows.h"

static const Option toy_options[] = {REAL(KEY("pull"), "N", REQUIRED, UP_TO(FORCE_MOST), "a toy"), {NULL}};
static const MemoryField   toy_memory[] = {{"first", "m", 1}, {NULL}};
static const char *const   toy_ruptures[] = {"torn", NULL};

static void toy_read(void *self, const LinkSource *s)
{
  *(double *)self = option_real(s->options, s->kind, s->name, "pull");
}

static void toy_start(const void *self, const LinkBatch *b, int k, const LinkGiven *given, double *memory)
{
  (void)self;
  (void)given;
  memory[0] = vec3_norm(b->way[k]);
}

static void toy_apply(const void *self, LinkBatch *b)
{
  for (int k = 0; k < b->n; k++) {
    const double length = vec3_norm(b->way[k]);

    b->rupture[k] = length > 1.02 * b->memory[k][0];
    if (b->rupture[k] || !(length > 0)) continue;
    b->force[k]  = vec3_scale(*(const double *)self / length, b->way[k]);
    b->energy[k] = *(const double *)self * length;
  }
}

static LinkStiffness toy_stiffness(const void *self, const LinkBatch *b, int k)
{
  (void)self;
  (void)b;
  (void)k;
  return (LinkStiffness){0};
}

const LinkKind link_toy = {
  .head      = {.name = "toys", .text = "A pull that does not depend on the distance."},
  .options   = {.name = "toy", .named = true, .options = toy_options, .more = link_tables, .text = "toys"},
  .size      = sizeof(double),
  .memory    = toy_memory,
  .ruptures  = toy_ruptures,
  .read      = toy_read,
  .start     = toy_start,
  .apply     = toy_apply,
  .stiffness = toy_stiffness,
};
END
check "a kind of link: its line in the list" put_line "$copy/src/link/link_list.h" '#define LINK_LIST(KIND)' '  KIND(link_toy) \'
check "its line in room.am" put_line "$copy/src/link/room.am" 'libclast_a_SOURCES' '  %D%/link_toy.c \'

file=$copy/src/matter/quantity_moisture.c
example "$(blocks | grep -n 'const Quantity quantity_moisture' | cut -d: -f1)" >"$file"
is "and the whole file of a quantity" "$(grep -c 'const Quantity quantity_moisture' "$file")" 1
check "its line in the list of quantities" put_line "$copy/src/matter/quantity_list.h" '#define QUANTITY_LIST(QUANTITY)' '  QUANTITY(quantity_moisture) \'
check "its line in room.am" put_line "$copy/src/matter/room.am" 'libclast_a_SOURCES' '  %D%/quantity_moisture.c \'
file=$copy/src/contact/terms/wetting_linear.c
example "$(blocks | grep -n 'const ContactTerm wetting_linear' | cut -d: -f1)" >"$file"
is "and that of a term that exchanges it" "$(grep -c 'const ContactTerm wetting_linear' "$file")" 1
check "its line in the list of slots" put_line "$list" '  SLOT(HEAT, heat' \
  '  SLOT(WETTING, wetting, "water through the contact", TERM(wetting_linear)) \'
check "its line in room.am" put_line "$copy/src/contact/room.am" 'libclast_a_SOURCES' '  %D%/terms/wetting_linear.c \'

file=$copy/src/output/table/tally.c
example "$(blocks | grep -n 'const Module tally_module' | cut -d: -f1)" >"$file"
is "and the whole file of a module" "$(grep -c 'const Module tally_module = {' "$file")" 1
check "its line in the list of modules" put_line "$copy/src/run/module_list.h" '#define MODULES(X)' '  X(tally_module) \'
check "its line in room.am" put_line "$copy/src/output/room.am" 'libclast_a_SOURCES' '  %D%/table/tally.c \'

# A field that no code knows: memory, files and messages follow the table.
check "a line in the table of clumps" put_line "$copy/src/matter/clumps.c" 'static const Field clump_fields[] = {' \
  '  FIELD("toy_wear", REAL, FIELD_SPARE, "m", HELD_ONCE | RENEWED | MIGRATES | SAVED | SHARED | LISTED, "a toy"),'

# By what the build under test has found.
configure()
{
  sed -e "s|$builddir|@build@|g" -e "s|$srcdir|$copy|g" -e "s|@build@|$copy/build|g" "$builddir/config.status" >"$copy/build/config.status" &&
    (cd "$copy/build" && bash ./config.status)
}

in_copy() # ARGUMENT...: its make, which is not a part of the make that runs the tests
{
  env -u MAKEFLAGS -u MFLAGS make -C "$copy/build" "$@"
}

added="contact/terms/cohesion_toy measure/total_fastest interaction/toy constraint/kinds/constraint_toy link/link_toy matter/quantity_moisture
  contact/terms/wetting_linear output/table/tally interaction/pairs/soft interaction/signal supply/fill/pill"

# Compilers warn of more where they optimise.
build_added()
{
  local file objects=""
  for file in $added; do objects+=" src/$file.o"; done
  # shellcheck disable=SC2086 # words
  in_copy CFLAGS="-O3" $objects
}

# Every level of optimisation gives the same bits, and without it a build takes least.
build()
{
  local flags
  flags="-O0 $(precompiled "$copy/headers" "" -O0)"
  in_copy CC="$(compiler "")" CFLAGS="$flags" libclast.a src/programs/clast.o src/programs/clast_digest.o && in_copy CFLAGS="$flags" clast clast-digest
}

check "configure" configure
# objects that are older than their sources are made again: the toy and those that know the list of terms
(cd "$builddir" && tar cf - $(find src -name '*.o' -o -name '*.Po' -o -name .dirstamp)) | (cd "$copy/build" && tar xf -)
# what configure found is the same: its new file must not make all objects older
cmp -s "$builddir/src/config.h" "$copy/build/src/config.h" && cp -p "$builddir/src/config.h" "$copy/build/src"
check "the added files compile" build_added
silent "  without a warning" 'warning:'
check "the copy builds" build
silent "  without a warning" 'warning:'
toy=$copy/build/clast
export CLAST_DIGEST=$copy/build/clast-digest # it knows the field

# ---- its word and its key ----

check "-help of the section" "$toy" -help contact
says "  has its slot and its word" '^      (attraction .*one of: none )?([a-z_0-9]+ )*toy( [a-z_0-9]+)*$' # lines are broken
says "  its sentence" '^        toy: A constant pull between surfaces closer than a reach\.$'
says "  and its key, with the condition" 'toy_pull'
says "  that goes with the word" 'with cohesion: toy$'

# ---- a run ----

cat >toy.yaml <<'END'
schema: 1
run: {end_time: 0.2, dt: 5e-4, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [open, open, open]}
material:
  - soft: {density: 1000}
contact:
  - soft-soft: {between: [soft, soft], normal: hooke, stiffness: 1e6, restitution: 0.8, cohesion: toy, toy_pull: 40, toy_reach: 0.05}
template:
  - rod: {material: soft, pebbles: [0, 0, 0, 0.2, 0.3, 0, 0, 0.2]}
wall:
  - floor: {shape: plane, material: soft, point: [0, 0, 0], normal: [0, 0, 1]}
clumps:
  - heap: {template: [rod], count: 40, lo: [0, 0, 0], hi: [4, 4, 3], velocity: [0, 0, -4]}
output: {log_every: 0.1}
tally: {height: 0.8, every: 0.05}
checkpoint: {every: 0.1}
END
sed 's/toy_pull: 40/toy_pull: 0/' toy.yaml >without.yaml
sed 's/toy_pull: 40/toy_pul: 40/' toy.yaml >wrong.yaml

status "a wrong key" 2 "$toy" wrong.yaml
says "  is told" "toy_pul.*did you mean 'toy_pull'"
silent "  and the right one is not told as missing besides" 'toy_pull: missing'
check "one rank" "$toy" toy.yaml -output_dir one -output_final one.csv
one=$(digest one/restart/clast-400.h5)
check "three ranks, the first half" on_ranks 3 "$toy" toy.yaml -output_dir three -run_end_time 0.1
check "  and on one the second" "$toy" -restart three -output_dir three -run_end_time 0.2
is "  same digest" "$(digest three/restart/clast-400.h5)" "$one"
check "one rank, then three" "$toy" toy.yaml -output_dir back -run_end_time 0.1
check "  after a restart" on_ranks 3 "$toy" -restart back -output_dir back -run_end_time 0.2
is "  same digest" "$(digest back/restart/clast-400.h5)" "$one"
# Two balls of mass m at 1 m/s towards each other pull each other with F from a gap of 0.1 m on, at t = 0.01 s: then
# v = v0 + F t / m each, gap = 0.1 - 2 v0 t - F t^2 / m. One step of 1e-5 s may be missed: F dt / m = 1.2e-4 m/s.
cat >reach.yaml <<'END'
schema: 1
run: {end_time: 0.06, dt: 1e-5}
domain: {lo: [0, 0, 0], hi: [4, 4, 4]}
material:
  - soft: {density: 1000}
contact:
  - soft-soft: {between: [soft, soft], normal: hooke, stiffness: 1e6, restitution: 1, cohesion: toy, toy_pull: 400, toy_reach: 0.1}
template:
  - ball: {material: soft, mass_properties: given, mass: 33, volume: 0.033, inertia: [1, 1, 1], position: [0, 0, 0], pebbles: [0, 0, 0, 0.2]}
clumps:
  - left: {template: ball, position: [1.745, 2, 2], velocity: [0.5, 0, 0], id: 1}
  - right: {template: ball, position: [2.255, 2, 2], velocity: [-0.5, 0, 0], id: 2}
output: {final: final.csv}
END
# speed of the left ball against the closed form, and the gap, m/s and m
off()
{
  ${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { x[$at["id"]] = $at["x"]; v[$at["id"]] = $at["vx"] }
    END { F = 400; m = 33; t = 0.05; a = v[1] - (0.5 + F * t / m); g = x[2] - x[1] - 0.4 - (0.1 - t - F * t * t / m)
      print (a < 0 ? -a : a) < 2.5e-4 && (g < 0 ? -g : g) < 2.5e-5 ? "close" : "off by " a " m/s and " g " m" }' "$1"
}
check "balls that pull each other before they touch" "$toy" reach.yaml -output_dir reach -output_final reach.csv
is "  have the speed and the gap of the closed form" "$(off reach.csv)" close
for search in list cells all_pairs; do
  check "three ranks until they are within reach, by $search" on_ranks 3 "$toy" reach.yaml -output_dir reach3 -run_end_time 0.012 \
    -search_method $search -decomp_random 2
  check "  and on one from there" "$toy" -restart reach3 -output_dir reach3 -run_end_time 0.06
  is "  same digest" "$(digest reach3/restart/clast-6000.h5)" "$(digest reach/restart/clast-6000.h5)"
done
check "a pull of nothing" "$toy" without.yaml -output_dir without
is "  ends otherwise" "$(test "$(digest without/restart/clast-400.h5)" != "$one" && echo yes)" yes

# FILE NAME...: these columns of a CSV
columns()
{
  local file=$1
  shift
  ${AWK:-awk} -F, -v names="$*" 'NR == 1 { n = split(names, name, " "); for (k = 1; k <= NF; k++) at[$k] = k; next }
    { for (k = 1; k <= n; k++) printf "%s%s", $at[name[k]], k < n ? " " : "\n" }' "$file"
}

# ---- the interaction: of pebbles, with stored energy and a state ----

sed 's/^wall:/interaction:\n  - trap: {type: toy, toy_stiffness: 60, toy_velocity: [3, 2, 1]}\n&/' toy.yaml >trap.yaml
check "one rank with the interaction" "$toy" trap.yaml -output_dir trap
trap=$(digest trap/restart/clast-400.h5)
is "  ends otherwise" "$(test "$trap" != "$one" && echo yes)" yes
check "two ranks, the first half" on_ranks 2 "$toy" trap.yaml -output_dir trap2 -run_end_time 0.1
check "  and on three the second" on_ranks 3 "$toy" -restart trap2 -output_dir trap2 -run_end_time 0.2
is "  same digest, with the state" "$(digest trap2/restart/clast-400.h5)" "$trap"
is "  same energies" "$(cut -d, -f1-10 trap2/log.csv)" "$(cut -d, -f1-10 trap/log.csv)"
check "with another velocity" "$toy" -restart trap2/restart/clast-200.h5 -output_dir lost -run_end_time 0.2 -interaction_trap_toy_velocity 0,0,0
is "  it ends otherwise" "$(test "$(digest lost/restart/clast-400.h5)" != "$trap" && echo yes)" yes

# ---- the potential, and the field with a law of its own: closed forms of two balls ----

# NAME: a scenario of two balls of mass m = 10, .6 m apart and at rest, with this interaction.
two_balls()
{
  cat <<END
schema: 1
run: {end_time: 0.2, dt: 1e-4}
domain: {lo: [0, 0, 0], hi: [4, 4, 4]}
material: [{soft: {density: 1000}}]
contact: [{all: {between: [soft, soft], normal: hooke, stiffness: 1e6, restitution: 1}}]
template:
  - ball: {material: soft, mass_properties: given, mass: 10, volume: 0.033, inertia: [1, 1, 1], position: [0, 0, 0], pebbles: [0, 0, 0, 0.2]}
clumps: [{rows: {file: two.csv}}]
interaction:
  - some: {between: [soft, soft], $1}
checkpoint: {every: 0.1}
END
}
printf 'template,x,y,z,id\nball,1.7,2,2,1\nball,2.3,2,2,2\n' >two.csv
two_balls 'type: soft, soft_stiffness: 500, soft_reach: 0.9' >soft.yaml
check "two balls with the potential" "$toy" soft.yaml -output_dir soft -output_final soft.csv
check "  on two ranks, the first half" on_ranks 2 "$toy" soft.yaml -output_dir soft2 -run_end_time 0.1
check "  and on three the second" on_ranks 3 "$toy" -restart soft2 -output_dir soft2 -run_end_time 0.2
is "  same digest" "$(digest soft2/restart/clast-2000.h5)" "$(digest soft/restart/clast-2000.h5)"
# d = c - (c - .6) cos w t with w^2 = 2 k / m = 100, until d = c at w t = pi / 2; then at the speed (c - .6) w. Order 2: (w dt)^2.
${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { x[$at["id"]] = $at["x"]; v[$at["id"]] = $at["vx"] }
  END { d = x[2] - x[1] - 0.9 - 3 * (0.2 - atan2(1, 0) / 10); s = v[2] - v[1] - 3; if (d * d > 1e-12 || s * s > 1e-12) print "off by " d " m, " s " m/s" }' soft.csv >wrong.txt
none_in "  they part as in the closed form" wrong.txt
is "  and the sum of energies stays" "$(columns soft/log.csv kinetic_translational potential | ${AWK:-awk} '{ off = ($1 + $2) / 22.5 - 1 } off * off > 1e-10')" ""

printf 'template,x,y,z,id,signal\nball,1.7,2,2,1,1\nball,2.3,2,2,2,0\n' >two.csv
two_balls 'type: signal, signal_rate: 4, signal_strength: 50, signal_reach: 1.5' >signal.yaml
check "two balls with the field" "$toy" signal.yaml -output_dir signal -output_final signal.csv
check "  on three ranks, the first half" on_ranks 3 "$toy" signal.yaml -output_dir signal3 -run_end_time 0.1
check "  and on two the second" on_ranks 2 "$toy" -restart signal3 -output_dir signal3 -run_end_time 0.2 -output_final signal3.csv
is "  same digest" "$(digest signal3/restart/clast-2000.h5)" "$(digest signal/restart/clast-2000.h5)"
is "  same signals" "$(columns signal3.csv id signal)" "$(columns signal.csv id signal)"
# The difference falls by 1 - 2 rate dt in a step, and the sum stays, to quanta of 2^-42 in each of 2000 steps. The force is
# strength x distance then: d = .6 cosh w t with w^2 = 2 strength / m = 10. Order 2: (w dt)^2.
${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { x[$at["id"]] = $at["x"]; s[$at["id"]] = $at["signal"] }
  END { n = s[1] - s[2] - exp(2000 * log(1 - 8e-4)); m = s[1] + s[2] - 1; w = sqrt(10) * 0.2; d = x[2] - x[1] - 0.3 * (exp(w) + exp(-w))
    if (n * n > 1e-18 || m * m > 1e-18 || d * d > 1e-12) print "off by " n ", " m ", " d " m" }' signal.csv >wrong.txt
none_in "  they pass it on and part as in the closed form" wrong.txt

# ---- the wall shape ----

# A ball of mass 10 and radius .2 flies to and fro along the line of a hollow pill, with elastic ends .3 m beyond its own.
cat >pill.yaml <<'END'
schema: 1
run: {end_time: 0.3, dt: 1e-4}
domain: {lo: [0, 0, 0], hi: [4, 4, 4]}
material: [{soft: {density: 1000}}]
contact: [{all: {between: [soft, soft], normal: hooke, stiffness: 1e6, restitution: 1}}]
template:
  - ball: {material: soft, mass_properties: given, mass: 10, volume: 0.033, inertia: [1, 1, 1], position: [0, 0, 0], pebbles: [0, 0, 0, 0.2]}
wall: [{hull: {shape: pill, material: soft, pill_from: [1.5, 2, 2], pill_to: [2.5, 2, 2], pill_radius: 0.5}}]
clumps: [{one: {template: ball, position: [2, 2, 2], velocity: [10, 0, 0]}}]
checkpoint: {every: 0.1}
END
check "a ball in a pill" "$toy" pill.yaml -output_dir pill -output_final pill.csv
check "  on three ranks, the first part" on_ranks 3 "$toy" pill.yaml -output_dir pill3 -run_end_time 0.1
check "  on two the next, with the other end" on_ranks 2 "$toy" -restart pill3 -output_dir pill3 -run_end_time 0.18
check "  and on one the rest" "$toy" -restart pill3 -output_dir pill3 -run_end_time 0.3
is "  same digest" "$(digest pill3/restart/clast-3000.h5)" "$(digest pill/restart/clast-3000.h5)"
# It has touched at .08 s and, the other end, .16 s and a contact of pi sqrt(m / k) later; that is known to a step, and so is the place to .001 m.
${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
  { contact = atan2(0, -1) * sqrt(10 / 1e6); x = $at["x"] - (1.2 + 10 * (0.3 - 0.24 - 2 * contact)); v = $at["vx"] - 10
    if (x * x > 1e-6 || v * v > 1e-6) print "off by " x " m, " v " m/s" }' pill.csv >wrong.txt
none_in "  it bounces as in the closed form" wrong.txt
sed 's/^clumps: .*/clumps: [{many: {template: ball, count: 6, region: pill, pill_from: [1.5, 2, 2], pill_to: [2.5, 2, 2], pill_radius: 0.5, attempts: 100000}}]/' pill.yaml >full.yaml
check "balls that are filled into it" "$toy" full.yaml -output_dir full -run_end_time 1e-4 -output_final full.csv
${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
  { n++; x = $at["x"]; d = x < 1.5 ? 1.5 - x : x > 2.5 ? x - 2.5 : 0; y = $at["y"] - 2; z = $at["z"] - 2; if (d * d + y * y + z * z > 0.3 ^ 2 + 1e-12) print "outside: " $0 }
  END { if (n != 6) print n + 0 " balls" }' full.csv >wrong.txt
none_in "  lie in it" wrong.txt

# ---- the kind of link: it pulls, breaks, and is counted ----

sed 's/^wall:/toy:\n  - tug: {between: [soft, soft], distance: 0.5, pull: 400}\n&/' toy.yaml >tug.yaml
check "one rank with the links" "$toy" tug.yaml -output_dir tug
is "  ends otherwise" "$(test "$(digest tug/restart/clast-400.h5)" != "$one" && echo yes)" yes
check "three ranks, the first half" on_ranks 3 "$toy" tug.yaml -output_dir tug3 -run_end_time 0.1
check "  and on two the second" on_ranks 2 "$toy" -restart tug3 -output_dir tug3 -run_end_time 0.2
is "  same digest, with what they remember" "$(digest tug3/restart/clast-400.h5)" "$(digest tug/restart/clast-400.h5)"
is "  same events, in which they tear" "$(cmp tug/events.csv tug3/events.csv) $(grep -c ',broke,tug,torn,' tug/events.csv | sed 's/^[1-9][0-9]*$/some/')" " some"

# ---- the constraint: it holds, with its word, its key and its column ----

printf 'a,b,height\n1,2,0.2\n4,3,-0.15\n' >heights.csv
printf 'template,x,y,z,id,wx\nrod,1,1,1,1,3\nrod,2,1,1.4,2,0\nrod,1,3,0.9,3,0\nrod,2,3,1.2,4,-5\n' | sed 's/id,wx/id,wx,wy,wz/; s/[0-9]$/&,0,0/' >lifted.csv
sed '/^clumps:/,/heap/d; s/end_time: 0.2/end_time: 0.6/' toy.yaml >lift.yaml
printf 'clumps:\n  - rows: {file: lifted.csv}\nconstraint:\n  - lift: {type: toy, file: heights.csv, toy_factor: 2}\n' >>lift.yaml
check "one rank with the constraint" "$toy" lift.yaml -output_dir lift -output_final lift.csv
says "  its pairs are told" '^clast: 2 constraints$'
check "three ranks, the first half" on_ranks 3 "$toy" lift.yaml -output_dir lift3 -run_end_time 0.3
check "  and on two the second" on_ranks 2 "$toy" -restart lift3 -output_dir lift3 -run_end_time 0.6
is "  same digest" "$(digest lift3/restart/clast-1200.h5)" "$(digest lift/restart/clast-1200.h5)"
${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { z[$at["id"]] = $at["z"] }
  function off(a, b, h) { d = z[b] - z[a] - h; if (!(d * d < 1e-26)) print b " above " a " is off by " d " m" }
  END { off(1, 2, 0.4); off(4, 3, -0.3); if (z[1] > 0.7) print "they have not fallen" }' lift.csv >wrong.txt
none_in "  heights are twice what the list says, to rounding: each pair is alone, so that one sweep meets it" wrong.txt

# ---- the total ----

# the column of log.csv, with the steps
fastest()
{
  ${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { print $at["step"], $at["fastest"] }' "$1/log.csv"
}
is "log.csv has the column" "$(fastest one | cut -d ' ' -f 1 | tr '\n' ' ')" "0 200 400 "
is "  with the speed at the start" "$(fastest one | sed -n '1s/.* //p')" 4 # velocity of the heap
is "  the same on three ranks and through a restart" "$(fastest three)" "$(fastest one)"

# ---- the module: its section, its sums, its rows and its state ----

above() # clumps with centres above 0.8 m at the end
{
  ${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } $at["z"] > 0.8 { n++ } END { print n + 0 }' one.csv
}
is "tally.csv has a row every 0.05 s" "$(cut -d, -f1 one/tally.csv | tr '\n' ' ')" "step 100 200 300 400 "
is "  the last one counts the clumps of the final state" "$(tail -n 1 one/tally.csv | cut -d, -f3)" "$(above)"
is "  the largest number is that of the first row, as all fall" "$(tail -n 1 one/tally.csv | cut -d, -f4)" "$(sed -n 2p one/tally.csv | cut -d, -f3)"
is "  the same rows on three ranks and through a restart" "$(cat three/tally.csv)" "$(cat one/tally.csv)"
status "a key that it does not have" 2 "$toy" toy.yaml -tally_heigth 3
says "  is told" "tally_heigth.*did you mean.*tally_height"

# ---- the quantity, beside temperature ----

sed 's/toy_pull: 40/&, wetting: linear, wetting_rate: 200, heat: area/; s/{density: 1000}/{density: 1000, specific_heat: 1, conductivity: 9, temperature: 300}/
  s/count: 40/count: 20/; s/hi: \[4, 4, 3\]/hi: [4, 4, 1.6], moisture: 0.4, temperature: 400/
  s/normal: \[0, 0, 1\]/&, temperature: 350/; s/open, open, open/free, free, free/
  s/^  - heap.*/&\n  - dry: {template: [rod], count: 20, lo: [0, 0, 1.6], hi: [4, 4, 3.2], velocity: [0, 0, -9]}/' toy.yaml >wet.yaml
# bodies that are hit at 9 m/s leave at the sides within the run, with their water: no face removes them
check "one rank with moisture" "$toy" wet.yaml -output_dir wet -output_final wet.csv -output_frames_every 0.1
wet=$(digest wet/restart/clast-400.h5)
check "three ranks, the first half" on_ranks 3 "$toy" wet.yaml -output_dir wet3 -run_end_time 0.1
check "  and on one the second" "$toy" -restart wet3 -output_dir wet3 -run_end_time 0.2 -output_final wet3.csv
is "  same digest" "$(digest wet3/restart/clast-400.h5)" "$wet"
is "  same final.csv" "$(cmp wet.csv wet3.csv)" ""
is "  same water and heat in log.csv" "$(columns wet3/log.csv step water_mass thermal)" "$(columns wet/log.csv step water_mass thermal)"
columns wet/log.csv water_mass >water
${AWK:-awk} 'NR == 1 { first = $1 } { off = $1 / first - 1 } off * off > 1e-24 || first < 100 { print }' water >wrong.txt
none_in "the water is conserved" wrong.txt
columns wet.csv moisture | ${AWK:-awk} '$1 > 0 && $1 < 0.4 { n++ } $1 < 0 || $1 > 0.4 { print } END { if (n < 3) print n + 0 " clumps" }' >wrong.txt
none_in "  and has reached dry clumps" wrong.txt
is "  frames have it" "$(grep -l moisture wet/frames/*.hdf | wc -l | tr -d ' ')" "$(ls wet/frames/*.hdf | wc -l | tr -d ' ')"

cat >pair.yaml <<'END'
schema: 1
run: {end_time: 0.2, dt: auto}
domain: {lo: [0, 0, 0], hi: [4, 4, 4]}
material:
  - soft: {density: 1000}
contact:
  - soft-soft: {between: [soft, soft], normal: hooke, stiffness: 1e6, restitution: 0.8, wetting: linear, wetting_rate: 100}
template:
  - ball: {material: soft, pebbles: [0, 0, 0, 0.2]}
clumps:
  - wet: {template: ball, position: [1, 1, 1], blocked: xyzXYZ, moisture: 0.5}
  - dry: {template: ball, position: [1.39, 1, 1], blocked: xyzXYZ}
END
check "two fixed bodies" "$toy" pair.yaml -output_dir pair -output_final pair.csv
says "  whose step follows from the water" 'dt: auto, .*limited by the water of ball on ball .law soft-soft'
check "  with a shorter one" "$toy" pair.yaml -output_dir pair -output_final pair.csv -run_dt 5e-4
# d(a - b)/dt = -l (a - b), l = 2 rate / mass; order 2: off by 5/12 l t (l dt)^2 = 4.4e-6
columns pair.csv moisture | ${AWK:-awk} '{ m[NR] = $1 } END { mass = 1000 * 4 / 3 * 3.14159265358979 * 0.008
  off = (m[1] - m[2]) / (0.5 * exp(-200 / mass * 0.2)) - 1; sum = m[1] + m[2] - 0.5
  if (off * off > 1e-10 || sum * sum > 1e-28) print "off by", off, sum }' >off
none_in "  the difference decays exponentially" off
sed 's/moisture: 0.5/moisture: 1.5/' pair.yaml >soaked.yaml
status "too much water" 2 "$toy" soaked.yaml -output_dir soaked
says "  is refused" 'clumps: wet: moisture: .1\.5. is out of range'

# ---- the field: given in a file, kept by clumps that move, migrate, wait, are saved and come from a checkpoint ----

${AWK:-awk} 'BEGIN { print "template,x,y,z,vx,vy,vz,id,toy_wear"
  for (k = 0; k < 24; k++) printf "rod,%g,%g,%g,%g,%g,%g,%d,%g\n", .5 + k % 3 * 1.2, .4 + int(k / 3) % 2 * 1.5, .4 + int(k / 6) * .8,
    k % 5 - 2, k % 3 - 1, -1, 10 + k, 100 + k * k / 8 }' >rows.csv
sed '/^clumps:/,/heap/d' toy.yaml >fields.yaml
printf 'clumps:\n  - rows: {file: rows.csv}\n' >>fields.yaml
# ids and the field, from the columns of these names
wear()
{
  ${AWK:-awk} -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } { print $at["id"], $at["toy_wear"] }' "$1" | sort -n
}
wear rows.csv >given
check "one rank with the field" "$toy" fields.yaml -output_dir wear1 -output_final wear1.csv -output_frames_every 0.1
is "  final.csv has it" "$(wear wear1.csv | diff - given | head -3)" ""
is "  and frames" "$(grep -l toy_wear wear1/frames/*.hdf | wc -l | tr -d ' ')" "$(ls wear1/frames/*.hdf | wc -l | tr -d ' ')"
check "three ranks, the first half" on_ranks 3 "$toy" fields.yaml -output_dir wear3 -run_end_time 0.1
check "  and on one the second" "$toy" -restart wear3 -output_dir wear3 -run_end_time 0.2 -output_final wear3.csv
is "  same digest" "$(digest wear3/restart/clast-400.h5)" "$(digest wear1/restart/clast-400.h5)"
is "  same final.csv" "$(cmp wear1.csv wear3.csv)" ""
sed '/^clumps:/,$d' fields.yaml >again.yaml
printf 'clumps:\n  - rows: {file: wear3/restart/clast-400.h5, at: 0.01}\n  - one: {template: rod, position: [2, 2, 3.7], id: 99}\n' >>again.yaml
echo '99 0' | sort -n - given >given99
check "clumps of that checkpoint, which wait" on_ranks 3 "$toy" again.yaml -output_dir again -run_end_time 0.05 -output_final again.csv
is "  keep it" "$(wear again.csv | diff - given99 | head -3)" ""
tap_end
