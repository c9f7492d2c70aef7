#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The rooms of src/: a file includes its own room and those to its left, MPI and Sim stay in theirs.
. "$srcdir/tests/tap.sh"

rooms="base options geometry matter space shape wall search contact link interaction motion constraint measure output supply event run tools api"

files()
{
  (cd "$srcdir" && find src -name '*.[ch]' ! -name 'config.h' ! -name 'build_info.h' | sort)
}

# All files without their comments and strings: FILE:LINE: TEXT.
code()
{
  # shellcheck disable=SC2046 # names of sources have no blanks
  (cd "$srcdir" && ${AWK:-awk} '
    FNR == 1 { inside = 0 }
    { line = $0; out = ""
      while (line != "") {
        if (inside) {
          end = index(line, "*/")
          if (!end) { line = ""; break }
          line = substr(line, end + 2); inside = 0
        } else if (match(line, /"([^"\\]|\\.)*"|\/\/.*|\/\*/)) {
          found = substr(line, RSTART, RLENGTH)
          out = out substr(line, 1, RSTART - 1)
          if (found ~ /^"/ && $0 ~ /^ *# *include/) out = out found
          line = substr(line, RSTART + RLENGTH)
          if (found == "/*") inside = 1
        } else { out = out line; line = "" }
      }
      print FILENAME ":" FNR ": " out
    }' $(files))
}

is "there are sources to look at" "$(test "$(files | wc -l)" -gt 3 && echo yes)" yes

code >code.txt

# Programs include what they like.
${AWK:-awk} -v rooms="$rooms" '
  BEGIN { n = split(rooms, name, " "); for (k = 1; k <= n; k++) place[name[k]] = k }
  /^src\/[^\/:]*\// && !/^src\/programs\// {
    split($0, part, "/"); room = part[2]
    file = substr($0, 1, index($0, ":") - 1)
    if (!(room in place)) { if (!(file in told)) print file ": src/" room " is no room"; told[file] = 1; next }
    if ($0 !~ /: *# *include *"/ || $0 ~ /"(config|build_info)\.h"/) next
    theirs = $0; sub(/^[^"]*"/, "", theirs); sub(/".*/, "", theirs)
    if (theirs !~ /\// || !((theirs = substr(theirs, 1, index(theirs, "/") - 1)) in place))
      print $0 ": say the room, as in \"base/vec.h\""
    else if (place[theirs] > place[room]) print $0 ": " room " may not look to its right"
  }' code.txt >rooms.txt
none_in "every file includes only its own room and those to its left" rooms.txt

# Take away, again and again, headers that include no header that is left: what stays is in a circle, or includes one that is.
sed -n 's|^src/\([^:]*\.h\):[0-9]*: *# *include *"\([^"]*\.h\)".*|\1 \2|p' code.txt |
  ${AWK:-awk} '{ from[NR] = $1; to[NR] = $2; left[$1] = 1 }
    END {
      do {
        split("", holds); some = 0
        for (k = 1; k <= NR; k++) if (left[from[k]] && left[to[k]]) holds[from[k]] = to[k]
        for (h in left) if (left[h] && !(h in holds)) { left[h] = 0; some = 1 }
      } while (some)
      for (h in left) if (left[h]) print "src/" h ": is in a circle of headers, or includes one that is: " holds[h]
    }' >circles.txt
none_in "no two headers include each other in a circle" circles.txt

grep -E '\bMPI_[A-Za-z]|\bMPIU_|\bMPIX_' code.txt |
  grep -vE '^src/(api/|space/|base/(parallel|mail|host)\.[ch]|output/hdf5\.[ch]|programs/clast\.c)' >mpi.txt
none_in "MPI is named only in api, space, base/parallel, base/mail, base/host, output/hdf5 and the program clast" mpi.txt

grep -E '\b(OMPI|MPL|MPICH)_' code.txt >brand.txt
none_in "no MPI of one brand" brand.txt

grep -E '\bPETSC_COMM_WORLD\b' code.txt | grep -vE '^src/(programs/|base/host\.c)' >world.txt
none_in "a simulation lives on the communicator it was given, not on the world" world.txt

grep -E '\bSim\b' code.txt | grep -vE '^src/(run|tools|api|programs)/' >sim.txt
none_in "Sim is known to run, tools, api and the programs alone" sim.txt

tap_end
