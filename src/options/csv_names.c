/* SPDX-License-Identifier: MIT */
/* Names in columns of words (csv.h). */
#include "base/text.h"
#include "options/csv_internal.h"

static void refuse_word(const char *word, int64_t line, const char *what, int n,
                        const char *const names[], Findings *findings)
{
  Likeness like = likeness_start(word);
  Text     text = {0};

  for (int k = 0; k < n; k++) likeness_offer(&like, names[k]);
  text_add(&text, "%s", "");
  likeness_say(&like, &text);
  text_add(&text, "%s %s", like.best[0] ? " There are:" : "; there are:", likeness_offered(&like));
  if (word[0]) finding_add(findings, line, "there is no %s '%s'%s", what, csv_show(word).s, text.s);
  else finding_add(findings, line, "the name of a %s is missing", what);
  text_free(&text);
}

/* place[k]: index in names of word k of the slice, -1: not there. */
static PetscErrorCode places_find(const Csv *csv, int n, const char *const names[], int empty,
                                  int **place)
{
  NameIndex index = {0};

  PetscFunctionBeginUser;
  PetscCall(array_create(place, sizeof **place, csv->n_words));
  for (int k = 0; k < n; k++) name_add(&index, names[k], NULL);
  (*place)[0] = empty;
  for (int k = 1; k < csv->n_words; k++) (*place)[k] = name_find(&index, csv->words[k]);
  name_free(&index);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode csv_resolve(const Csv *csv, int column, const char *what, int n,
                           const char *const names[], int empty, Findings *findings, int **index)
{
  const int32_t *word = csv->column[column];
  int           *place, refused = 0;

  PetscFunctionBeginUser;
  PetscCall(places_find(csv, n, names, empty, &place));
  PetscCall(array_create(index, sizeof **index, csv->n));
  for (PetscInt i = 0; i < csv->n; i++) {
    (*index)[i] = place[word[i]];
    if ((*index)[i] >= 0) continue;
    /* lines ascend: later findings would not be kept */
    if (refused++ < FINDINGS_KEPT)
      refuse_word(csv->words[word[i]], csv->line[i], what, n, names, findings);
    else findings->n++;
  }
  array_free(&place);
  PetscFunctionReturn(PETSC_SUCCESS);
}
