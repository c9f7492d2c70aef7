/* SPDX-License-Identifier: MIT */
/* Reading a checkpoint: rows of clumps, contacts and links, of which each rank reads an even share;
   and the check of ids: each is sent to the rank that its hash selects, which sorts the ids that it
   gets. */
#include "base/mail.h"
#include "base/random.h"
#include "output/checkpoint/reader.h"

/* ---- ids ---- */

/* The rank that checks an id. */
static int keeper_of(const Parallel *par, Id id)
{
  return (int)(mix_bits((uint64_t)id) % (uint64_t)par->size);
}

static void post_ids(const Parallel *par, Mail *mail, const Clumps *c)
{
  for (PetscInt a = 0; a < c->n_owned; a++)
    mail_post(mail, keeper_of(par, c->id[a]), &c->id[a], sizeof(Id));
}

/* Post the ids of clumps that this rank's contacts have at their end a or b. */
static void post_ends(const Reader *r, Mail *mail, bool b)
{
  const ContactRecords *contacts = r->c->contacts;

  for (int g = 0; g < contacts->n; g++)
    for (PetscInt k = 0; k < contacts->law[g].n; k++) {
      const ContactRecord *one = &contacts->law[g].list[k];
      const Id             id  = b ? one->b : one->a;

      if (b && one->member_b < 0) continue; /* a wall */
      mail_post(mail, keeper_of(r->par, id), &id, sizeof id);
    }
}

/* Take all ids that have been posted to this rank, sorted, and destroy the mail. Free *ids with
   array_free. */
static PetscErrorCode take_ids(Mail **mail, PetscInt *n, Id **ids)
{
  PetscFunctionBeginUser;
  PetscCall(mail_deliver(*mail));
  mail_collect(*mail, sizeof **ids, ids, n);
  mail_destroy(mail);
  sort_items(*ids, *n, sizeof **ids, compare_ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fail if a contact names a clump that is not among these of the domain. Collective. */
static PetscErrorCode ends_check(Reader *r, PetscInt n, const Id *ids)
{
  PetscFunctionBeginUser;
  for (int end = 0; end < 2; end++) {
    PetscInt n_ends, at = 0;
    Id      *ends;
    Mail    *mail;

    mail_create(r->par, &mail);
    post_ends(r, mail, end == 1);
    PetscCall(take_ids(&mail, &n_ends, &ends));
    for (PetscInt k = 0; k < n_ends && !hdf5_failed(r->file); k++) {
      while (at < n && ids[at] < ends[k]) at++;
      if (at == n || ids[at] != ends[k])
        hdf5_fail(r->file,
                  "/clast/contacts: id_%c is %lld; allowed: the id of a clump in the domain",
                  end == 0 ? 'a' : 'b', (long long)ends[k]);
    }
    array_free(&ends);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode reader_ids(Reader *r)
{
  Mail    *mail;
  Id      *ids, *all;
  PetscInt n, n_all;

  PetscFunctionBeginUser;
  mail_create(r->par, &mail);
  post_ids(r->par, mail, r->c->clumps);
  PetscCall(take_ids(&mail, &n, &ids));
  mail_create(r->par, &mail);
  post_ids(r->par, mail, r->c->clumps);
  post_ids(r->par, mail, r->c->waiting->clumps);
  PetscCall(take_ids(&mail, &n_all, &all));
  for (PetscInt i = 1; i < n_all && !hdf5_failed(r->file); i++)
    if (all[i] == all[i - 1])
      hdf5_fail(r->file, "/particles/clumps/id: two clumps have the id %lld", (long long)all[i]);
  PetscCall(ends_check(r, n, ids));
  array_free(&ids);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows ---- */

enum { WINDOW = 1 << 14 }; /* rows read at a time where they are only checked */

/* This rank's even share of the rows. */
static void share(const Parallel *par, int64_t total, int64_t *first, int64_t *n)
{
  const int64_t each = total / par->size, more = total % par->size;

  *first = each * par->rank + min_int(par->rank, more);
  *n     = each + (par->rank < more);
}

/* Read and check rows first .. first+n-1 of one kind and add them to the digests. */
static void window_read(Reader *r, RowKind rows, int list, int64_t first, int64_t n)
{
  const char *folder   = rows == ROWS_CLUMPS ? "/particles/clumps" : "/clast/waiting";
  Clumps     *clumps[] = {[ROWS_CLUMPS] = r->c->clumps, [ROWS_WAITING] = r->c->waiting->clumps};
  char        why[CHECKPOINT_BOUNDS_WHY];

  if (rows == ROWS_CONTACTS) r->c->contacts->law[list].n = (PetscInt)n;
  else if (rows_link_kind(rows) >= 0) r->c->links[rows_link_kind(rows)].n = (PetscInt)n;
  else clumps[rows]->n = clumps[rows]->n_owned = (PetscInt)n;
  for (PetscInt k = 0; k < r->columns.n; k++) {
    Column *column = &r->columns.list[k];

    if (column->rows != rows || column->list != list) continue;
    column->n = n;
    reader_column(r, column, first);
  }
  if (hdf5_failed(r->file)) return;
  if (rows == ROWS_CLUMPS || rows == ROWS_WAITING)
    for (PetscInt a = 0; a < (PetscInt)n && !hdf5_failed(r->file); a++)
      if (!checkpoint_bounds_clump(r->c, folder, r->version[1], clumps[rows], a, why))
        hdf5_fail(r->file, "%s", why);
  columns_digest(&r->columns, r->c, rows, list);
}

static void windows_read(Reader *r, RowKind rows, int list, int64_t total)
{
  int64_t first, n, window;

  share(r->par, total, &first, &n);
  window = r->keep ? max_int(n, 1) : WINDOW;
  for (int64_t at = 0; at < n && !hdf5_failed(r->file); at += window)
    window_read(r, rows, list, first + at, min_int(window, n - at));
}

/* Bits of the fields that the file has (Field.use). The same on all ranks. */
static unsigned uses_of(Reader *r)
{
  unsigned uses = 0;
  Field    f;

  for (int k = 0; clump_field(k, &f); k++) {
    char path[HDF5_PATH];

    snprintf(path, sizeof path, "/particles/clumps/%s", f.name);
    if (f.use != 0 && f.travels & SAVED && hdf5_has(r->file, path)) uses |= f.use;
  }
  return uses;
}

/* Rows of this rank's share, or of a window of it. */
static int64_t room_of(const Reader *r, int64_t total)
{
  int64_t first, n;

  share(r->par, total, &first, &n);
  return r->keep ? n : min_int(n, WINDOW);
}

/* Allocate rows of clumps. */
static PetscErrorCode rows_create(Reader *r)
{
  const int64_t n_clumps  = room_of(r, r->n_rows[ROWS_CLUMPS]),
                n_waiting = room_of(r, r->n_rows[ROWS_WAITING]);

  PetscFunctionBeginUser;
  PetscCall(clumps_create(&r->c->clumps));
  PetscCall(waiting_create(&r->c->waiting));
  PetscCall(clumps_use(r->c->clumps, uses_of(r)));
  PetscCall(clumps_use(r->c->waiting->clumps, clumps_used(r->c->clumps)));
  clumps_reserve(r->c->clumps, reader_room(r, "clumps", n_clumps));
  waiting_reserve(r->c->waiting, reader_room(r, "waiting clumps", n_waiting));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Open a list for each law that has a folder in /clast/contacts; or one for all, as in files of one
   law and of versions before 1.3. */
static void lists_open(Reader *r)
{
  static const char folder[] = "/clast/contacts";
  char             *names;
  int               n;
  bool              one;

  hdf5_names(r->file, folder, MEMBERS_MOST, NAME_LENGTH, &n, &names);
  one = n == 0 || hdf5_has(r->file, "/clast/contacts/id_a");
  if (one) n = 1;
  array_create(&r->c->contacts, sizeof *r->c->contacts, 1);
  records_create(r->c->contacts, hdf5_failed(r->file) ? 1 : n);
  array_create(&r->n_contacts, sizeof *r->n_contacts, r->c->contacts->n);
  if (one) r->c->contacts->law[0].columns = r->c->memory;
  for (int g = 0; g < n && !one && !hdf5_failed(r->file); g++) {
    LawRecords *list = &r->c->contacts->law[g];
    char        path[CONTACTS_FOLDER];

    memcpy(list->name, names + (size_t)g * NAME_LENGTH, NAME_LENGTH);
    contacts_folder(list, path);
    hdf5_get(r->file, path, "memory", HDF5_INT32, 0, &list->columns);
    if (list->columns < 0 || list->columns > r->c->memory)
      hdf5_fail(r->file, "%s: attribute memory is not possible", path);
  }
  array_free(&names);
}

/* Count and list the contacts of each law, with room for this rank's share, or a window of it. */
static void contacts_create_lists(Reader *r)
{
  lists_open(r);
  for (int g = 0; g < r->c->contacts->n && !hdf5_failed(r->file); g++) {
    LawRecords *list = &r->c->contacts->law[g];
    char        folder[CONTACTS_FOLDER], path[HDF5_PATH];
    int64_t     n;

    contacts_folder(list, folder);
    snprintf(path, sizeof path, "%s/id_a", folder);
    r->n_contacts[g] = reader_count(r, path, HDF5_INT64, 0);
    n                = room_of(r, r->n_contacts[g]);
    records_reserve(list, reader_room(r, "contacts", n));
    columns_add_contacts(&r->columns, list, g);
  }
}

/* Number of links of a kind in the file. */
static int64_t links_of_kind(Reader *r, int kind)
{
  char path[2 * NAME_LENGTH];

  snprintf(path, sizeof path, "/clast/links/%s", link_kinds[kind]->head.name);
  if (!hdf5_has(r->file, path)) return 0;
  snprintf(path, sizeof path, "/clast/links/%s/id_a", link_kinds[kind]->head.name);
  return reader_count(r, path, HDF5_INT64, 0);
}

PetscErrorCode reader_rows(Reader *r)
{
  const bool waits = hdf5_has(r->file, "/clast/waiting"); /* since 1.1 */
  int64_t   *n     = r->n_rows;

  PetscFunctionBeginUser;
  if (waits) n[ROWS_WAITING] = reader_count(r, "/clast/waiting/id", HDF5_INT64, 0);
  n[ROWS_CLUMPS] = reader_count(r, "/particles/clumps/id", HDF5_INT64, 0);
  for (int k = 0; k < LINK_KINDS; k++) n[ROWS_LINKS + k] = links_of_kind(r, k);
  PetscCall(hdf5_agree(r->file));
  if (hdf5_failed(r->file)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(rows_create(r));
  columns_add_clumps(&r->columns, r->c->clumps);
  if (waits) columns_add_waiting(&r->columns, r->c->waiting);
  contacts_create_lists(r);
  for (int k = 0; k < LINK_KINDS; k++) {
    LinkSet *set = &r->c->links[k];

    set->total = n[ROWS_LINKS + k];
    if (set->total == 0) continue;
    link_set_reserve(set, reader_room(r, "links", room_of(r, set->total)));
    columns_add_links(&r->columns, set, k);
  }
  reader_lengths(r);
  for (RowKind rows = ROWS_CLUMPS; rows < ROWS_COMMON; rows++)
    if (rows != ROWS_CONTACTS) windows_read(r, rows, 0, n[rows]);
  for (int g = 0; g < r->c->contacts->n; g++) windows_read(r, ROWS_CONTACTS, g, r->n_contacts[g]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
