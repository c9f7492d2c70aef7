# SPDX-License-Identifier: MIT
# limit: 300
# Kernels call nobody: a helper that is not inlined keeps the loop around it from being vectorised, in every copy, and nothing
# else tells (once a turn of bodies with three moments took five times as long that way, with the same bits). All that a copy
# may call is what the compiler puts in place of its own: copying, clearing, counting bits.
. "$srcdir/tests/tap.sh"

command -v objdump >/dev/null || skip_all "objdump is not there"
: "${CC:=mpicc}"

# PROGRAM -> a line for each call or jump out of a kernel's copies: who, whom
calls_of()
{
  objdump -d --no-show-raw-insn "$1" | $AWK '
    /^[0-9a-f]+ <.*>:$/ { at = $2; gsub(/[<>:]/, "", at); copy = at ~ /\.(default|avx2|arch_x86_64_v[34])(\.|$)/; if (copy) n++; next }
    copy && /[ \t](call|jmp)[ \t]/ {
      to = $NF; gsub(/[<>]/, "", to)
      if ($0 ~ /[ \t]jmp[ \t]/ && (to !~ /^[A-Za-z_]/ || to ~ /\+0x/ || to == at)) next # within itself
      if (to !~ /^(mem(cpy|set|move)(@plt|@@.*)?|__popcountdi2.*)$/) print at, to
    }
    END { print n + 0 > "/dev/stderr" }' 2>copies
}

built=$("$CLAST" -version | sed -n 's/^ *flags *//p')
case $built in
  *-fsanitize* | *-Og* | *-O0* | *-O1*) skip_all "a build for finding mistakes: $built" ;;
  *-O2* | *-O3*) ;;
  *) skip_all "not optimised: $built" ;;
esac
calls_of "$CLAST" >calls
if test "$(cat copies)" -eq 0; then skip_all "this build has one copy of each kernel"; fi
note "$(cat copies) copies of kernels"
is "calls out of kernels" "" "$(cat calls)"

# The check itself must be able to fail.
cat >outside.c <<'E2'
__attribute__((noinline)) static double half(double x) { return __builtin_sqrt(x) / 2; }
__attribute__((target_clones("default", "arch=x86-64-v3"))) void all(double *x, int n)
{
  for (int k = 0; k < n; k++) x[k] = half(x[k]) + half(k);
}
int main(int n, char **v) { double x[2] = {n, n}; (void)v; all(x, 2); return x[0] > 9; }
E2
$CC -O1 -fno-ipa-icf outside.c -lm -o outside && calls_of outside >calls
grep -q '^all\.default half' calls && pass "a call would be seen" || fail "a call would be seen" "$(cat calls)"
tap_end
