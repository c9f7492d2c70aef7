# SPDX-License-Identifier: MIT
# final.csv of a run -> flow.csv: the moving clumps, numbered anew. With `speed` and `depth` each gets the velocity of a steady flow
# along x, speed (depth^1.5 - (depth - z)^1.5), besides its own: a deep flow would take long to find it (Bagnold's profile; Silbert
# et al. 2001, Phys. Rev. E 64, 051302).
#   awk [-v speed=S -v depth=H] [-v scales=1] -f settled.awk final.csv >flow.csv          scales=1: with the column scale
BEGIN { FS = OFS = ","; names = "x y z qw qx qy qz vx vy vz wx wy wz" (scales ? " scale" : ""); all = names; gsub(/ /, ",", all); print "template," all ",id" }
NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
!("blocked" in at) || $at["blocked"] !~ /x/ {
  below = depth - $at["z"]
  if (speed) $at["vx"] = sprintf("%.17g", $at["vx"] + speed * (depth ^ 1.5 - (below > 0 ? below ^ 1.5 : 0)))
  line = $1
  n_names = split(names, name, " ")
  for (k = 1; k <= n_names; k++) line = line "," (name[k] in at ? $at[name[k]] : name[k] == "qw" ? 1 : 0)
  print line, ++n
}
