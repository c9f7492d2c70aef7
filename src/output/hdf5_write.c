/* SPDX-License-Identifier: MIT */
/* Writing: rank 0 creates groups, tables, attributes and links by HDF5; each rank writes its rows
   by pwrite to the offset of the table in the file. All ranks agree on failure in each call.

   Compressed tables consist of chunks of rows, shuffled and deflated by all ranks, written by
   rank 0. A chunk may have rows of several ranks, which send them to the rank that packs it. HDF5
   itself packs each chunk, in a file in memory, so that any HDF5 can read it. */
#include "base/mail.h"
#include "output/files.h"
#include "output/hdf5_internal.h"
#include <errno.h>

enum {
  ATTRIBUTES =
    100, /* per object, up to which they are stored in its header, which has a checksum */
  PAGE        = 1 << 12, /* bytes */
  BLOCK       = 1 << 18, /* bytes of rows that are made at a time: they stay in the cache */
  FLUSH       = 1 << 22, /* bytes with which the disk begins at a time ... */
  FLUSH_LEAST = 1 << 20  /* ... and at the end of a table */
};

PetscErrorCode hdf5_group(Hdf5 *file, const char *path)
{
  if (file->failed) return PETSC_SUCCESS;
  if (file->id >= 0) {
    const hid_t properties = H5Pcreate(H5P_GROUP_CREATE);
    hid_t       group;

    H5Pset_attr_phase_change(properties, ATTRIBUTES, 0);
    H5Pset_obj_track_times(properties, false);
    group = H5Gcreate2(file->id, path, H5P_DEFAULT, properties, H5P_DEFAULT);
    if (group < 0) hdf5_fail_inside(file, path, "cannot make the group");
    else H5Gclose(group);
    H5Pclose(properties);
  }
  return hdf5_agree(file);
}

/* Create a table of n rows at `path`: in chunks of so many rows, deflated by this level, or
   contiguous if chunk is 0. < 0: failed. */
static hid_t table_make(hid_t in, const Hdf5Table *table, const char *path, int64_t n,
                        int64_t chunk, int level)
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
  const hid_t id    = table_make(file->id, table, table->path, total, 0, 0);
  haddr_t     start = 0;

  if (id >= 0 && total > 0) start = H5Dget_offset(id);
  if (id < 0 || start == HADDR_UNDEF) hdf5_fail_inside(file, table->path, "cannot make the table");
  if (id >= 0 && H5Dclose(id) < 0) hdf5_fail_inside(file, table->path, "cannot close the table");
  return (int64_t)start;
}

/* The next n rows of `size` bytes each; room: memory for them, unless they are packed already. */
static const void *rows_next(Hdf5Rows *rows, int64_t n, size_t size, void *room)
{
  const char *next = rows->rows;
  char       *to   = room;

  if (rows->make) rows->make(rows->source, n, room);
  else rows->rows = next + (size_t)n * (rows->stride > 0 ? rows->stride : size);
  for (int64_t k = 0; k < n && rows->stride > 0; k++, next += rows->stride, to += size)
    memcpy(to, next, size);
  return rows->make || rows->stride > 0 ? room : next;
}

/* Write the rows of this rank at this offset in the file, bytes. The disk writes a block while the
   next one is made. */
static void rows_write(Hdf5 *file, const Hdf5Table *table, int64_t n, Hdf5Rows *rows, int64_t at)
{
  const int64_t size = (int64_t)hdf5_row_size(table), end = at + size * n;
  const int64_t block = BLOCK / size > PAGE ? BLOCK / size / PAGE * PAGE /* whole pages */
                                            : max_int(BLOCK / size, 1);
  const int64_t each  = min_int(block, n);
  int64_t       begun = at; /* by the disk, up to this offset */
  void         *room  = NULL;

  if (rows->make || rows->stride > 0) array_create(&room, (size_t)size, each);
  while (at < end && !file->failed) {
    const int64_t m    = min_int(each, (end - at) / size);
    const void   *next = rows_next(rows, m, (size_t)size, room);

    if (!file_write_at(file->rows, next, size * m, at))
      hdf5_fail(file, "%s: cannot write: %s", table->path, strerror(errno));
    at += size * m;
    if (at - begun < (at < end ? FLUSH : FLUSH_LEAST)) continue;
    file_begin_flush(file->rows, begun, at);
    begun = at;
  }
  array_free(&room);
}

/* ---- compressed tables ---- */

enum {
  CHUNK_BYTES  = 1 << 20,
  PACKED_LEAST = 1 << 15 /* bytes; smaller tables are written plain: chunks have an index */
};

/* Head of a message; its bytes follow. */
typedef struct {
  int64_t  chunk, row, n; /* rows from `row` of the chunk on; or n bytes */
  uint32_t mask, padding; /* filters that were left out */
} Piece;

typedef struct {
  Hdf5            *file;
  const Hdf5Table *table;
  int64_t          total, rows; /* of the table; of a chunk */
  size_t           size;        /* of a row, bytes */
} Packing;

/* Cursor over all records that a mail has received; each is a Piece, then its bytes. */
typedef struct {
  const Mail *mail;
  int         message;
  size_t      at;
} Cursor;

static const char *next_piece(Cursor *c, size_t unit, Piece *piece)
{
  size_t      size;
  const char *bytes;

  while (c->message < mail_messages(c->mail)) {
    bytes = mail_message(c->mail, c->message, NULL, &size);
    if (c->at < size) {
      memcpy(piece, bytes + c->at, sizeof *piece);
      bytes += c->at + sizeof *piece;
      c->at += sizeof *piece + (size_t)piece->n * unit;
      return bytes;
    }
    c->message++;
    c->at = 0;
  }
  return NULL;
}

static void post_rows(const Packing *p, int64_t first, int64_t n, Hdf5Rows *rows, Mail *mail)
{
  char *record;

  array_create(&record, 1, (sizeof(Piece) + (size_t)p->rows * p->size));
  for (int64_t done = 0; done < n;) {
    Piece       piece = {.chunk = (first + done) / p->rows, .row = (first + done) % p->rows};
    char       *room  = record + sizeof piece;
    const void *next;

    piece.n = min_int(n - done, p->rows - piece.row);
    memcpy(record, &piece, sizeof piece);
    next = rows_next(rows, piece.n, p->size, room);
    if (next != room) memcpy(room, next, (size_t)piece.n * p->size);
    mail_post(mail, (int)(piece.chunk % p->file->par->size), record,
              sizeof piece + (size_t)piece.n * p->size);
    done += piece.n;
  }
  array_free(&record);
}

/* ---- packing ---- */

/* Pack one chunk in the file in memory `in`: *bytes, to be freed with array_free, and piece. */
static bool pack_one(const Packing *p, hid_t in, const char *rows, Piece *piece, char **bytes)
{
  const hsize_t origin[HDF5_DIMENSIONS] = {0, 0};
  const hid_t   id   = table_make(in, p->table, "chunk", p->rows, p->rows, p->file->pack);
  const hid_t   type = hdf5_type_create(p->table->type, (size_t)p->table->width);
  hsize_t       size = 0;
  bool          good = id >= 0 && H5Dwrite(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0 &&
              H5Dflush(id) >= 0 && H5Dget_chunk_storage_size(id, origin, &size) >= 0;

  if (good) {
    array_create(bytes, 1, sizeof *piece + size);
    good = H5Dread_chunk(id, H5P_DEFAULT, origin, &piece->mask, *bytes + sizeof *piece) >= 0;
  }
  piece->n = (int64_t)size;
  if (good) memcpy(*bytes, piece, sizeof *piece);
  H5Tclose(type);
  if (id >= 0) H5Dclose(id);
  H5Ldelete(in, "chunk", H5P_DEFAULT);
  return good;
}

/* Pack the chunks whose rows have arrived and post them to rank 0. */
static void pack_all(const Packing *p, const Mail *rows, Mail *chunks)
{
  const int64_t n_chunks = (p->total + p->rows - 1) / p->rows;
  const hid_t   access   = H5Pcreate(H5P_FILE_ACCESS);
  hid_t         in; /* a file in memory */
  char         *chunk;

  H5Pset_fapl_core(access, CHUNK_BYTES, false);
  in = H5Fcreate("chunks", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  array_create(&chunk, p->size, p->rows);
  for (int64_t k = p->file->par->rank; k < n_chunks && !p->file->failed; k += p->file->par->size) {
    Cursor      at   = {rows, 0, 0};
    Piece       made = {.chunk = k}, piece;
    const char *from;
    char       *bytes = NULL;

    memset(chunk, 0, (size_t)p->rows * p->size);
    while ((from = next_piece(&at, p->size, &piece)) != NULL)
      if (piece.chunk == k)
        memcpy(chunk + (size_t)piece.row * p->size, from, (size_t)piece.n * p->size);
    if (!pack_one(p, in, chunk, &made, &bytes))
      hdf5_fail_inside(p->file, p->table->path, "cannot compress");
    else mail_post(chunks, 0, bytes, sizeof made + (size_t)made.n);
    array_free(&bytes);
  }
  if (in >= 0) H5Fclose(in);
  array_free(&chunk);
}

static void write_chunks(const Packing *p, hid_t id, const Mail *chunks)
{
  Cursor      at = {chunks, 0, 0};
  Piece       piece;
  const char *bytes;

  while (!p->file->failed && (bytes = next_piece(&at, 1, &piece)) != NULL) {
    const hsize_t origin[HDF5_DIMENSIONS] = {(hsize_t)(piece.chunk * p->rows), 0};

    if (H5Dwrite_chunk(id, H5P_DEFAULT, piece.mask, origin, (size_t)piece.n, bytes) < 0)
      hdf5_fail_inside(p->file, p->table->path, "cannot write; is the disk full?");
  }
}

/* Write a table compressed; first: number of rows of lower ranks. Collective. */
static PetscErrorCode write_packed(Hdf5 *file, const Hdf5Table *table, int64_t first, int64_t total,
                                   int64_t n_mine, Hdf5Rows *rows)
{
  Packing p  = {.file = file, .table = table, .total = total, .size = hdf5_row_size(table)};
  hid_t   id = -1;
  Mail   *to_packers, *to_writer;

  PetscFunctionBeginUser;
  p.rows = max_int(1, min_int(total, CHUNK_BYTES / (int64_t)p.size));
  if (file->id >= 0) {
    id = table_make(file->id, table, table->path, total, p.rows, file->pack);
    if (id < 0) hdf5_fail_inside(file, table->path, "cannot make the table");
  }
  mail_create(file->par, &to_packers);
  mail_create(file->par, &to_writer);
  post_rows(&p, first, n_mine, rows, to_packers);
  PetscCall(mail_deliver(to_packers));
  pack_all(&p, to_packers, to_writer);
  PetscCall(mail_deliver(to_writer));
  if (id >= 0) {
    write_chunks(&p, id, to_writer);
    if (H5Dclose(id) < 0) hdf5_fail_inside(file, table->path, "cannot close the table");
  }
  mail_destroy(&to_packers);
  mail_destroy(&to_writer);
  PetscCall(hdf5_agree(file));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tables ---- */

PetscErrorCode hdf5_write_rows(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, Hdf5Rows rows)
{
  const int64_t row_size = (int64_t)hdf5_row_size(table);
  int64_t       first, total, start = 0;

  PetscFunctionBeginUser;
  if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_offset(file->par, n_mine, &first, &total));
  if (file->pack > 0 && total * row_size >= PACKED_LEAST)
    PetscCall(write_packed(file, table, first, total, n_mine, &rows));
  else {
    if (file->id >= 0) start = table_create(file, table, total);
    PetscCall(hdf5_agree(file));
    if (file->failed) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(parallel_bcast(file->par, &start, sizeof start, 0));
    rows_write(file, table, n_mine, &rows, start + row_size * first);
    PetscCall(hdf5_agree(file));
  }
  if (table->unit) PetscCall(hdf5_set(file, table->path, "unit", HDF5_TEXT, 0, table->unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hdf5_write(Hdf5 *file, const Hdf5Table *table, int64_t n_mine, const void *rows)
{
  return hdf5_write_rows(file, table, n_mine, (Hdf5Rows){.rows = rows});
}

PetscErrorCode hdf5_set(Hdf5 *file, const char *object, const char *name, Hdf5Type type, int n,
                        const void *values)
{
  if (file->failed) return PETSC_SUCCESS;
  if (file->id >= 0) {
    const hsize_t size = (hsize_t)n;
    const hid_t   id   = hdf5_type_create(type, type == HDF5_TEXT ? strlen(values) : 0);
    const hid_t   space =
      type == HDF5_TEXT || n == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    const hid_t made =
      H5Acreate_by_name(file->id, object, name, id, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

    if (made < 0 || H5Awrite(made, id, values) < 0)
      hdf5_fail_inside(file, object, "cannot write an attribute");
    if (made >= 0) H5Aclose(made);
    H5Sclose(space);
    H5Tclose(id);
  }
  return hdf5_agree(file);
}

PetscErrorCode hdf5_link(Hdf5 *file, const char *path, const char *name)
{
  if (file->failed) return PETSC_SUCCESS;
  if (file->id >= 0 && H5Lcreate_hard(file->id, path, file->id, name, H5P_DEFAULT, H5P_DEFAULT) < 0)
    hdf5_fail_inside(file, name, "cannot link");
  return hdf5_agree(file);
}
