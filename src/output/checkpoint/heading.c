/* SPDX-License-Identifier: MIT */
/* Groups, attributes and H5MD box of a checkpoint, and the state that every file has beside the
   rows of clumps and contacts. */
#include "output/checkpoint/heading.h"
#include <time.h>

enum { LINE = 256, FACE = 16 };

const HeadingGroup heading_groups[] = {
  {"/h5md", "head of an H5MD 1.1 file"},
  {"/h5md/author", "user who ran it"},
  {"/h5md/creator", "program that wrote it"},
  {"/h5md/modules", "H5MD modules in use"},
  {"/h5md/modules/units", "names of units"},
  {"/particles", "H5MD particles"},
  {"/particles/clumps", "clumps in the domain: a row each, in any order"},
  {"/particles/clumps/box", "the domain in the form of H5MD"},
  {"/clast", "all other data that a restart needs"},
  {"/clast/contacts", "pebbles that touch each other or a wall: a row each, in any order. With "
                      "several contact laws each has a group of its own here, of its name"},
  {"/clast/groups", "names of groups"},
  {"/clast/waiting",
   "clumps that enter later: every dataset of `/particles/clumps` but `species`, and the time"},
  {"/clast/materials", "materials in the order of the scenario"},
  {"/clast/templates", "templates in the order of the scenario; then pebbles of all templates, one "
                       "template after the other"},
  {EXTRAS_FOLDER, "state of further parts of the program, where a run has them"},
  {NULL},
};

/* Values of the attributes; user, host and date are those of rank 0. */
typedef struct {
  int32_t  format[2], h5md[2], units[2], three, complete;
  uint64_t digest;
  char user[LINE], name[LINE], version[LINE], system[LINE], faces[3 * FACE], date[LINE], host[LINE],
    libraries[LINE];
} Heading;

#define AT(member) offsetof(Heading, member)

const HeadingAttribute heading_attributes[] = {
  {"/clast", "format_version",
   "major and minor version of this layout; another major one is refused", HDF5_INT32, 2,
   AT(format)},
  {"/clast", "date", "time of writing, UTC", HDF5_TEXT, 0, AT(date)},
  {"/clast", "host", "machine of rank 0", HDF5_TEXT, 0, AT(host)},
  {"/clast", "versions", "versions of MPI, PETSc and HDF5", HDF5_TEXT, 0, AT(libraries)},
  {"/clast", "digest_state", "digest of all state, as clast-digest prints it", HDF5_BITS, 0,
   AT(digest)},
  {"/h5md", "version", "1, 1", HDF5_INT32, 2, AT(h5md)},
  {"/h5md/author", "name", "user who ran it", HDF5_TEXT, 0, AT(user)},
  {"/h5md/creator", "name", "clast", HDF5_TEXT, 0, AT(name)},
  {"/h5md/creator", "version", "version of clast", HDF5_TEXT, 0, AT(version)},
  {"/h5md/modules/units", "version", "1, 0", HDF5_INT32, 2, AT(units)},
  {"/h5md/modules/units", "system", "SI, or the consistent set of units of the scenario", HDF5_TEXT,
   0, AT(system)},
  {"/particles/clumps/box", "dimension", "3, in two dimensions too", HDF5_INT32, 0, AT(three)},
  {"/particles/clumps/box", "boundary", "along x, y and z: periodic or none", HDF5_TEXT, 0,
   AT(faces)},
  {"/clast", "complete", "1; written last: a file without it is not whole", HDF5_INT32, 0,
   AT(complete)},
  {NULL},
};

const Hdf5Table heading_edges = {
  .path = "/particles/clumps/box/edges", .type = HDF5_REAL, .unit = "m"};
const char *const heading_link[2] = {"/particles/clumps/template", "/particles/clumps/species"};

static PetscErrorCode gather(const Parallel *par, const Checkpoint *c, uint64_t digest, Heading *h)
{
  const time_t now = time(NULL);
  struct tm   *utc = gmtime(&now);

  PetscFunctionBeginUser;
  *h = (Heading){.format   = {CHECKPOINT_MAJOR, CHECKPOINT_MINOR},
                 .h5md     = {1, 1},
                 .units    = {1, 0},
                 .three    = 3,
                 .complete = 1,
                 .digest   = digest,
                 .name     = "clast",
                 .system   = "SI"};
  PetscCall(PetscGetUserName(h->user, sizeof h->user));
  PetscCall(PetscGetHostName(h->host, sizeof h->host));
  if (utc) strftime(h->date, sizeof h->date, "%Y-%m-%dT%H:%M:%SZ", utc);
  hdf5_versions(h->libraries, sizeof h->libraries);
  snprintf(h->version, sizeof h->version, "%s", c->creator);
  for (int k = 0; k < 3; k++) {
    const size_t end = strlen(h->faces);

    snprintf(h->faces + end, sizeof h->faces - end, "%s%s", k ? " " : "",
             boundary_wraps(c->domain.boundary[k]) ? "periodic" : "none");
  }
  PetscCall(parallel_bcast(par, h, sizeof *h, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode attribute_write(Hdf5 *file, const HeadingAttribute *a, const Heading *h)
{
  return hdf5_set(file, a->object, a->name, a->type, a->n, (const char *)h + a->at);
}

/* Write the lengths of a box, or the edges of a cell, as in H5MD: those in which
   images are counted. */
static PetscErrorCode edges_write(const Parallel *par, Hdf5 *file, const Domain *d)
{
  const Vec3 length = vec3_sub(d->hi, d->lo), none = {0, 0, 0};
  const Vec3 edge[3] = {domain_shifted(d, none, (Image){1, 0, 0}),
                        domain_shifted(d, none, (Image){0, 1, 0}),
                        domain_shifted(d, none, (Image){0, 0, 1})};
  Hdf5Table  table   = heading_edges;

  if (d->cell.used) table.width = 3;
  return hdf5_write(file, &table, par->rank == 0 ? 3 : 0,
                    d->cell.used ? (const void *)edge : (const void *)&length);
}

PetscErrorCode heading_write(const Parallel *par, Hdf5 *file, const Checkpoint *c, uint64_t digest)
{
  Heading heading;

  PetscFunctionBeginUser;
  PetscCall(gather(par, c, digest, &heading));
  PetscCall(edges_write(par, file, &c->domain));
  PetscCall(hdf5_link(file, heading_link[0], heading_link[1]));
  for (const HeadingAttribute *a = heading_attributes; a[1].name; a++)
    PetscCall(attribute_write(file, a, &heading));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode heading_complete(Hdf5 *file)
{
  const Heading           heading = {.complete = 1};
  const HeadingAttribute *last    = heading_attributes;

  while (last[1].name) last++;
  return attribute_write(file, last, &heading);
}

/* ---- state of every checkpoint ---- */

/* State of every checkpoint, as members of Checkpoint. */
/* clang-format off */
static const StateItem file_state[] = {
  ITEM(INT64, KEY_IN("dissipated", Checkpoint, dissipated.limb), "J", 0, 0,
       "energy lost in contacts since the first step, as an exact sum: number k counts units of "
       "2^(32 k - 1088) J", .count = SUM_LIMBS),
  ITEM(INT64, KEY_IN("pending", Checkpoint, pending.limb), "J", 0, 0,
       "part of dissipated that is the work of contacts in the half step to come, likewise; it "
       "follows from clumps and contacts",
       .count = SUM_LIMBS, .flags = STATE_DERIVED | STATE_LACKING),
  ITEM(INT32, IN(Checkpoint, memory), NULL, 0, MEMORY_MOST,
       "numbers in the longest row of memory of a contact"),
  ITEM(TEXT, IN(Checkpoint, creator), NULL, 0, 0,
       "version of clast that wrote the file", .count = NAME_LENGTH, .flags = STATE_DERIVED),
  ITEM(INT32, IN(Checkpoint, ranks), NULL, 1, PETSC_MPI_INT_MAX,
       "number of MPI ranks that wrote the file", .flags = STATE_DERIVED),
  {NULL},
};
/* clang-format on */

void checkpoint_parts(const Checkpoint *checkpoint, StatePart parts[CHECKPOINT_PARTS])
{
  Checkpoint *c = (Checkpoint *)checkpoint; /* written to when a file is read */

  const StatePart all[CHECKPOINT_PARTS] = {{"", NULL, clock_state, &c->clock},
                                           {"", NULL, domain_state, &c->domain},
                                           {"", NULL, loads_state, &c->loads},
                                           {"", NULL, account_state, &c->account},
                                           {"", NULL, file_state, c}};

  memcpy(parts, all, sizeof all);
}
