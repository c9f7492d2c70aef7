/* SPDX-License-Identifier: MIT */
/* Tables and JSON of mass properties. */
#include "clump/found.h"

#include <stddef.h>

#include "output/pebble_file.h"

void found_json(const Found *found)
{
  const MassProperties *m = &found->mass;
  const Vec3 axis[3] = {quat_turn(m->axes, vec3(1, 0, 0)), quat_turn(m->axes, vec3(0, 1, 0)), quat_turn(m->axes, vec3(0, 0, 1))};
  const Sym3 i       = m->inertia;

  printf("{\"method\": \"%s\", \"volume\": %s, \"mass\": %s", found->name, real_text(m->volume).s, real_text(m->mass).s);
  pebble_write_vec3(stdout, ", \"centre\": [", m->centre, ", ", "]");
  pebble_write_vec3(stdout, ", \"inertia\": [", vec3(i.xx, i.yy, i.zz), ", ", "");
  pebble_write_vec3(stdout, ", ", vec3(i.xy, i.xz, i.yz), ", ", "]");
  pebble_write_vec3(stdout, ", \"principal\": [", m->principal, ", ", "]");
  pebble_write_vec3(stdout, ", \"axes\": [[", axis[0], ", ", "]");
  pebble_write_vec3(stdout, ", [", axis[1], ", ", "]");
  pebble_write_vec3(stdout, ", [", axis[2], ", ", "]]");
  printf(", \"error\": %s, \"seconds\": %.6f}\n", real_text(m->error).s, found->seconds);
}

/* Where the number is in MassProperties. */
typedef struct {
  const char *label;
  size_t      place;
} Row;

static const Row numbers[] = {
  {"volume", offsetof(MassProperties, volume)},
  {"mass", offsetof(MassProperties, mass)},
  {"centre x", offsetof(MassProperties, centre.x)},
  {"centre y", offsetof(MassProperties, centre.y)},
  {"centre z", offsetof(MassProperties, centre.z)},
  {"inertia xx", offsetof(MassProperties, inertia.xx)},
  {"inertia yy", offsetof(MassProperties, inertia.yy)},
  {"inertia zz", offsetof(MassProperties, inertia.zz)},
  {"inertia xy", offsetof(MassProperties, inertia.xy)},
  {"inertia xz", offsetof(MassProperties, inertia.xz)},
  {"inertia yz", offsetof(MassProperties, inertia.yz)},
  {"principal 1", offsetof(MassProperties, principal.x)},
  {"principal 2", offsetof(MassProperties, principal.y)},
  {"principal 3", offsetof(MassProperties, principal.z)},
  {NULL, 0},
};

static const Row bounds[] = {
  {"error bound", offsetof(MassProperties, error)},
  {NULL, 0},
};

static void rows_print(const Row *row, const char *format, int n, const Found *found)
{
  for (; row->label; row++) {
    printf("%-12s", row->label);
    for (int k = 0; k < n; k++) {
      double value;

      memcpy(&value, (const char *)&found[k].mass + row->place, sizeof value);
      if (found[k].found) printf(format, value);
      else printf(" %19s", "-");
    }
    printf("\n");
  }
}

void found_table(int n, const Found *found)
{
  printf("%-12s", "method");
  for (int k = 0; k < n; k++) printf(" %19s", found[k].name);
  printf("\n");
  rows_print(numbers, " %19.12g", n, found);
  rows_print(bounds, " %19.1e", n, found);
  printf("%-12s", "seconds");
  for (int k = 0; k < n; k++) printf(" %19.4f", found[k].seconds);
  printf("\n");
}
