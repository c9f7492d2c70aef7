#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sources are as clang-format 14 (Debian 12) leaves them; `make format` puts them right.
. "$srcdir/tests/tap.sh"

tool=$(command -v clang-format-14 || command -v clang-format) || skip_all "no clang-format here"
$tool --version | grep -q ' version 14\.' || skip_all "clang-format is not version 14, which decides"

cd "$srcdir" || exit 99
# One process for many files: the start of one takes as long as a file.
find src tests -name '*.[ch]' ! -name config.h ! -name build_info.h | sort | xargs -n 200 "$tool" --dry-run -Werror >"$out" 2>&1
grep ' error: ' "$out" >"$work/format.txt"
cd "$work" || exit 99
none_in "clang-format would change nothing" format.txt

tap_end
