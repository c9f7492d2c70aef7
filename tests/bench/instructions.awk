# SPDX-License-Identifier: MIT
# Instructions of each room of src/ in a callgrind profile, over `work` (pebbles times steps): lines `room count`, and of all that is
# not clast's own (libraries: PETSc, libc) as `elsewhere`, but for those of MPI, which polls as long as it likes. What a function
# spends in inline functions of headers is its own.
#   awk -v work=N -f instructions.awk callgrind.out
function name_of(text,   id) {
  id = text; sub(/\).*/, ")", id)
  if (sub(/^\([0-9]+\) /, "", text)) name[id] = text
  return name[id]
}
/^c?ob=/ {
  id = $0; sub(/^c?ob=/, "", id); sub(/\).*/, ")", id)
  if (/\) /) polls[id] = /\/(lib(mpi|mpich|open-pal|open-rte|event|pmix|uc[mpst]+|fabric)|mca_)[^\/]*\.so/
  if (/^ob/) polling = polls[id]
  next
}
/^fl=/ {
  file = name_of(substr($0, 4))
  room = "elsewhere"
  if (match(file, /src\/[a-z_]+\//)) room = substr(file, RSTART + 4, RLENGTH - 5)
  next
}
/^(cfi|cfl|fi|fe)=/ { text = $0; sub(/^[a-z]*=/, "", text); name_of(text); next }
/^calls=/ { getline; next }                                    # what callees cost
/^[0-9+*-]/ { total += $2; if (polling) polled += $2; else count[room] += $2 }
/^totals:/ { summary = $2 }
END {
  if (!work || !summary || total != summary) { print "instructions.awk: a profile that does not add up: " total " of " summary; exit 1 }
  for (room in count) printf "%s %.2f\n", room, count[room] / work | "sort"
  close("sort")
  printf "all %.2f\n", (total - polled) / work
}
