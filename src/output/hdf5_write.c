/* SPDX-License-Identifier: MIT */
/* Writing: rank 0 creates groups, tables, attributes and links by HDF5; each rank writes its rows
   by pwrite to the offset of the table in the file.

   A page of the file is written by one rank alone, as a parallel file system passes pages, or blocks
   of them, from one writer to the next at great cost. Where rows of several ranks meet on a page they
   are sent to one of them. Pages that are not of one table alone, and small tables, are written by
   rank 0, as it writes what is between tables. */
#include "base/mail.h"
#include "output/files.h"
#include "output/hdf5_internal.h"
#include <errno.h>

enum {
  ATTRIBUTES =
    100, /* per object, up to which they are stored in its header, which has a checksum */
  PAGE        = 1 << 12, /* bytes */
  BLOCK       = 1 << 18, /* bytes of rows that are made at a time: they stay in the cache */
  SMALL       = 1 << 16, /* bytes of a table that rank 0 writes alone */
  FLUSH       = 1 << 22, /* bytes with which the disk begins at a time ... */
  FLUSH_LEAST = 1 << 20  /* ... and at the end of a table */
};

/* ---- the list of tables ---- */

static void part_add(Hdf5 *file, const Hdf5Table *table, int64_t n_mine)
{
  Hdf5Part *part;

  array_reserve(&file->parts, sizeof *file->parts, file->n_parts + 1, &file->capacity);
  part  = &file->parts[file->n_parts++];
  *part = (Hdf5Part){.size = hdf5_row_size(table), .mine = n_mine};
  snprintf(part->path, sizeof part->path, "%s", table->path);
}

PetscErrorCode hdf5_place(Hdf5 *file)
{
  const PetscInt n = file->n_parts;
  int64_t       *rows; /* of this rank, before, of all */

  PetscFunctionBeginUser;
  array_create(&rows, 3 * sizeof *rows, n);
  for (PetscInt k = 0; k < n; k++) rows[k] = file->parts[k].mine;
  PetscCall(parallel_offsets(file->par, rows, (int)n, rows + n, rows + 2 * n));
  for (PetscInt k = 0; k < n; k++) {
    file->parts[k].before = rows[n + k];
    file->parts[k].total  = rows[2 * n + k];
  }
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const Hdf5Part *part_of(const Hdf5 *file, const char *path)
{
  static const Hdf5Part none = {.mine = 0};

  for (PetscInt k = 0; k < file->n_parts; k++)
    if (strcmp(file->parts[k].path, path) == 0) return &file->parts[k];
  return &none;
}

int64_t hdf5_rows_before(const Hdf5 *file, const char *path)
{
  return part_of(file, path)->before;
}

int64_t hdf5_rows_total(const Hdf5 *file, const char *path)
{
  return part_of(file, path)->total;
}

/* ---- groups, attributes and tables, by rank 0 ---- */

static bool makes(const Hdf5 *file)
{
  return file->pass == HDF5_MAKES && !file->failed;
}

PetscErrorCode hdf5_group(Hdf5 *file, const char *path)
{
  hid_t properties, group;

  if (!makes(file)) return PETSC_SUCCESS;
  properties = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_attr_phase_change(properties, ATTRIBUTES, 0);
  H5Pset_obj_track_times(properties, false);
  group = H5Gcreate2(file->id, path, H5P_DEFAULT, properties, H5P_DEFAULT);
  if (group < 0) hdf5_fail_inside(file, path, "cannot make the group");
  else H5Gclose(group);
  H5Pclose(properties);
  return PETSC_SUCCESS;
}

PetscErrorCode hdf5_set(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n,
                        const void *values)
{
  const hsize_t size = (hsize_t)n;
  hid_t         id, space, made;

  if (!makes(file)) return PETSC_SUCCESS;
  id    = hdf5_type_create(type, type == HDF5_TEXT ? strlen(values) : 0);
  space = type == HDF5_TEXT || n == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
  made =
    H5Acreate_by_name(file->id, object, name, id, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (made < 0 || H5Awrite(made, id, values) < 0)
    hdf5_fail_inside(file, object, "cannot write an attribute");
  if (made >= 0) H5Aclose(made);
  H5Sclose(space);
  H5Tclose(id);
  return PETSC_SUCCESS;
}

PetscErrorCode hdf5_link(Hdf5 *file, const char *path, const char *name)
{
  if (makes(file) && H5Lcreate_hard(file->id, path, file->id, name, H5P_DEFAULT, H5P_DEFAULT) < 0)
    hdf5_fail_inside(file, name, "cannot link");
  return PETSC_SUCCESS;
}

hid_t hdf5_table_make(hid_t in, const Hdf5Table *table, const char *path, int64_t n, int64_t chunk,
                      int level)
{
  hsize_t     size[HDF5_DIMENSIONS];
  const int   dimensions = hdf5_dimensions(table, n, size);
  const hid_t space      = H5Screate_simple(dimensions, size, NULL);
  const hid_t type       = hdf5_type_create(table->type, (size_t)table->width);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  hid_t       id;

  if (chunk > 0) {
    (void)hdf5_dimensions(table, chunk, size);
    H5Pset_chunk(properties, dimensions, size);
    H5Pset_shuffle(properties);
    H5Pset_deflate(properties, (unsigned)level);
  } else {
    H5Pset_layout(properties, H5D_CONTIGUOUS);
    H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY);
  }
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  H5Pset_obj_track_times(properties, false);
  id = H5Dcreate2(in, path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  H5Pclose(properties);
  H5Tclose(type);
  H5Sclose(space);
  return id;
}

/* Create a contiguous table. Returns the offset of its rows in the file, bytes; 0 for a table
   without rows. */
static int64_t table_create(Hdf5 *file, const Hdf5Table *table, int64_t total)
{
  const hid_t id    = hdf5_table_make(file->id, table, table->path, total, 0, 0);
  haddr_t     start = 0;

  if (id >= 0 && total > 0) start = H5Dget_offset(id);
  if (id < 0 || start == HADDR_UNDEF) hdf5_fail_inside(file, table->path, "cannot make the table");
  if (id >= 0 && H5Dclose(id) < 0) hdf5_fail_inside(file, table->path, "cannot close the table");
  return (int64_t)start;
}

static void part_make(Hdf5 *file, const Hdf5Table *table, Hdf5Part *part)
{
  if (hdf5_is_packed(file, part->total * (int64_t)part->size))
    hdf5_packed_make(file, table, part->total);
  else part->start = table_create(file, table, part->total);
  if (table->unit) (void)hdf5_set(file, table->path, "unit", HDF5_TEXT, 0, table->unit);
}

/* ---- rows on pages of several ranks ---- */

/* Head of a message; its bytes follow. */
typedef struct {
  int64_t at, n; /* offset in the file, number of bytes */
} Edge;

static int64_t page_before(const Hdf5 *file, int64_t at)
{
  return at / file->page * file->page;
}

/* The rank that writes the page with offset `at` of the file, of which no rank has all rows: rank 0 for
   a small table, and for a page that is not of this table alone; else the rank that would have the
   page if all ranks had as many rows. */
static int writer_of(const Hdf5 *file, const Hdf5Part *part, int64_t at)
{
  const int64_t bytes = part->total * (int64_t)part->size;
  const int64_t page = page_before(file, at), into = page - part->start;

  if (bytes <= SMALL || into < 0 || page + file->page > part->start + bytes) return 0;
  return (int)min_int((int64_t)((double)into / (double)bytes * file->par->size),
                      file->par->size - 1);
}

/* Post the bytes from .. to-1 of the file, page by page, to the ranks that write them. */
static void edges_post(Hdf5 *file, const Hdf5Part *part, const char *bytes, int64_t from,
                       int64_t to)
{
  char *record = NULL;

  if (from >= to) return;
  array_create(&record, 1, (PetscInt)(sizeof(Edge) + (size_t)min_int(file->page, to - from)));
  while (from < to) {
    const Edge edge = {from, min_int(page_before(file, from) + file->page, to) - from};

    memcpy(record, &edge, sizeof edge);
    memcpy(record + sizeof edge, bytes, (size_t)edge.n);
    mail_post(file->edges, writer_of(file, part, from), record, sizeof edge + (size_t)edge.n);
    from += edge.n;
    bytes += edge.n;
  }
  array_free(&record);
}

static int compare_edges(const void *a, const void *b)
{
  Edge p, q;

  memcpy(&p, *(char *const *)a, sizeof p);
  memcpy(&q, *(char *const *)b, sizeof q);
  return p.at < q.at ? -1 : p.at > q.at;
}

/* List the edges that have arrived in their order in the file; to be freed. */
static PetscInt edges_sorted(const Mail *mail, const char ***list)
{
  PetscInt n = 0, capacity = 0;

  *list = NULL;
  for (int i = 0; i < mail_messages(mail); i++) {
    size_t      size;
    const char *bytes = mail_message(mail, i, NULL, &size);
    Edge        edge;

    for (size_t at = 0; at < size; at += sizeof edge + (size_t)edge.n) {
      memcpy(&edge, bytes + at, sizeof edge);
      array_reserve(list, sizeof **list, n + 1, &capacity);
      (*list)[n++] = bytes + at;
    }
  }
  sort_items(*list, n, sizeof **list, compare_edges);
  return n;
}

/* Send the edges to the ranks that write them, which do. Collective. */
static PetscErrorCode edges_write(Hdf5 *file)
{
  const char **list;
  char        *block;
  Edge         edge, now = {0, 0};
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(mail_deliver(file->edges));
  n = edges_sorted(file->edges, &list);
  array_create(&block, 1, BLOCK);
  for (PetscInt k = 0; k <= n && !file->failed; k++) {
    if (k < n) memcpy(&edge, list[k], sizeof edge);
    if (k == n || edge.at != now.at + now.n || now.n + edge.n > BLOCK) {
      if (now.n > 0 && !file_write_at(file->rows, block, now.n, now.at))
        hdf5_fail(file, "cannot write: %s", strerror(errno));
      now = (Edge){edge.at, 0};
    }
    if (k == n) break;
    memcpy(block + now.n, list[k] + sizeof edge, (size_t)edge.n);
    now.n += edge.n;
  }
  array_free(&block);
  array_free(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows ---- */

const void *hdf5_rows_next(Hdf5Rows *rows, int64_t n, size_t size, void *room)
{
  const char *next = rows->rows;
  char       *to   = room;

  if (rows->make) rows->make(rows->source, n, room);
  else rows->rows = next + (size_t)n * (rows->stride > 0 ? rows->stride : size);
  for (int64_t k = 0; k < n && rows->stride > 0; k++, next += rows->stride, to += size)
    memcpy(to, next, size);
  return rows->make || rows->stride > 0 ? room : next;
}

/* Narrow from .. to-1, the offsets of this rank's rows, to what it writes itself: the whole pages among
   them; nothing of a small table; all if no other rank has rows. */
static void own_pages(const Hdf5 *file, const Hdf5Part *part, int64_t *from, int64_t *to)
{
  const int64_t size = (int64_t)part->size;

  if (file->par->size == 1 || (file->par->rank == 0 && part->mine == part->total)) return;
  *from = page_before(file, *from + file->page - 1);
  *to   = max_int(page_before(file, *to), *from);
  if (part->total * size <= SMALL) *to = *from;
}

/* Write the rows of this rank. The disk writes a block while the next one is made. */
static void rows_write(Hdf5 *file, const Hdf5Part *part, Hdf5Rows *rows)
{
  const int64_t size  = (int64_t)part->size;
  const int64_t block = BLOCK / size > PAGE ? BLOCK / size / PAGE * PAGE /* whole pages */
                                            : max_int(BLOCK / size, 1);
  const int64_t each  = min_int(block, part->mine);
  int64_t       at = part->start + size * part->before, end = at + size * part->mine;
  int64_t       from = at, to = end; /* written here */
  int64_t       begun;               /* by the disk, up to this offset */
  void         *room = NULL;

  own_pages(file, part, &from, &to);
  begun = from;
  if (rows->make || rows->stride > 0) array_create(&room, (size_t)size, each);
  while (at < end && !file->failed) {
    const int64_t n = min_int(each, (end - at) / size), next = at + size * n;
    const int64_t here = min_int(max_int(at, from), next), last = max_int(min_int(next, to), here);
    const char   *made = hdf5_rows_next(rows, n, (size_t)size, room);

    edges_post(file, part, made, at, here);
    if (!file_write_at(file->rows, made + (here - at), last - here, here))
      hdf5_fail(file, "%s: cannot write: %s", part->path, strerror(errno));
    edges_post(file, part, made + (last - at), last, next);
    at = next;
    if (last - begun < (at < end ? FLUSH : FLUSH_LEAST)) continue;
    file_begin_flush(file->rows, begun, last);
    begun = last;
  }
  array_free(&room);
}

/* The next table of the content, which has failed if it is not what it was when rows were counted.
   NULL: there were fewer. */
static Hdf5Part *part_next(Hdf5 *file, const Hdf5Table *table, int64_t n_mine)
{
  Hdf5Part *part = file->next < file->n_parts ? &file->parts[file->next++] : NULL;

  if (!part || part->mine != n_mine || strcmp(part->path, table->path) != 0)
    hdf5_fail(file, "%s: the content of the file has changed while it was written", table->path);
  return part;
}

PetscErrorCode hdf5_write_rows(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, Hdf5Rows rows)
{
  Hdf5Part *part;

  PetscFunctionBeginUser;
  if (file->pass == HDF5_COUNTS) {
    part_add(file, table, n_mine);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  part = part_next(file, table, n_mine);
  if (!part) PetscFunctionReturn(PETSC_SUCCESS);
  if (makes(file)) part_make(file, table, part);
  if (file->pass != HDF5_WRITES) PetscFunctionReturn(PETSC_SUCCESS);
  if (hdf5_is_packed(file, part->total * (int64_t)part->size))
    PetscCall(hdf5_packed_write(file, table, part, &rows));
  else if (n_mine > 0) rows_write(file, part, &rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_write(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, const void *rows)
{
  return hdf5_write_rows(file, table, n_mine, (Hdf5Rows){.rows = rows});
}

PetscErrorCode hdf5_write_parts(Hdf5 *file, const Hdf5Writing *writing)
{
  PetscFunctionBeginUser;
  file->pass = HDF5_WRITES;
  file->next = 0;
  mail_create(file->par, &file->edges);
  PetscCall(writing->content(file, writing->context));
  PetscCall(hdf5_packed_deliver(file));
  if (file->par->size > 1) PetscCall(edges_write(file));
  mail_destroy(&file->edges);
  PetscFunctionReturn(PETSC_SUCCESS);
}
