# SPDX-License-Identifier: MIT
# One row of the table: awk -v text=NAME -v flat=0|1 -f clump_study.awk CLUMP.csv PROPERTIES.json
# A cell is `error <= bound, time`: the error is the largest of that of volume, mass and the tensor of inertia (as an operator, over
# its largest moment) against exact; that of exact is of its volume against the spheres minus the lenses of all pairs, which
# is the truth where no three overlap. An error beyond the bound ends with status 1.

function abs(x) { return x < 0 ? -x : x }
function max(a, b) { return a > b ? a : b }
function acos(c) { return c >= 1 ? 0 : c <= -1 ? pi : atan2(sqrt(1 - c * c), c) }

# The numbers behind a field, into got[1..n].
function numbers(field, got,   at, rest)
{
  at = index($0, "\"" field "\": ")
  rest = substr($0, at + length(field) + 4)
  if (rest ~ /^\[/) { sub(/^\[/, "", rest); sub(/\].*/, "", rest) } else sub(/[,}].*/, "", rest)
  return split(rest, got, /, */)
}
function number(field,   got) { numbers(field, got); return got[1] + 0 }

# Lens of balls (discs) of radii a, b whose centres are d apart.
function lens(a, b, d,   m)
{
  if (d >= a + b) return 0
  m = a < b ? a : b
  if (d <= abs(a - b)) return flat ? pi * m * m : 4 / 3 * pi * m ^ 3
  if (!flat) return pi * (a + b - d) ^ 2 * (d * d + 2 * d * (a + b) - 3 * (a - b) ^ 2) / (12 * d)
  return a * a * acos((d * d + a * a - b * b) / (2 * d * a)) + b * b * acos((d * d + b * b - a * a) / (2 * d * b)) \
    - 0.5 * sqrt((a + b - d) * (d + a - b) * (d + b - a) * (d + a + b))
}

function apart(i, j) { return sqrt((x[i] - x[j]) ^ 2 + (y[i] - y[j]) ^ 2 + (z[i] - z[j]) ^ 2) }

# Negative when three may overlap: then there is no such closed form.
function closed_form(   i, j, k, v, m)
{
  if (n > 20) return -1
  for (i = 1; i <= n; i++) {
    v += flat ? pi * r[i] ^ 2 : 4 / 3 * pi * r[i] ^ 3
    m = 0
    for (j = 1; j < i; j++) v -= lens(r[i], r[j], apart(i, j))
    for (j = 1; j <= n; j++) for (k = 1; k < j; k++) {
      if (j != i && k != i && apart(i, j) < (r[i] + r[j]) * (1 - 1e-9) && apart(i, k) < (r[i] + r[k]) * (1 - 1e-9) && apart(j, k) < (r[j] + r[k]) * (1 - 1e-9)) return -1
    }
  }
  return v
}

# Largest |eigenvalue| of the difference of two tensors xx, yy, zz, xy, xz, yz: the power method on its square.
function operator(a, b,   k, d, u, v, w, p, q, s, norm)
{
  for (k = 1; k <= 6; k++) d[k] = a[k] - b[k]
  u = 0.6; v = 0.5; w = 0.7
  for (k = 0; k < 400; k++) {
    p = d[1] * u + d[4] * v + d[5] * w; q = d[4] * u + d[2] * v + d[6] * w; s = d[5] * u + d[6] * v + d[3] * w
    norm = sqrt(p * p + q * q + s * s)
    if (norm == 0) return 0
    u = p / norm; v = q / norm; w = s / norm
  }
  return norm
}

function seconds(t) { return t < 0.0005 ? "< 1 ms" : t < 0.95 ? sprintf("%.0f ms", 1000 * t) : sprintf("%.1f s", t) }

BEGIN { pi = atan2(0, -1) }

FNR == NR { if (FNR > 1) { split($0, p, ","); n++; x[n] = p[1]; y[n] = p[2]; z[n] = p[3]; r[n] = p[4] } next }

/^\{/ {
  split($0, word, "\"")
  name = word[4]
  numbers("inertia", inertia)
  bound = number("error")
  if (name == "exact") {
    volume = number("volume"); mass = number("mass")
    for (k = 1; k <= 6; k++) truth[k] = inertia[k]
    numbers("principal", moment)
    overlap = number("overlap")
    exact_bound = bound
    true_volume = closed_form()
    error = true_volume < 0 ? -1 : abs(volume / true_volume - 1)
  } else {
    error = max(abs(number("volume") / volume - 1), abs(number("mass") / mass - 1))
    error = max(error, operator(inertia, truth) / moment[3])
    if (error < exact_bound) error = 0
  }
  # What both round is no error of the method.
  if (error > bound + (name == "exact" ? 1e-15 : exact_bound)) { print text ": " name ": error " error " beyond its bound " bound >"/dev/stderr"; bad = 1 }
  cell[name] = (error < 0 ? "" : error == 0 ? "0 " : sprintf("%.0e ", error)) sprintf("<= %.0e, ", bound) seconds(number("seconds"))
}

END {
  gsub(/^-/, "", overlap)
  line = sprintf("| %s | %d, %.0f %% |", text, n, 100 * overlap)
  m = split("exact sum grid octree montecarlo", names, " ")
  for (k = 1; k <= m; k++) line = line " " cell[names[k]] " |"
  print line
  exit bad
}
