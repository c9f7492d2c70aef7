/* SPDX-License-Identifier: MIT */
/* Copies found by holders.h: those of other ranks' clumps form a graph (exchange.h), periodic
   images of the rank's own clumps a list, copies of wide clumps are kept by wide.h. Held rows come
   in this order. */
#include "base/mail.h"
#include "base/rows.h"
#include "space/cell/cell.h"
#include "space/halo_internal.h"

PetscErrorCode halo_create(const Parallel *par, int64_t wide, Halo **halo)
{
  PetscFunctionBeginUser;
  array_create(halo, sizeof **halo, 1);
  (*halo)->par  = par;
  (*halo)->most = wide;
  PetscCall(exchange_create(par, &(*halo)->exchange));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_destroy(Halo **halo)
{
  PetscFunctionBeginUser;
  if (*halo) {
    PetscCall(exchange_free(&(*halo)->exchange));
    array_free(&(*halo)->own);
    array_free(&(*halo)->chosen);
    wide_free(&(*halo)->wide);
    array_free(halo);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rebuild ---- */

/* Content of the mail: number of messages from other ranks, of copies in them, and of images of own
   clumps. */
typedef struct {
  int      n_from;
  PetscInt others, own;
} Content;

static Content content_of(const Mail *mail, int rank, const Field *fields)
{
  const size_t record = holders_record_size(fields);
  Content      c      = {0};

  for (int m = 0; m < mail_messages(mail); m++) {
    int      source;
    size_t   size;
    PetscInt n;

    mail_message(mail, m, &source, &size);
    n = (PetscInt)(size / record);
    if (source == rank) c.own += n;
    else c.others += n, c.n_from++;
  }
  return c;
}

/* Append a held row for every copy in a message; root[]: its row at the owner. */
static void accept(const char *message, size_t size, Clumps *clumps, PetscInt *root)
{
  for (size_t at = 0; at < size; at += holders_record_size(clumps->fields)) {
    const PetscInt b = clumps->n++;
    Ticket         ticket;

    memcpy(&ticket, message + at, sizeof ticket);
    fields_unpack(clumps->fields, clumps, b, HELD_ONCE, message + at + sizeof ticket);
    clumps->shift[b] = ticket.shift;
    *root++          = ticket.root;
  }
}

/* Append copies of other ranks' clumps, rank by rank, and build the graph. */
static PetscErrorCode accept_others(Halo *halo, const Mail *mail, const Content *content,
                                    Clumps *clumps)
{
  Exchange *x = &halo->exchange;
  int      *from, n = 0;
  PetscInt *first, *root;

  PetscFunctionBeginUser;
  array_scratch(&from, sizeof *from, content->n_from);
  array_scratch(&first, sizeof *first, content->n_from + 1);
  array_scratch(&root, sizeof *root, content->others);
  first[0] = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    int         source;
    size_t      size;
    const char *message = mail_message(mail, m, &source, &size);

    if (source == halo->par->rank) continue;
    accept(message, size, clumps, root + first[n]);
    from[n]      = source;
    first[n + 1] = first[n] + (PetscInt)(size / holders_record_size(clumps->fields));
    n++;
  }
  PetscCall(exchange_connect(x, n, from, first, root));
  array_free(&from);
  array_free(&first);
  array_free(&root);
  halo->traffic.remote       = exchange_leaves(x);
  halo->traffic.given_remote = exchange_roots(x);
  halo->traffic.receivers    = x->n_to;
  halo->traffic.senders      = x->n_from;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Append periodic images of the rank's own clumps. */
static void accept_own(Halo *halo, const Mail *mail, Clumps *clumps)
{
  halo->first_own = clumps->n;
  for (int m = 0; m < mail_messages(mail); m++) {
    int         source;
    size_t      size;
    const char *message = mail_message(mail, m, &source, &size);

    if (source == halo->par->rank) accept(message, size, clumps, halo->own);
  }
}

static PetscErrorCode accept_copies(Halo *halo, const Mail *mail, Clumps *clumps)
{
  const Content content = content_of(mail, halo->par->rank, clumps->fields);

  PetscFunctionBeginUser;
  clumps_reserve(clumps, clumps->n_owned + content.others + content.own);
  array_reserve(&halo->own, sizeof *halo->own, content.own, &halo->own_capacity);
  clumps->n     = clumps->n_owned;
  halo->n_roots = clumps->n_owned;
  halo->n_own   = content.own;
  PetscCall(accept_others(halo, mail, &content, clumps));
  accept_own(halo, mail, clumps);
  halo->traffic.given = halo->traffic.given_remote + halo->n_own;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find the owned rows that are wide, n on this rank and *total on all, and post copies of the other
   clumps to *mail. Repeated with a higher limit of copies until *total <= HALO_WIDE_MOST. */
static PetscErrorCode find_wide(const Halo *halo, HolderSearch *search, Mail **mail,
                                PetscInt **rows, PetscInt *n, int64_t *total)
{
  PetscFunctionBeginUser;
  for (search->most = halo->most;; search->most = halo_wide_next(search->most)) {
    mail_create(halo->par, mail);
    holders_find(halo->par, search, *mail, rows, n);
    *total = *n;
    PetscCall(parallel_sum_int(halo->par, total, 1));
    if (*total <= HALO_WIDE_MOST) break;
    array_free(rows);
    mail_destroy(mail);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_build(Halo *halo, const Domain *domain, const Decomposition *decomposition,
                          const Templates *templates, double reach, Clumps *clumps)
{
  HolderSearch search = {.domain        = domain,
                         .decomposition = decomposition,
                         .templates     = templates,
                         .clumps        = clumps,
                         .reach         = holders_reach(domain, reach),
                         .needs         = {halo->needs[0], halo->needs[1]}};
  Mail        *mail;
  PetscInt    *rows, n;
  int64_t      total;

  PetscFunctionBeginUser;
  PetscCall(find_wide(halo, &search, &mail, &rows, &n, &total));
  PetscCall(mail_deliver(mail));
  PetscCall(accept_copies(halo, mail, clumps));
  PetscCall(wide_build(&halo->wide, halo->par, &search, rows, n, (int)total, clumps));
  array_free(&rows);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lines of the messages to copies; returns their number: poses, and the RENEWED fields. */
static int lines_out(const Clumps *c, ExchangeLine lines[EXCHANGE_LINES])
{
  int n = 1;

  lines[0] = (ExchangeLine){HALO_POSE_BYTES, HALO_POSE_BYTES, c->pose, c->pose + c->n_owned};
  for (int k = 0; k < c->n_renewed && n < EXCHANGE_LINES; k++) {
    const Field *f = c->renewed[k];

    lines[n++] = (ExchangeLine){field_size(f), field_stride(f), field_item(f, c, 0),
                                field_item(f, c, c->n_owned)};
  }
  return n;
}

/* Lines of the messages to owners: loads, and the accumulators. */
static int lines_back(const Clumps *c, const Loads *loads, ExchangeLine lines[EXCHANGE_LINES])
{
  int n = 1;

  lines[0] = (ExchangeLine){HALO_LOAD_BYTES, HALO_LOAD_BYTES, loads->sum,
                            loads->sum + (size_t)c->n_owned * LOAD_PARTS};
  for (int k = 0; k < loads->n_more && n < EXCHANGE_LINES; k++)
    lines[n++] = (ExchangeLine){sizeof(int64_t), sizeof(int64_t), loads->more[k].sum,
                                loads->more[k].sum + c->n_owned};
  return n;
}

void halo_need(Halo *halo, int list, const Needs *needs)
{
  halo->needs[list] = needs;
}

PetscErrorCode halo_set_up(Halo *halo, Clumps *clumps, Loads *loads)
{
  ExchangeLine out[EXCHANGE_LINES], back[EXCHANGE_LINES];
  const int    n_out = lines_out(clumps, out), n_back = lines_back(clumps, loads, back);

  PetscFunctionBeginUser;
  PetscCall(exchange_set_up(&halo->exchange, EXCHANGE_OUT, n_out, out));
  PetscCall(exchange_set_up(&halo->exchange, EXCHANGE_BACK, n_back, back));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void halo_mark_sent(const Halo *halo, PetscInt tile, bool *sent)
{
  memset(sent, 0, (size_t)((halo->n_roots + tile - 1) / tile) * sizeof *sent);
  for (PetscInt k = 0; k < exchange_roots(&halo->exchange); k++)
    sent[halo->exchange.row[k] / tile] = true;
  for (PetscInt k = 0; k < halo->wide.n_mine; k++) sent[halo->wide.mine[k] / tile] = true;
}

int halo_wide(const Halo *halo)
{
  return halo->wide.n;
}

/* ---- cost ---- */

HaloTraffic halo_traffic(const Halo *halo)
{
  return halo->traffic;
}

HaloSent halo_sent(const Halo *halo)
{
  return halo->sent;
}

size_t halo_pose_bytes(const Field *fields)
{
  return HALO_POSE_BYTES + fields_size(fields, RENEWED);
}

size_t halo_load_bytes(const Field *fields)
{
  return HALO_LOAD_BYTES + fields_size(fields, SUMMED);
}

size_t halo_root_bytes(const Field *fields)
{
  return sizeof(PetscInt) /* Exchange.row */ + halo_pose_bytes(fields) + halo_load_bytes(fields);
}

/* ---- every step ---- */

enum { AHEAD = 16 }; /* distance of the prefetch, rows */

PetscErrorCode halo_refresh_begin(Halo *halo, Clumps *clumps)
{
  ExchangeLine lines[EXCHANGE_LINES];
  const int    n = lines_out(clumps, lines);

  PetscFunctionBeginUser;
  halo->sent.messages += halo->traffic.receivers;
  for (int k = 0; k < n; k++)
    halo->sent.bytes += halo->traffic.given_remote * (int64_t)lines[k].size;
  PetscCall(exchange_begin(&halo->exchange, EXCHANGE_OUT, n, lines));
  PetscCall(wide_refresh_begin(&halo->wide, halo->par, clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Renewed fields of images of own clumps. */
static void renew_own(const Halo *halo, Clumps *c)
{
  for (int k = 0; k < c->n_renewed; k++) {
    const Field *f = c->renewed[k];

    for (PetscInt i = 0; i < halo->n_own; i++)
      memcpy(field_item(f, c, halo->first_own + i), field_item(f, c, halo->own[i]), field_size(f));
  }
}

/* Way and velocity of the image of the last copy: the next one is often of the same image. */
typedef struct {
  Image n;
  Vec3  way, jump;
} Shift;

static void shift_pose_in_cell(const Domain *domain, Pose *pose, Image n, Shift *last)
{
  const Vec3 none = {0, 0, 0};

  if (image_sign(n) == 0) return;
  if (image_sign(image_sub(n, last->n)) != 0)
    *last =
      (Shift){n, domain_shifted(domain, none, n), domain->cell.flows ? cell_jump(domain, n) : none};
  pose->x = vec3_add(pose->x, last->way);
  if (domain->cell.flows) pose->v = vec3_add(pose->v, last->jump);
}

static inline void shift_pose(const Domain *domain, Clumps *clumps, PetscInt b, Shift *last)
{
  Pose *pose = &clumps->pose[b];

  if (domain->cell.used) shift_pose_in_cell(domain, pose, clumps->shift[b], last);
  else pose->x = domain_shifted(domain, pose->x, clumps->shift[b]);
}

/* The image of an own clump. */
static inline void renew_pose(const Halo *halo, const Domain *domain, Clumps *clumps, PetscInt k,
                              Shift *last)
{
  clumps->pose[halo->first_own + k] = clumps->pose[halo->own[k]];
  shift_pose(domain, clumps, halo->first_own + k, last);
}

void halo_choose(Halo *halo, const Clumps *clumps, const bool *meets)
{
  array_reserve(&halo->chosen, sizeof *halo->chosen, halo->n_own, &halo->chosen_capacity);
  halo->n_chosen = 0;
  for (PetscInt k = 0; k < halo->n_own; k++)
    if (meets[halo->first_own - clumps->n_owned + k]) halo->chosen[halo->n_chosen++] = k;
}

/* The end of a refresh when images of own clumps have been made. */
static PetscErrorCode refresh_others(Halo *halo, const Domain *domain, Clumps *clumps)
{
  Shift last = {0};

  PetscFunctionBeginUser;
  renew_own(halo, clumps);
  PetscCall(exchange_end(&halo->exchange, EXCHANGE_OUT));
  PetscCall(wide_refresh_end(&halo->wide, clumps));
  for (PetscInt b = clumps->n_owned; b < halo->first_own; b++) shift_pose(domain, clumps, b, &last);
  for (PetscInt b = halo->first_own + halo->n_own; b < clumps->n; b++)
    shift_pose(domain, clumps, b, &last);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_refresh_end(Halo *halo, const Domain *domain, Clumps *clumps)
{
  Shift last = {0};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < halo->n_own; k++) { /* while messages are in transit */
    lines_fetch(&clumps->pose[halo->own[k + AHEAD < halo->n_own ? k + AHEAD : k]], sizeof(Pose));
    renew_pose(halo, domain, clumps, k, &last);
  }
  PetscCall(refresh_others(halo, domain, clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_refresh(Halo *halo, const Domain *domain, Clumps *clumps)
{
  PetscFunctionBeginUser;
  PetscCall(halo_refresh_begin(halo, clumps));
  PetscCall(halo_refresh_end(halo, domain, clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_refresh_chosen(Halo *halo, const Domain *domain, Clumps *clumps)
{
  const PetscInt *chosen = halo->chosen, n = halo->n_chosen;
  Shift           last = {0};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt next = chosen[i + AHEAD < n ? i + AHEAD : i];

    lines_fetch(&clumps->pose[halo->own[next]], sizeof(Pose));
    lines_fetch(&clumps->pose[halo->first_own + next], sizeof(Pose));
    renew_pose(halo, domain, clumps, chosen[i], &last);
  }
  PetscCall(refresh_others(halo, domain, clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_reduce_begin(Halo *halo, const Clumps *clumps, Loads *loads)
{
  ExchangeLine lines[EXCHANGE_LINES];
  const int    n = lines_back(clumps, loads, lines);

  PetscFunctionBeginUser;
  halo->sent.messages += halo->traffic.senders;
  for (int k = 0; k < n; k++) halo->sent.bytes += halo->traffic.remote * (int64_t)lines[k].size;
  PetscCall(exchange_begin(&halo->exchange, EXCHANGE_BACK, n, lines));
  PetscCall(wide_reduce_begin(&halo->wide, halo->par, loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the accumulators of copies, from other ranks or of own clumps, to those of their owners. */
static void add_more(const Halo *halo, Loads *loads)
{
  const Exchange *x = &halo->exchange;

  for (int k = 0; k < loads->n_more; k++) {
    int64_t       *sum  = loads->more[k].sum;
    const int64_t *came = exchange_came(x, EXCHANGE_BACK, 1 + k);

    for (PetscInt i = 0; i < halo->n_own; i++)
      loads_add(&sum[halo->own[i]], sum[halo->first_own + i]);
    for (PetscInt i = 0; i < exchange_roots(x); i++) loads_add(&sum[x->row[i]], came[i]);
  }
}

/* Add the sums of an image to those of its owner. */
static inline void add_own(const Halo *halo, Loads *loads, PetscInt k)
{
  loads_add_row(loads->sum + (size_t)halo->own[k] * LOAD_PARTS,
                loads->sum + (size_t)(halo->first_own + k) * LOAD_PARTS);
}

static inline void fetch_own(const Halo *halo, const Loads *loads, PetscInt k)
{
  lines_fetch(loads->sum + (size_t)halo->own[k] * LOAD_PARTS, LOAD_PARTS * sizeof *loads->sum);
}

/* The end of a reduction when sums of images of own clumps have been added. */
static PetscErrorCode reduce_others(Halo *halo, Loads *loads)
{
  const PetscInt  n   = exchange_roots(&halo->exchange);
  const PetscInt *row = halo->exchange.row;
  const int64_t  *came;

  PetscFunctionBeginUser;
  PetscCall(exchange_end(&halo->exchange, EXCHANGE_BACK));
  came = exchange_came(&halo->exchange, EXCHANGE_BACK, 0);
  for (PetscInt k = 0; k < n; k++) {
    lines_fetch(loads->sum + (size_t)row[k + AHEAD < n ? k + AHEAD : k] * LOAD_PARTS,
                HALO_LOAD_BYTES);
    loads_add_row(loads->sum + (size_t)row[k] * LOAD_PARTS, came + (size_t)k * LOAD_PARTS);
  }
  add_more(halo, loads);
  PetscCall(wide_reduce_end(&halo->wide, loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_reduce_end(Halo *halo, Loads *loads)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < halo->n_own; k++) { /* while messages are in transit */
    fetch_own(halo, loads, k + AHEAD < halo->n_own ? k + AHEAD : k);
    add_own(halo, loads, k);
  }
  PetscCall(reduce_others(halo, loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode halo_reduce_chosen(Halo *halo, Loads *loads)
{
  const PetscInt *chosen = halo->chosen, n = halo->n_chosen;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    fetch_own(halo, loads, chosen[i + AHEAD < n ? i + AHEAD : i]);
    add_own(halo, loads, chosen[i]);
  }
  PetscCall(reduce_others(halo, loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}
