/* SPDX-License-Identifier: MIT */
/* Pictures of the present state. */
#include "api/api.h"
#include "output/picture/shot.h"

typedef struct {
  int                 n, width, height;
  const clast_option *options;
  unsigned char      *rgb;
} Draws;

static PetscErrorCode draw(clast *self, void *arguments, clast_status *status)
{
  const Draws   *draws = arguments;
  OptionPair    *keys;
  unsigned char *pixels;
  int            mistakes;

  PetscFunctionBeginUser;
  if (are_wrong(self, draws->n, draws->options, status)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(run_begin_once(self));
  array_create(&keys, sizeof *keys, draws->n);
  for (int k = 0; k < draws->n; k++)
    keys[k] = (OptionPair){.name = draws->options[k].key, .value = draws->options[k].value};
  PetscCall(shot_now(sim_world(self->sim), draws->n, keys, draws->width, draws->height, &pixels,
                     &mistakes));
  if (mistakes) *status = CLAST_MISTAKES;
  else if (pixels && draws->rgb)
    memcpy(draws->rgb, pixels, 3 * (size_t)draws->width * (size_t)draws->height);
  array_free(&pixels);
  array_free(&keys);
  PetscFunctionReturn(PETSC_SUCCESS);
}

clast_status clast_picture(clast *self, int n, const clast_option options[], int width, int height,
                           unsigned char *rgb)
{
  return on_whole(
    self, draw, &(Draws){.n = n, .width = width, .height = height, .options = options, .rgb = rgb});
}
