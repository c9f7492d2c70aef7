# SPDX-License-Identifier: MIT
# awk -f links_write.awk -v dir=DIR -v rows=R -v columns=C -v cloth=0|1 -v sweeps=N -v spread=S -v turn=0|1: DIR/clumps.csv,
# rods.csv and links.yaml for links.sh: R chains of C rods between points, each hung at one end, S rods apart; cloth=1:
# a cloth of R by C points with rods along both ways, hung at one edge; turn=1: the points are spheres that may turn.
BEGIN {
  points = dir "/clumps.csv"
  rods = dir "/rods.csv"
  scene = dir "/links.yaml"
  if (spread == "") spread = 3
  first = cloth ? 1 : 0
  wide = cloth ? columns : columns + 1
  side = cloth ? rows : int(sqrt(rows) + .999)
  print "id,template,x,y,z,blocked" >points
  print "a,b,length" >rods
  for (i = 0; i < rows; i++)
    for (j = 0; j < wide; j++) {
      id = i * wide + j + 1
      x = cloth ? i : spread * (i % side)
      y = cloth ? 0 : spread * int(i / side)
      printf "%d,ball,%.15g,%.15g,%.15g,%s\n", id, x + .3 * cloth * j, y + .5 * j, -.8 * j, j ? (turn ? "" : "XYZ") : "xyzXYZ" >points
      if (j) printf "%d,%d,%.15g\n", id - 1, id, cloth ? 1 : .9433981132056604 >rods
      if (cloth && i && j) printf "%d,%d,%.15g\n", id - wide, id, 1 >rods
    }
  print "schema: 1" >scene
  print "run: {end_time: 1, dt: 1e-3, gravity: [0, 0, -9.81]}" >scene
  print "domain: {lo: [-1000, -1000, -1000], hi: [1000, 1000, 1000]}" >scene
  print "material: [{a: {density: 1909.859317102744}}]" >scene
  print "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1e3, restitution: .5}}]" >scene
  print "template: [{ball: {material: a, pebbles: [0, 0, 0, .05]}}]" >scene
  print "clumps: [{all: {file: clumps.csv}}]" >scene
  print "constraint: [{rods: {type: distance, file: rods.csv, sweeps: " sweeps "}}]" >scene
}
