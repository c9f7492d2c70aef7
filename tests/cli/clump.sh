#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clast-clump: mass properties against closed forms through the program, JSON that is JSON, files that are wrong, and pebbles
# through every format and back. limit: 300
. "$srcdir/tests/tap.sh"
: "${CLAST_CLUMP:=$builddir/clast-clump}"
awk=${AWK:-awk}

# FIELD PLACE: a number of the last command's JSON object; places of arrays from 1.
number()
{
  $awk -v field="\"$1\": " -v place="$2" '
    { at = index($0, field); if (!at) next
      text = substr($0, at + length(field)); gsub(/[][}]/, " ", text); split(text, part, /[ ,]+/)
      print part[part[1] == "" ? place + 1 : place]; exit }' "$out"
}

# FACT GOT EXPECTED RELATIVE: numbers; of 0 the difference is absolute.
near()
{
  if $awk -v a="$2" -v b="$3" -v e="$4" 'BEGIN {
      d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; if (s == 0) s = 1
      exit !(a != "" && d <= e * s) }'; then pass "$1"
  else fail "$1" "got $2, expected $3 within $4"; fi
}

# FACT V CENTRE(x y z) I(xx yy zz) DIGITS PEBBLES(lines)
union()
{
  local fact=$1 volume=$2 digits=$9 k
  local -a wanted=("$3" "$4" "$5" "$6" "$7" "$8")
  printf 'x,y,z,r\n%b' "${10}" >union.csv
  check "$fact: exact" "$CLAST_CLUMP" properties union.csv --json
  near "  volume" "$(number volume 1)" "$volume" "$digits"
  near "  mass, of density 1" "$(number mass 1)" "$volume" "$digits"
  for k in 1 2 3; do
    near "  centre $k" "$(number centre $k)" "${wanted[k - 1]}" "$digits"
    near "  inertia $k" "$(number inertia $k)" "${wanted[k + 2]}" "$digits"
    near "  inertia $((k + 3))" "$(number inertia $((k + 3)))" 0 "$digits"
  done
  for method in grid octree montecarlo; do
    "$CLAST_CLUMP" properties union.csv --json --method $method --tolerance 0.05 --samples 100000 >"$out" 2>&1
    near "  $method: volume within its bound" "$(number volume 1)" "$volume" "$(number error 1)"
    near "  $method: the largest moment within its bound" "$(number principal 3)" \
      "$(printf '%s\n' "$6" "$7" "$8" | sort -g | tail -1)" "$(number error 1)"
  done
}

# ---- closed forms ----

union "two spheres, one radius apart" 7.06858347057703 .5 0 0 3.00414797499524 5.21308030955056 5.21308030955056 1e-13 '0,0,0,1\n1,0,0,1\n'
union "two spheres of .5, .8 apart" 1.01787601976309 .4 0 0 .103823354015835 .271772897276746 .271772897276746 1e-13 '0,0,0,.5\n.8,0,0,.5\n'
union "two tangent spheres" 8.37758040957278 1 0 0 3.35103216382911 11.7286125734019 11.7286125734019 1e-13 '0,0,0,1\n2,0,0,1\n'
union "two spheres apart" 4.71238898038469 0 0 .3333333333333333 5.91666616426078 5.91666616426078 1.72787595947439 1e-13 '0,0,0,1\n0,0,3,.5\n'
union "four tangent spheres" 16.7551608191456 0 0 0 23.4572251468038 23.4572251468038 23.4572251468038 1e-13 \
  '.7071067811865476,.7071067811865476,.7071067811865476,1\n.7071067811865476,-.7071067811865476,-.7071067811865476,1\n-.7071067811865476,.7071067811865476,-.7071067811865476,1\n-.7071067811865476,-.7071067811865476,.7071067811865476,1\n'

printf 'x,y,z,r\n0,0,0,.5\n0,0,1,.5\n0,1,0,.5\n' >three.csv
for method in sum exact; do
  check "three spheres of density 1000: $method" "$CLAST_CLUMP" properties three.csv --density 1000 --json --method $method
  near "  mass" "$(number mass 1)" 1570.796326794897 1e-14
  near "  centre x" "$(number centre 1)" 0 1e-14
  near "  centre y" "$(number centre 2)" .3333333333333333 1e-14
  near "  principal 1" "$(number principal 1)" 331.612557879 1e-11
  near "  principal 2" "$(number principal 2)" 680.678408278 1e-11
  near "  principal 3" "$(number principal 3)" 855.211333477 1e-11
done

# ---- what it prints ----

check "a table" "$CLAST_CLUMP" properties union.csv --samples 1000 --tolerance 0.1
"$CLAST_CLUMP" properties union.csv --samples 1000 --tolerance 0.1 >"$out" 2>/dev/null # without what sanitizers say
is "  has a column for each method" "$(sed -n 1p "$out" | tr -s ' ')" "method exact sum grid octree montecarlo"
is "  with numbers in every row" "$($awk 'NR > 1 { for (k = NF - 4; k <= NF; k++) if ($k + 0 != $k) bad++; if (NF < 6) bad++ } END { print NR, bad + 0 }' "$out")" "27 0"
says "  with bounds" '^error bound '
says "  and times" '^seconds '

"$CLAST_CLUMP" properties union.csv --method all --json --samples 1000 --tolerance 0.1 >all.json 2>/dev/null
is "JSON of all: an object a line" "$($awk '/^\{"method": "[a-z]+", "volume": .*\}$/ { n++ } END { print n + 0 "/" NR }' all.json)" 5/5
is "  each with all its fields and counts of numbers" "$($awk '
  function count(field, n,   at, text) {
    at = index($0, "\"" field "\": "); if (!at) return 1
    text = substr($0, at + length(field) + 4); sub(/(\]\]?|\}|, ").*/, "", text); gsub(/[][]/, "", text)
    return split(text, part, /, */) != n
  }
  { bad += count("volume", 1) + count("mass", 1) + count("centre", 3) + count("inertia", 6) + count("principal", 3) + count("error", 1) + count("seconds", 1)
    if ($0 !~ /"axes": \[\[[^]]*\], \[[^]]*\], \[[^]]*\]\]/) bad++ }
  END { print bad + 0 }' all.json)" 0
if python3 -c 'import json' 2>/dev/null; then
  check "  as a JSON reader finds too" python3 -c 'import json
for line in open("all.json"):
    o = json.loads(line)
    assert sorted(o) == sorted("method volume mass centre inertia principal axes error centre_error axes_error overlap seconds".split()), o
    assert [len(o[k]) for k in ("centre", "inertia", "principal", "axes", "axes_error")] == [3, 6, 3, 3, 3]'
else
  skip "  as a JSON reader finds too" "no python3"
fi

drop_seconds() { sed 's/"seconds": [0-9.]*//' "$1"; }
"$CLAST_CLUMP" properties union.csv --method montecarlo --json --samples 5000 --seed 4 >a.json 2>/dev/null
on_ranks 3 "$CLAST_CLUMP" properties union.csv --method montecarlo --json --samples 5000 --seed 4 >b.json 2>/dev/null
printf 'x,y,z,r\n0,0,0,1\n1,0,0,1\n' >two.csv
check "sum of what overlaps" "$CLAST_CLUMP" properties two.csv --method sum --json
near "  says by how much" "$(number overlap 1)" .185185185185185 1e-12
says "  and tells" 'note: two\.csv: its parts overlap: .* 18\.5 % of the volume'
printf 'x,y,z,r\n0,0,0,1e-3\n1,0,0,1000\n' >far.csv
check "a method that cannot" "$CLAST_CLUMP" properties far.csv --method all --json --samples 1000
says "  is an object that says why" '^\{"method": "grid", "failed": "div 10 gives .*"\}$'
is "montecarlo: the same bits on three ranks" "$(drop_seconds b.json)" "$(drop_seconds a.json)"
"$CLAST_CLUMP" properties union.csv --method montecarlo --json --samples 5000 --seed 5 >b.json 2>/dev/null
check "  other ones with another seed" test "$(drop_seconds b.json)" != "$(drop_seconds a.json)"

# ---- materials ----

printf 'x,y,z,r,material\n0,0,0,1,glass\n0,0,0.6,0.7,steel\n' >two.csv
check "the densest wins" "$CLAST_CLUMP" properties two.csv --density glass=1 --density steel=4 --json
dense=$(number mass 1)
check "  whatever their order" "$CLAST_CLUMP" properties two.csv --density steel=4 --density 1 --json
is "  and one density may be for the rest" "$(number mass 1)" "$dense"
check "  one for all" "$CLAST_CLUMP" properties two.csv --density 1 --json
near "  the steel ball weighs three more" "$($awk -v a="$dense" -v b="$(number mass 1)" 'BEGIN { print a - b }')" 4.310265120613198 1e-5 # print has 6 digits
for method in grid octree montecarlo; do
  check "  $method" "$CLAST_CLUMP" properties two.csv --density glass=1 --density steel=4 --json --method $method
  near "    mass within its bound" "$(number mass 1)" "$dense" "$(number error 1)"
done
printf 'x,y,z,r,material\n0,0,0,1,glass\n0,0,0.6,0.7,steel\n0,0,0,1,steel\n' >same.csv
status "pebbles of two materials in one place" 2 "$CLAST_CLUMP" properties same.csv --density 1
says "  are named" 'same\.csv: pebbles 0 and 2 have the same centre .* materials glass and steel'
status "a material without density" 2 "$CLAST_CLUMP" properties two.csv --density glass=1
says "  is named" 'material steel has no density: give --density steel=D'
status "a density of no material" 2 "$CLAST_CLUMP" properties two.csv --density 1 --density stele=4
says "  is named" 'stele=4.*two\.csv'

# ---- what is wrong ----

# FACT REGEX COMMAND...: exit status 2, and a line that matches.
wrong()
{
  local fact=$1 regex=$2
  shift 2
  status "$fact" 2 "$@"
  says "  says so" "$regex"
  is "  and nothing else is printed" "$("$@" 2>/dev/null </dev/null | wc -l)" 0
}

# FACT REGEX TEXT
bad()
{
  printf "$3" >bad.csv
  wrong "$1" "clast-clump: bad\.csv: .*$2" "$CLAST_CLUMP" properties bad.csv
}

bad "lengths whose fifth power is too large" 'exact: lengths too small or too large for double precision' 'x,y,z,r\n0,0,0,1e80\n'
bad "a radius of zero" "line 3: column r: '0'" 'x,y,z,r\n0,0,0,1\n0,0,1,0\n'
bad "a radius below zero" "line 2: column r: '-1'" 'x,y,z,r\n0,0,0,-1\n'
bad "not a number" "line 2: column y: 'nan'" 'x,y,z,r\n0,nan,0,1\n'
bad "endless" "line 2: column r: 'inf'" 'x,y,z,r\n0,0,0,inf\n'
bad "an empty file" 'the file is empty' ''
bad "a header alone" 'no rows' 'x,y,z,r\n'
bad "no header" 'header' '0,0,1\n'
bad "a missing column" 'column r is missing' 'x,y,z\n0,0,0\n'
bad "no z" 'column z is missing' 'x,y,r\n0,0,1\n'
bad "a short row" 'line 3' 'x,y,z,r\n0,0,0,1\n0,0,1\n'
printf 'x,y,z,r\n0,0,0,1e-80\n' >bad_huge.csv
wrong "too small for every method" 'montecarlo: lengths too small or too large' "$CLAST_CLUMP" properties bad_huge.csv --method all --json
for numbers in 1e308,0,0,1 0,0,0,1e308 1,0,0,1e-200; do
  printf 'x,y,z,r\n0,0,0,1\n%s\n' "$numbers" >bad.csv
  wrong "a picture of pebbles at $numbers" 'pebble 2, at .* cannot be drawn' "$CLAST_CLUMP" picture bad.csv bad.png
done
wrong "no such file" 'nowhere\.csv: cannot be opened' "$CLAST_CLUMP" properties nowhere.csv
wrong "a folder" 'is a folder' "$CLAST_CLUMP" properties . --from csv
wrong "no verb" 'give a verb' "$CLAST_CLUMP"
wrong "another verb" "'create': no such verb; give properties, convert" "$CLAST_CLUMP" create rock.stl
wrong "no file" 'give a file' "$CLAST_CLUMP" properties
wrong "two files" 'one file too many' "$CLAST_CLUMP" properties two.csv three.csv
wrong "another method" "'exactly'" "$CLAST_CLUMP" properties three.csv --method exactly
wrong "a density of zero" "'0'" "$CLAST_CLUMP" properties three.csv --density 0
wrong "two dimensions of three" 'pebble 2: z is 1: in two dimensions' "$CLAST_CLUMP" properties three.csv --dimension 2
check "three dimensions" "$CLAST_CLUMP" properties three.csv --dimension 3 --method exact
wrong "an option nobody knows" '--jsno' "$CLAST_CLUMP" properties three.csv --jsno 1
wrong "an option of another verb" "unknown option '--to'" "$CLAST_CLUMP" properties three.csv --to csv
wrong "an option without its value" '--method: its value is missing' "$CLAST_CLUMP" properties three.csv --method
wrong "too fine a grid" 'grid: div 10000 .*take a smaller one' "$CLAST_CLUMP" properties three.csv --method grid --div 10000
wrong "too small a tolerance" '5e-05' "$CLAST_CLUMP" properties three.csv --method octree --tolerance 1e-5
check "help" "$CLAST_CLUMP" --help
says "  names the formats" 'kratos +\.clu'
check "  of a verb alone" "$CLAST_CLUMP" convert --help
is "    says no more" "$(grep -c -- --method "$out")" 0

# ---- formats ----

# Numbers with all their digits, at no particular place.
$awk 'BEGIN { srand(3); print "x,y,z,r"; for (k = 0; k < 40; k++) printf "%.17g,%.17g,%.17g,%.17g\n", rand() * 3 - 1, rand() * 1e-3, -rand() * 3, rand() / 3 + 1e-3 }' >rock.csv
check "our CSV is taken as it is" "$CLAST_CLUMP" convert rock.csv first.csv
same() { $awk -F, 'NR > 1 { printf "%.17g %.17g %.17g %.17g\n", $1, $2, $3, $4 }' "$1"; }
is "  number by number" "$(same first.csv)" "$(same rock.csv)"
for pair in text:txt text:xyzr liggghts:multisphere lammps:mol lammps:molecule demengine:deme.csv csv:csv yade:clumps \
  woo:shapepack hdf5:h5; do
  format=${pair%:*} ending=${pair#*:}
  check "to $format" "$CLAST_CLUMP" convert first.csv "there.$ending" --density 2500
  check "  and back" "$CLAST_CLUMP" convert "there.$ending" back.csv
  check "  to the same bits" cmp first.csv back.csv
  mv "there.$ending" blind
  mkdir -p again
  check "  by name alone" "$CLAST_CLUMP" convert blind again/there --from $format --to $format --density 2500
  check "  the same file again" cmp blind again/there
done
"$CLAST_CLUMP" properties first.csv --density 2500 --json >"$out"
mass=$(number mass 1) xx=$(number inertia 1) xz=$(number inertia 5) centre=$(number centre 1)
check "a LAMMPS molecule" "$CLAST_CLUMP" convert first.csv rock.mol --density 2500
is "  has the mass of the union" "$($awk '$2 == "mass" { print $1 }' rock.mol)" "$mass"
is "  the centre" "$($awk '$4 == "com" { print $1 }' rock.mol)" "$centre"
is "  the inertia, in its order" "$($awk '$7 == "inertia" { print $1, $5 }' rock.mol)" "$xx $xz"
near "  and atoms that weigh as much together" "$($awk '/^Masses/ { on = 1 } on && NF == 2 { sum += $2 } END { printf "%.17g", sum }' rock.mol)" "$mass" 1e-13
is "LIGGGHTS gets its own order of the inertia" "$("$CLAST_CLUMP" convert first.csv rock.multisphere --density 2500 && $awk 'NR == 1 { print $5, $7, $9 }' rock.multisphere)" "$mass $xx $xz"

check "to Kratos" "$CLAST_CLUMP" convert first.csv rock.clu --density 2500
says "  says that it turns" 'about the centre of mass, along the principal axes'
"$CLAST_CLUMP" properties first.csv --json >"$out"
v=$(number volume 1) p1=$(number principal 1) p3=$(number principal 3)
check "  back" "$CLAST_CLUMP" convert rock.clu turned.csv
check "  with the same radii" cmp <(cut -d, -f4 first.csv) <(cut -d, -f4 turned.csv)
"$CLAST_CLUMP" properties rock.clu --json >"$out"
near "  the same volume" "$(number volume 1)" "$v" 1e-12
near "  the same moments" "$(number principal 1)" "$p1" 1e-12
near "  the largest too" "$(number principal 3)" "$p3" 1e-12
near "  which stand along the axes" "$(number inertia 1)" "$p1" 1e-12
near "  about the origin" "$(number centre 2)" 0 1e-13
near "  as its own line says" "$($awk '/^Inertia/ { getline; print $1 * 1; exit }' rock.clu)" "$($awk -v i="$p1" -v v="$v" 'BEGIN { print i / v }')" 1e-4 # print has 6 digits
check "  and to text and back the same bits" "$CLAST_CLUMP" convert turned.csv turned.txt
check "  back" "$CLAST_CLUMP" convert turned.txt again.csv
check "  compared" cmp turned.csv again.csv

"$CLAST_CLUMP" convert two.csv named.csv --density glass=1 --density steel=4
check "names of materials stay in CSV" cmp <(cut -d, -f5 two.csv) <(cut -d, -f5 named.csv)
check "  and are numbers in LAMMPS" "$CLAST_CLUMP" convert two.csv two.mol --density 1
says "  with a note" 'names of materials: they are lost'
is "  two types" "$($awk '/^Types/ { on = 1 } /^Diameters/ { on = 0 } on && NF == 2 { print $2 }' two.mol | sort -u | wc -l)" 2

printf 'x,y,z,r,material,group\n0,0,0,1,glass,"\n' | sed 's/"/wet/' >wet.csv
check "groups of pebbles" "$CLAST_CLUMP" convert wet.csv dry.csv --density 1
says "  are left out, as told" 'groups of its pebbles are left out'
is "  and are no materials" "$(cat dry.csv)" "$(printf 'x,y,z,r,material\n0,0,0,1,glass')"
wrong "  nor have a density" '--density wet=1: nothing in' "$CLAST_CLUMP" properties wet.csv --density 1 --density wet=1

check "to HDF5" "$CLAST_CLUMP" convert two.csv two.h5 --density glass=1 --density steel=4
check "  names of materials stay" "$CLAST_CLUMP" convert two.h5 named.csv
check "    all" cmp <(cut -d, -f5 two.csv) <(cut -d, -f5 named.csv)
check "  densities too" "$CLAST_CLUMP" properties two.h5 --json
is "    to the same mass" "$(number mass 1)" "$dense"
check "  others may be given" "$CLAST_CLUMP" properties two.h5 --json --density steel=1
check "    and count" test "$(number mass 1)" != "$dense"
if command -v h5dump >/dev/null; then
  "$CLAST_CLUMP" properties two.csv --density glass=1 --density steel=4 --json >"$out"
  mass=$(number mass 1)
  h5dump -d /clump/mass_properties/mass -m %.17g two.h5 >"$out"
  is "  the mass is in it" "$($awk -v mass="$mass" '/\(0\):/ && !found { print ($2 + 0 == mass + 0 ? "equal" : $2); found = 1 }' "$out")" equal
  says "  with its unit" '"kg"'
else
  skip "  the mass is in it" "no h5dump"
  skip "  with its unit" "no h5dump"
fi

printf '# x y z r clump\n0 0 0 1 7\n1 0 0 1 7\n5 0 0 1 -3\n' >some.clumps
printf '##PERIODIC:: 9 9 9\n7 Sphere 0 0 0 1\n7 Sphere 1 0 0 1\n-3 Sphere 5 0 0 1\n8u Sphere 9 0 0 1\n' >some.shapepack
for file in some.clumps some.shapepack; do
  wrong "several clumps in $file" 'the file has several clumps: choose one with --clump: 7, -3' "$CLAST_CLUMP" properties $file --json
  wrong "  not one of them" 'no clump 9 in the file; it has 7, -3' "$CLAST_CLUMP" properties $file --json --clump 9
  check "  one of them" "$CLAST_CLUMP" properties $file --json --clump 7
  near "    of two spheres" "$(number volume 1)" 7.06858347057703 1e-13
  check "  another" "$CLAST_CLUMP" convert $file one.csv --clump -3
  is "    of one sphere" "$(cat one.csv)" "$(printf 'x,y,z,r\n5,0,0,1')"
done
check "a shape that is no clump" "$CLAST_CLUMP" convert some.shapepack one.csv --clump 8u
wrong "a clump of a file of one" 'a file of the format csv has only one clump' "$CLAST_CLUMP" properties three.csv --clump 0
printf '0 Capsule 1 2 3 3.5 0 0 2.5\n' >rod.woo
check "a capsule" "$CLAST_CLUMP" convert rod.woo rod.csv
is "  from end to end" "$(cat rod.csv)" "$(printf 'x,y,z,r,x2,y2,z2\n1,2,0.5,1,1,2,5.5')"
"$CLAST_CLUMP" properties rod.csv --json >"$out"
near "  of its volume" "$(number volume 1)" 19.8967534727354 1e-12
check "  by all methods" "$CLAST_CLUMP" properties rod.csv --method all --json
is "    that they agree on" "$(sed 's/.*"volume": \([^,]*\),.*/\1/' "$out" | $awk '$1 > 0 { n++; off = $1 / 19.8967534727354 - 1; if (off * off > 0.05 * 0.05) print $1 } END { print n }')" 5
printf 'x,y,z,r,x2,y2,z2,material\n1,2,3,1,4,6,3,glass\n0,0,0,2,0,0,0,steel\n' >mixed.csv
for to in h5 woo csv; do
  check "  with a sphere, to $to" "$CLAST_CLUMP" convert mixed.csv back.$to --density 1
  check "    and back" "$CLAST_CLUMP" convert back.$to back.csv --density 1
  is "    it is the same" "$(cut -d, -f1-7 back.csv)" "$(cut -d, -f1-7 mixed.csv)"
done
check "as a row of spheres, by a depth of grooves" "$CLAST_CLUMP" convert rod.woo row.csv --ripple 0.02
says "  says so" '1 capsule is written as rows of 14 spheres, with grooves of up to 0.02'
is "  from end to end" "$(sed -n '1,2p;$p' row.csv | tr '\n' ' ')" "x,y,z,r 1,2,0.5,1 1,2,5.5,1 "
# between two spheres 2 h apart a groove is 1 - sqrt(1 - h^2) deep
near "  grooves are less deep" "$($awk -F, 'NR == 2 { z = $3 } NR == 3 { h = ($3 - z) / 2; print (1 - sqrt(1 - h * h) <= 0.02 && 1 - sqrt(1 - h * h * 169 / 144) > 0.02) }' row.csv)" 1 1e-9
check "to a format without capsules" "$CLAST_CLUMP" convert rod.woo rod.mol
says "  a row, with grooves of 1 %" 'rows of 19 spheres, with grooves of up to 0.01 of the radius'
near "  and the mass of the capsule" "$($awk '/ mass$/ { print $1 }' rod.mol)" 19.8967534727354 1e-12
wrong "no depth" "--ripple '0': give a number from 1e-06" "$CLAST_CLUMP" convert rod.woo row.csv --ripple 0
printf '0 Capsule 1 2 3 3e6 0 0 2999999.9999\n' >long.woo
wrong "too many spheres" 'row.csv: more than 1048576 pebbles would stand for its capsules' "$CLAST_CLUMP" convert long.woo row.csv --ripple 1e-6
check "  and none is written" test ! -e never.csv
sed 's/^1,2/1,x/' rod.csv >bad.csv
status "a capsule without an end" 2 "$CLAST_CLUMP" properties bad.csv
printf 'x,y,z,r,x2,y2\n0,0,0,1,1,0\n' >bad.csv
status "  or with half of it" 2 "$CLAST_CLUMP" properties bad.csv
check "a picture of capsules" "$CLAST_CLUMP" picture mixed.csv mixed.png

# FACT REGEX NAME TEXT
bad_file()
{
  printf "$4" >"$3"
  wrong "$1" "$3: .*$2" "$CLAST_CLUMP" convert "$3" never.csv
  check "  and nothing is written" test ! -e never.csv
}

# Mass properties that a file gives: told as keys of a template, and written on unless a density is asked for.
printf 'two\n\n2 atoms\n7 mass\n0 0 0 com\n2 2.25 2.5 .5 .25 .125 inertia\n\nCoords\n\n1 0 0 0\n2 4 0 0\n\nDiameters\n\n1 2\n2 2\n' >given.mol
keys='mass_properties: given, mass: 7, position: \[0, 0, 0\], inertia: \[2, 2.25, 2.5, 0.125, 0.25, 0.5\]'
check "a molecule with a mass" "$CLAST_CLUMP" properties given.mol --density 2
says "  is told as keys, its inertia as LAMMPS reads it" "given.mol: a template has its mass, centre and inertia by $keys; those below are"
says "  the union of its spheres is" '^mass  *16.7551608'
check "  to CSV" "$CLAST_CLUMP" convert given.mol given.csv
says "    are the same keys" "by $keys\$"
cat >given.yaml <<'E2'
schema: 1
run: {end_time: 0, dt: 1.0e-3}
domain: {lo: [0, 0, 0], hi: [9, 9, 9]}
material:
  - s: {density: 3}
contact:
  - ss: {between: [s, s], normal: hooke, stiffness: 1, restitution: 0.5}
template:
E2
sed -n 's/.* by \(mass_properties.*\)/  - two: {material: s, file: given.csv, \1}/p' "$out" >>given.yaml
printf 'clumps:\n  - one: {template: two, position: [4, 4, 4], spin: [0, 0, 1]}\n' >>given.yaml
check "    which a scenario takes" "$CLAST" given.yaml -output_dir given
is "    with this inertia" "$($awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "kinetic_rotational") c = k } NR == 2 { printf "%.12g", $c }' given/log.csv)" 1.25 # I_zz / 2
check "  to another molecule" "$CLAST_CLUMP" convert given.mol there.mol
is "    they are written" "$($awk '/ (mass|com|inertia)$/' there.mol)" "$(printf '7 mass\n0 0 0 com\n2 2.25 2.5 0.5 0.25 0.125 inertia')"
check "  with a density" "$CLAST_CLUMP" convert given.mol there.mol --density 2
says "    this is told" 'with --density those of the union of its spheres are written'
near "    the union's are" "$($awk '/ mass$/ { print $1 }' there.mol)" 16.7551608191 1e-11
sed '/mass$/d; /com$/d; /inertia$/d' given.mol >plain.mol
check "a molecule without one" "$CLAST_CLUMP" properties plain.mol
silent "  has no such line" 'a template has'
{ cat plain.mol; printf '\nMasses\n\n1 1\n2 2\n'; } >atoms.mol
check "a molecule with masses of atoms" "$CLAST_CLUMP" convert atoms.mol there.mol
near "  has their sum" "$($awk '/ mass$/ { print $1 }' there.mol)" 3 1e-15
near "  their centre" "$($awk '/ com$/ { print $1 }' there.mol)" 2.6666666666666667 1e-15
near "  and inertia of spheres" "$($awk '/ inertia$/ { print $2 }' there.mol)" 11.8666666666666667 1e-14 # .4 * 3 + 2 * 16 / 3
for edit in 's/^7 mass/0 mass/' 's/^7 mass/7 7 mass/' 's/^0 0 0 com/0 0 com/' 's/^2 2.25 2.5 /2 2 /'; do
  sed "$edit" given.mol >bad.mol
  status "a molecule: $edit" 2 "$CLAST_CLUMP" properties bad.mol
done
sed 's/^2 2.25 2.5 .*/1 2 4 0 0 0 inertia/' given.mol >bad.mol
check "an inertia that no body has" "$CLAST_CLUMP" convert bad.mol there.mol
says "  is told not to be used" 'bad.mol: its mass, centre and inertia are not used: principal moments 1, 2, 4 kg m.2: no body has'
sed '/com$/d' given.mol >bad.mol
check "a mass without a centre" "$CLAST_CLUMP" convert bad.mol there.mol
says "  is a factor on that of the union" 'bad.mol: a template has its mass by mass: 7$'
near "    two balls" "$($awk '/ inertia$/ { print $1 }' there.mol)" 2.8 1e-13 # .4 m r^2
printf 'Name\nrock\n\nBegin centers_and_radii\n0 0 0 1\nEnd centers_and_radii\n\nSize\n2\n\nVolume\n9\n\nInertia per unit mass\n1\n1\n1.5\n' >given.clu
check "a cluster with a volume" "$CLAST_CLUMP" convert given.clu there.csv --density 2
says "  is told with the inertia" 'mass_properties: given, volume: 9, mass: 18, position: .0, 0, 0., inertia: .18, 18, 27, 0, 0, 0.$'
check "  without a density" "$CLAST_CLUMP" convert given.clu there.clu
says "    it says for which" 'mass: 9, .*inertia: .9, 9, 13.5, 0, 0, 0.; for a density of 1 kg/m3: give that of the body by --density'
is "    the volume is written" "$($awk '/^Volume/ { getline; print }' there.clu)" 9
bad_file "a cluster without volume" "line 12: Volume: '0': must be a number > 0" bad.clu "$(sed 's/^9$/0/; s/%/%%/' given.clu | $awk '{ printf "%s\\n", $0 }')"
printf 'x,y,z,r\n0,1,1,1\n0,-1,-1,1\n' >along.csv
check "two balls along the diagonal of y and z" "$CLAST_CLUMP" convert along.csv along.mol --density 0.238732414637843 # 3 / 4 pi: 1 kg each
near "  their product is the fourth number" "$($awk '/ inertia$/ { print $4 }' along.mol)" -2 1e-13
is "  those of xz and xy follow" "$($awk '/ inertia$/ { print $5 + 0, $6 + 0 }' along.mol)" "0 0"

# Pebbles without a header line: x y z r, whatever stands between them.
printf 'x,y,z,r\n0,0,0,1\n1,0,-0.5,0.5\n' >headed.csv
k=0
for bare in '0,0,0,1\n1,0,-0.5,0.5\n' '0 0 0 1\n1 0 -.5 .5\n' '0\t0\t0\t1\r\n1\t0\t-.5\t.5\r\n' '# r last\n\n0; 0; 0; 1\n1;0;-.5;.5' \
  '\357\273\2770 , 0 ,0 ,1\n1, 0, -.5, .5 # small\n'; do
  for name in bare.csv bare.txt; do
    k=$((k + 1))
    test $name$k = bare.txt10 && continue # the mark of UTF-8 belongs to CSV
    printf "$bare" >$name
    check "pebbles without a header ($k, $name)" "$CLAST_CLUMP" convert $name read.csv
    is "  are those of a file with one" "$(cat read.csv)" "$(cat headed.csv)"
  done
done
bad_file "without a header: a row too short" 'line 2: 3 cells, but the first line has 4 numbers' bad.csv '0,0,0,1\n1,0,0\n'
bad_file "without a header: five numbers" 'the first line must be a header such as x,y' bad.csv '0,0,0,1,5\n'
bad_file "without a header: three numbers" 'the first line must be a header such as' bad.csv '0,0,1\n'
bad_file "text: a word too many" 'line 2: 5 words' bad.txt '# pebbles\n0 0 0 1 1\n'
bad_file "text: a radius of zero" "line 1: r: '0'" bad.txt '0 0 0 0\n'
bad_file "text: not a number" "line 1: y: 'nan'" bad.txt '0 nan 0 1\n'
bad_file "text: nothing" 'no pebbles' bad.txt '\n# nothing\n'
bad_file "text: no text" 'not a text file' bad.txt '0 0 0 1\000\n0 0 0 2\n'
bad_file "LAMMPS: no count" "no line 'n atoms'" bad.mol 'title\n\n1 mass\n'
bad_file "LAMMPS: an atom without diameter" 'atom 2 is not in Diameters' bad.mol 'title\n2 atoms\n\nCoords\n\n1 0 0 0\n2 1 0 0\n\nDiameters\n\n1 1\n'
bad_file "LAMMPS: an atom too many" "there is no atom '3'" bad.mol 'title\n2 atoms\n\nCoords\n\n1 0 0 0\n3 1 0 0\n'
bad_file "LAMMPS: an atom twice" 'atom 1 comes twice' bad.mol 'title\n2 atoms\n\nCoords\n\n1 0 0 0\n1 1 0 0\n'
bad_file "Kratos: no pebbles" 'no block' bad.clu 'Name\nrock\n'
bad_file "Kratos: a short row" 'line 4: 3 words' bad.clu 'Name\nrock\nBegin centers_and_radii\n0 0 0\nEnd centers_and_radii\n'
bad_file "YADE: no clump" 'line 1: 4 words' bad.clumps '0 0 0 1\n'
bad_file "YADE: a clump without number" "line 1: clump: 'a' is no whole" bad.clumps '0 0 0 1 a\n'
bad_file "Woo: another shape" "line 1: 'Ellipsoid': a Sphere or" bad.woo '0 Ellipsoid 0 0 0 1 1 1 1\n'
bad_file "Woo: a short line" 'line 1: 5 words' bad.woo '0 Sphere 0 0 0\n'
bad_file "Woo: a clump without number" "line 1: id: 'x'" bad.woo 'x Sphere 0 0 0 1\n'
bad_file "Woo: a capsule without shaft" 'line 1: Capsule: its radius must be followed' bad.woo '0 Capsule 0 0 0 1\n'
bad_file "Woo: a capsule all shaft" 'line 1: Capsule: its bounding' bad.woo '0 Capsule 0 0 0 1 2 0 0\n'
bad_file "Woo: not a number" "line 1: r: 'nan'" bad.woo '0 Sphere 0 0 0 nan\n'
bad_file "HDF5: none" 'not an HDF5 file' bad.h5 'x,y,z,r\n'
bad_file "HDF5: empty" 'not an HDF5 file' bad.h5 ''
head -c 3000 two.h5 >cut.h5
wrong "HDF5: cut off" 'cut\.h5: cannot open' "$CLAST_CLUMP" properties cut.h5
head -c 100000 "$CLAST_CLUMP" >bad.bin
for format in csv text liggghts lammps kratos demengine yade woo hdf5; do
  wrong "$format: something else" '^clast-clump: bad\.bin: ' "$CLAST_CLUMP" properties bad.bin --from $format
done
$awk 'BEGIN { print "x,y,z,r"; for (k = 0; k < 1048577; k++) print k ",0,0,1" }' >many.csv
wrong "too many pebbles" 'more than 1048576 pebbles' "$CLAST_CLUMP" properties many.csv
tr , ' ' <many.csv | sed 1d >many.txt
wrong "  of another format" 'line 1048577: more than 1048576 pebbles' "$CLAST_CLUMP" properties many.txt
rm -f many.csv many.txt
wrong "an ending nobody knows" 'rock\.doc: no format has this ending' "$CLAST_CLUMP" convert rock.csv rock.doc
wrong "a format nobody knows" "'pfc': no such format; formats: csv, text, .* and woo" "$CLAST_CLUMP" convert rock.csv rock.doc --to pfc
wrong "a file that cannot be written" 'nowhere/rock\.txt: cannot be written: No such file' "$CLAST_CLUMP" convert rock.csv nowhere/rock.txt

tap_end
