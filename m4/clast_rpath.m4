# SPDX-License-Identifier: MIT

# CLAST_RPATH: remember in the programs where PETSc, HDF5, libpng and libyaml lie when that is no place the loader searches by itself, so that
# they start without LD_LIBRARY_PATH. Sets CLAST_LDFLAGS.
AC_DEFUN([CLAST_RPATH],[
  CLAST_LDFLAGS=
  for clast_word in $PETSC_LIBS $HDF5_LIBS $PNG_LIBS $YAML_LIBS; do
    AS_CASE([$clast_word],
      [-L/usr/lib*|-L/lib*],[],
      [-L/*],[
        clast_word="-Wl,-rpath,${clast_word#-L}"
        AS_CASE([" $CLAST_LDFLAGS "],[*" $clast_word "*],[],[CLAST_LDFLAGS="$CLAST_LDFLAGS $clast_word"])])
  done
  AC_SUBST([CLAST_LDFLAGS])])
