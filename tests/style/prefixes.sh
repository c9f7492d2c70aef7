#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The symbols of the library: what is global is declared in a header, and nothing that can be written is shared between simulations.
. "$srcdir/tests/tap.sh"

lib=$builddir/libclast.a
command -v nm >/dev/null || skip_all "no nm here"
test -f "$lib" || skip_all "no library built"

# Global symbols with their object: "object symbol". Compilers' and sanitizers' own begin with an underscore.
nm -g -A --defined-only "$lib" | sed 's/^[^:]*:\([^:]*\):[0-9a-fA-F ]* \([A-Za-z]\) \(.*\)$/\1 \3/' | grep -vE ' (_|\.|asan\.|llvm)' >globals.txt
is "the library has symbols to look at" "$(test -s globals.txt && echo yes)" yes

find "$srcdir/src" -name '*.h' -exec cat {} + | grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u >declared.txt
${AWK:-awk} 'NR == FNR { known[$1] = 1; next } !($2 in known) { print $1 ": " $2 ": make it static or declare it in a header" }' \
  declared.txt globals.txt >undeclared.txt
none_in "every global symbol is declared in a header of src" undeclared.txt

${AWK:-awk} '$2 !~ /^[a-z][a-z0-9_]*$/ { print $1 ": " $2 }' globals.txt >names.txt
none_in "every global name is lower_snake" names.txt

# What a signal handler or PETSc's log may set is one per process by its nature: signal_* and *_event, *_stage, *_class;
# who is told that there is no memory, and where messages of a library's host go, is one per thread: memory_host, host_sink; what was started for a
# host is one per process: host_*.
allowed='^(signal_.*|memory_host|host_.*|.*_(event|events|stage|class|classid))(\.[0-9]+)?$'
if grep -q fsanitize "$builddir/src/config.h"; then
  skip "nothing that can be written is shared between simulations" "sanitizers add data of their own"
else
  nm -A -f sysv --defined-only "$lib" |
    ${AWK:-awk} -F'|' -v allowed="$allowed" '
      { section = $7; gsub(/ /, "", section); name = $1; sub(/.*:/, "", name); gsub(/ /, "", name) }
      (section ~ /^\.(data|bss|tdata|tbss)/ || section == "*COM*") && section !~ /^\.data\.rel\.ro/ && name !~ allowed { print $1 section }' >data.txt
  none_in "nothing that can be written is shared between simulations" data.txt
fi

tap_end
