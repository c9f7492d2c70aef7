/* SPDX-License-Identifier: MIT */
/* The module of pictures (shot.h). */
#include "base/box.h"
#include "base/tell.h"
#include "output/files.h"
#include "output/picture/legend.h"
#include "output/picture/shot.h"
#include "output/table/table.h"

/* MORE_DIGITS: of the time of a picture between the times of the others */
enum { IMAGING_WHY = 1024, NUMBER_WIDTH = 5, MORE_DIGITS = 2 };

/* ---- numbers of pictures ---- */

/* True if a picture after the first one was due a step ago. As its time is nearest to that step, and
   the end of the run often the first step after this time, another one would show the same. */
static bool was_just_due(const World *w, const Shot *s)
{
  const Clock  *c  = w->clock;
  const int64_t n  = beat_number(&s->beat, c, c->step);
  const double  dt = s->beat.parts * (c->step == c->first && c->before > 0 ? c->before : c->dt);

  return n > 0 && clock_time(c) - (double)n * s->every < 1.5 * dt;
}

/* True if the picture is due at the present step, by its schedule or as the last one. If an event
   ends the run, the contacts of the step have not been seen. */
static bool is_due(const World *w, const Output *out, const Shot *s)
{
  if (beat_is_never(&s->beat)) return false;
  if (world_is_due(w, &s->beat)) return true;
  return out->ends && !was_just_due(w, s) && (w->clock->step == out->last || !shot_sees(s));
}

/* Number of the picture that is due at the present step, or was due last; the same after a restart.
   The picture of the end has the number of the next one, which replaces it if the run goes on. */
static int64_t number_of(const World *w, const Beat *beat, bool is_end)
{
  const int64_t n = beat_number(beat, w->clock, w->clock->step);

  return is_end && !world_is_due(w, beat) ? n + 1 : n;
}

/* Remove older pictures with numbers that this run will write. */
static PetscErrorCode open_files(Shots *all, World *w, Output *out)
{
  const bool ended = w->clock->step >= out->last || w->stop[0];
  char       folder[FILE_PATH + 8], before[NAME_LENGTH + 1];

  PetscFunctionBeginUser;
  snprintf(folder, sizeof folder, "%s/images", out->dir);
  for (int k = 0; k < all->n; k++) {
    Shot *s = &all->list[k];

    s->beat = world_beat(w, s->every);
    snprintf(before, sizeof before, "%s-", s->name);
    if (!beat_is_never(&s->beat) && w->par->rank == 0)
      files_remove_numbered(folder, before, ".png",
                            out->goes_on ? number_of(w, &s->beat, ended) : -1);
    PetscCall(shot_listen(w, s, &s->beat, out->last));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what is written in a picture ---- */

/* Digits after the point that tell times of pictures apart. */
static int time_digits(double every)
{
  int    digits = 0;
  double last   = 1;

  while (digits < 15 && fabs(every / last - floor(every / last + 0.5)) > 1e-6 * every / last)
    digits++, last /= 10;
  return digits;
}

/* Style given to template or group k; NULL: colours show neither. */
static const Style *style_of_name(const Shot *s, int k)
{
  if (strcmp(s->colour, "template") == 0 && k < s->n_templates) return &s->of_template[k];
  if (strcmp(s->colour, "group") == 0 && k < GROUPS_MOST) return &s->of_group[k];
  return NULL;
}

/* True if names of templates are shown, and k is the template of a free mesh that is not drawn. */
static bool is_hidden_mesh(const Exposure *e, int k)
{
  const Walls *walls = e->world->walls;

  if (strcmp(e->shot->colour, "template") != 0 || !e->world->templates->list[k].carries)
    return false;
  for (int w = 0; w < walls->n; w++)
    if (walls->list[w].carried && walls->list[w].template == k)
      return !(shot_wall_style(e, w).opacity > 0);
  return false;
}

static void write_names(const Exposure *e, const Sheet *sheet)
{
  enum { NAMES = 10 };
  const Shot *s    = e->shot;
  const Tint *tint = s->colouring.tint;
  const char *name[NAMES];
  Colour      colour[NAMES];
  int         n = 0;

  for (int k = 0; n < NAMES && tint->name(e->world, k); k++) {
    const Style *style = style_of_name(s, k);

    if ((style && style->opacity == 0) || is_hidden_mesh(e, k)) continue;
    name[n]     = tint->name(e->world, k);
    colour[n++] = style && style->coloured ? style->colour : list_colour(k);
  }
  if (n > 1) legend_names(sheet, n, name, colour);
}

static void write_scales(const Exposure *e, const Sheet *sheet)
{
  static const char *const links[] = {[LINKS_BY_TENSION] = "tension", [LINKS_BY_TORQUE] = "torque"},
                           *const units[] = {[LINKS_BY_TENSION] = "N", [LINKS_BY_TORQUE] = "N m"};
  const Shot                     *s       = e->shot;

  if (s->colouring.kind == TINT_RANGE)
    legend_scale(sheet, false, s->map, s->colouring.title, s->colouring.unit, e->range);
  else if (s->colouring.kind == TINT_NAMES) write_names(e, sheet);
  if (s->links && s->link_colours != LINKS_BY_OBJECT)
    legend_scale(sheet, true, s->link_map, links[s->link_colours], units[s->link_colours],
                 e->link_range);
}

static void write_texts(const Exposure *e, unsigned char *pixels)
{
  const World *w     = e->world;
  const Shot  *s     = e->shot;
  const Ink    light = {{250, 250, 250}}, dark = {{28, 30, 34}};
  const Sheet sheet = {s->width, s->height, pixels, s->dark ? light : dark, s->dark ? dark : light};
  char        time[64];

  if (s->title[0]) legend_title(&sheet, s->title);
  snprintf(time, sizeof time, "t = %.*f s", e->digits, clock_time(w->clock));
  if (s->time) legend_time(&sheet, time);
  if (s->legend) write_scales(e, &sheet);
}

/* ---- a picture ---- */

/* Write a file NAME.png in this folder of the run. Rank 0. */
static bool write_file(const Output *out, const Shot *s, const char *subfolder, const char *name,
                       const unsigned char *pixels, char *why)
{
  char folder[FILE_PATH + 16], path[FILE_PATH + 2 * NAME_LENGTH + 40];

  snprintf(folder, sizeof folder, "%s/%s", out->dir, subfolder);
  snprintf(path, sizeof path, "%s/%s.png", folder, name);
  return folder_create(folder, why, IMAGING_WHY) &&
         png_write(path, s->width, s->height, pixels, why, IMAGING_WHY);
}

static PetscErrorCode fill_scene(Exposure *e)
{
  const Shot *s = e->shot;

  PetscFunctionBeginUser;
  for (int k = 0; k < s->n_cuts; k++) scene_cut(&e->scene, s->cut[k], s->cut_normal[k]);
  PetscCall(shot_seen(e->world, s, &e->seen));
  PetscCall(shot_measure(e));
  shot_bodies(e);
  PetscCall(shot_walls(e));
  PetscCall(shot_links(e));
  array_free(&e->seen);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode shot_draw(World *w, const Shot *s, int digits, unsigned char **pixels)
{
  Exposure  e   = {.world = w, .shot = s, .digits = digits, .scene = {.view = shot_view(w, s)}};
  Rendering how = {.lighting = {.occlusion = s->occlusion, .shadows = s->shadows},
                   .factor   = s->factor};

  PetscFunctionBeginUser;
  how.top    = s->dark ? colour_of(0.07, 0.08, 0.10, 1) : colour_of(1, 1, 1, 1);
  how.bottom = s->dark ? colour_of(0.02, 0.02, 0.03, 1) : colour_of(0.90, 0.92, 0.94, 1);
  /* a pixel of an even number of samples along each side has all directions */
  how.lighting.shares = s->factor == 1 ? 1 : s->factor % 2 == 0 ? 4 : 2;
  how.lighting.up     = view_vector(&e.scene.view, e.scene.view.up);
  PetscCall(fill_scene(&e));
  PetscCall(render(w->par, &e.scene, &how, pixels));
  scene_free(&e.scene);
  if (w->par->rank == 0) write_texts(&e, *pixels);
  array_free(&e.carried);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode make_picture(World *w, const Output *out, const Shot *s,
                                   const char *subfolder, const char *name, int digits,
                                   bool *written, char *why)
{
  unsigned char *pixels;

  PetscFunctionBeginUser;
  PetscCall(shot_draw(w, s, digits, &pixels));
  *written = true;
  if (w->par->rank == 0 && out->dir) *written = write_file(out, s, subfolder, name, pixels, why);
  array_free(&pixels);
  PetscCall(parallel_bcast(w->par, written, sizeof *written, 0));
  PetscCall(parallel_bcast(w->par, why, IMAGING_WHY, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode shots_begin(World *w)
{
  PetscFunctionBeginUser;
  world_complete(w);
  PetscCall(world_mark_dropped(w));
  PetscCall(world_show(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_one(World *w, Shot *s, Output *out)
{
  const int more = world_is_due(w, &s->beat) ? 0 : MORE_DIGITS;
  char      name[NAME_LENGTH + 24], why[IMAGING_WHY] = "";
  bool      written;

  PetscFunctionBeginUser;
  snprintf(name, sizeof name, "%s-%0*" PRId64, s->name, NUMBER_WIDTH,
           number_of(w, &s->beat, out->ends));
  PetscCall(make_picture(w, out, s, "images", name, time_digits(s->every) + more, &written, why));
  file_count(written, &s->lost, why, w, out, "no picture %s", s->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the pictures that are due at the present step; at the end of the run all of them, except,
   if an event ends it, those whose colours need contacts of the step. */
static PetscErrorCode write_due(Shots *all, World *w, Output *out)
{
  bool any = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) {
    if (!is_due(w, out, &all->list[k])) continue;
    if (!any) PetscCall(shots_begin(w));
    any = true;
    PetscCall(write_one(w, &all->list[k], out));
    all->drawn++;
  }
  if (any) world_hide(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Draw the first picture of an object, and tell what its pictures cost; with out->dir write it. */
static PetscErrorCode preview_one(World *w, const Output *out, const Shot *s)
{
  const double from = wall_seconds();
  const Beat   beat = world_beat(w, s->every);
  const double pictures =
    beat_is_never(&beat) ? 0 : floor((w->end - clock_time(w->clock)) / s->every);
  const int digits = s->every > 0 ? time_digits(s->every) : 0;
  char      name[NAME_LENGTH + 16], why[IMAGING_WHY] = "";
  bool      written;
  double    seconds;

  PetscFunctionBeginUser;
  snprintf(name, sizeof name, "%s-preview", s->name);
  PetscCall(make_picture(w, out, s, "images", name, digits, &written, why));
  seconds = wall_seconds() - from;
  PetscCall(parallel_max(w->par, &seconds, 1));
  if (w->par->rank != 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (pictures > 0)
    tell(w->par, TELL_INFO,
         "clast: image %s: %.0f more pictures will take about %.3g s, %.2g s each\n", s->name,
         pictures, pictures * seconds, seconds);
  if (out->dir && written)
    tell(w->par, TELL_INFO, "clast: preview: %s/images/%s.png\n", out->dir, name);
  else if (!written) tell(w->par, TELL_INFO, "clast: the preview could not be drawn: %s\n", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode preview(const Shots *all, World *w, const Output *out)
{
  PetscFunctionBeginUser;
  if (all->n == 0 && !out->dir) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(shots_begin(w));
  for (int k = 0; k < all->n; k++) PetscCall(preview_one(w, out, &all->list[k]));
  if (all->n == 0) {
    Shot      shot = shot_default(w);
    ShotFrame frame;

    PetscCall(shot_frame(w, &frame));
    shot_aim(w, &shot, &frame);
    PetscCall(preview_one(w, out, &shot));
    shot_free(&shot);
  }
  world_hide(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write failed/place.png: where physics stopped the run. Collective. */
static PetscErrorCode write_place(World *w, Output *out)
{
  Shot shot             = shot_of_place(w);
  char why[IMAGING_WHY] = "";
  bool written;

  PetscFunctionBeginUser;
  PetscCall(shots_begin(w));
  PetscCall(make_picture(w, out, &shot, "failed", "place", 6, &written, why));
  world_hide(w);
  shot_free(&shot);
  if (!written) warning_add(w->warnings, "the picture of the place could not be drawn: %s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module ---- */

/* Give a key of the camera the value that was chosen, for resolved.yaml and restarts. */
static PetscErrorCode give(const World *w, const Shot *s, const char *key, int n, const double *x)
{
  char   text[96];
  size_t at = 0;

  PetscFunctionBeginUser;
  if (option_has_value(w->options, "image", s->name, key)) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < n; k++)
    at += (size_t)snprintf(text + at, sizeof text - at, "%s%.6g", k > 0 ? "," : "", x[k]);
  PetscCall(option_set_default(w->options, "image", s->name, key, text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if one plane of the view has all of the box on its outer side. */
static bool is_unseen(const View *view, Vec3 lo, Vec3 hi)
{
  const double wide   = view->half * view->width / view->height;
  bool         behind = true, aside[4] = {true, true, true, true};

  for (int k = 0; k < 8; k++) {
    const Vec3   x    = view_point(view, box_corner(lo, hi, k));
    const double edge = view->parallel ? 1 : x.z;

    behind   = behind && !view->parallel && x.z <= 0;
    aside[0] = aside[0] && x.x > wide * edge;
    aside[1] = aside[1] && -x.x > wide * edge;
    aside[2] = aside[2] && x.y > view->half * edge;
    aside[3] = aside[3] && -x.y > view->half * edge;
  }
  return behind || aside[0] || aside[1] || aside[2] || aside[3];
}

/* Warn of a camera that sees neither the domain nor what is there and where it may fall. */
static void warn_of_looking_away(const World *w, const Shot *s, const ShotFrame *frame)
{
  const View view = shot_view(w, s);
  Vec3       lo = {INFINITY, INFINITY, INFINITY}, hi = vec3_scale(-1, lo);
  bool       unseen = is_unseen(&view, w->domain->lo, w->domain->hi);

  for (int k = 0; k < frame->n; k++) {
    const ShotBox *b = &frame->box[k];

    if (b->lo.x > b->hi.x) continue;
    unseen = unseen && is_unseen(&view, b->lo, b->hi);
    for (int i = 0; i < 8; i++) {
      const Vec3 x = box_corner(b->lo, b->hi, i);

      lo = (Vec3){min_real(lo.x, x.x), min_real(lo.y, x.y), min_real(lo.z, x.z)};
      hi = (Vec3){max_real(hi.x, x.x), max_real(hi.y, x.y), max_real(hi.z, x.z)};
    }
  }
  if (unseen && lo.x <= hi.x)
    option_warning(
      w->options, w->warnings, "image", s->name, NULL,
      "the camera at (%g, %g, %g) m, which looks at (%g, %g, %g) m, sees nothing of "
      "the domain: clumps and walls near them are from (%.3g, %.3g, %.3g) to (%.3g, %.3g, "
      "%.3g) m; look there, or leave from and look_at out",
      s->from.x, s->from.y, s->from.z, s->look_at.x, s->look_at.y, s->look_at.z, lo.x, lo.y, lo.z,
      hi.x, hi.y, hi.z);
}

/* Choose the cameras about which nothing is said. */
static PetscErrorCode open_state(void *self, World *w)
{
  Shots    *all = self;
  ShotFrame frame;

  PetscFunctionBeginUser;
  PetscCall(shot_frame(w, &frame));
  for (int k = 0; k < all->n; k++) {
    Shot *s = &all->list[k];

    shot_aim(w, s, &frame);
    PetscCall(give(w, s, "from", 3, (double[]){s->from.x, s->from.y, s->from.z}));
    PetscCall(give(w, s, "look_at", 3, (double[]){s->look_at.x, s->look_at.y, s->look_at.z}));
    if (s->parallel) PetscCall(give(w, s, "height", 1, &s->tall));
    /* all restarts have the rounded values */
    s->from    = option_vec3(w->options, "image", s->name, "from");
    s->look_at = option_vec3(w->options, "image", s->name, "look_at");
    if (s->parallel) s->tall = option_real(w->options, "image", s->name, "height");
    if (!w->saved) warn_of_looking_away(w, s, &frame);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN) PetscCall(open_files(self, w, out));
  else if (out->call == OUTPUT_STEP) PetscCall(write_due(self, w, out));
  else if (out->call == OUTPUT_PREVIEW) PetscCall(preview(self, w, out));
  else if (out->call == OUTPUT_BROKEN) PetscCall(write_place(w, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  Shots *all = self;

  for (int k = 0; all->list && k < all->n; k++) shot_free(&all->list[k]);
  array_free(&all->list);
}

const Module pictures_module = {
  .name   = "images",
  .size   = sizeof(Shots),
  .needs  = "material template clumps wall change profile monitor image inlet",
  .placed = "domain contact interaction search",
  .setup  = {.place = shots_read, .open = open_state},
  .write  = write,
  .free   = free_state};
