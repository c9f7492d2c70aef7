/* SPDX-License-Identifier: MIT */
/* Groups named in options and table columns. For columns each rank collects the names in its rows,
   rank 0 merges them, and all ranks add the result to their tables. */
#include "base/mail.h"
#include "matter/group.h"

static const char full[] = "more than %d groups (slots and names) in all, with these: use fewer";

void groups_of_option(Options *options, const char *kind, const char *object, const char *key,
                      Groups *groups, int32_t used, uint64_t *mask)
{
  int                n;
  const char *const *words = option_words(options, kind, object, key, &n);
  Groups             named = {0};
  char               why[GROUPS_WHY];

  *mask = 0;
  for (int k = 0; k < n; k++) {
    if (groups_parse_more(words[k], &named, why) && groups_may_be_given(&named, why)) continue;
    option_mistake(options, kind, object, key, "%s", why);
    return;
  }
  if (groups_add(groups, &named, used)) *mask = groups_mask(groups, &named);
  else option_mistake(options, kind, object, key, full, GROUPS_MOST);
}

/* Groups named in the rows of this rank, each word parsed once. *fits: false if there are more than
   GROUPS_MOST. */
static void collect(const Csv *csv, int column, const char *name, Groups *all, bool *fits,
                    Findings *findings)
{
  bool *seen;

  *all  = (Groups){0};
  *fits = true;
  array_create(&seen, sizeof *seen, csv->n_words);
  for (PetscInt i = 0; i < csv->n; i++) {
    const int32_t word = ((const int32_t *)csv->column[column])[i];
    Groups        named;
    char          why[GROUPS_WHY];

    if (seen[word]) continue;
    seen[word] = true;
    if (!groups_parse(csv->words[word], &named, why) || !groups_may_be_given(&named, why))
      finding_add(findings, csv->line[i], "column %s: %s", name, why);
    else *fits = groups_add(all, &named, 0) && *fits;
  }
  array_free(&seen);
}

/* Union over all ranks; the result is the same on all. Collective. */
static PetscErrorCode unite(const Parallel *par, Groups *all, bool *fits)
{
  Mail *mail;
  bool  over = !*fits;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  if (all->n > 0) mail_post(mail, 0, all, sizeof *all);
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail) && par->rank == 0; m++) {
    size_t size;
    Groups one;

    memcpy(&one, mail_message(mail, m, NULL, &size), sizeof one);
    over = !groups_add(all, &one, 0) || over;
  }
  mail_destroy(&mail);
  PetscCall(parallel_bcast(par, all, sizeof *all, 0));
  PetscCall(parallel_any(par, &over));
  *fits = !over;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode groups_of_column(const Parallel *par, const Csv *csv, int column, const char *name,
                                Groups *groups, int32_t used, Findings *findings, uint64_t **mask)
{
  const int64_t before = findings->n;
  Groups        all;
  bool          fits;

  PetscFunctionBeginUser;
  array_create(mask, sizeof **mask, csv->n_words);
  collect(csv, column, name, &all, &fits, findings);
  PetscCall(unite(par, &all, &fits));
  fits = fits && groups_add(groups, &all, used);
  if (!fits && par->rank == 0) finding_add(findings, 0, full, GROUPS_MOST);
  if (!fits || findings->n > before) PetscFunctionReturn(PETSC_SUCCESS);
  /* the list has words of other columns too, which may be no groups */
  for (int w = 0; w < csv->n_words; w++) (void)groups_find(groups, csv->words[w], &(*mask)[w]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void groups_selected(Options *options, const char *kind, const char *object, const char *key,
                     Groups *groups, uint64_t *mask)
{
  int                n;
  const char *const *words = option_words(options, kind, object, key, &n);
  char               why[GROUPS_NONE];

  *mask = 0;
  for (int k = 0; k < n; k++) {
    uint64_t one;

    if (groups_select(groups, GROUP_CLUMPS, words[k], &one, why)) *mask |= one;
    else option_mistake(options, kind, object, key, "%s", why);
  }
}
