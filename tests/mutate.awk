# SPDX-License-Identifier: MIT
# FROM=... TO=... awk -f mutate.awk FILE: print FILE with the text FROM replaced by TO. White space does not count in FROM, so
# that lines may be broken in any way. Exit status 1, with the number of places on stderr, if FROM is not there exactly once.
function squeeze(text)
{
  gsub(/[ \t\n]/, "", text)
  return text
}

{ text = text $0 "\n" }

END {
  n = 0
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c ~ /[ \t\n]/) continue
    at[++n] = i
    line[int(n / 64)] = line[int(n / 64)] c
  }
  for (k = 0; k <= int(n / 64); k++) bare = bare line[k]
  from   = squeeze(ENVIRON["FROM"])
  first  = index(bare, from)
  places = 0
  for (rest = bare; (i = index(rest, from)) > 0; rest = substr(rest, i + 1)) places++
  if (from == "" || places != 1) {
    print places > "/dev/stderr"
    exit 1
  }
  printf "%s%s%s", substr(text, 1, at[first] - 1), ENVIRON["TO"], substr(text, at[first + length(from) - 1] + 1)
}
