/* SPDX-License-Identifier: MIT */
/* Comparison of two checkpoints; rows are matched by the ids of clumps and contacts. */
#include "output/checkpoint/columns.h"

enum { LINE = 512 };

/* Key that identifies a row in both files, and its index in one of them. */
typedef struct {
  int64_t key[ROW_KEYS];
  int64_t row;
} Named;

/* Rows of one kind that are in both files. */
typedef struct {
  int64_t  n;     /* number of rows in both */
  Named   *names; /* [n] keys, ascending, with the rows in the first file */
  int64_t *b;     /* [n] rows in the second file */
} Pairs;

/* ---- matching of rows ---- */

/* Order by the keys, then by the row, which is behind them. */
static int compare_names(const void *a, const void *b)
{
  return keys_compare(a, b, ROW_KEYS + 1);
}

static void names_create(const Checkpoint *c, RowKind kind, Named **names)
{
  const int64_t n = rows_count(c, kind, 0);

  array_create(names, sizeof **names, n);
  for (int64_t i = 0; i < n; i++) {
    row_key(c, kind, 0, i, (*names)[i].key);
    (*names)[i].row = i;
  }
  sort_items(*names, n, sizeof **names, compare_names);
}

static void print_name(RowKind kind, const Named *name, char *text)
{
  const long long k[] = {name->key[0], name->key[1], name->key[2], name->key[3],
                         name->key[4], name->key[5], name->key[6]};

  if (kind == ROWS_CLUMPS) snprintf(text, LINE, "clump %lld", k[0]);
  else if (kind == ROWS_WAITING) snprintf(text, LINE, "waiting clump %lld", k[0]);
  else if (kind == ROWS_CONTACTS && k[3] < 0)
    snprintf(text, LINE, "contact of clump %lld.%lld with feature %d of wall %lld", k[0], k[2],
             member_of_feature((int32_t)k[3]), k[1]);
  else if (kind < ROWS_COMMON)
    snprintf(text, LINE, "%s of clumps %lld.%lld and %lld.%lld (image %lld %lld %lld)",
             kind == ROWS_CONTACTS ? "contact" : "link", k[0], k[2], k[1], k[3], k[4], k[5], k[6]);
  else snprintf(text, LINE, "row %lld", k[0]);
}

static void print_only(FILE *out, RowKind kind, const char *which, int64_t n, const Named *first)
{
  static const char *const kinds[] = {
    [ROWS_CLUMPS] = "clumps", [ROWS_WAITING] = "waiting clumps", [ROWS_CONTACTS] = "contacts"};
  const int   link = rows_link_kind(kind);
  const char *what = link >= 0 ? link_kinds[link]->head.name : kinds[kind];
  char        text[LINE];

  if (n == 0) return;
  print_name(kind, first, text);
  fprintf(out, "only in %s: %lld %s, the first is %s\n", which, (long long)n, what, text);
}

/* Match rows by merging the sorted keys; print those that are in one file only. */
static void pairs_create(const Checkpoint *a, const Checkpoint *b, RowKind kind, FILE *out,
                         Pairs *pairs, bool *same)
{
  const int64_t n_a = rows_count(a, kind, 0), n_b = rows_count(b, kind, 0);
  const int64_t room = min_int(n_a, n_b);
  Named        *in_a, *in_b;
  Named         first_a = {.row = 0}, first_b = {.row = 0};
  int64_t       only_a = 0, only_b = 0;

  *pairs = (Pairs){0};
  names_create(a, kind, &in_a);
  names_create(b, kind, &in_b);
  array_create(&pairs->b, sizeof *pairs->b, room);
  array_create(&pairs->names, sizeof *pairs->names, room);
  for (int64_t i = 0, j = 0; i < n_a || j < n_b;) {
    const int order = i == n_a   ? 1
                      : j == n_b ? -1
                                 : keys_compare(in_a[i].key, in_b[j].key, ROW_KEYS);

    if (order < 0 && only_a++ == 0) first_a = in_a[i];
    if (order > 0 && only_b++ == 0) first_b = in_b[j];
    if (order == 0) {
      pairs->names[pairs->n] = in_a[i];
      pairs->b[pairs->n++]   = in_b[j].row;
    }
    i += order <= 0;
    j += order >= 0;
  }
  print_only(out, kind, "the first", only_a, &first_a);
  print_only(out, kind, "the second", only_b, &first_b);
  if (only_a + only_b > 0) *same = false;
  array_free(&in_a);
  array_free(&in_b);
}

/* ---- numbers ---- */

/* Map the bits of a double to an integer with the order of doubles: differences are distances in
   units in the last place. */
static int64_t real_order(uint64_t word)
{
  const int64_t bits = (int64_t)word;

  return bits < 0 ? INT64_MIN - bits : bits;
}

static void print_number(Hdf5Type type, const char *row, int k, char *text)
{
  const uint64_t word = row_word(type, row, k);

  if (type == HDF5_REAL) snprintf(text, LINE / 8, "%.17g", row_number(type, row, k));
  else if (type == HDF5_BITS) snprintf(text, LINE / 8, "0x%" PRIx64, word);
  else snprintf(text, LINE / 8, "%" PRId64, (int64_t)word);
}

/* Index of the first component in which two rows differ, or -1. */
static int first_difference(const Hdf5Table *table, const char *a, const char *b)
{
  const int    n    = table->width > 0 ? table->width : 1;
  const size_t size = hdf5_row_size(table) / (size_t)n;

  for (int k = 0; k < n; k++)
    if (memcmp(a + size * (size_t)k, b + size * (size_t)k, size) != 0) return k;
  return -1;
}

/* Print both values of component k and their difference to `text`. */
static void print_difference(const Hdf5Table *table, const char *a, const char *b, int k,
                             char *text)
{
  char one[LINE / 8], other[LINE / 8], ulps[LINE / 8] = "";

  if (table->type == HDF5_TEXT) {
    snprintf(text, LINE, "\"%.100s\" and \"%.100s\"", a, b);
    return;
  }
  print_number(table->type, a, k, one);
  print_number(table->type, b, k, other);
  if (table->type == HDF5_REAL) {
    const uint64_t gap = (uint64_t)real_order(row_word(HDF5_REAL, a, k)) -
                         (uint64_t)real_order(row_word(HDF5_REAL, b, k));

    snprintf(ulps, sizeof ulps, " or %lld ulp",
             (long long)gap < 0 ? -(long long)gap : (long long)gap);
  }
  snprintf(text, LINE, "component %d: %s and %s, by %.3g%s", k, one, other,
           fabs(row_number(table->type, a, k) - row_number(table->type, b, k)), ulps);
}

/* ---- tables ---- */

typedef struct {
  int64_t n; /* number of rows that differ */
  int64_t largest_at;
  double  largest;
  char    first[3 * LINE];
} Difference;

static void row_compare(const Hdf5Table *table, const Named *name, RowKind kind, int64_t i,
                        const char *a, const char *b, Difference *d)
{
  const int k     = first_difference(table, a, b);
  const int width = table->type == HDF5_TEXT ? 0 : table->width > 0 ? table->width : 1;
  char      who[LINE], what[LINE];

  if (k < 0) return;
  if (d->n++ == 0) {
    print_name(kind, name, who);
    print_difference(table, a, b, k, what);
    snprintf(d->first, sizeof d->first, "%s, %s", who, what);
    d->largest_at = i;
  }
  for (int j = 0; j < width; j++) {
    const double gap = fabs(row_number(table->type, a, j) - row_number(table->type, b, j));

    if (gap > d->largest) {
      d->largest    = gap;
      d->largest_at = i;
    }
  }
}

static void columns_compare(const Column *a, const Column *b, const Pairs *pairs, FILE *out,
                            bool *same)
{
  const size_t  size = hdf5_row_size(&a->table);
  const int64_t n    = pairs ? pairs->n : min_int(a->n, b->n);
  Difference    d    = {.n = 0};
  Named         name = {.row = 0};
  char         *row_a, *row_b, who[LINE];

  array_create(&row_a, sizeof *row_a, size);
  array_create(&row_b, sizeof *row_b, size);
  for (int64_t i = 0; i < n; i++) {
    column_pack(a, pairs ? pairs->names[i].row : i, 1, row_a);
    column_pack(b, pairs ? pairs->b[i] : i, 1, row_b);
    name.key[0] = i;
    row_compare(&a->table, pairs ? &pairs->names[i] : &name, a->rows, i, row_a, row_b, &d);
  }
  if (d.n > 0) {
    name.key[0] = d.largest_at;
    print_name(a->rows, pairs ? &pairs->names[d.largest_at] : &name, who);
    fprintf(out, "%s: %lld %s differ%s; the first: %s", a->table.path, (long long)d.n,
            d.n == 1 ? "row" : "rows", d.n == 1 ? "s" : "", d.first);
    if (a->table.type == HDF5_REAL) fprintf(out, "; largest %.3g (%s)", d.largest, who);
    fprintf(out, "\n");
    *same = false;
  }
  array_free(&row_a);
  array_free(&row_b);
}

static const Column *column_find(const Columns *columns, const char *path)
{
  for (PetscInt k = 0; k < columns->n; k++)
    if (strcmp(columns->list[k].table.path, path) == 0) return &columns->list[k];
  return NULL;
}

/* True if both tables exist with the same type and width, and common tables with the same
   length. */
static bool are_alike(const Column *a, const Column *b, FILE *out)
{
  if (!b) fprintf(out, "%s: only in one of the files\n", a->table.path);
  else if (a->table.type != b->table.type || a->table.width != b->table.width)
    fprintf(out, "%s: the types differ\n", a->table.path);
  else if (a->rows == ROWS_COMMON && a->n != b->n)
    fprintf(out, "%s: %lld and %lld rows\n", a->table.path, (long long)a->n, (long long)b->n);
  else return true;
  return false;
}

/* pairs: indexed by the kind of rows. */
static void tables_compare(const Columns *a, const Columns *b, const Pairs pairs[ROWS_COMMON],
                           FILE *out, bool *same)
{
  for (PetscInt k = 0; k < a->n; k++) {
    const Column *in_a = &a->list[k], *in_b = column_find(b, in_a->table.path);

    if (!in_a->state) continue;
    if (!are_alike(in_a, in_b, out)) *same = false;
    else
      columns_compare(in_a, in_b, in_a->rows == ROWS_COMMON ? NULL : &pairs[in_a->rows], out, same);
  }
  for (PetscInt k = 0; k < b->n; k++) {
    if (!b->list[k].state || column_find(a, b->list[k].table.path)) continue;
    fprintf(out, "%s: only in one of the files\n", b->list[k].table.path);
    *same = false;
  }
}

static void attributes_compare(const Columns *a, const Columns *b, FILE *out, bool *same)
{
  for (int k = 0; k < a->attributes.n; k++) {
    const StateValue *p = &a->attributes.list[k], *q = &b->attributes.list[k];
    const Hdf5Table   table = {.type = value_type(p->type), .width = p->count};
    const int         at    = first_difference(&table, p->bytes, q->bytes);
    char              text[LINE];

    if (p->derived || at < 0) continue;
    print_difference(&table, p->bytes, q->bytes, at, text);
    fprintf(out, "%s: %s\n", p->path, text);
    *same = false;
  }
}

/* The contacts of all laws in one list, with `columns` reals of memory: zeros after those of a
   law. */
static void contacts_join(const ContactRecords *from, int columns, ContactRecords *to)
{
  double *row;

  records_create(to, 1);
  to->law[0].columns = columns;
  array_create(&row, sizeof *row, columns);
  for (int g = 0; g < from->n; g++) {
    const LawRecords *list = &from->law[g];

    memset(row, 0, (size_t)columns * sizeof *row);
    for (PetscInt k = 0; k < list->n; k++) {
      if (list->columns > 0)
        memcpy(row, record_memory(list, k), (size_t)list->columns * sizeof *row);
      records_add(&to->law[0], &list->list[k], row);
    }
  }
  array_free(&row);
}

void checkpoint_compare(const Checkpoint *a, const Checkpoint *b, FILE *out, bool *same)
{
  const int      columns = (int)max_int(records_columns(a->contacts), records_columns(b->contacts));
  ContactRecords joined_a, joined_b;
  Checkpoint     one = *a, other = *b;
  Columns        columns_a, columns_b;
  Pairs          pairs[ROWS_COMMON];

  *same = true;
  contacts_join(a->contacts, columns, &joined_a);
  contacts_join(b->contacts, columns, &joined_b);
  one.contacts   = &joined_a;
  other.contacts = &joined_b;
  columns_create(&one, &columns_a);
  columns_create(&other, &columns_b);
  attributes_compare(&columns_a, &columns_b, out, same);
  for (RowKind kind = ROWS_CLUMPS; kind < ROWS_COMMON; kind++)
    pairs_create(&one, &other, kind, out, &pairs[kind], same);
  tables_compare(&columns_a, &columns_b, pairs, out, same);
  for (RowKind kind = ROWS_CLUMPS; kind < ROWS_COMMON; kind++) {
    array_free(&pairs[kind].b);
    array_free(&pairs[kind].names);
  }
  columns_free(&columns_a);
  columns_free(&columns_b);
  records_free(&joined_a);
  records_free(&joined_b);
}
