#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What can have no effect is refused, what is likely to be a mistake is warned of, and neither is said of what may be meant.
. "$srcdir/tests/tap.sh"

base()
{
  cat <<'END'
schema: 1
run: {end_time: 0.1, dt: 1.0e-4, gravity: [0, 0, -9.81]}
domain: {lo: [0, 0, -0.1], hi: [0.2, 0.2, 0.6], boundary: [periodic, reflect, open]}
material: [{s: {density: 1000, young: 1.0e6, poisson: 0.3}}]
contact: [{ss: {between: [s, s], normal: hertz, tangential: mindlin, restitution: 0.6, friction: 0.4}}]
template: [{pair: {material: s, pebbles: [-0.006, 0, 0, 0.008, 0.006, 0, 0, 0.008]}}]
clumps: [{load: {template: pair, count: 20, lo: [0, 0, 0.02], hi: [0.2, 0.2, 0.3]}}]
wall: [{floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}}]
END
}

# EDIT [LINE...]: the scenario, edited by sed, with these lines
write() { { base | sed "$1"; shift; printf '%s\n' "$@"; } >case.yaml; }

# FACT LINE [EDIT]: refused, as it lies outside
outside()
{
  write "${3-}" "$2"
  status "$1" 2 "$CLAST" case.yaml -check
  says "  is told" 'lies wholly outside the domain: clumps can be from .* m( along [xyz])? only'
}

# FACT LINE [EDIT]: taken
within()
{
  write "${3-}" "$2"
  check "$1" "$CLAST" case.yaml -check
}

# ---- places ----

field='every: 0.01, fields: [density]'
outside "an outlet below an open face" 'outlet: [{o: {lo: [0, 0, -3], hi: [0.2, 0.2, -2]}}]'
says "  with its place" 'outlet: o: lo: .*from -0.1 to 0.6 m along z only: move it'
outside "  one that begins at the face" 'outlet: [{o: {lo: [0, 0, 0.6], hi: [0.2, 0.2, 0.7]}}]'
outside "  on two ranks as well" 'outlet: [{o: {lo: [0, 0.3, 0], hi: [0.2, 0.4, 0.1]}}]'
status "  with the same status" 2 on_ranks 2 "$CLAST" case.yaml -check
within "  one that crosses it is taken" 'outlet: [{o: {lo: [0, 0, -1], hi: [0.2, 0.2, -0.0999]}}]'
within "  across a periodic face" 'outlet: [{o: {lo: [0.3, 0, 0], hi: [0.35, 0.2, 0.1]}}]'
within "  at free faces" 'outlet: [{o: {lo: [0, 0, -3], hi: [0.2, 0.2, -2]}}]' 's/open\]/free]/'
outside "a plane beyond which nothing is" 'outlet: [{o: {region: plane, point: [0, 0, -0.2], normal: [0, 0, 1]}}]'
outside "  one that leans" 'outlet: [{o: {region: plane, point: [0, -0.1, -0.2], normal: [0, 1, 1]}}]'
within "  one that cuts the domain" 'outlet: [{o: {region: plane, point: [0, 0, -0.2], normal: [0, 1, -1]}}]'
within "  one that meets an image" 'outlet: [{o: {region: plane, point: [-1, 0, 0], normal: [1, 0, 0]}}]'
outside "a sphere beside an edge" 'outlet: [{o: {region: sphere, point: [0.1, 0.25, 0.65], radius: 0.06}}]'
within "  one that reaches it" 'outlet: [{o: {region: sphere, point: [0.1, 0.25, 0.65], radius: 0.08}}]'
outside "a cylinder" 'outlet: [{o: {region: cylinder, point: [0.1, 0.1, 0.61], axis: [0, 0, 1], radius: 0.05, length: 1}}]'
outside "a profile's window" "profile: [{p: {axis: z, bins: 2, lo: [0, 0, 5], hi: [0.2, 0.2, 6], $field}}]"
outside "  its range" "profile: [{p: {axis: z, bins: 2, range: [0.7, 0.8], $field}}]"
outside "  of a vector" "profile: [{p: {axis: [0, 3, 4], area: 1, bins: 2, range: [0.7, 0.8], $field}}]"
within "  within it" "profile: [{p: {axis: [0, 3, 4], area: 1, bins: 2, range: [0.5, 0.8], $field}}]"
outside "  of rings too wide" "profile: [{p: {axis: radius, about: [1, 0, 0], range: [0.8, 1], bins: 2, $field}}]"
outside "  of rings about an axis far off" "profile: [{p: {axis: radius, about: [1, 0, 0], point: [0, 0, 2], range: [0, 1], bins: 2, $field}}]"
within "  of rings that reach it" "profile: [{p: {axis: radius, about: [1, 0, 0], point: [0, 0, 1], range: [0, 1], bins: 2, $field}}]"
outside "  of rings too high" "profile: [{p: {axis: radius, about: [0, 0, 1], range: [0, 1], height: [0.7, 1], bins: 2, $field}}]" 's/periodic/open/'
outside "a monitor's window" 'monitor: [{m: {every: 0.01, type: solid_fraction, lo: [0, 0, 5], hi: [0.2, 0.2, 6]}}]'
within "  in reach of the largest clump" 'monitor: [{m: {every: 0.01, type: solid_fraction, lo: [0, 0, 0.61], hi: [0.2, 0.2, 0.7]}}]'
outside "  just out of its reach" 'monitor: [{m: {every: 0.01, type: solid_fraction, lo: [0, 0, 0.6141], hi: [0.2, 0.2, 0.7]}}]'
outside "a plane of flux" 'monitor: [{m: {every: 0.01, type: flux, point: [0, 0, 0.7], normal: [0, 0, 1]}}]'
outside "  a disc of it" 'monitor: [{m: {every: 0.01, type: flux, point: [0.1, 0.5, 0.3], normal: [0, 0, 1], radius: 0.2}}]'
within "  a plane of which there is an image" 'monitor: [{m: {every: 0.01, type: flux, point: [0.7, 0, 0], normal: [1, 0, 0]}}]'
outside "a grid" 'monitor: [{m: {every: 0.01, type: coarse_grain, grid_lo: [0, 0.3, 0], grid_hi: [0.2, 0.4, 0.1], spacing: 0.05, width: 0.05}}]'
within "  in reach of its kernel" 'monitor: [{m: {every: 0.01, type: coarse_grain, grid_lo: [0, 0.24, 0], grid_hi: [0.2, 0.4, 0.1], spacing: 0.05, width: 0.05}}]'
outside "points of a probe" 'probe: [{p: {every: 0.01, fields: [velocity], smoothing_length: 0.02, points: [0.1, 0.1, 0.7, 0.1, 0.1, 0.8]}}]'
within "  one of them in reach" 'probe: [{p: {every: 0.01, fields: [velocity], smoothing_length: 0.02, points: [0.1, 0.1, 0.61, 0.1, 0.1, 0.8]}}]'
outside "the box of a dump" 'dump: [{d: {every: 0.01, what: clumps, lo: [0, 0, 0.7], hi: [1, 1, 1]}}]'
outside "  across a periodic face, as places are wrapped" 'dump: [{d: {every: 0.01, what: clumps, lo: [0.3, 0, 0], hi: [0.4, 0.2, 0.2]}}]'
within "a clump that is held passes reflecting faces" 'outlet: [{o: {lo: [0, 0.3, 0], hi: [0.2, 0.4, 0.1]}}]' \
  's/wall: \[.*/&/; s/count: 20.*}}/position: [0.1, 0.1, 0.1], velocity: [0, 1, 0], blocked: y}}/'
within "a domain that deforms" 'outlet: [{o: {lo: [0, 0, 5], hi: [0.2, 0.2, 6]}}]' \
  's/, gravity: .0, 0, -9.81.//; /^wall/d; s/boundary.*/boundary: [periodic, periodic, open], deformation: {type: shear, flow: x, gradient: y, rate: 1}}/'
tap_end
