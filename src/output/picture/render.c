/* SPDX-License-Identifier: MIT */
/* Direct send (Hsu 1993, Proc. 1993 Symp. Parallel Rendering, 7): rows are divided into strips, one
   for each rank, and drawn in bands, one after the other, so that a rank never has more samples than
   those of its strip and of a band. */
#include "base/mail.h"
#include "output/files.h"
#include "output/picture/light_maps.h"
#include "output/picture/shade.h"
#include <errno.h>
#include <png.h>

enum { BAND = 1 << 19, LARGEST_MAP = 1024, SMALLEST_MAP = 64 }; /* samples; cells along a side */

/* First row of samples of a rank's strip, which has whole pixels. */
static int strip_first(const Scene *s, int factor, int rank, int size)
{
  return (int)((int64_t)(s->view.height / factor) * rank / size) * factor;
}

/* Rank whose strip has a row. */
static int strip_owner(const Scene *s, int factor, int row, int size)
{
  return (int)(((int64_t)(row / factor + 1) * size - 1) / (s->view.height / factor));
}

/* ---- rows that are sent ---- */

/* Head of a message with the samples of columns from .. from + n - 1 of a row: the opaque ones,
   then the layers. */
typedef struct {
  int row, from, n;
} RowHead;

static bool is_empty(const Canvas *c, size_t at)
{
  return isinf(c->solid[at].depth) && (!c->layered || isinf(c->layer[CANVAS_LAYERS * at].depth));
}

static void row_post(const Canvas *c, int row, int owner, char *space, Mail *mail)
{
  const size_t start = (size_t)row * (size_t)c->width;
  int          from = 0, to = c->width;
  RowHead      head;
  size_t       solid, layers;

  while (from < to && is_empty(c, start + (size_t)from)) from++;
  while (to > from && is_empty(c, start + (size_t)to - 1)) to--;
  if (from == to) return;
  head   = (RowHead){.row = c->first + row, .from = from, .n = to - from};
  solid  = (size_t)head.n * sizeof *c->solid;
  layers = c->layered ? CANVAS_LAYERS * solid : 0;
  memcpy(space, &head, sizeof head);
  memcpy(space + sizeof head, c->solid + start + from, solid);
  if (c->layered)
    memcpy(space + sizeof head + solid, c->layer + CANVAS_LAYERS * (start + (size_t)from), layers);
  mail_post(mail, owner, space, sizeof head + solid + layers);
}

static const char *row_merge(Canvas *c, const char *bytes)
{
  RowHead head;
  Sample  s;

  memcpy(&head, bytes, sizeof head);
  bytes += sizeof head;
  for (int k = 0; k < head.n * (c->layered ? 1 + CANVAS_LAYERS : 1); k++, bytes += sizeof s) {
    memcpy(&s, bytes, sizeof s);
    if (isinf(s.depth)) continue;
    canvas_put(c, head.row, head.from + (k < head.n ? k : (k - head.n) / CANVAS_LAYERS), &s);
  }
  return bytes;
}

/* Merge the samples that all ranks have of the rows of a canvas on the owners of these
   rows. Collective. */
static PetscErrorCode rows_merge(const Parallel *par, int factor, Canvas *c)
{
  Mail *mail;
  char *space;

  PetscFunctionBeginUser;
  if (par->size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  mail_create(par, &mail);
  array_create(
    &space,
    sizeof(RowHead) + (size_t)c->width * sizeof(Sample) * (c->layered ? 1 + CANVAS_LAYERS : 1), 1);
  for (int row = 0; row < c->rows; row++) {
    const int owner = strip_owner(c->scene, factor, c->first + row, par->size);

    if (owner != par->rank) row_post(c, row, owner, space, mail);
  }
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *at = mail_message(mail, m, NULL, &size), *end = at + size;

    while (at < end) at = row_merge(c, at);
  }
  array_free(&space);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what is in front ---- */

/* Blend the layers in front of the opaque sample, from the front. */
static void blend(const Lighting *how, const Scene *s, const Canvas *c, size_t at, int row,
                  int column, float over[4])
{
  double light[3] = {0, 0, 0}, through = 1;

  for (int k = 0; k < CANVAS_LAYERS; k++) {
    const Sample *l = &c->layer[CANVAS_LAYERS * at + (size_t)k];
    Vec3          colour;
    double        opacity;

    if (!(l->depth < c->solid[at].depth)) break;
    opacity = colour_opacity(l->colour) / 255.0;
    colour  = lit(how, colour_light(l->colour), normal_unpacked(l->normal),
                  view_ray(&s->view, column, row).way, 1, 1);
    for (int i = 0; i < 3; i++) light[i] += through * opacity * vec3_axis(colour, i);
    through *= 1 - opacity;
  }
  for (int i = 0; i < 3; i++) over[i] = (float)light[i];
  over[3] = (float)(1 - through);
}

/* Keep the rows of the canvas that belong to the strip. */
static void take(const Lighting *how, const Canvas *c, Strip *strip)
{
  const int from = (int)max_int(c->first, strip->first),
            to   = (int)min_int(c->first + c->rows, strip->first + strip->rows);

  for (int row = from; row < to; row++) {
    const size_t in  = (size_t)(row - c->first) * (size_t)c->width,
                 out = (size_t)(row - strip->first) * (size_t)c->width;

    memcpy(strip->solid + out, c->solid + in, (size_t)c->width * sizeof *strip->solid);
    for (int column = 0; c->layered && column < c->width; column++)
      blend(how, c->scene, c, in + (size_t)column, row, column, strip->over[out + (size_t)column]);
  }
}

static PetscErrorCode strips_draw(const Parallel *par, const Scene *s, const Rendering *how,
                                  bool layered, Strip *strip)
{
  const int rows = (int)max_int(how->factor, BAND / s->view.width / how->factor * how->factor);
  const int end  = s->view.height / how->factor * how->factor;
  Canvas    canvas;

  PetscFunctionBeginUser;
  canvas_create(s, rows, layered, &canvas);
  for (int row = 0; row < end; row += rows) {
    canvas_draw(&canvas, row, (int)min_int(rows, end - row));
    PetscCall(rows_merge(par, how->factor, &canvas));
    take(&how->lighting, &canvas, strip);
  }
  canvas_free(&canvas);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- pixels ---- */

enum { SHADED = 144 }; /* a multiple of the samples of a pixel along a side, 1 to 4 */

/* Samples of a row that are shaded together. */
typedef struct {
  int    row, from, n;                       /* row of the picture; first column */
  double bytes[3][SHADED], steps[2][SHADED]; /* of the colour and of the normal */
  double seen[SHADED], lamp[SHADED], light[3][SHADED];
  float  depth[SHADED];
} Shading;

/* Set what samples see and what colours they have. */
static void shading_begin(const Scene *s, const Rendering *how, const Strip *p, Shading *t)
{
  const size_t start = (size_t)(t->row - p->first) * (size_t)p->width + (size_t)t->from;

  for (int k = 0; k < t->n; k++) {
    const size_t  at     = start + (size_t)k;
    const Sample *sample = &p->solid[at];
    Vec3          bytes  = colour_bytes(sample->colour);

    if (how->paint.colour && !isinf(sample->depth)) {
      const Ray ray = view_ray(&s->view, t->from + k, t->row);

      bytes = colour_bytes(
        how->paint.colour(how->paint.context, view_place(&s->view, ray_at(ray, sample->depth))));
    }
    normal_steps(sample->normal, &t->steps[0][k], &t->steps[1][k]);
    t->bytes[0][k] = bytes.x, t->bytes[1][k] = bytes.y, t->bytes[2][k] = bytes.z;
    t->depth[k] = sample->depth;
    t->seen[k]  = p->open ? (p->sky[at] > 0 ? (double)p->open[at] / (double)p->sky[at] : 0) : 1;
    t->lamp[k]  = p->lamp ? (double)p->lamp[at] : 1;
  }
}

/* Light of opaque surfaces and, where there are none, of the background. */
KERNEL static void shading_light(const View *view, const Lighting *how, Vec3 behind,
                                 Shading *restrict t)
{
  const int n = t->n;

  for (int k = 0; k < n; k++) {
    const Vec3 way    = view_ray(view, t->from + k, t->row).way;
    const Vec3 normal = normal_of_steps(t->steps[0][k], t->steps[1][k]);
    const Vec3 colour = bytes_light(vec3(t->bytes[0][k], t->bytes[1][k], t->bytes[2][k]));
    const Vec3 lights = lit(how, colour, normal, way, t->seen[k], t->lamp[k]);
    const Vec3 light  = vec3_choose(t->depth[k] < INFINITY, lights, behind);

    t->light[0][k] = light.x, t->light[1][k] = light.y, t->light[2][k] = light.z;
  }
}

/* Add the light of a row of samples, with what is in front of them, to the sums of its pixels. */
static void row_add(const Scene *s, const Rendering *how, const Strip *p, int row, double (*sum)[3])
{
  const double part = (row + 0.5) / s->view.height;
  const Vec3   top = colour_light(how->top), bottom = colour_light(how->bottom),
             behind = vec3_axpy(top, part, vec3_sub(bottom, top));
  const int f = how->factor, width = p->width / f * f;
  Shading   t = {.row = row};

  for (t.from = 0; t.from < width; t.from += SHADED) {
    const size_t start = (size_t)(row - p->first) * (size_t)p->width + (size_t)t.from;

    t.n = (int)min_int(SHADED, width - t.from);
    shading_begin(s, how, p, &t);
    shading_light(&s->view, &how->lighting, behind, &t);
    for (int i = 0; i < 3; i++) {
      double *pixel = &sum[t.from / f][i];

      for (int k = 0, left = f; k < t.n; k++) {
        const float *over  = p->over ? p->over[start + (size_t)k] : NULL;
        const double light = t.light[i][k];

        *pixel += min_real(1, over ? (double)over[i] + (1 - (double)over[3]) * light : light);
        if (--left == 0) left = f, pixel += 3;
      }
    }
  }
}

static void strip_pixels(const Scene *s, const Rendering *how, const Strip *p,
                         unsigned char *pixels)
{
  const int f = how->factor, width = p->width / f;
  double(*sum)[3];

  array_scratch(&sum, sizeof *sum, width);
  for (int row = 0; row < p->rows / f; row++) {
    memset(sum, 0, (size_t)width * sizeof *sum);
    for (int k = 0; k < f; k++) row_add(s, how, p, p->first + row * f + k, sum);
    for (int column = 0; column < width; column++)
      for (int i = 0; i < 3; i++)
        *pixels++ = (unsigned char)(255 * sqrt(sum[column][i] / (f * f)) + 0.5);
  }
  array_free(&sum);
}

/* Gather the pixels of all strips on rank 0. Collective. */
static PetscErrorCode pixels_gather(const Parallel *par, const Scene *s, int factor,
                                    const unsigned char *mine, size_t size, unsigned char **all)
{
  const size_t line = 3 * (size_t)(s->view.width / factor);
  Mail        *mail;

  PetscFunctionBeginUser;
  *all = NULL;
  mail_create(par, &mail);
  if (size > 0) mail_post(mail, 0, mine, size);
  PetscCall(mail_deliver(mail));
  if (par->rank == 0) array_create(all, line, (s->view.height / factor));
  for (int m = 0; m < mail_messages(mail); m++) {
    int         source;
    size_t      bytes;
    const char *rows = mail_message(mail, m, &source, &bytes);

    memcpy(*all + line * (size_t)(strip_first(s, factor, source, par->size) / factor), rows, bytes);
  }
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode render(const Parallel *par, Scene *scene, const Rendering *how,
                      unsigned char **pixels)
{
  const int size =
    (int)max_int(SMALLEST_MAP, min_int(LARGEST_MAP, scene->view.height / how->factor));
  const int first  = strip_first(scene, how->factor, par->rank, par->size),
            end    = strip_first(scene, how->factor, par->rank + 1, par->size);
  const PetscInt n = (PetscInt)(end - first) * scene->view.width;
  const size_t   bytes =
    3 * (size_t)((end - first) / how->factor) * (size_t)(scene->view.width / how->factor);
  bool           layered = scene->layered;
  Strip          strip   = {.first = first, .rows = end - first, .width = scene->view.width};
  unsigned char *mine;
  Casters        casters;

  PetscFunctionBeginUser;
  PetscCall(parallel_any(par, &layered));
  casters_find(scene, &casters);
  scene_sort(scene);
  array_scratch(&strip.solid, sizeof *strip.solid, n);
  if (layered) array_scratch(&strip.over, sizeof *strip.over, n);
  PetscCall(strips_draw(par, scene, how, layered, &strip));
  PetscCall(lights_find(par, &casters, &how->lighting, size, &strip));
  casters_free(&casters);
  array_create(&mine, 1, bytes);
  strip_pixels(scene, how, &strip, mine);
  PetscCall(pixels_gather(par, scene, how->factor, mine, bytes, pixels));
  array_free(&mine);
  array_free(&strip.solid);
  array_free(&strip.over);
  array_free(&strip.open);
  array_free(&strip.sky);
  array_free(&strip.lamp);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* libpng's simplified interface reports errors by its return value. */
bool png_write(const char *path, int width, int height, const unsigned char *pixels, char *why,
               size_t size)
{
  png_image  image = {.version = PNG_IMAGE_VERSION,
                      .width   = (png_uint_32)width,
                      .height  = (png_uint_32)height,
                      .format  = PNG_FORMAT_RGB,
                      .flags   = PNG_IMAGE_FLAG_FAST}; /* a third of the time, 8 % larger */
  FileTarget target;
  FILE      *file;
  bool       good;

  if (!file_target(path, &target, why, size) || !file_begin(&target, why, size)) return false;
  file = fopen(target.unfinished, "wb");
  good = file && png_image_write_to_stdio(&image, file, 0, pixels, 3 * width, NULL);
  if (file && fclose(file) != 0) good = false;
  if (!good)
    snprintf(why, size, "%s: cannot be written: %s", path,
             image.message[0] ? image.message : strerror(errno));
  png_image_free(&image);
  return file_finish(&target, good, why, size);
}
