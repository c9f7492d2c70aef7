# Phases at which the bed of input/bed.yaml leaves the floor and lands, degrees: awk -f phases.awk out/bed/walls.csv prints a line for
# each cycle, of which the first ones differ, as the bed loosens. It has left when it bears less than a tenth of the bed's weight.
# The weight is the mean over the last tenth of a second before the floor moves, at 0.2 s.
BEGIN { FS = ","; start = 0.2; frequency = 10 }
NR == 1 { for (k = 1; k <= NF; k++) col[$k] = k; next }
{
  t = $col["time"]; f = -$col["force_z"]
  if (t < start) { if (t > start - 0.1) { weight += f; n++ } next }
  low = 0.1 * weight / n
  phase = 360 * frequency * (t - start); cycle = int(phase / 360); phase -= 360 * cycle
  if (cycle != now) { tell(); leaves = lands = 0; now = cycle }
  if (phase < 120 && f < low && last >= low) leaves = phase
  if (phase > 200 && f > low && last <= low && !lands) lands = phase
  last = f
}
END { tell() }

function tell()
{
  if (leaves && lands) printf "%d %.1f %.1f\n", now, leaves, lands
}
