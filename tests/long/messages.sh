#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# limit: 1800
# What a rank sends, on up to 64 ranks: tests/cli/messages.sh.
MESSAGES_RANKS="8 16 32 64"
. "$srcdir/tests/cli/messages.sh"
