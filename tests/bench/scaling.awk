# SPDX-License-Identifier: MIT
# Rows of scaling.sh to Markdown and scaling.csv: of each kind and size the fastest run, and the spread of all.
{
  key = $1 " " $2 " " $3
  rate = $4 * $5 / $6
  if (!(key in best)) order[++n] = key
  if (rate > best[key]) best[key] = rate
  if (!(key in worst) || rate < worst[key]) worst[key] = rate
  pebbles[key] = $4
  messages[key] = $7
  bytes[key] = $8
}
END {
  print "kind,copies,ranks,pebbles,rate_best,rate_worst,efficiency,messages,bytes" > "scaling.csv"
  print "| runs | ranks | pebbles | 10^6 pebble-steps/s, best (worst) | ns per pebble-step and rank | efficiency | messages a step | bytes a step |"
  print "|---|---|---|---|---|---|---|---|"
  for (i = 1; i <= n; i++) {
    split(order[i], k, " ")
    rate = best[order[i]]
    # against the first of its kind: one rank, or the smallest state
    if (!(k[1] in first)) first[k[1]] = rate / k[3]
    e = rate / k[3] / first[k[1]]
    printf "| %s | %d | %d | %.2f (%.2f) | %.2f | %.3f | %.3g | %.4g |\n", k[1], k[3], pebbles[order[i]], rate / 1e6, \
      worst[order[i]] / 1e6, 1e9 * k[3] / rate, e, messages[order[i]], bytes[order[i]]
    printf "%s,%d,%d,%d,%.6g,%.6g,%.4f,%.6g,%.6g\n", k[1], k[2], k[3], pebbles[order[i]], rate, worst[order[i]], e, \
      messages[order[i]], bytes[order[i]] > "scaling.csv"
  }
}
