/* SPDX-License-Identifier: MIT */
/* Pairs of clumps that never touch, from list files (exclusions_read.h). */
#include "link/exclusions_read.h"
#include "link/link_ends.h"
#include "options/csv.h"
#include "options/rows.h"

/* clang-format off */
static const Option exclusion_options[] = {
  INPUT_FILE(KEY("file"), REQUIRED,
      "pairs of clumps without contacts, CSV with the columns id_a,id_b"),
  {NULL},
};
/* clang-format on */

const OptionKind exclusion_kind = {.name    = "exclusion",
                                   .named   = true,
                                   .options = exclusion_options,
                                   .text    = "pairs of clumps that never touch"};

const StateItem exclusion_state[] = {
  {.name   = "pairs",
   .text   = "ids of clumps that never touch, two for each pair",
   .type   = STATE_INT64,
   .count  = STATE_ANY,
   .offset = offsetof(ExclusionList, pairs),
   .lo     = -0x1p63,
   .hi     = 0x1p63},
  {NULL},
};

PetscErrorCode exclusions_read(Options *options, bool same, Exclusions *x)
{
  const char *const *names;

  PetscFunctionBeginUser;
  *x = (Exclusions){.same = same};
  PetscCall(options_objects(options, exclusion_kind.name, &x->n, &names));
  PetscCall(array_create(&x->list, sizeof *x->list, x->n));
  for (int k = 0; k < x->n; k++) PetscCall(PetscStrncpy(x->list[k].name, names[k], NAME_LENGTH));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const CsvColumn columns[] = {{.name = "id_a", .type = CSV_ID, .flags = CSV_REQUIRED},
                                    {.name = "id_b", .type = CSV_ID, .flags = CSV_REQUIRED},
                                    {NULL}};

/* Note rows of unknown clumps, and of one clump twice. */
static PetscErrorCode check(const LinkScene *s, const Csv *csv, const Id *ids, Findings *findings)
{
  ClumpState *states;

  PetscFunctionBeginUser;
  PetscCall(array_create(&states, sizeof *states, 2 * csv->n));
  PetscCall(clumps_look_up(s->par, s->domain, s->clumps, 2 * csv->n, ids, states));
  for (PetscInt i = 0; i < csv->n; i++) {
    const Id *id = &ids[2 * i];

    if (id[0] == id[1])
      finding_add(findings, csv->line[i],
                  "clump %" PRId64 " is on both sides: pebbles of one clump never touch", id[0]);
    for (int side = 0; side < 2 && id[0] != id[1]; side++)
      if (!states[2 * i + side].known && !s->more)
        finding_add(findings, csv->line[i], "there is no clump %" PRId64, id[side]);
  }
  array_free(&states);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exclusion_make(const LinkScene *s, Exclusions *x, int k, bool known)
{
  ExclusionList *list     = &x->list[k];
  Findings       findings = {0};
  Csv            csv;
  Id            *ids;

  PetscFunctionBeginUser;
  if (known || !option_has_value(s->options, exclusion_kind.name, list->name, "file"))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(csv_read(s->par, option_word(s->options, exclusion_kind.name, list->name, "file"),
                     columns, &csv, &findings));
  PetscCall(array_create(&ids, sizeof *ids, 2 * csv.n));
  for (PetscInt i = 0; i < csv.n && findings.n == 0; i++)
    for (int side = 0; side < 2; side++) ids[2 * i + side] = csv_id(&csv, side, i);
  PetscCall(check(s, &csv, ids, &findings));
  PetscCall(findings_gather(s->par, &findings));
  findings_report(&findings, s->options, exclusion_kind.name, list->name, "file");
  PetscCall(state_array_gather(s->par, ids, findings.n == 0 ? 2 * csv.n : 0, &list->pairs));
  array_free(&ids);
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}
