/* SPDX-License-Identifier: MIT */
/* final.csv: rows are sorted by id over all ranks (splitters by bisection, then one exchange), so the file's bytes do not
   depend on the number of ranks, and no rank holds more than its share. */
#define _POSIX_C_SOURCE 200809L
#include "output/final.h"
#include <errno.h>

enum { LINE_MOST = 1024 + GROUPS_TEXT };

typedef struct {
  Id   id;
  char text[LINE_MOST - sizeof(Id)];
} Line;

static void blocked_letters(uint64_t blocked, char *letters)
{
  for (int k = 0; k < 6; k++)
    if (blocked & ((uint64_t)1 << k)) *letters++ = "xyzXYZ"[k];
  *letters = '\0';
}

/* Density as `clumps: file` takes it: what makes this mass of this template's volume. */
static double density_of(const Materials *materials, const Templates *templates, const Template *t, double mass, double scale)
{
  return template_density(materials, t) * (mass / (t->mass.mass * templates_volume_factor(templates, scale)));
}

static bool has_one_density(const Template *t)
{
  if (t->density > 0) return true;
  for (int i = 1; i < t->n; i++)
    if (t->material[i] != t->material[0]) return false;
  return true;
}

static int format_row(Line *line, const Domain *domain, const Materials *materials, const Templates *templates,
                      const Groups *groups, const Clumps *c, PetscInt a)
{
  const Template *t = &templates->list[c->shape[a]];
  const Vec3      x = domain_wrapped(domain, c->pose[a].x);
  const Quat      q = quat_mul(c->pose[a].q, quat_conjugate(t->mass.axes)); /* the scenario's axes, not the principal ones */
  char            letters[8], density[32] = "", in_groups[GROUPS_TEXT];

  blocked_letters(c->blocked[a], letters);
  if (has_one_density(t))
    snprintf(density, sizeof density, "%.17g", density_of(materials, templates, t, c->mass[a], c->scale[a]));
  groups_text(groups, c->group[a], in_groups);
  line->id = c->id[a];
  return snprintf(line->text, sizeof line->text,
                  "%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%" PRId64 ",%.17g,%s,%s,%s\n",
                  t->name, x.x, x.y, x.z, q.w, q.x, q.y, q.z, c->motion[a].v.x, c->motion[a].v.y, c->motion[a].v.z, c->w[a].x,
                  c->w[a].y, c->w[a].z, c->id[a], c->scale[a], density, in_groups, letters);
}

/* splitters[r]: ids below it, and not below splitters[r - 1], are written by rank r; as even as ids allow. Bisection over all
   64-bit ids for all ranks at once. */
static PetscErrorCode find_splitters(const Parallel *par, const Clumps *c, Id *splitters)
{
  int64_t *count, *lo, total = c->n_owned;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(par->size, &count, par->size, &lo));
  PetscCall(parallel_sum_int(par, &total, 1));
  for (int r = 0; r < par->size; r++) {
    lo[r]        = INT64_MIN;
    splitters[r] = INT64_MAX;
  }
  for (int round = 0; round < 64; round++) {
    for (int r = 0; r < par->size; r++) {
      const int64_t mid = (lo[r] & splitters[r]) + ((lo[r] ^ splitters[r]) >> 1); /* floor of the mean */

      count[r] = 0;
      for (PetscInt a = 0; a < c->n_owned; a++) count[r] += c->id[a] < mid;
    }
    PetscCall(parallel_sum_int(par, count, par->size));
    for (int r = 0; r < par->size; r++) {
      const int64_t mid = (lo[r] & splitters[r]) + ((lo[r] ^ splitters[r]) >> 1);

      if (count[r] >= (total * (r + 1)) / par->size) splitters[r] = mid;
      else lo[r] = mid;
    }
  }
  splitters[par->size - 1] = INT64_MAX;
  PetscCall(PetscFree2(count, lo));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_lines(const void *a, const void *b)
{
  const Line *p = *(Line *const *)a, *q = *(Line *const *)b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* Every row to the rank that writes it. */
static PetscErrorCode post_rows(const Parallel *par, Mail *mail, const Domain *domain, const Materials *materials,
                                const Templates *templates, const Groups *groups, const Clumps *c)
{
  Id  *splitters;
  Line line;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(par->size, &splitters));
  PetscCall(find_splitters(par, c, splitters));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int n    = format_row(&line, domain, materials, templates, groups, c, a);
    int       rank = 0;

    while (rank < par->size - 1 && line.id >= splitters[rank]) rank++;
    memset(line.text + n, 0, sizeof line.text - (size_t)n);
    PetscCall(mail_post(mail, rank, &line, sizeof(Id) + ((size_t)n + 8) / 8 * 8));
  }
  PetscCall(PetscFree(splitters));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What came, as one text in the order of ids. Records are as long as their text needs, in eights. */
static PetscErrorCode sort_rows(const Mail *mail, char **text, size_t *length)
{
  const Line **lines;
  PetscInt     n = 0, capacity = 0;
  size_t       at = 0;

  PetscFunctionBeginUser;
  lines   = NULL;
  *length = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    for (size_t k = 0; k < size;) {
      const Line *line = (const void *)(message + k);

      PetscCall(array_reserve(&lines, sizeof *lines, n + 1, &capacity));
      lines[n++] = line;
      *length += strlen(line->text);
      k += sizeof(Id) + (strlen(line->text) + 8) / 8 * 8;
    }
  }
  sort_items(lines, n, sizeof *lines, compare_lines);
  PetscCall(array_create(text, 1, (PetscInt)*length + 1));
  for (PetscInt i = 0; i < n; i++) {
    const size_t size = strlen(lines[i]->text);

    memcpy(*text + at, lines[i]->text, size);
    at += size;
  }
  array_free(&lines);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode agree(const Parallel *par, int code, const char *path)
{
  int64_t worst = code;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(par, &worst, 1));
  PetscCheck(worst == 0, par->comm, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path, strerror((int)worst));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode final_write(const Parallel *par, const char *path, const Domain *domain, const Materials *materials,
                           const Templates *templates, const Groups *groups, const Clumps *clumps)
{
  static const char header[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id,scale,density,group,blocked\n";
  char             *text;
  size_t            length;
  int64_t           offset;
  int               code = 0;
  Mail             *mail;
  FILE             *f;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  PetscCall(post_rows(par, mail, domain, materials, templates, groups, clumps));
  PetscCall(mail_deliver(mail));
  PetscCall(sort_rows(mail, &text, &length));
  PetscCall(mail_destroy(&mail));
  PetscCall(parallel_offset(par, (int64_t)length, &offset, NULL));
  if (par->rank == 0) {
    f = fopen(path, "w");
    if (!f || fputs(header, f) < 0) code = errno;
    if (f && fclose(f) != 0) code = errno;
  }
  PetscCall(agree(par, code, path));
  /* all ranks write their bytes at once, each at its place */
  f = fopen(path, "r+");
  if (!f || fseeko(f, (off_t)(sizeof header - 1) + (off_t)offset, SEEK_SET) != 0 ||
      (length > 0 && fwrite(text, length, 1, f) != 1))
    code = errno;
  if (f && fclose(f) != 0) code = errno;
  array_free(&text);
  PetscCall(agree(par, code, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}
