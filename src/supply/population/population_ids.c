/* SPDX-License-Identifier: MIT */
/* Ids of all clumps: none may occur twice, and rows without one are assigned one. */
#include "base/mail.h"
#include "base/random.h"
#include "supply/population/population_internal.h"

/* An id and where it was given; object -1: of a clump that existed before. */
typedef struct {
  Id      id;
  int64_t row, line;
  int64_t object;
} Claim;

static int compare_claims(const void *a, const void *b)
{
  const Claim *p = a, *q = b;

  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  if (p->object != q->object) return p->object < q->object ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

static bool row_is_free(const Population *p, PetscInt row)
{
  return row >= p->present && p->objects[p->origin[row - p->present].object].n_free > 0;
}

/* Rank that checks an id. */
static int keeper(const Population *p, Id id)
{
  return (int)(mix_bits((uint64_t)id) % (uint64_t)p->par->size);
}

/* Send every id to the rank that checks it. */
static void post_claims(const Population *p, Mail *mail)
{
  for (PetscInt a = 0; a < p->later->n_owned; a++) {
    const Claim claim = {.id = p->later->id[a], .object = -1};

    mail_post(mail, keeper(p, claim.id), &claim, sizeof claim);
  }
  for (PetscInt a = 0; a < p->clumps->n_owned; a++) {
    const Id id    = p->clumps->id[a];
    Claim    claim = {.id = id, .object = -1};

    if (row_is_free(p, a)) continue;
    if (a >= p->present) {
      const Origin *o = &p->origin[a - p->present];

      claim = (Claim){.id = id, .object = o->object, .row = o->row, .line = o->line};
    }
    mail_post(mail, keeper(p, id), &claim, sizeof claim);
  }
}

static void refuse_claim(Population *p, const Claim *claim, const Claim *before,
                         const char *const *names)
{
  Findings *findings = &p->objects[claim->object].findings;

  if (before->object < 0)
    finding_add(findings, claim->line, "id %" PRId64 " belongs to a clump of the checkpoint",
                claim->id);
  else if (claim->line == 0 && before->object == claim->object)
    finding_add(findings, 0, "id %" PRId64 " occurs twice", claim->id);
  else if (before->object == claim->object)
    finding_add(findings, claim->line, "id %" PRId64 " was given before, in line %" PRId64,
                claim->id, before->line);
  else if (before->line == 0)
    finding_add(findings, claim->line,
                "id %" PRId64 " was given before, in clumps: %s (give other ids: id)", claim->id,
                names[before->object]);
  else
    finding_add(findings, claim->line,
                "id %" PRId64 " was given before, in clumps: %s, line %" PRId64, claim->id,
                names[before->object], before->line);
}

static PetscErrorCode find_duplicates(Population *p, const char *const *names)
{
  Claim   *claims;
  Mail    *mail;
  PetscInt n;

  PetscFunctionBeginUser;
  mail_create(p->par, &mail);
  post_claims(p, mail);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, sizeof *claims, &claims, &n);
  mail_destroy(&mail);
  sort_items(claims, n, sizeof *claims, compare_claims);
  for (PetscInt i = 1; i < n; i++) {
    /* clumps that existed before have different ids */
    if (claims[i].id == claims[i - 1].id && claims[i].object >= 0)
      refuse_claim(p, &claims[i], &claims[i - 1], names);
  }
  array_free(&claims);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_check_ids(Population *p, int n, const char *const *names)
{
  bool any = false;

  PetscFunctionBeginUser;
  for (PetscInt a = p->present; a < p->clumps->n_owned; a++) any = any || !row_is_free(p, a);
  PetscCall(parallel_any(p->par, &any));
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_duplicates(p, names));
  for (int k = 0; k < n; k++) {
    const PopulationType type = population_type(p->options, names[k]);
    bool                 good;

    p->object = k;
    p->name   = names[k];
    PetscCall(population_report(p,
                                type == POPULATION_SINGLE || type == POPULATION_SKIN ? "id"
                                : type == POPULATION_SPHERES                         ? "spheres"
                                                                                     : "file",
                                &good));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void read_rows_say(const AllReadRows *rows, Id id, char *text, size_t size)
{
  text[0] = '\0';
  for (int k = 0; k < rows->n; k++) {
    const ReadRows *r    = &rows->list[k];
    const char     *name = strrchr(r->file, '/');

    if (id < r->first || id >= r->first + r->rows) continue;
    if (r->file[0])
      snprintf(text, size, "row %" PRId64 " of %s, clumps: %s", id - r->first + 1,
               name ? name + 1 : r->file, r->object);
    else snprintf(text, size, "clumps: %s", r->object);
  }
}

void read_rows_name(const AllReadRows *rows, Id id, char *text, size_t size)
{
  char origin[256];

  read_rows_say(rows, id, origin, sizeof origin);
  if (origin[0]) snprintf(text, size, "clump %" PRId64 " (%s)", id, origin);
  else snprintf(text, size, "clump %" PRId64, id);
}

/* Note the ids of the rows of object k, from `first` on. */
static void note_rows(const Population *p, int k, const char *name, Id first, AllReadRows *rows)
{
  const bool is_file = population_type(p->options, name) == POPULATION_FILE;

  if (p->objects[k].n_free == 0 || population_type(p->options, name) == POPULATION_SPHERES) return;
  rows->list[rows->n++] =
    (ReadRows){.first  = first,
               .rows   = p->objects[k].n_free,
               .object = name,
               .file   = is_file ? option_word(p->options, "clumps", name, "file") : ""};
}

PetscErrorCode population_assign_ids(Population *p, int n, const char *const *names,
                                     int64_t *next_id, AllReadRows *rows)
{
  Clumps *c       = p->clumps;
  int64_t largest = *next_id - 1, *first;
  int64_t n_free  = 0;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!row_is_free(p, a)) largest = max_int(largest, c->id[a]);
  for (PetscInt a = 0; a < p->later->n_owned; a++) largest = max_int(largest, p->later->id[a]);
  PetscCall(parallel_max_int(p->par, &largest, 1));
  array_create(&first, sizeof *first, n);
  for (int k = 0; k < n; k++) {
    first[k] = n_free;
    n_free += p->objects[k].n_free;
  }
  if (largest >= INT64_MAX - n_free) {
    options_mistake(p->options,
                    "clumps: the largest id, %" PRId64 ", leaves none for the %" PRId64
                    " clumps without an id",
                    largest, n_free);
    n_free = largest = 0;
  }
  for (PetscInt a = p->present; a < c->n_owned; a++) {
    const Origin *o = &p->origin[a - p->present];

    if (row_is_free(p, a)) c->id[a] = largest + 1 + first[o->object] + o->row;
  }
  array_create(&rows->list, sizeof *rows->list, n);
  for (int k = 0; k < n; k++) note_rows(p, k, names[k], largest + 1 + first[k], rows);
  *next_id = largest + 1 + n_free;
  array_free(&first);
  PetscFunctionReturn(PETSC_SUCCESS);
}
