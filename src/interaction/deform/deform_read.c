/* SPDX-License-Identifier: MIT */
/* The section `deformable`: keys, lists of elements, and the rest state at the start. */
#include "interaction/deform/deform.h"
#include "link/link_ends.h"
#include "matter/whole.h"
#include "options/csv.h"
#include "options/rows.h"
#include "shape/mesh/skin.h"

static const char section[] = "deformable";

/* clang-format off */
static const Option deform_options[] = {
  NAMES(KEY("clumps"), OPTIONAL, "clumps", "objects of the section clumps that have a skin"),
  INPUT_FILE(KEY("file"),                      OPTIONAL,
      "in place of clumps: list of segments, CSV with the columns a,b, or of triangles, a,b,c: "
      "ids of the clumps that are nodes, counter-clockwise (triangles: seen from outside)"),
  REAL(KEY_IN("stretching_stiffness", Deform, law.stretching), "N/m", "0", UP_TO(STIFFNESS_MOST),
      "stiffness of the area of each triangle; in two dimensions of the length of each segment, N"),
  REAL(KEY_IN("content_stiffness", Deform, law.content), "Pa", "0", UP_TO(STIFFNESS_MOST),
      "stiffness of the volume of each body; in two dimensions of its area, N/m"),
  REAL(KEY_IN("bending_stiffness", Deform, law.bending), "N m", "0", UP_TO(STIFFNESS_MOST),
      "stiffness of the angle at each edge; in two dimensions at each node, N m^2"),
  REAL(KEY_IN("edge_stiffness", Deform, law.edge), "N/m", "0", UP_TO(STIFFNESS_MOST),
      "stiffness of the spring along each edge or segment"),
  REAL(KEY_IN("surface_tension", Deform, law.tension), "N/m", "0", UP_TO(STIFFNESS_MOST),
      "energy of the surface over its area; in two dimensions over its length, N"),
  REAL(KEY_IN("damping", Deform, law.damping), "kg/s", "0",                   UP_TO(STIFFNESS_MOST),
      "coefficient of the dashpot along each edge or segment"),
  REAL(IN(Deform, content_factor),             "",     "1",                   WITHIN(1e-2, 1e3),
      "area or volume of each body at rest over that at the start"),
  REAL(IN(Deform, length_factor),              "",     "1",                   WITHIN(1e-3, 1e3),
      "lengths of segments and edges at rest over those at the start; areas of triangles: its "
      "square"),
  REAL_OR_WORD(IN(Deform, rest_angle),         "rad", "start", "start", SIGNED(3.141592653589793),
      "angle at rest of each edge, between the normals of its triangles; in two dimensions of "
      "each node, by which the line turns to the left; start: the angles at the start"),
  REAL(IN(Deform, edge_time), "s", OPTIONAL_OR(INFINITY), POSITIVE_UP_TO(TIME_MOST),
      "plastic edges: time in which their lengths at rest follow their lengths"),
  REAL(IN(Deform, perimeter_time), "s", OPTIONAL_OR(INFINITY), POSITIVE_UP_TO(TIME_MOST),
      "plastic perimeter: time in which the sum of the lengths at rest of a body follows the sum "
      "of its lengths; all lengths at rest change by the same factor"),
  REAL(IN(Deform, bending_time), "s", OPTIONAL_OR(INFINITY), POSITIVE_UP_TO(TIME_MOST),
      "plastic bending: time in which angles at rest follow the angles"),
  WORD(KEY_IN("own_contacts", Deform, own),    "none",   "none apart all",
      "contacts and potentials between nodes of the same body; apart: only between nodes that no "
      "segment or edge joins"),
  {0},
};
/* clang-format on */

const OptionKind deform_kind = {.name    = "deformable",
                                .named   = true,
                                .options = deform_options,
                                .text =
                                  "bodies that deform: clumps joined to closed lines or surfaces"};

/* clang-format off */
static const StateItem deform_state[] = {
  ITEM(INT64, IN(Deform, elements), NULL, 0, 0,
       "ids of the nodes of all segments (2 each) or triangles (3)", .count = STATE_ANY),
  ITEM(REAL, IN(Deform, rest), NULL, -WORK_MOST, WORK_MOST,
       "at rest, 7 numbers a piece (segments; or triangles, then edges by their lower, then higher "
       "node): length or area, length of the spring, m, angle, rad, weight of bending; length and "
       "angle before they last yielded, energy that was lost then, J", .count = STATE_ANY),
  ITEM(REAL, IN(Deform, content), NULL, -VOLUME_MOST, VOLUME_MOST,
       "areas or volumes of the bodies at rest, m^2 or m^3", .count = STATE_ANY),
  ITEM(REAL, IN(Deform, factor), NULL, 0, 1e300,
       "for dt: auto: largest stiffness over mass of a node for stiffnesses of 1: stretching, "
       "content, bending, edge, tension; and of damping", .count = TERMS),
  {0},
};
/* clang-format on */

/* ---- objects ---- */

void deforms_read(Options *options, int dimension, Deforms *deforms)
{
  const char *const *names;

  deforms->dimension = dimension;
  deforms->n         = options_objects(options, section, &names);
  array_create(&deforms->list, sizeof *deforms->list, deforms->n);
  for (int k = 0; k < deforms->n; k++) {
    Deform     *d    = &deforms->list[k];
    const char *name = names[k];
    bool        enclosing;

    snprintf(d->name, sizeof d->name, "%s", name);
    options_read_into(options, section, name, deform_options, d);
    if (option_is_set(options, section, name, "clumps") ==
        option_is_set(options, section, name, "file"))
      option_mistake(options, section, name, NULL,
                     "give one of clumps (objects with a skin) and file (a list of segments or "
                     "triangles)");
    if (isfinite(d->edge_time) && isfinite(d->perimeter_time))
      option_mistake(options, section, name, "perimeter_time", "and edge_time: give one of them");
    enclosing         = isfinite(d->perimeter_time);
    deforms->encloses = deforms->encloses || d->law.content > 0 || enclosing;
    deforms->yields =
      deforms->yields || enclosing || isfinite(d->edge_time) || isfinite(d->bending_time);
  }
}

static void free_object(Deform *d)
{
  array_free(&d->id);
  array_free(&d->body);
  array_free(&d->anchor);
  array_free(&d->piece);
  array_free(&d->beside_start);
  array_free(&d->beside);
  array_free(&d->elements.list);
  array_free(&d->rest.list);
  array_free(&d->content.list);
}

void deforms_most(const Deforms *deforms, int64_t *most)
{
  *most = 0;
  for (int o = 0; o < deforms->n; o++) {
    const Deform *d = &deforms->list[o];
    int64_t      *n;

    array_create(&n, sizeof *n, d->n_nodes);
    /* a piece adds to a node at most the opposites of its n - 1 other forces and that of the
       content */
    for (int32_t k = 0; k < d->n_pieces; k++)
      for (int m = 0; m < piece_nodes(d->piece[k].kind); m++) n[d->piece[k].node[m]] += PIECE_NODES;
    for (int32_t k = 0; k < d->n_nodes; k++) *most = max_int(*most, n[k]);
    array_free(&n);
  }
}

/* Free all skins, so that they can be made again. */
static void deforms_forget(Deforms *deforms)
{
  for (int k = 0; k < deforms->n; k++) {
    Deform *d = &deforms->list[k];

    free_object(d);
    d->n_nodes = d->n_pieces = d->n_bodies = 0;
    d->elements.n = d->rest.n = d->content.n = 0;
    memset(d->factor, 0, sizeof d->factor);
  }
  deforms->n_here = 0;
}

void deforms_free(Deforms *deforms)
{
  for (int k = 0; k < deforms->n; k++) free_object(&deforms->list[k]);
  array_free(&deforms->list);
  array_free(&deforms->here);
  array_free(&deforms->row);
  array_free(&deforms->node);
  anchor_sums_free(&deforms->sums);
  needs_free(&deforms->needs);
  *deforms = (Deforms){.n = 0};
}

/* ---- lists ---- */

static const CsvColumn segment_columns[]  = {CSV_ID_COLUMN("a"), CSV_ID_COLUMN("b"), {0}};
static const CsvColumn triangle_columns[] = {
  CSV_ID_COLUMN("a"), CSV_ID_COLUMN("b"), CSV_ID_COLUMN("c"), {0}};

/* False if these `more` elements of object d are too many with those before, which is a finding. findings:
   NULL: another rank notes it. */
static bool elements_fit(const World *w, const Deform *d, int corners, int64_t more,
                         Findings *findings)
{
  char text[WHOLE_TEXT];

  for (const Deform *e = w->deforms->list; e <= d; e++) more += e->elements.n / corners;
  if (whole_fits(&whole_skins, more, text)) return true;
  if (findings) finding_add(findings, 0, "%s", text);
  return false;
}

/* Read the file to Deform.elements, on all ranks. *line: line of each element; array_free. */
static PetscErrorCode read_list(const World *w, Deform *d, int corners, int64_t **line,
                                Findings *findings)
{
  StateArray lines;
  int64_t   *mine;
  Csv        csv;

  PetscFunctionBeginUser;
  PetscCall(csv_read(w->par, option_word(w->options, section, d->name, "file"),
                     corners == 2 ? segment_columns : triangle_columns, &csv, findings));
  if (!elements_fit(w, d, corners, csv.total, w->par->rank == 0 ? findings : NULL)) csv.n = 0;
  array_create(&mine, sizeof *mine, corners * csv.n);
  for (PetscInt i = 0; i < csv.n && findings->n == 0; i++)
    for (int c = 0; c < corners; c++) mine[corners * i + c] = csv_id(&csv, c, i);
  PetscCall(state_array_gather(w->par, mine, corners * csv.n, &d->elements));
  PetscCall(state_array_gather(w->par, csv.line, csv.n, &lines));
  *line = lines.list;
  array_free(&mine);
  csv_free(&csv);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Append the elements of the bodies of an object of clumps. */
static void add_skin(const World *w, Deform *d, const char *object, int corners, PetscInt *capacity,
                     Findings *findings)
{
  int  bodies;
  Mesh mesh;

  if (!option_has_value(w->options, "clumps", object, "skin")) {
    finding_add(findings, 0, "%s has no skin", object);
    return;
  }
  skin_make(w->options, object, w->domain->dimension, &mesh, findings);
  (void)skin_centres(w->options, object, corners, &bodies);
  if (!elements_fit(w, d, corners, (int64_t)bodies * mesh.n_faces, findings)) bodies = 0;
  for (int b = 0; b < bodies; b++) {
    PetscInt n = (PetscInt)d->elements.n;

    array_reserve(&d->elements.list, sizeof(int64_t), n + corners * mesh.n_faces, capacity);
    for (int f = 0; f < mesh.n_faces; f++)
      for (int c = 0; c < corners; c++)
        ((int64_t *)d->elements.list)[n++] =
          skin_id(w->options, object, &mesh, b, mesh.face[f].v[c]);
    d->elements.n = n;
  }
  mesh_free(&mesh);
}

/* ---- positions of nodes ---- */

/* Periods of every node relative to the anchor of its body, from node to node. */
static void find_images(const World *w, const Deform *d, const ClumpState *state, Image *image,
                        Findings *findings)
{
  int32_t *queue, n = 0;
  bool    *seen;

  array_create(&queue, sizeof *queue, d->n_nodes);
  array_create(&seen, sizeof *seen, d->n_nodes);
  for (int32_t b = 0; b < d->n_bodies; b++) {
    queue[n++]         = d->anchor[b];
    seen[d->anchor[b]] = true;
  }
  for (int32_t k = 0; k < n; k++)
    for (int32_t m = d->beside_start[queue[k]]; m < d->beside_start[queue[k] + 1]; m++) {
      const int32_t a = queue[k], b = d->beside[m];
      const Image   to =
        image_add(image[a], domain_nearest(w->domain, vec3_sub(state[b].x, state[a].x)));

      if (!seen[b]) {
        image[b]   = to;
        seen[b]    = true;
        queue[n++] = b;
      } else if (image_sign(image_sub(image[b], to)) != 0 && findings->n == 0)
        finding_add(findings, 0,
                    "the body of clump %" PRId64
                    " winds around the periodic domain, or has an edge of half a period or more: "
                    "bodies must close, with shorter edges",
                    d->id[d->anchor[d->body[b]]]);
    }
  array_free(&queue);
  array_free(&seen);
}

/* more: not all clumps are there yet: an unknown one is no mistake. */
static void check_nodes(const Deforms *all, int object, const ClumpState *state, bool more,
                        Findings *findings)
{
  const Deform *d = &all->list[object];

  for (int32_t k = 0; k < d->n_nodes; k++) {
    if (!state[k].known && !more)
      finding_add(findings, 0,
                  "there is no clump %" PRId64 " (those that enter later cannot be nodes)",
                  d->id[k]);
    for (int o = 0; o < object; o++)
      if (deform_node(&all->list[o], d->id[k]) >= 0)
        finding_add(findings, 0,
                    "clump %" PRId64 " is a node of %s, too: a clump may be a node of one object",
                    d->id[k], all->list[o].name);
  }
}

/* Deal the pieces of the object out to the ranks; the next rebuild sends them to the ranks that own
   their first nodes. */
static void deal_out(const Parallel *par, Deforms *all, int object, const ClumpState *state,
                     const Image *image)
{
  const Deform *d = &all->list[object];

  for (int32_t k = par->rank; k < d->n_pieces; k += par->size) {
    const Piece *piece = &d->piece[k];
    PieceHere    one = {.object = object, .piece = k, .rest = ((const PieceRest *)d->rest.list)[k]};

    for (int m = 0; m < PIECE_ENDS; m++) {
      const int32_t node = m == PIECE_ANCHOR ? d->anchor[piece->body] : piece->node[m];

      one.x[m]     = state[node].x;
      one.image[m] = image_sub(image[node], image[piece->node[0]]);
    }
    array_reserve(&all->here, sizeof *all->here, all->n_here + 1, &all->capacity);
    all->here[all->n_here++] = one;
  }
}

/* ---- one object ---- */

/* Look up the clumps that are nodes: each rank asks for a part of them, and all get them all. */
static PetscErrorCode look_up_nodes(const World *w, const Deform *d, ClumpState **state)
{
  const Parallel *par  = w->par;
  const PetscInt  from = (PetscInt)((int64_t)d->n_nodes * par->rank / par->size),
                 to    = (PetscInt)((int64_t)d->n_nodes * (par->rank + 1) / par->size);
  ClumpState *mine;
  int64_t    *first;

  PetscFunctionBeginUser;
  array_create(&mine, sizeof *mine, to - from);
  array_create(&first, sizeof *first, par->size + 1);
  PetscCall(clumps_look_up(w, to - from, d->id + from, mine));
  PetscCall(parallel_gather_items(par, mine, to - from, sizeof *mine, first, state));
  array_free(&mine);
  array_free(&first);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Look up the clumps that are nodes; then find images and, unless it is stored, the rest
   state, and deal out the pieces. */
static PetscErrorCode place(const World *w, int object, bool stored, bool more, Findings *findings)
{
  Deform     *d = &w->deforms->list[object];
  ClumpState *state;
  Image      *image;
  Vec3       *x;
  double     *mass;

  PetscFunctionBeginUser;
  array_create(&x, sizeof *x, d->n_nodes);
  array_create(&mass, sizeof *mass, d->n_nodes);
  array_create(&image, sizeof *image, d->n_nodes);
  PetscCall(look_up_nodes(w, d, &state));
  check_nodes(w->deforms, object, state, more, findings);
  if (findings->n == 0 && !more) {
    find_images(w, d, state, image, findings);
    for (int32_t k = 0; !stored && k < d->n_nodes; k++) {
      x[k]    = domain_shifted(w->domain, state[k].x, image[k]);
      mass[k] = state[k].mass;
    }
    if (!stored) deform_measure(d, w->domain->dimension, x, findings);
    if (!stored && findings->n == 0) deform_limit(d, x, mass);
    if (findings->n == 0) deal_out(w->par, w->deforms, object, state, image);
  }
  array_free(&x);
  array_free(&mass);
  array_free(&state);
  array_free(&image);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make the skin of an object: elements from its file or its objects of clumps, or, if `stored`,
   from its state (elements, rest, content); find nodes, pieces and the state at rest. Mistakes are
   noted in the options. Collective. */
static PetscErrorCode make(const World *w, int object, bool stored, bool more)
{
  Deform            *d        = &w->deforms->list[object];
  const bool         by_list  = option_has_value(w->options, section, d->name, "file");
  const int          corners  = w->domain->dimension == 2 ? 2 : 3;
  Findings           findings = {.n = 0};
  int64_t           *line     = NULL;
  PetscInt           capacity = 0;
  int                n;
  const char *const *names = option_words(w->options, section, d->name, "clumps", &n);

  PetscFunctionBeginUser;
  if (!stored && by_list) PetscCall(read_list(w, d, corners, &line, &findings));
  else if (!stored) {
    for (int k = 0; k < n; k++) add_skin(w, d, names[k], corners, &capacity, &findings);
    if (w->par->rank > 0) findings.n = 0; /* all ranks have found the same: report it once */
  }
  PetscCall(findings_gather(w->par, &findings));
  if (findings.n == 0) deform_connect(d, w->domain->dimension, line, &findings);
  if (findings.n == 0 && d->n_nodes == 0)
    finding_add(&findings, 0, "no segments or triangles are given");
  if (findings.n == 0 && stored &&
      !(d->rest.n == (int64_t)d->n_pieces * REST_REALS && d->content.n == d->n_bodies))
    finding_add(&findings, 0,
                "its arrays elements, rest and content in the checkpoint do not fit together");
  if (findings.n == 0) PetscCall(place(w, object, stored, more, &findings));
  findings_report(&findings, w->options, section, d->name, by_list ? "file" : "clumps");
  array_free(&line);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- in a run ---- */

static StatePart part_of(Deform *deform, const char *name)
{
  return state_part(STATE_FOLDER, section, name, deform_state, deform);
}

PetscErrorCode deforms_make(World *w)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < w->deforms->n && !options_has_mistakes(w->options); k++) {
    Deform *d = &w->deforms->list[k];

    PetscCall(make(w, k, world_take(w, part_of(d, d->name)), false));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode deforms_look(World *w, bool more)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < w->deforms->n; k++)
    if (!options_object_is_stored(w->options, section, w->deforms->list[k].name))
      PetscCall(make(w, k, false, more));
  deforms_forget(w->deforms);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)self;
  PetscFunctionBeginUser;
  if (!w) state_list_part(parts, part_of(NULL, "<name>"));
  else PetscCall(deforms_gather(w->deforms, w->par));
  for (int k = 0; w && k < w->deforms->n; k++)
    state_list_part(parts, part_of(&w->deforms->list[k], w->deforms->list[k].name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

extern const Module deforms_module;
const Module        deforms_module = {.name = "deforms", .list = list};
