# SPDX-License-Identifier: MIT
# limit: 300
# input/jamming.yaml, smaller and faster: frictionless grains are compressed to jamming, and have twice as many contacts as degrees of freedom.
. "$srcdir/tests/tap.sh"

# ---- jamming of 48 grains, faster: 2 x 6 contacts of a trimer, 2 x 3 of a sphere; of such few the packing that is first rigid has 1 contact
# less or more, and the pressure of 1e-4 k/d adds about 1 %
jam() # NAME CONTACTS FRACTION [OPTION...]
{
  local name=$1 contacts=$2 fraction=$3
  shift 3
  check "jamming of $name runs" "$CLAST" "$srcdir/input/jamming.yaml" -output_dir "$name" -clumps_all_count 48 -domain_hi 0.0129,0.0129,0.0129 \
    -clumps_all_hi 0.0129,0.0129,0.0129 -domain_deformation_rate_limit 4 -run_dt 1e-5 "$@"
  ${AWK:-awk} -F, -v want="$contacts" '{ n = $(NF - 1) } END { if (n < 0.97 * want || n > 1.05 * want) print n " contacts" }' "$name/monitors/contacts.csv" >wrong.txt
  none_in "  grains that are held have $contacts contacts" wrong.txt
  ${AWK:-awk} -F, -v fraction="$fraction" '
    function off(a, b) { return a > b ? a - b : b - a }
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k }
    END {
      p = $at["pressure"]; u = $at["unbalanced"]; f = $at["solid_fraction"]
      if (off(p, 50) > 0.1 || !(u > 0 && u <= 1e-3)) print p " Pa, unbalanced " u
      if (off(f, fraction) > 0.015) print "solid fraction " f
    }' "$name/log.csv" >wrong.txt
  none_in "  at rest at 50 Pa, with a solid fraction of $fraction" wrong.txt
}
jam trimers 12 0.69
jam spheres 6 0.61 -template_grain_pebbles 0,0,0,1e-3
tap_end
