# awk -f strength.awk -v from=0.04 out/triaxial/log.csv: peak and steady strength of a compression along the last axis from the time
# `from` on, with the other stresses kept: friction angles sin(phi) = (s1 - s3) / (s1 + s3), degrees, the rate of dilation at the peak,
# - d ln V / d e1, and the mean of the stresses that are kept. In two dimensions: -v flat=1. With -v curve=1 strain, angle and
# volumetric strain of every row.
BEGIN { FS = ","; window = 0.005; deg = 45 / atan2(1, 1) }
function angle(s1, s3) { s = (s1 - s3) / (s1 + s3); return deg * atan2(s, sqrt(1 - s * s)) }
NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
$at["time"] >= from - 1e-9 {
  if (!n) first = $at[flat ? "strain_yy" : "strain_zz"]
  e[++n] = first - $at[flat ? "strain_yy" : "strain_zz"]
  s1[n] = -$at[flat ? "stress_yy" : "stress_zz"]
  s3[n] = flat ? -$at["stress_xx"] : -($at["stress_xx"] + $at["stress_yy"]) / 2
  v[n] = log($at["cell_volume"])
}
END {
  if (curve) { for (k = 2; k <= n; k++) print e[k], angle(s1[k], s3[k]), v[k] - v[1]; exit }
  for (k = 1; k <= n; k++) if (e[k] >= 0.2) { a += s1[k]; b += s3[k] }
  steady = a > 0 ? angle(a, b) : -1
  # means over a strain of 1 %
  for (k = 1; k <= n; k++) {
    if (e[k] < window || e[k] > e[n] - window) continue
    a = b = 0
    for (i = k; i >= 1 && e[i] > e[k] - window; i--) { a += s1[i]; b += s3[i] }
    lo = i + 1
    for (i = k + 1; i <= n && e[i] < e[k] + window; i++) { a += s1[i]; b += s3[i] }
    hi = i - 1
    if (angle(a, b) > peak) { peak = angle(a, b); where = e[k]; dilation = (v[hi] - v[lo]) / (e[hi] - e[lo]) }
  }
  for (k = 2; k <= n; k++) kept += s3[k] / (n - 1)
  printf "peak %.1f degrees at a strain of %.3f, dilation %.2f; steady %.1f; kept stress %.6g\n", peak, where, dilation, steady, kept
}
