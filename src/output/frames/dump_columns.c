/* SPDX-License-Identifier: MIT */
/* Columns of dumps. */
#include "output/frames/dump.h"

const char *const dump_contact_kinds[] = {"contact", "solid", "hard", "link", "constraint"};

/* clang-format off */

/* A member of ROW; further members of DumpColumn may follow the text. */
#define COLUMN(label, of_type, components, member, of_unit, ...) \
  {.name = label, .type = HDF5_##of_type, .width = components, .offset = offsetof(ROW, member), \
   .unit = of_unit, .text = __VA_ARGS__}

#define ROW PebbleRow
static const DumpColumn of_pebbles[] = {
  COLUMN("clump", INT64, 0, clump, "1", "id of the clump", .flags = DUMP_KEY, .lammps = "mol"),
  COLUMN("member", INT64, 0, member, "1",
    "index of the pebble in its template, from 0", .flags = DUMP_KEY),
  COLUMN("id", INT64, 0, id, "1",
    "number of the pebble, the same at all times: clump x pebbles of the largest template + "
    "member + 1"),
  COLUMN("type", INT32, 0, type, "1", "number of the template, from 1", .xyz = "template"),
  COLUMN("template", INT32, 0, template, "1",
    "template: its name, in VTK files its number",
    .flags = DUMP_NAMED, .lammps = "element", .xyz = "species"),
  COLUMN("material", INT32, 0, material, "1", "index of the material in the scenario, from 0"),
  COLUMN("group", INT32, 0, group, "1",
    "number of the group of the clump in the slot Default, -1: none"),
  COLUMN("position", REAL, 3, x, "m",
    "centre of the pebble; a clump is not split at a periodic face",
    .flags = DUMP_PLACE, .csv = "x y z", .xyz = "pos"),
  COLUMN("radius", REAL, 0, radius, "m", "of the pebble"),
  COLUMN("velocity", REAL, 3, v, "m s-1",
    "of the pebble's centre", .csv = "vx vy vz", .xyz = "velo"),
  COLUMN("angular_velocity", REAL, 3, w, "rad s-1",
    "of the clump, lab frame", .csv = "wx wy wz", .lammps = "omegax omegay omegaz"),
  COLUMN("attitude", REAL, 4, q, "1",
    "of the clump: turns the template's axes as given into the lab frame",
    .csv = "qw qx qy qz", .lammps = "quatw quati quatj quatk", .xyz = "orientation"),
  {0},
};

#undef ROW
#define ROW ClumpRow
static const DumpColumn of_clumps[] = {
  COLUMN("id", INT64, 0, id, "1",
    "of the clump", .flags = DUMP_KEY, .lammps = "mol", .xyz = "clump"),
  COLUMN("number", INT64, 0, lammps_id, "1", "id + 1", .lammps = "id", .xyz = "id"),
  COLUMN("type", INT32, 0, type, "1", "number of the template, from 1", .xyz = "template"),
  COLUMN("template", INT32, 0, template, "1",
    "template: its name, in VTK files its number",
    .flags = DUMP_NAMED, .lammps = "element", .xyz = "species"),
  COLUMN("group", INT32, 0, group, "1", "number of the group in the slot Default, -1: none"),
  COLUMN("pebbles", INT32, 0, pebbles, "1", "number of pebbles"),
  COLUMN("position", REAL, 3, x, "m",
    "centre of mass, in the box along periodic axes",
    .flags = DUMP_PLACE, .csv = "x y z", .xyz = "pos"),
  COLUMN("image", INT32, 3, image, "1",
    "number of times the clump has crossed the periodic box", .csv = "ix iy iz"),
  COLUMN("radius", REAL, 0, radius, "m",
    "of the sphere about the centre of mass that holds the clump"),
  COLUMN("scale", REAL, 0, scale, "1", "factor on the lengths of the template"),
  COLUMN("mass", REAL, 0, mass, "kg", "of the clump"),
  COLUMN("attitude", REAL, 4, q, "1",
    "turns the template's axes as given into the lab frame",
    .csv = "qw qx qy qz", .lammps = "quatw quati quatj quatk", .xyz = "orientation"),
  COLUMN("velocity", REAL, 3, v, "m s-1",
    "of the centre of mass", .csv = "vx vy vz", .xyz = "velo"),
  COLUMN("angular_velocity", REAL, 3, w, "rad s-1",
    "lab frame", .csv = "wx wy wz", .lammps = "omegax omegay omegaz"),
  COLUMN("force", REAL, 3, force, "N", "of all but its weight", .lammps = "fx fy fz"),
  COLUMN("torque", REAL, 3, torque, "N m", "about the centre of mass", .lammps = "tqx tqy tqz"),
  {0},
};

/* Contacts and bonds have the same columns. */
#undef ROW
#define ROW ContactRow
static const DumpColumn of_contacts[] = {
  COLUMN("a", INT64, 0, a, "1", "id of the first clump", .flags = DUMP_KEY),
  COLUMN("b", INT64, 0, b, "1",
    "id of the second clump, or index of the wall in the scenario", .flags = DUMP_KEY),
  COLUMN("wall", INT64, 0, wall, "1", "1: b is a wall", .flags = DUMP_KEY),
  COLUMN("member_a", INT64, 0, member_a, "1",
    "index of the pebble in its template; -1: the centre of the clump", .flags = DUMP_KEY),
  COLUMN("member_b", INT64, 0, member_b, "1",
    "likewise of b; of a wall its feature: a face, an edge ..; of a capsule between its ends 2^29 + 2 x edge", .flags = DUMP_KEY),
  COLUMN("kind", INT32, 0, kind_word, "1",
    "contact; solid: of a free mesh; hard: of a constraint; link; constraint: a link without "
    "force of its own. In VTK files 0 to 4",
    .flags = DUMP_KIND),
  COLUMN("object", INT32, 0, object, "1",
    "its contact law, or its object of spring, bond or constraint: the name, in VTK files a number",
    .flags = DUMP_NAMED),
  COLUMN("image", INT32, 3, image, "1", "periods of b relative to a, both centres in the box"),
  COLUMN("point", REAL, 3, point, "m",
    "where the force acts, beside the centre of a in the box", .csv = "x y z"),
  COLUMN("ends", REAL, 3, end, "m", "ends of the line", .flags = DUMP_PLACE),
  COLUMN("normal", REAL, 3, normal, "1", "unit vector from a to b"),
  COLUMN("overlap", REAL, 0, overlap, "m", "of the surfaces; < 0: apart; not a number for links"),
  COLUMN("force", REAL, 3, force, "N",
    "on a at the point; b gets the opposite. Hard contacts and constraints: mean of the step "
    "before"),
  COLUMN("normal_force", REAL, 0, push, "N", "along the normal, > 0: it pushes"),
  COLUMN("tangential_force", REAL, 3, tangential, "N", "part of force across the normal"),
  COLUMN("couple", REAL, 3, couple, "N m",
    "on a beside that, of rolling and twisting resistance or a bond"),
  COLUMN("branch", REAL, 3, branch, "m",
    "from the centre of clump a to that of b; of a wall to the point"),
  COLUMN("arm_a", REAL, 3, arm_a, "m", "from the centre of clump a to the point"),
  COLUMN("arm_b", REAL, 3, arm_b, "m", "from the centre of b; of a wall from its pivot"),
  COLUMN("radius_a", REAL, 0, radius_a, "m", "of the pebble; 0: there is none"),
  COLUMN("radius_b", REAL, 0, radius_b, "m", "likewise"),
  COLUMN("age", REAL, 0, age, "s",
    "time since it touched; not a number unless its law has age: kept"),
  COLUMN("fresh", INT32, 0, fresh, "1",
    "1: a contact that began in this step; 0 for hard ones and links"),
  {0},
};

#undef ROW
#define ROW FacetLoadRow
static const DumpColumn of_walls[] = {
  COLUMN("wall", INT64, 0, wall, "1", "index of the wall in the scenario", .flags = DUMP_KEY),
  COLUMN("facet", INT64, 0, facet, "1",
    "index of the triangle, or segment, in its mesh; -1 in tables: a wall that is none",
    .flags = DUMP_KEY),
  COLUMN("name", INT32, 0, name, "1", "of the wall; in VTK files its number", .flags = DUMP_NAMED),
  COLUMN("corners", REAL, 3, corner, "m", "corners of the facet", .flags = DUMP_PLACE),
  COLUMN("centre", REAL, 3, centre, "m", "mean of the corners; of a plane its point", .csv = "x y z"),
  COLUMN("area", REAL, 0, area, "m2", "of the facet; in two dimensions its length, m"),
  COLUMN("force", REAL, 3, force, "N", "of contacts on the facet"),
  COLUMN("torque", REAL, 3, torque, "N m", "of these about the pivot of the wall"),
  COLUMN("pressure", REAL, 0, pressure, "Pa", "sum of the normal forces of these over the area"),
  COLUMN("wall_force", REAL, 3, wall_force, "N",
    "sum over those contacts on the wall that are shown"),
  COLUMN("wall_torque", REAL, 3, wall_torque, "N m", "likewise, about its pivot"),
  {0},
};

/* clang-format on */

/* Rows of contacts have seven keys; those of equal keys, the ends of one contact of a free mesh, are
   ordered by all their bytes. */
static int compare_contacts(const void *a, const void *b)
{
  const int order = keys_compare(a, b, 7);

  return order ? order : memcmp(a, b, sizeof(ContactRow));
}

/* clang-format off */
/* A kind of dump, whose points are a member of its rows. */
#define KIND(what, says, of, Row, order, corners, place, names) \
  static const DumpKind what = {.head = {.name = #what, .text = says}, .columns = of, \
                                .row_size = sizeof(Row), .compare = order, .cells = corners, \
                                .points = offsetof(Row, place), .objects = names};
KIND(pebbles, "a row for each pebble", of_pebbles, PebbleRow, compare_id_pairs, 1, x, "template")
KIND(clumps, "a row for each clump", of_clumps, ClumpRow, compare_ids, 1, x, "template")
KIND(contacts, "a row, or line, for each contact", of_contacts, ContactRow, compare_contacts, 2,
  end, "object")
/* FacetLoadRow.corners tells the corners of a facet */
KIND(walls, "loads on walls and the facets of meshes", of_walls, FacetLoadRow, compare_id_pairs, 0,
  corner, "wall")
KIND(bonds, "a row, or line, for each spring, bond and constraint", of_contacts, ContactRow,
  compare_contacts, 2, end, "object")
/* clang-format on */

const Plugin *const dump_kinds[] = {
  [DUMP_PEBBLES] = &pebbles.head, [DUMP_CLUMPS] = &clumps.head, [DUMP_CONTACTS] = &contacts.head,
  [DUMP_WALLS] = &walls.head,     [DUMP_BONDS] = &bonds.head,   NULL};
