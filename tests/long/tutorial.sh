#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 900
# docs/start/tutorial.md as it stands, with the numbers that it quotes.
page_whole=yes
. "$srcdir/tests/cli/tutorial.sh"
