/* SPDX-License-Identifier: MIT */
/* Columns of dumps. */
#include "output/frames/dump.h"
#include <stddef.h>

#define AT(type, member) offsetof(type, member)

const char *const dump_contact_kinds[] = {"contact", "solid", "hard", "link", "constraint"};

static const DumpColumn of_pebbles[] = {
  {"clump", HDF5_INT64, 0, AT(PebbleRow, clump), DUMP_KEY, "1", NULL, "mol", NULL,
   "id of the clump"},
  {"member", HDF5_INT64, 0, AT(PebbleRow, member), DUMP_KEY, "1", NULL, NULL, NULL,
   "index of the pebble in its template, from 0"},
  {"id", HDF5_INT64, 0, AT(PebbleRow, id), 0, "1", NULL, NULL, NULL,
   "number of the pebble, the same at all times: clump x pebbles of the largest template + member "
   "+ "
   "1"},
  {"type", HDF5_INT32, 0, AT(PebbleRow, type), 0, "1", NULL, NULL, "template",
   "number of the template, from 1"},
  {"template", HDF5_INT32, 0, AT(PebbleRow, template), DUMP_NAMED, "1", NULL, "element", "species",
   "template: its name, in VTK files its number"},
  {"material", HDF5_INT32, 0, AT(PebbleRow, material), 0, "1", NULL, NULL, NULL,
   "index of the material in the scenario, from 0"},
  {"group", HDF5_INT32, 0, AT(PebbleRow, group), 0, "1", NULL, NULL, NULL,
   "number of the group of the clump in the slot Default, -1: none"},
  {"position", HDF5_REAL, 3, AT(PebbleRow, x), DUMP_PLACE, "m", "x y z", NULL, "pos",
   "centre of the pebble; a clump is not split at a periodic face"},
  {"radius", HDF5_REAL, 0, AT(PebbleRow, radius), 0, "m", NULL, NULL, NULL, "of the pebble"},
  {"velocity", HDF5_REAL, 3, AT(PebbleRow, v), 0, "m s-1", "vx vy vz", NULL, "velo",
   "of the pebble's centre"},
  {"angular_velocity", HDF5_REAL, 3, AT(PebbleRow, w), 0, "rad s-1", "wx wy wz",
   "omegax omegay omegaz", NULL, "of the clump, lab frame"},
  {"attitude", HDF5_REAL, 4, AT(PebbleRow, q), 0, "1", "qw qx qy qz", "quatw quati quatj quatk",
   "orientation", "of the clump: turns the template's axes as given into the lab frame"},
  {NULL},
};

static const DumpColumn of_clumps[] = {
  {"id", HDF5_INT64, 0, AT(ClumpRow, id), DUMP_KEY, "1", NULL, "mol", "clump", "of the clump"},
  {"number", HDF5_INT64, 0, AT(ClumpRow, lammps_id), 0, "1", NULL, "id", "id", "id + 1"},
  {"type", HDF5_INT32, 0, AT(ClumpRow, type), 0, "1", NULL, NULL, "template",
   "number of the template, from 1"},
  {"template", HDF5_INT32, 0, AT(ClumpRow, template), DUMP_NAMED, "1", NULL, "element", "species",
   "template: its name, in VTK files its number"},
  {"group", HDF5_INT32, 0, AT(ClumpRow, group), 0, "1", NULL, NULL, NULL,
   "number of the group in the slot Default, -1: none"},
  {"pebbles", HDF5_INT32, 0, AT(ClumpRow, pebbles), 0, "1", NULL, NULL, NULL, "number of pebbles"},
  {"position", HDF5_REAL, 3, AT(ClumpRow, x), DUMP_PLACE, "m", "x y z", NULL, "pos",
   "centre of mass, in the box along periodic axes"},
  {"image", HDF5_INT32, 3, AT(ClumpRow, image), 0, "1", "ix iy iz", NULL, NULL,
   "number of times the clump has crossed the periodic box"},
  {"radius", HDF5_REAL, 0, AT(ClumpRow, radius), 0, "m", NULL, NULL, NULL,
   "of the sphere about the centre of mass that holds the clump"},
  {"scale", HDF5_REAL, 0, AT(ClumpRow, scale), 0, "1", NULL, NULL, NULL,
   "factor on the lengths of the template"},
  {"mass", HDF5_REAL, 0, AT(ClumpRow, mass), 0, "kg", NULL, NULL, NULL, "of the clump"},
  {"attitude", HDF5_REAL, 4, AT(ClumpRow, q), 0, "1", "qw qx qy qz", "quatw quati quatj quatk",
   "orientation", "turns the template's axes as given into the lab frame"},
  {"velocity", HDF5_REAL, 3, AT(ClumpRow, v), 0, "m s-1", "vx vy vz", NULL, "velo",
   "of the centre of mass"},
  {"angular_velocity", HDF5_REAL, 3, AT(ClumpRow, w), 0, "rad s-1", "wx wy wz",
   "omegax omegay omegaz", NULL, "lab frame"},
  {"force", HDF5_REAL, 3, AT(ClumpRow, force), 0, "N", NULL, "fx fy fz", NULL,
   "of all but its weight"},
  {"torque", HDF5_REAL, 3, AT(ClumpRow, torque), 0, "N m", NULL, "tqx tqy tqz", NULL,
   "about the centre of mass"},
  {NULL},
};

/* Contacts and bonds have the same columns. */
static const DumpColumn of_contacts[] = {
  {"a", HDF5_INT64, 0, AT(ContactRow, a), DUMP_KEY, "1", NULL, NULL, NULL, "id of the first clump"},
  {"b", HDF5_INT64, 0, AT(ContactRow, b), DUMP_KEY, "1", NULL, NULL, NULL,
   "id of the second clump, or index of the wall in the scenario"},
  {"wall", HDF5_INT64, 0, AT(ContactRow, wall), DUMP_KEY, "1", NULL, NULL, NULL, "1: b is a wall"},
  {"member_a", HDF5_INT64, 0, AT(ContactRow, member_a), DUMP_KEY, "1", NULL, NULL, NULL,
   "index of the pebble in its template; -1: the centre of the clump"},
  {"member_b", HDF5_INT64, 0, AT(ContactRow, member_b), DUMP_KEY, "1", NULL, NULL, NULL,
   "likewise of b; of a wall its feature: a face, an edge .."},
  {"kind", HDF5_INT32, 0, AT(ContactRow, kind_word), DUMP_KIND, "1", NULL, NULL, NULL,
   "contact; solid: of a free mesh; hard: of a constraint; link; constraint: a link without force "
   "of its own. In VTK files 0 to 4"},
  {"object", HDF5_INT32, 0, AT(ContactRow, object), DUMP_NAMED, "1", NULL, NULL, NULL,
   "its contact law, or its object of spring, bond or constraint: the name, in VTK files a number"},
  {"image", HDF5_INT32, 3, AT(ContactRow, image), 0, "1", NULL, NULL, NULL,
   "periods of b relative to a, both centres in the box"},
  {"point", HDF5_REAL, 3, AT(ContactRow, point), 0, "m", "x y z", NULL, NULL,
   "where the force acts, beside the centre of a in the box"},
  {"ends", HDF5_REAL, 3, AT(ContactRow, end), DUMP_PLACE, "m", NULL, NULL, NULL,
   "ends of the line"},
  {"normal", HDF5_REAL, 3, AT(ContactRow, normal), 0, "1", NULL, NULL, NULL,
   "unit vector from a to b"},
  {"overlap", HDF5_REAL, 0, AT(ContactRow, overlap), 0, "m", NULL, NULL, NULL,
   "of the surfaces; < 0: apart; not a number for links"},
  {"force", HDF5_REAL, 3, AT(ContactRow, force), 0, "N", NULL, NULL, NULL,
   "on a at the point; b gets the opposite. Hard contacts and constraints: mean of the step "
   "before"},
  {"normal_force", HDF5_REAL, 0, AT(ContactRow, push), 0, "N", NULL, NULL, NULL,
   "along the normal, > 0: it pushes"},
  {"tangential_force", HDF5_REAL, 3, AT(ContactRow, tangential), 0, "N", NULL, NULL, NULL,
   "part of force across the normal"},
  {"couple", HDF5_REAL, 3, AT(ContactRow, couple), 0, "N m", NULL, NULL, NULL,
   "on a beside that, of rolling and twisting resistance or a bond"},
  {"branch", HDF5_REAL, 3, AT(ContactRow, branch), 0, "m", NULL, NULL, NULL,
   "from the centre of clump a to that of b; of a wall to the point"},
  {"arm_a", HDF5_REAL, 3, AT(ContactRow, arm_a), 0, "m", NULL, NULL, NULL,
   "from the centre of clump a to the point"},
  {"arm_b", HDF5_REAL, 3, AT(ContactRow, arm_b), 0, "m", NULL, NULL, NULL,
   "from the centre of b; of a wall from its pivot"},
  {"radius_a", HDF5_REAL, 0, AT(ContactRow, radius_a), 0, "m", NULL, NULL, NULL,
   "of the pebble; 0: there is none"},
  {"radius_b", HDF5_REAL, 0, AT(ContactRow, radius_b), 0, "m", NULL, NULL, NULL, "likewise"},
  {"age", HDF5_REAL, 0, AT(ContactRow, age), 0, "s", NULL, NULL, NULL,
   "time since it touched; not a number unless its law has age: kept"},
  {"fresh", HDF5_INT32, 0, AT(ContactRow, fresh), 0, "1", NULL, NULL, NULL,
   "1: a contact that began in this step; 0 for hard ones and links"},
  {NULL},
};

static const DumpColumn of_walls[] = {
  {"wall", HDF5_INT64, 0, AT(FacetLoadRow, wall), DUMP_KEY, "1", NULL, NULL, NULL,
   "index of the wall in the scenario"},
  {"facet", HDF5_INT64, 0, AT(FacetLoadRow, facet), DUMP_KEY, "1", NULL, NULL, NULL,
   "index of the triangle, or segment, in its mesh; -1 in tables: a wall that is none"},
  {"name", HDF5_INT32, 0, AT(FacetLoadRow, name), DUMP_NAMED, "1", NULL, NULL, NULL,
   "of the wall; in VTK files its number"},
  {"corners", HDF5_REAL, 3, AT(FacetLoadRow, corner), DUMP_PLACE, "m", NULL, NULL, NULL,
   "corners of the facet"},
  {"centre", HDF5_REAL, 3, AT(FacetLoadRow, centre), 0, "m", "x y z", NULL, NULL,
   "mean of the corners"},
  {"area", HDF5_REAL, 0, AT(FacetLoadRow, area), 0, "m2", NULL, NULL, NULL,
   "of the facet; in two dimensions its length, m"},
  {"force", HDF5_REAL, 3, AT(FacetLoadRow, force), 0, "N", NULL, NULL, NULL,
   "of contacts on the facet"},
  {"torque", HDF5_REAL, 3, AT(FacetLoadRow, torque), 0, "N m", NULL, NULL, NULL,
   "of these about the pivot of the wall"},
  {"pressure", HDF5_REAL, 0, AT(FacetLoadRow, pressure), 0, "Pa", NULL, NULL, NULL,
   "sum of the normal forces of these over the area"},
  {"wall_force", HDF5_REAL, 3, AT(FacetLoadRow, wall_force), 0, "N", NULL, NULL, NULL,
   "sum over those contacts on the wall that are shown"},
  {"wall_torque", HDF5_REAL, 3, AT(FacetLoadRow, wall_torque), 0, "N m", NULL, NULL, NULL,
   "likewise, about its pivot"},
  {NULL},
};

static const DumpKind pebbles = {
  .head     = {.name = "pebbles", .text = "a row for each pebble"},
  .columns  = of_pebbles,
  .row_size = sizeof(PebbleRow),
  .keys     = 2,
  .cells    = 1,
  .points   = AT(PebbleRow, x),
  .objects  = "template",
};

static const DumpKind clumps = {
  .head     = {.name = "clumps", .text = "a row for each clump"},
  .columns  = of_clumps,
  .row_size = sizeof(ClumpRow),
  .keys     = 1,
  .cells    = 1,
  .points   = AT(ClumpRow, x),
  .objects  = "template",
};

static const DumpKind contacts = {
  .head     = {.name = "contacts", .text = "a row, or line, for each contact"},
  .columns  = of_contacts,
  .row_size = sizeof(ContactRow),
  .keys     = 7,
  .cells    = 2,
  .points   = AT(ContactRow, end),
  .objects  = "object",
};

static const DumpKind walls = {
  .head     = {.name = "walls", .text = "loads on walls and the facets of meshes"},
  .columns  = of_walls,
  .row_size = sizeof(FacetLoadRow),
  .keys     = 2,
  .cells    = 0, /* FacetLoadRow.corners points */
  .points   = AT(FacetLoadRow, corner),
  .objects  = "wall",
};

static const DumpKind bonds = {
  .head     = {.name = "bonds", .text = "a row, or line, for each spring, bond and constraint"},
  .columns  = of_contacts,
  .row_size = sizeof(ContactRow),
  .keys     = 7,
  .cells    = 2,
  .points   = AT(ContactRow, end),
  .objects  = "object",
};

const Plugin *const dump_kinds[] = {
  [DUMP_PEBBLES] = &pebbles.head, [DUMP_CLUMPS] = &clumps.head, [DUMP_CONTACTS] = &contacts.head,
  [DUMP_WALLS] = &walls.head,     [DUMP_BONDS] = &bonds.head,   NULL};
