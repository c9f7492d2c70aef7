# SPDX-License-Identifier: MIT

# CLAST_CHECK_YAML: libyaml >= 0.2. The user's YAML_CFLAGS and YAML_LIBS, else pkg-config. Sets YAML_CFLAGS, YAML_LIBS, clast_yaml.
AC_DEFUN([CLAST_CHECK_YAML],[
  AC_REQUIRE([PKG_PROG_PKG_CONFIG])
  clast_yaml_version= clast_named=$YAML_LIBS
  PKG_CHECK_MODULES([YAML],[yaml-0.1 >= 0.2],[],
    [CLAST_MISSING([no libyaml >= 0.2 found: set PKG_CONFIG_PATH, or YAML_CFLAGS and YAML_LIBS],[libyaml-dev])])
  AS_IF([test "x$clast_named" = x],[clast_yaml_version=$($PKG_CONFIG --modversion yaml-0.1 2>/dev/null)])
  clast_yaml=${clast_yaml_version:-$YAML_LIBS}])
