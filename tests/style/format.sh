#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sources are as clang-format 14 (Debian 12) leaves them; `make format` puts them right.
. "$srcdir/tests/tap.sh"

tool=$(command -v clang-format-14 || command -v clang-format) || skip_all "no clang-format here"
$tool --version | grep -q ' version 14\.' || skip_all "clang-format is not version 14, which decides"

cd "$srcdir" || exit 99
find src tests -name '*.[ch]' ! -name config.h ! -name build_info.h | sort | while read -r file; do
  "$tool" --dry-run -Werror "$file" >"$out" 2>&1 || { echo "$file"; sed -n 's/.*: *\(.*: error: .*\)/  \1/; 1p' "$out"; }
done >"$work/format.txt"
cd "$work" || exit 99
none_in "clang-format would change nothing" format.txt

tap_end
