# SPDX-License-Identifier: MIT

# CLAST_CHECK_PNG: libpng >= 1.6. The user's PNG_CFLAGS and PNG_LIBS, else pkg-config. Sets PNG_CFLAGS, PNG_LIBS, clast_png.
AC_DEFUN([CLAST_CHECK_PNG],[
  AC_REQUIRE([PKG_PROG_PKG_CONFIG])
  PKG_CHECK_MODULES([PNG],[libpng >= 1.6],[],
    [CLAST_MISSING([no libpng >= 1.6 found: set PKG_CONFIG_PATH, or PNG_CFLAGS and PNG_LIBS],[libpng-dev])])
  clast_png=$($PKG_CONFIG --modversion libpng 2>/dev/null || echo "$PNG_LIBS")])
