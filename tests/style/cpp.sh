# SPDX-License-Identifier: MIT
# Kernels of contact terms are for other compilers, too: each header of src/contact/terms/kernels/, with all that it includes, is
# C++ if `restrict` is __restrict__, alone and together with the others, and needs no library but those of the language.
. "$srcdir/tests/tap.sh"

kernels=$srcdir/src/contact/terms/kernels
: "${CXX:=$(command -v g++ || command -v clang++ || command -v c++)}"
test -n "$CXX" || skip_all "there is no C++ compiler: neither g++, clang++ nor c++"
echo 'int main() { return 0; }' >empty.cc
$CXX -std=c++17 -fsyntax-only empty.cc >said 2>&1 || skip_all "$CXX does not compile C++17: $(tail -n 1 said)"

# FILE...: errors of the compiler, of each file
errors()
{
  local file
  for file; do $CXX -std=c++17 -fsyntax-only -x c++ -Drestrict=__restrict__ -I"$srcdir/src" "$file" 2>&1 | grep 'error'; done
}

is "there are kernels" "$(test "$(ls "$kernels" | wc -l)" -gt 6 && echo yes)" yes
errors "$kernels"/*.h >each
none_in "each header of kernels is C++" each
for file in "$kernels"/*.h; do echo "#include \"${file#"$srcdir/src/"}\""; done >all.cc
errors all.cc >together
none_in "all of them together are" together

# The check itself must be able to fail.
printf '#include "contact/batch.h"\nstruct Bad { int template; };\n' >bad.h
is "a member called template would be seen" "$(errors bad.h | grep -c template)" 1
printf '#include "contact/batch.h"\nstatic inline const double *column(const void *self) { const double *all = self; return all; }\n' >bad.h
is "a pointer that C alone converts would be seen" "$(errors bad.h | grep -c 'all = self\|void')" 1
printf '#include "contact/term.h"\n' >bad.h
check "so would a library" grep -q 'petsc\|hdf5\|mpi\|_Alignas\|template' <(errors bad.h)
tap_end
