# SPDX-License-Identifier: MIT

# CLAST_MISSING(WHAT, PACKAGES): note what is missing or does not fit, and the Debian packages that have it, for one report of all.
AC_DEFUN([CLAST_MISSING],[
  clast_missing="$clast_missing
  - $1"
  clast_packages="$clast_packages $2"])

# CLAST_REPORT_MISSING: stop if anything was noted.
AC_DEFUN([CLAST_REPORT_MISSING],[
  AS_IF([test "x$clast_missing" != x],[
    clast_packages=$(AS_ECHO(["$clast_packages"]) | tr -s ' ' '\n' | sed '/^$/d' | sort -u | tr '\n' ' ' | sed 's/ $//')
    AS_IF([test "x$clast_packages" != x],[clast_missing="$clast_missing
Debian and Ubuntu: apt install $clast_packages"])
    AC_MSG_ERROR([what clast needs is not all there:$clast_missing
Other systems: docs/start/install.md. Details: config.log.])])])
