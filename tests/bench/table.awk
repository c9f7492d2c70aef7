# SPDX-License-Identifier: MIT
# The Markdown tables and the JSON of a benchmark, from the folder `work` that run.sh filled:
#   times.txt    case ranks code steps pebbles seconds processor-seconds (or -), in the order they ran
#   stages.txt   case ranks seconds "clast: rank 0 spent P % in STAGE, P STAGE, ...; COUNT THINGS, ..."
#   physics.txt  case ranks name|LAMMPS|clast|relative|bound|verdict
#   cases.txt    case steps skin text
#   cores.txt    case ranks work of so many loops of arithmetic side by side, in those of one alone (tests/bench/cores.c)
# and when, loads, machine, cores, version, peer. Exit 1 if the codes did not do the same work.
function sort(a, n,   i, j, t) {
  for (i = 2; i <= n; i++) {
    t = a[i]
    for (j = i - 1; j > 0 && a[j] > t; j--) a[j + 1] = a[j]
    a[j + 1] = t
  }
}
# Of value[key, 1 .. n]: low, middle, high.
function spread(value, key, n,   k, a) {
  low = middle = high = ""
  if (!n) return
  for (k = 1; k <= n; k++) a[k] = value[key, k]
  sort(a, n)
  low = a[1]; high = a[n]; middle = n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
}
function quote(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); return "\"" s "\"" }
function list(value, key, n,   k, s) {
  for (k = 1; k <= n; k++) s = s (k > 1 ? ", " : "") sprintf("%.6g", value[key, k])
  return "[" s "]"
}
function read_times(   f, key, k) {
  while ((getline line < (work "/times.txt")) > 0) {
    split(line, f, " ")
    key = f[1] SUBSEP f[2]
    if (!(key in first)) { first[key] = f[3]; order[++n_keys] = key }
    else if (f[3] != first[key]) second[key] = f[3]
    if (key in steps && (steps[key] != f[4] || pebbles[key] != f[5])) {
      print "table.awk: " f[1] ": " f[3] " ran " f[4] " steps of " f[5] " pebbles, not " steps[key] " of " pebbles[key]
      failed = 1
    }
    steps[key] = f[4]; pebbles[key] = f[5]
    k = ++n[key, f[3]]
    seconds[key, f[3], k] = f[6]
    speed[key, f[3], k] = f[4] * f[5] / f[6] / 1e6
    if (f[7] != "-") processor[key, f[3], k] = f[7]
  }
}
function ratios(   i, key, a, b, k) {
  for (i = 1; i <= n_keys; i++) {
    key = order[i]; a = first[key]; b = second[key]
    for (k = 1; k <= n[key, b] && k <= n[key, a]; k++) {
      pairs[key] = k
      ratio[key, k] = speed[key, b, k] / speed[key, a, k]
      if ((key, a, k) in processor && processor[key, b, k] > 0) {
        processor_ratio[key, k] = processor[key, a, k] / processor[key, b, k]
        n_processor[key] = k
      }
    }
  }
}
function speeds_table(   i, key, f, cpu, a) {
  print "| case | ranks | pebbles | steps | pairs | against | its 10^6 pebble-steps/s | clast's | ratio, median | min | max | of processor time |"
  print "|---|---|---|---|---|---|---|---|---|---|---|---|"
  for (i = 1; i <= n_keys; i++) {
    key = order[i]; split(key, f, SUBSEP)
    spread(processor_ratio, key, n_processor[key]); cpu = middle == "" ? "" : sprintf("%.2f", middle)
    spread(speed, key SUBSEP first[key], n[key, first[key]]); a = middle
    spread(speed, key SUBSEP second[key], n[key, second[key]])
    if (second[key] == "") { # no peer
      printf "| %s | %s | %d | %d | %d | none | | %.2f | | | | |\n", f[1], f[2], pebbles[key], steps[key], n[key, first[key]], a
      continue
    }
    printf "| %s | %s | %d | %d | %d | %s | %.2f | %.2f |", f[1], f[2], pebbles[key], steps[key], pairs[key], shown(first[key]), a, middle
    spread(ratio, key, pairs[key])
    printf " **%.3g** | %.3g | %.3g | %s |\n", middle, low, high, cpu
  }
}
function shown(code) {
  return code == "lammps" ? "LAMMPS" : code == "liggghts" ? "LIGGGHTS" : code == "plain" ? "plain C" : code == "native" ? "native build" : code == "apart" ? "two half-size runs" : code
}
# From one rank to two, run by run.
function gains(   i, f, one, k, codes, c) {
  for (i = 1; i <= n_keys; i++) {
    split(order[i], f, SUBSEP)
    one = f[1] SUBSEP 1
    if (f[2] != 2 || !(one in first)) continue
    codes[1] = first[one]; codes[2] = second[one]
    for (c = 1; c <= 2; c++) for (k = 1; k <= pairs[one] && k <= pairs[order[i]]; k++) {
      gain[f[1], codes[c], k] = speed[order[i], codes[c], k] / speed[one, codes[c], k]
      n_gain[f[1], codes[c]] = k
    }
    printf "\n%s, from 1 to 2 ranks:", f[1]
    for (c = 1; c <= 2; c++) {
      spread(gain, f[1] SUBSEP codes[c], n_gain[f[1], codes[c]])
      printf " %s %.2f (%.2f to %.2f)%s", shown(codes[c]), middle, low, high, c == 1 ? "," : ".\n"
    }
  }
}
function read_cores(   f, key) {
  while ((getline line < (work "/cores.txt")) > 0) {
    split(line, f, " ")
    key = f[1] SUBSEP f[2]
    worth[key, ++n_worth[key]] = f[3]
  }
}
# What the cores could do for anybody while these cases ran.
function cores_lines(   i, f) {
  for (i = 1; i <= n_keys; i++) {
    if (!n_worth[order[i]]) continue
    split(order[i], f, SUBSEP)
    spread(worth, order[i], n_worth[order[i]])
    printf "\n%s: %d loops of arithmetic side by side, before and after each of these runs, did the work of %.2f (%.2f to %.2f) alone.\n", f[1], f[2],
      middle, low, high
  }
}
# Of each case the fastest run of clast.
function read_stages(   f, key, rest, part, k, m, w) {
  while ((getline line < (work "/stages.txt")) > 0) {
    split(line, f, " ")
    key = f[1] SUBSEP f[2]
    if (key in fastest && fastest[key] <= f[3]) continue
    fastest[key] = f[3]
    rest = line; sub(/^.* spent /, "", rest); sub(/;.*/, "", rest); sub(/ % in /, " ", rest)
    counts[key] = line; sub(/^[^;]*; */, "", counts[key])
    m = split(rest, part, ", *")
    for (k = 1; k <= m; k++) {
      split(part[k], w, " ")
      share[key, w[2]] = w[1]
      if (!(w[2] in stage_known)) { stage_known[w[2]] = 1; stage[++n_stages] = w[2] }
    }
  }
}
function stages_table(   i, k, f, key) {
  printf "\n| ns per pebble-step | ranks | all |"
  for (k = 1; k <= n_stages; k++) printf " %s |", stage[k]
  printf " of the run |\n|---|---|---|"
  for (k = 1; k <= n_stages; k++) printf "---|"
  print "---|"
  for (i = 1; i <= n_keys; i++) {
    key = order[i]; split(key, f, SUBSEP)
    if (!(key in fastest)) continue
    each[key] = fastest[key] * 1e9 / (steps[key] * pebbles[key])
    printf "| %s | %s | %.2f |", f[1], f[2], each[key]
    for (k = 1; k <= n_stages; k++) printf " %.2f |", each[key] * share[key, stage[k]] / 100
    printf " %s |\n", counts[key]
  }
}
function read_physics(   f, w, key) {
  while ((getline line < (work "/physics.txt")) > 0) {
    split(line, f, "|"); split(f[1], w, " ")
    key = w[1] SUBSEP w[2]
    sub(/^[^ ]* [^ ]* /, "", f[1])
    physics[key] = physics[key] (physics[key] == "" ? "" : ",") sprintf("\n        {\"what\": %s, \"lammps\": %s, \"clast\": %s, \"relative\": %s, \"bound\": %s, \"verdict\": %s}",
      quote(f[1]), f[2] == "" ? "null" : f[2], f[3] == "" ? "null" : f[3], f[4] ~ /nan|inf/ ? "null" : f[4] + 0, f[5] + 0, quote(f[6]))
    if (f[6] == "ok") agree[key]++
    if (f[6] == "differs") apart[key] = apart[key] " " f[1] " " f[4] ";"
  }
}
function physics_lines(   i, f) {
  print ""
  for (i = 1; i <= n_keys; i++) {
    split(order[i], f, SUBSEP)
    if (order[i] in physics)
      print "Physics, " f[1] ", " f[2] " rank(s): " agree[order[i]] + 0 " quantities agree" \
        (order[i] in apart ? "; these DIFFER:" apart[order[i]] : ".")
  }
}
function write_json(   i, k, key, f, code, c) {
  printf "{\n  \"when\": %s, \"machine\": %s, \"cores\": %d, \"load\": %s,\n  \"clast\": %s, \"lammps\": %s,\n  \"cases\": [", quote(when),
    quote(machine), cores, quote(loads), quote(version), quote(peer) > json
  for (i = 1; i <= n_keys; i++) {
    key = order[i]; split(key, f, SUBSEP)
    printf("%s\n    {\"case\": %s, \"text\": %s, \"ranks\": %d, \"pebbles\": %d, \"steps\": %d, \"lammps_skin\": %s,\n", i > 1 ? "," : "",
      quote(f[1]), quote(text[f[1]]), f[2], pebbles[key], steps[key], skin[f[1]]) > json
    code[1] = first[key]; code[2] = second[key]
    for (c = 1; c <= 2; c++) {
      if (code[c] == "") continue
      times = ((key, code[c], 1) in processor) ? list(processor, key SUBSEP code[c], n[key, code[c]]) : "null"
      printf("      %s: {\"seconds\": %s, \"processor_seconds\": %s},\n", quote(code[c]), list(seconds, key SUBSEP code[c], n[key, code[c]]),
        times) > json
    }
    spread(ratio, key, pairs[key])
    printf "      \"ratio\": {\"min\": %.4g, \"median\": %.4g, \"max\": %.4g},\n", low, middle, high > json
    printf "      \"ns_per_pebble_step\": {" > json
    if (key in fastest) {
      printf "\"all\": %.4g", each[key] > json
      for (k = 1; k <= n_stages; k++) printf ", %s: %.4g", quote(stage[k]), each[key] * share[key, stage[k]] / 100 > json
    }
    printf "}, \"counts\": %s, \"loops_side_by_side\": %s,\n      \"physics\": [%s]}", quote(counts[key]), list(worth, key, n_worth[key]), physics[key] > json
  }
  print "\n  ]\n}" > json
}
BEGIN {
  while ((getline line < (work "/cases.txt")) > 0) {
    split(line, f, " ")
    skin[f[1]] = f[3]
    text[f[1]] = line; sub(/^[^ ]* [^ ]* [^ ]* /, "", text[f[1]])
  }
  read_times(); ratios(); read_stages(); read_physics(); read_cores()
  print "Measured " when ": " machine ", " cores " cores; load " loads " before and after; " version ", LAMMPS " peer ".\n"
  speeds_table(); gains(); cores_lines(); stages_table(); physics_lines(); write_json()
  exit failed
}
