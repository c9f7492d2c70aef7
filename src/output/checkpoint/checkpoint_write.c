/* SPDX-License-Identifier: MIT */
/* Writing a checkpoint: write to a temporary name, sync to disk, read back, rename. If the program
   is killed on the way, the older checkpoints remain, plus at most a file *.h5.tmp, which is never
   read as a checkpoint. */
#include "base/tell.h"
#include "output/checkpoint/columns.h"
#include "output/files.h"
#include "output/run_folder.h"
#include <time.h>

enum { KEEP_MOST = 1 << 20 };

/* ---- heading ---- */

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
  {0},
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
  {0},
};

const Hdf5Table heading_edges = {
  .path = "/particles/clumps/box/edges", .type = HDF5_REAL, .unit = "m"};
const char *const heading_link[2] = {"/particles/clumps/template", "/particles/clumps/species"};

static PetscErrorCode heading_of(const Checkpoint *c, uint64_t digest, Heading *h)
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
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode attribute_write(Hdf5 *file, const HeadingAttribute *a, const Heading *h)
{
  return hdf5_set(file, a->object, a->name, a->type, a->n, (const char *)h + a->at);
}

/* A checkpoint and its columns, to be written to a file. */
typedef struct {
  const Parallel   *par;
  const Checkpoint *c;
  const Columns    *columns;
  Heading           heading;
} Content;

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

/* Write the box, the link and all attributes but the last, after the columns. */
static PetscErrorCode heading_write(Hdf5 *file, const Content *content)
{
  PetscFunctionBeginUser;
  PetscCall(edges_write(content->par, file, &content->c->domain));
  PetscCall(hdf5_link(file, heading_link[0], heading_link[1]));
  for (const HeadingAttribute *a = heading_attributes; a[1].name; a++)
    PetscCall(attribute_write(file, a, &content->heading));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the last attribute, `complete`, after all else was synced to disk. */
static PetscErrorCode heading_complete(Hdf5 *file, const void *context)
{
  const Content          *content = context;
  const HeadingAttribute *last    = heading_attributes;

  while (last[1].name) last++;
  return attribute_write(file, last, &content->heading);
}

/* ---- state of every checkpoint, as members of Checkpoint ---- */

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
  {0},
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

/* ---- content ---- */

/* Rows of a column to be packed, from `next` on. */
typedef struct {
  const Column *column;
  int64_t       next;
} ColumnRows;

static void make_packed(void *source, int64_t n, void *rows)
{
  ColumnRows *r = source;

  column_pack(r->column, r->next, n, rows);
  r->next += n;
}

static PetscErrorCode column_write(const Parallel *par, Hdf5 *file, const Column *column)
{
  const int64_t n    = column->rows == ROWS_COMMON && par->rank > 0 ? 0 : column->n;
  ColumnRows    rows = {column, 0};

  PetscFunctionBeginUser;
  PetscCall(
    hdf5_write_rows(file, &column->table, n, (Hdf5Rows){.make = make_packed, .source = &rows}));
  PetscCall(hdf5_set(file, column->table.path, "digest", HDF5_BITS, 0, &column->digest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if a value before the k-th has the same first n characters. */
static bool is_known(const State *state, int k, size_t n)
{
  for (int j = 0; j < k; j++)
    if (strncmp(state->list[j].path, state->list[k].path, n) == 0) return true;
  return false;
}

/* Create the folders of contact lists that have one of their own, with the width of their memory,
   those of the kinds of links in use, and those of the state of plug-ins, each once. */
static PetscErrorCode folders_write(Hdf5 *file, const Checkpoint *c)
{
  const size_t root = strlen(STATE_FOLDER);
  bool         some = false;
  char         folder[STATE_PATH + CONTACTS_FOLDER];

  PetscFunctionBeginUser;
  for (int g = 0; g < c->contacts->n; g++) {
    const LawRecords *list = &c->contacts->law[g];

    if (!list->name[0]) continue;
    contacts_folder(list, folder);
    PetscCall(hdf5_group(file, folder));
    PetscCall(hdf5_set(file, folder, "memory", HDF5_INT32, 0, &list->columns));
  }
  for (int k = 0; k < LINK_KINDS; k++) {
    if (c->links[k].total == 0) continue;
    if (!some) PetscCall(hdf5_group(file, "/clast/links"));
    some = true;
    snprintf(folder, sizeof folder, "/clast/links/%s", c->links[k].kind->head.name);
    PetscCall(hdf5_group(file, folder));
  }
  for (int k = 0; k < c->state.n; k++) {
    const char *path = c->state.list[k].path;

    if (strncmp(path, STATE_FOLDER "/", root + 1) != 0) continue;
    for (const char *at = path + root; at; at = strchr(at + 1, '/')) {
      snprintf(folder, sizeof folder, "%.*s", (int)(at - path), path);
      if (!is_known(&c->state, k, (size_t)(at - path) + 1)) PetscCall(hdf5_group(file, folder));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode content_write(Hdf5 *file, const void *context)
{
  const Content *content = context;
  const Columns *columns = content->columns;

  PetscFunctionBeginUser;
  for (const HeadingGroup *g = heading_groups; g->path; g++) PetscCall(hdf5_group(file, g->path));
  PetscCall(folders_write(file, content->c));
  for (int k = 0; k < columns->attributes.n; k++) {
    const StateValue *v = &columns->attributes.list[k];

    PetscCall(hdf5_set(file, "/clast", v->path, value_type(v->type), v->count, v->bytes));
  }
  for (PetscInt k = 0; k < columns->n; k++)
    PetscCall(column_write(content->par, file, &columns->list[k]));
  PetscCall(heading_write(file, content));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_digest(const Parallel *par, const Checkpoint *checkpoint,
                                 uint64_t *digest)
{
  Columns columns;

  PetscFunctionBeginUser;
  columns_create(checkpoint, &columns);
  columns_digest_all(&columns, checkpoint);
  PetscCall(columns_reduce(par, &columns, digest));
  columns_free(&columns);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the folder ---- */

/* Rename checkpoints later than `step` to *.old, which `aside` (CHECKPOINT_WHY bytes) tells, remove
   all but the newest `keep` of the others, and remove unfinished files. Rank 0 only. */
static void folder_clean(const char *folder, int64_t step, int keep, char *aside)
{
  NumberedFile *list;
  PetscInt      n, later = 0;
  char          path[2 * CHECKPOINT_PATH], aside_path[2 * CHECKPOINT_PATH + 8];

  files_numbered(folder, "clast-", ".h5", &n, &list);
  for (PetscInt i = 0; i < n; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, list[i].name);
    snprintf(aside_path, sizeof aside_path, "%s.old", path);
    if (list[i].number > step) (void)rename(path, aside_path), later++;
    else if (i - later >= keep) file_remove(path);
  }
  if (later > 0)
    snprintf(aside, CHECKPOINT_WHY, "%.700s: %s is now %s.old", folder, list[0].name, list[0].name);
  if (later > 1)
    snprintf(aside + strlen(aside), CHECKPOINT_WHY - strlen(aside),
             ", and so %s %" PetscInt_FMT " other%s, down to %s", later == 2 ? "is" : "are",
             later - 1, later == 2 ? "" : "s", list[later - 1].name);
  array_free(&list);
  files_remove_numbered(folder, "clast-", ".h5.tmp", -1);
}

PetscErrorCode checkpoint_cut(const Parallel *par, const char *dir, int64_t step, char *aside)
{
  char folder[CHECKPOINT_PATH];

  memset(aside, 0, CHECKPOINT_WHY);
  snprintf(folder, sizeof folder, "%s/restart", dir);
  if (par->rank == 0) folder_clean(folder, step, KEEP_MOST, aside);
  return parallel_bcast(par, aside, CHECKPOINT_WHY, 0);
}

/* Check the unfinished file as a restart would, and compare its digest with that of the state in
   memory. */
static PetscErrorCode read_back(const Parallel *par, const char *unfinished, uint64_t digest,
                                bool *good, char *why)
{
  CheckpointSummary summary;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_check(par, unfinished, &summary, good, why));
  if (!*good) PetscFunctionReturn(PETSC_SUCCESS);
  if (summary.digest != digest) {
    snprintf(why, CHECKPOINT_WHY, "%.900s: the data read back differ from those written",
             unfinished);
    *good = false;
  }
  array_free(&summary.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode file_write(const Parallel *par, const char *unfinished, const Checkpoint *c,
                                 Columns *columns, bool *good, char *why)
{
  Content           content = {.par = par, .c = c, .columns = columns};
  const Hdf5Writing writing = {.path     = unfinished,
                               .content  = content_write,
                               .complete = heading_complete,
                               .context  = &content};
  uint64_t          digest;

  PetscFunctionBeginUser;
  columns_digest_all(columns, c);
  PetscCall(columns_reduce(par, columns, &digest));
  PetscCall(heading_of(c, digest, &content.heading));
  PetscCall(hdf5_write_file(par, &writing, good, why));
  if (*good) PetscCall(read_back(par, unfinished, digest, good, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_write_file(const Parallel *par, const char *path,
                                     const Checkpoint *checkpoint, bool *written, char *why)
{
  Checkpoint c = *checkpoint;
  Columns    columns;
  char       unfinished[CHECKPOINT_PATH + 8];

  PetscFunctionBeginUser;
  memset(why, 0, CHECKPOINT_WHY);
  c.ranks = par->size;
  PetscCheck(strlen(path) < CHECKPOINT_PATH, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s: the name is too long", path);
  snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
  columns_create(&c, &columns);
  PetscCall(file_write(par, unfinished, &c, &columns, written, why));
  if (*written && par->rank == 0) *written = file_commit(unfinished, path, why, CHECKPOINT_WHY);
  PetscCall(outcome_share(par, written, why, CHECKPOINT_WHY));
  if (!*written && par->rank == 0) file_remove(unfinished);
  columns_free(&columns);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode checkpoint_write(const Parallel *par, const char *dir, const Checkpoint *checkpoint,
                                int keep, char *path, bool *written, char *why)
{
  const int64_t step = checkpoint->clock.step;
  char          folder[CHECKPOINT_PATH], final[CHECKPOINT_PATH];
  int           length;

  PetscFunctionBeginUser;
  memset(why, 0, CHECKPOINT_WHY);
  snprintf(folder, sizeof folder, "%s/restart", dir);
  length = snprintf(final, sizeof final, "%s/restart/clast-%lld.h5", dir, (long long)step);
  PetscCheck(length < CHECKPOINT_PATH, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s: the name of the folder is too long", dir);
  if (par->rank == 0) *written = folder_create(folder, why, CHECKPOINT_WHY);
  PetscCall(outcome_share(par, written, why, CHECKPOINT_WHY));
  if (*written) PetscCall(checkpoint_write_file(par, final, checkpoint, written, why));
  if (*written && par->rank == 0) folder_clean(folder, step, keep, why);
  if (*written) PetscCall(parallel_bcast(par, why, CHECKPOINT_WHY, 0));
  if (path) snprintf(path, CHECKPOINT_PATH, "%s", final);
  PetscCall(parallel_barrier(par));
  PetscFunctionReturn(PETSC_SUCCESS);
}
