#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What docs/reference/limits.md marks with † is refused by the check, with what it is that does not go.
. "$srcdir/tests/tap.sh"

base()
{
  cat <<'E2'
schema: 1
run: {end_time: 0.01, dt: 1.0e-4, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [open, open, open]}
material:
  - a: {density: 1000, young: 1.0e6, poisson: 0.3}
  - b: {density: 1000, young: 1.0e6, poisson: 0.3}
template:
  - rod: {material: a, pebbles: [0, 0, 0, 0.05, 0.05, 0, 0, 0.05]}
clumps:
  - one: {template: [rod], position: [0.5, 0.5, 0.5]}
E2
}

tet()
{
  printf 'v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
}

# FACT WORDS EDIT [LINE...]: with these lines, edited by sed, the check ends with 2 and says this
refused()
{
  local fact=$1 words=$2 edit=$3
  refusals=$((refusals + 1))
  shift 3
  { base && printf '%s\n' "$@"; } | sed "$edit" >no.yaml
  status "$fact" 2 "$CLAST" no.yaml -check
  says "  so" "$words"
}

refusals=0
tet >tet.obj
printf 'id_a,pebble_a,id_b,pebble_b\n0,0,7,0\n' >later.csv
law='contact: [aa: {between: [a, a], normal: hertz, restitution: 0.5}, ab: {between: [a, b], normal: hertz, restitution: 0.5}]'
hard='constraint: [h: {type: contact, between: [a, a], sweeps: 5}]'
floor='wall: [f: {shape: plane, material: b, point: [0, 0, 0.1], normal: [0, 0, 1]}]'
turn='type: rotate, point: [0, 0, 0], rate: 1'
servo='type: servo, direction: [0, 0, 1], force: 1, speed_limit: 1'
block() { echo "s/position: .0.5, 0.5, 0.5./&, blocked: $1/"; }
faces() { echo "s/open, open, open/$1, $1, $1/"; }

check "the scenario itself is taken" bash -c "$(declare -f base); { base; echo '$law'; echo '$floor'; } >yes.yaml; $CLAST yes.yaml -check"
refused "rotations along axes of both" "'XU' may have" "$(block XU)" "$law"
refused "translations along axes of both" "'xu' may have" "$(block xu)" "$law"
refused "three translations along axes of the body" "up to two of u v w" "$(block uvw)" "$law"
refused "a law and hard contacts" "has the contact law aa" "" "$law" "$hard"
refused "jkr with another law" "jkr needs normal: hertz" "" 'contact: [aa: {between: [a, a], normal: hooke, stiffness: 1.0e4, restitution: 0.5, cohesion: jkr, surface_energy: 0.1}]'
refused "a cone in two dimensions" "allowed: a cylinder with length 0" "s/gravity: .*/dimension: 2}/; s/pebbles: .*/pebbles: [0, 0, 0.05]}/; s/0.5, 0.5, 0.5/0.5, 0.5/" "$law" \
  'wall: [c: {shape: cone, material: b, point: [0.5, 0.5, 0], radius: [0.1, 0.2], length: 0.2}]'
refused "rotations about two axes" "not about the same axis" "" "$law" "$floor" \
  "motion: [p: {walls: [f], axis: [1, 0, 0], $turn}, q: {walls: [f], axis: [0, 1, 0], $turn}]"
refused "two servos" "cannot have two" "" "$law" "$floor" "motion: [p: {walls: [f], $servo}, q: {walls: [f], $servo}]"
refused "a wall that is not the same in each period" "must be parallel to periodic" "$(faces periodic)" "$law" "${floor/0, 0, 1]/0, 0.2, 1]}"
refused "a free mesh of half a period" "0.45 of the period" "$(faces periodic)" "$law" \
  'wall: [m: {shape: mesh, material: b, file: tet.obj, scale: 9, free: true}]'
refused "langevin at reflecting faces" "langevin does not go with reflecting faces" "$(faces reflect)" "$law" \
  'thermostat: [t: {type: langevin, temperature: 300, rate: 1}]'
refused "euler at reflecting faces" "known for half kicks alone" "$(faces reflect); s/9.81]/&, integrator: euler/" "$law"
refused "gravity in periodic domains" "acts at any distance" "$(faces periodic)" "$law" 'interaction: [g: {type: gravity, constant: 1}]'
refused "a potential of more than 5 periods" "up to 5 periods" "$(faces periodic)" "$law" \
  'interaction: [l: {type: lennard_jones, between: [a, a], epsilon: 1, sigma: 0.1, cutoff: 6}]'
refused "a gas at walls that mirror" "an ideal gas does not know walls" "s/pebbles: .*/pebbles: [0, 0, 0, 0.05]}/" "$law" "$floor" \
  'interaction: [s: {type: sph, material: a, walls: [b], state: {type: ideal_gas, gamma: 1.4}}]'
refused "a list with a clump that is not there" "enter later cannot be linked" "" "$law" 'spring: [s: {file: later.csv, stiffness: 1}]'
refused "!include" "include is not available" "" "$law" '!include more.yaml'
is "there are as many here as on the page" "$(grep -o † "$srcdir/docs/reference/limits.md" | wc -l)" "$((refusals + 1))"
tap_end
