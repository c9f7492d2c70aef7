#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Forces on 1000 spheres in one given state, and couples where both codes define them alike, beside LAMMPS (`pair granular`,
# `gran/hooke`, `gran/hertz/history`) and LIGGGHTS. Laws without memory, or before there is any. Left out where a code is not installed.
. "$srcdir/tests/tap.sh"

compare=$srcdir/tests/verify/other_codes.awk
# Rounding: 1e-14 of the larger of two forces that add up to that of a body, and 1e-13 of roots and powers of small overlaps.
bound=1e-10

# LAW...: keys of the laws of a with a, a with b, b with b -> NAME.yaml
name=
scenario()
{
  {
    printf 'schema: 1\nrun: {end_time: 0, dt: 1e-9}\ndomain: {lo: [-1, -1, -1], hi: [12, 12, 12]}\nmaterial:\n'
    printf '  - a: {density: 1000, young: 1e7, poisson: 0.3}\n  - b: {density: 1000, young: %s}\n' "$material_b"
    printf 'contact:\n  - aa: {between: [a, a], %s}\n  - ab: {between: [a, b], %s}\n  - bb: {between: [b, b], %s}\n' "$1" "${2:-$1}" \
      "${3:-$1}"
    printf 'clumps:\n  - all: {spheres: spheres.csv, group: all}\noutput: {bodies_every: 1, bodies_groups: [all]}\n'
  } >"$name.yaml"
}

# FACT [couples]: forces of NAME.dump and of NAME.yaml
same()
{
  check "$1: a run" "$CLAST" "$name.yaml" -output_dir "$name"
  $AWK -f "$compare" "$name.dump" "$name/bodies.csv" >differences
  read -r forced force turned couple rows <differences
  note "$name: forces of $forced bodies differ by $force of the mean, couples of $turned by $couple"
  is "  forces on all, to 1e-10 of the mean" "$($AWK -v f="$force" -v n="$forced" -v r="$rows" -v b=$bound \
    'BEGIN { print f + 0 < b + 0 && n == 1000 && r == 1000 ? "same" : "apart" }')" same
  test "${2:-}" != couples || is "  and couples" \
    "$($AWK -v c="$couple" -v n="$turned" -v b=$bound 'BEGIN { print c + 0 < b + 0 && n == 1000 ? "same" : "apart" }')" same
}

# The pair style and its coefficients: commands with which LAMMPS or LIGGGHTS finds forces once -> NAME.dump
pair()
{
  printf "clear\n$start"
  printf 'pair_style %s\npair_coeff * * %s\ndump d all custom 1 %s.dump id fx fy fz tqx tqy tqz\n' "$1" "$2" "$name"
  printf 'dump_modify d sort id format %s\nrun 0\n' "$digits"
}

# ---- LAMMPS ----

if command -v lmp >/dev/null; then
  $AWK -v spin=0 -f "$compare"
  digits='float %.17g' material_b="1e7, poisson: 0.3"
  viscous="tangential: viscous, friction: 0.3, tangential_damping: 20"
  {
    start="units si\natom_style sphere\nboundary f f f\ncomm_modify vel yes\nread_data state.data\nneighbor 0.01 bin\ntimestep 1e-9\n"
    damped="tangential linear_nohistory 0.5 0.3 damping mass_velocity"
    name=hooke; pair granular "hooke 1e5 40 $damped"
    name=hertz; pair granular "hertz/material 1e7 40 0.3 $damped"
    name=tsuji; pair granular "hertz/material 1e7 0.6 0.3 tangential linear_nohistory 0 0 damping tsuji"
    name=dmt; pair granular "dmt 1e7 0 0.3 500 tangential linear_nohistory 0 0 damping mass_velocity"
    # with a spring that nothing holds: without any history LAMMPS ends in an error after the forces
    name=jkr; pair granular "jkr 1e7 0 0.3 500 tangential linear_history 1 0 0 damping mass_velocity"
    name=gran_hooke; pair "gran/hooke 1e5 NULL 40 20 0.3 1" ""
    # K_n = 4/3 E*; its dashpots have another form, and its spring no stretch yet
    name=gran_hertz; pair "gran/hertz/history 7326007.3260073255 NULL 0 0 0.3 1" ""
  } >in.lammps
  check "LAMMPS finds forces" lmp -in in.lammps -log none
  name=hooke; scenario "normal: hooke, stiffness: 1e5, damping: 40, $viscous"
  same "pair granular hooke, mass_velocity, linear_nohistory" couples
  name=hertz; scenario "normal: hertz, damping: 40, $viscous"
  same "pair granular hertz/material, mass_velocity, linear_nohistory" couples
  name=tsuji; scenario "normal: hertz, restitution: 0.6, damping_fit: tsuji"
  same "pair granular hertz/material, tsuji"
  name=dmt; scenario "normal: hertz, restitution: 1, cohesion: dmt, surface_energy: 500"
  same "pair granular dmt"
  name=jkr; scenario "normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 500, largest_radius: 0.6"
  same "pair granular jkr"
  name=gran_hooke; scenario "normal: hooke, stiffness: 1e5, damping: 40, $viscous"
  same "gran/hooke, mass_velocity"
  name=gran_hertz; scenario "normal: hertz, restitution: 1"
  same "gran/hertz/history"
else
  skip "LAMMPS has the same forces, of seven laws" "lmp is not installed"
fi

# ---- LIGGGHTS, two materials: its moduli and cohesion of pairs, spins ----

if command -v liggghts >/dev/null; then
  $AWK -v spin=40 -f "$compare"
  digits='"%d %.17g %.17g %.17g %.17g %.17g %.17g"' material_b="2e7, poisson: 0.2"
  {
    start="units si\natom_style granular\nboundary f f f\nnewton off\ncommunicate single vel yes\nread_data state.data\n"
    start+="neighbor 0.01 bin\ntimestep 1e-9\nfix m1 all property/global youngsModulus peratomtype 1e7 2e7\n"
    start+="fix m2 all property/global poissonsRatio peratomtype 0.3 0.2\n"
    start+="fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.6 0.6 0.7\n"
    start+="fix m4 all property/global cohesionEnergyDensity peratomtypepair 2 3e4 5e4 5e4 4e4\n"
    name=sjkr; pair "gran model hertz tangential off cohesion sjkr" ""
    name=sjkr2; pair "gran model hertz tangential off cohesion sjkr2" ""
  } >in.liggghts
  check "LIGGGHTS finds forces" liggghts -in in.liggghts -log none
  for name in sjkr sjkr2; do
    scenario "normal: hertz, restitution: 0.5, cohesion: $name, cohesion_energy_density: 3e4" \
      "normal: hertz, restitution: 0.6, cohesion: $name, cohesion_energy_density: 5e4" \
      "normal: hertz, restitution: 0.7, cohesion: $name, cohesion_energy_density: 4e4"
    same "LIGGGHTS hertz with cohesion $name"
  done
else
  skip "LIGGGHTS has the same forces, of sjkr and sjkr2" "liggghts is not installed"
fi
tap_end
