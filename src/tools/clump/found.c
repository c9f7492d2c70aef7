/* SPDX-License-Identifier: MIT */
/* Prints mass properties as a table or as JSON. */
#include "tools/clump/found.h"

#include <float.h>
#include <stddef.h>

#include "output/pebbles/pebble_file.h"

void found_json(const Found *found)
{
  const MassProperties *m = &found->mass;
  const Vec3 axis[3]      = {quat_turn(m->axes, vec3(1, 0, 0)), quat_turn(m->axes, vec3(0, 1, 0)),
                             quat_turn(m->axes, vec3(0, 0, 1))};
  const Sym3 i            = m->inertia;

  printf("{\"method\": \"%s\", \"volume\": %s, \"mass\": %s", found->name, real_text(m->volume).s,
         real_text(m->mass).s);
  pebble_write_vec3(stdout, ", \"centre\": [", m->centre, ", ", "]");
  pebble_write_vec3(stdout, ", \"inertia\": [", vec3(i.xx, i.yy, i.zz), ", ", "");
  pebble_write_vec3(stdout, ", ", vec3(i.xy, i.xz, i.yz), ", ", "]");
  pebble_write_vec3(stdout, ", \"principal\": [", m->principal, ", ", "]");
  pebble_write_vec3(stdout, ", \"axes\": [[", axis[0], ", ", "]");
  pebble_write_vec3(stdout, ", [", axis[1], ", ", "]");
  pebble_write_vec3(stdout, ", [", axis[2], ", ", "]]");
  pebble_write_vec3(stdout, ", \"axes_error\": [", mass_axes_error(m), ", ", "]");
  if (found->overlap >= -1) printf(", \"overlap\": %s", real_text(found->overlap).s);
  printf(", \"error\": %s, \"centre_error\": %s, \"seconds\": %.6f}\n", real_text(m->error).s,
         real_text(m->centre_error).s, found->seconds);
}

/* A row of the table: label and offset of its number in Column. */
typedef struct {
  const char *label;
  size_t      place;
} Row;

/* The numbers of one method. */
typedef struct {
  MassProperties mass;
  Vec3           axis[3];
  Vec3           axes_error;
  double         overlap;
} Column;

#define MASS(member) offsetof(Column, mass.member)

static const Row solid[] = {
  {"volume", MASS(volume)},
  {"mass", MASS(mass)},
  {"centre x", MASS(centre.x)},
  {"centre y", MASS(centre.y)},
  {"centre z", MASS(centre.z)},
  {"inertia xx", MASS(inertia.xx)},
  {"inertia yy", MASS(inertia.yy)},
  {"inertia zz", MASS(inertia.zz)},
  {"inertia xy", MASS(inertia.xy)},
  {"inertia xz", MASS(inertia.xz)},
  {"inertia yz", MASS(inertia.yz)},
  {"principal 1", MASS(principal.x)},
  {"principal 2", MASS(principal.y)},
  {"principal 3", MASS(principal.z)},
  {"axis 1 x", offsetof(Column, axis[0].x)},
  {"axis 1 y", offsetof(Column, axis[0].y)},
  {"axis 1 z", offsetof(Column, axis[0].z)},
  {"axis 2 x", offsetof(Column, axis[1].x)},
  {"axis 2 y", offsetof(Column, axis[1].y)},
  {"axis 2 z", offsetof(Column, axis[1].z)},
  {"overlap", offsetof(Column, overlap)},
  {NULL, 0},
};

static const Row flat[] = {
  {"area", MASS(volume)},
  {"mass", MASS(mass)},
  {"centre x", MASS(centre.x)},
  {"centre y", MASS(centre.y)},
  {"polar inertia", MASS(inertia.zz)},
  {"inertia xx", MASS(inertia.xx)},
  {"inertia yy", MASS(inertia.yy)},
  {"inertia xy", MASS(inertia.xy)},
  {"principal 1", MASS(principal.x)},
  {"principal 2", MASS(principal.y)},
  {"axis 1 x", offsetof(Column, axis[0].x)},
  {"axis 1 y", offsetof(Column, axis[0].y)},
  {"overlap", offsetof(Column, overlap)},
  {NULL, 0},
};

/* Error bounds: relative for volume, mass and inertia; m for the centre; rad for the axes. */
static const Row bounds[] = {
  {"error bound", MASS(error)},
  {"  of centre", MASS(centre_error)},
  {"  of axis 1", offsetof(Column, axes_error.x)},
  {"  of axis 2", offsetof(Column, axes_error.y)},
  {NULL, 0},
};

static Column column_of(const Found *found)
{
  const Quat q = found->mass.axes;
  Column     c = {
        .mass = found->mass, .axes_error = mass_axes_error(&found->mass), .overlap = found->overlap};

  c.axis[0] = quat_turn(q, vec3(1, 0, 0));
  c.axis[1] = quat_turn(q, vec3(0, 1, 0));
  c.axis[2] = quat_turn(q, vec3(0, 0, 1));
  return c;
}

static void rows_print(const Row *row, const char *format, int n, const Found *found)
{
  for (; row->label; row++) {
    printf("%-14s", row->label);
    for (int k = 0; k < n; k++) {
      const Column column = column_of(&found[k]);
      double       value;

      memcpy(&value, (const char *)&column + row->place, sizeof value);
      if (found[k].found && value >= -DBL_MAX) printf(format, value);
      else printf(" %19s", "-");
    }
    printf("\n");
  }
}

void found_table(int dimension, int n, const Found *found)
{
  printf("%-14s", "method");
  for (int k = 0; k < n; k++) printf(" %19s", found[k].name);
  printf("\n");
  rows_print(dimension == 2 ? flat : solid, " %19.12g", n, found);
  rows_print(bounds, " %19.1e", n, found);
  printf("%-14s", "seconds");
  for (int k = 0; k < n; k++) printf(" %19.4f", found[k].seconds);
  printf("\n");
}
