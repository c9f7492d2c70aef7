/* SPDX-License-Identifier: MIT */
/* Pairs of clumps that never touch, from list files. */
#include "link/link_ends.h"
#include "link/link_make.h"
#include "matter/whole.h"
#include "options/csv.h"
#include "options/rows.h"

/* clang-format off */
static const Option exclusion_options[] = {
  INPUT_FILE(KEY("file"), REQUIRED,
      "pairs of clumps without contacts, CSV with the columns id_a,id_b"),
  {0},
};
/* clang-format on */

const OptionKind exclusion_kind = {.name    = "exclusion",
                                   .named   = true,
                                   .options = exclusion_options,
                                   .text    = "pairs of clumps that never touch"};

static const StateItem exclusion_state[] = {
  ITEM(INT64, IN(ExclusionList, pairs), NULL, -0x1p63, 0x1p63,
       "ids of clumps that never touch, two for each pair", .count = STATE_ANY),
  {0},
};

void exclusions_read(Options *options, bool same, Exclusions *x)
{
  const char *const *names;

  *x   = (Exclusions){.same = same};
  x->n = options_objects(options, exclusion_kind.name, &names);
  array_create(&x->list, sizeof *x->list, x->n);
  for (int k = 0; k < x->n; k++) snprintf(x->list[k].name, NAME_LENGTH, "%s", names[k]);
}

static const CsvColumn columns[] = {CSV_ID_COLUMN("id_a"), CSV_ID_COLUMN("id_b"), {0}};

/* Note a file that has too many pairs, with those of lists before it; its rows are not looked at. */
static void check_number(const World *w, Csv *csv, Findings *findings)
{
  int64_t n = csv->total;
  char    text[WHOLE_TEXT];

  for (int k = 0; k < w->exclusions->n; k++) n += w->exclusions->list[k].pairs.n / 2;
  if (whole_fits(&whole_exclusions, n, text)) return;
  csv->n = 0;
  if (w->par->rank == 0) finding_add(findings, 0, "%s", text);
}

/* Read the list of an object from its file. */
static PetscErrorCode read_list(const World *w, bool more, ExclusionList *list)
{
  Findings    findings = {0};
  ClumpState *states;
  Csv         csv;
  Id         *ids;

  PetscFunctionBeginUser;
  if (!option_has_value(w->options, exclusion_kind.name, list->name, "file"))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(csv_read(w->par, option_word(w->options, exclusion_kind.name, list->name, "file"),
                     columns, &csv, &findings));
  check_number(w, &csv, &findings);
  array_create(&ids, sizeof *ids, 2 * csv.n);
  for (PetscInt i = 0; i < csv.n && findings.n == 0; i++)
    for (int side = 0; side < 2; side++) ids[2 * i + side] = csv_id(&csv, side, i);
  array_create(&states, sizeof *states, 2 * csv.n);
  PetscCall(clumps_look_up(w, 2 * csv.n, ids, states));
  for (PetscInt i = 0; i < csv.n; i++) {
    const Id *id = &ids[2 * i];

    if (id[0] == id[1])
      finding_add(&findings, csv.line[i],
                  "clump %" PRId64 " is on both sides: pebbles of one clump never touch", id[0]);
    for (int side = 0; side < 2 && id[0] != id[1]; side++)
      if (!states[2 * i + side].known && !more)
        finding_add(&findings, csv.line[i], "there is no clump %" PRId64, id[side]);
  }
  array_free(&states);
  PetscCall(findings_gather(w->par, &findings));
  findings_report(&findings, w->options, exclusion_kind.name, list->name, "file");
  PetscCall(state_array_gather(w->par, ids, findings.n == 0 ? 2 * csv.n : 0, &list->pairs));
  array_free(&ids);
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static StatePart part_of(ExclusionList *list, const char *name)
{
  return state_part(STATE_FOLDER, exclusion_kind.name, name, exclusion_state, list);
}

PetscErrorCode exclusions_make(World *w, bool more)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < w->exclusions->n; k++) {
    ExclusionList *list = &w->exclusions->list[k];

    if (!world_take(w, part_of(list, list->name))) PetscCall(read_list(w, more, list));
  }
  exclusions_join(w->exclusions);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exclusions_look(World *w, bool more)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < w->exclusions->n; k++) {
    ExclusionList *list = &w->exclusions->list[k];

    if (!options_object_is_stored(w->options, exclusion_kind.name, list->name))
      PetscCall(read_list(w, more, list));
    array_free(&list->pairs.list);
    list->pairs.n = 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)self;
  if (!w) state_list_part(parts, part_of(NULL, "<name>"));
  for (int k = 0; w && k < w->exclusions->n; k++) {
    ExclusionList *x = &w->exclusions->list[k];

    state_list_part(parts, part_of(x, x->name));
  }
  return PETSC_SUCCESS;
}

extern const Module exclusions_module;
const Module        exclusions_module = {.name = "exclusions", .list = list};
