/* SPDX-License-Identifier: MIT */
/* A picture of the present state, asked for while a run goes on by keys of the section `image`. They
   are read into options of their own: those of the run stay as they are. */
#include "options/report.h"
#include "options/rows.h"
#include "output/picture/shot.h"

static const char scenario[] = "schema: 1\nimage:\n  - picture: {every: 1}\n";

/* clang-format off */
static const Option top_options[] = {
  INT(KEY("schema"), REQUIRED, WITHIN(1, 1), "version of this file format"),
  {0},
};
/* clang-format on */

static const OptionKind        top_kind = {.name = "", .options = top_options, .text = "the file"};
static const OptionKind *const kinds[]  = {&top_kind, &image_kind, NULL};

/* Read the keys; wrong ones are noted. Collective. */
static PetscErrorCode read_keys(const World *w, int n, const OptionPair keys[], int width,
                                int height, Options **options)
{
  enum { NAME_MOST = 128 };
  OptionRow row = {.table = "the picture", .folder = ""};
  char(*name)[NAME_MOST], size[32];

  PetscFunctionBeginUser;
  array_create(&row.pairs, sizeof *row.pairs, (size_t)n + 1);
  array_create(&name, sizeof *name, (size_t)n);
  snprintf(size, sizeof size, "%d,%d", width, height);
  for (; row.n < n; row.n++) {
    snprintf(name[row.n], sizeof name[row.n], "image_picture_%s", keys[row.n].name);
    row.pairs[row.n] = (OptionPair){name[row.n], keys[row.n].value};
  }
  row.pairs[row.n++] = (OptionPair){"image_picture_size", size};
  PetscCall(options_create(w->par, kinds, options));
  options_read_given(*options, scenario);
  options_read_row(*options, &row);
  array_free(&name);
  array_free(&row.pairs);
  PetscCall(options_check(*options));
  options_check_plane(*options, w->dimension);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Digits after the point that tell the times of steps apart, but for the last one. */
static int time_digits(double dt)
{
  int digits = 0;

  for (double unit = 1; unit > 10 * dt && digits < 9; unit /= 10) digits++;
  return digits;
}

PetscErrorCode shot_now(World *w, int n, const OptionPair keys[], int width, int height,
                        unsigned char **pixels, int *mistakes)
{
  World     view = *w;
  Shot      shot = {.name = "picture"};
  ShotFrame frame;

  PetscFunctionBeginUser;
  *pixels = NULL;
  PetscCall(read_keys(w, n, keys, width, height, &view.options));
  shot_read(&view, &shot);
  if (shot_sees(&shot))
    option_mistake(view.options, "image", "picture", "colour",
                   "'%s' is known of contacts only in steps in which an object of the section "
                   "image is due: give another colour, or such an object",
                   shot.colour);
  PetscCall(options_report(view.options, mistakes));
  if (*mistakes == 0) {
    PetscCall(shots_begin(w));
    PetscCall(shot_frame(w, &frame));
    shot_aim(w, &shot, &frame);
    PetscCall(shot_draw(w, &shot, time_digits(w->clock->dt), pixels));
    world_hide(w);
  }
  shot_free(&shot);
  options_destroy(&view.options);
  PetscFunctionReturn(PETSC_SUCCESS);
}
