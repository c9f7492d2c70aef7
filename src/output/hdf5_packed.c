/* SPDX-License-Identifier: MIT */
/* Compressed tables: chunks of rows, shuffled and deflated by all ranks, written by rank 0. A chunk
   may have rows of several ranks, which send them to the rank that packs it. HDF5 itself packs each
   chunk, in a file in memory, so that any HDF5 can read it. */
#include "base/mail.h"
#include "output/hdf5_internal.h"

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
    next = hdf5_rows_next(rows, piece.n, p->size, room);
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
  const hid_t   id   = hdf5_table_make(in, p->table, "chunk", p->rows, p->rows, p->file->pack);
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

static void write_chunks(const Packing *p, const Mail *chunks)
{
  const hid_t id = H5Dopen2(p->file->id, p->table->path, H5P_DEFAULT);
  Cursor      at = {chunks, 0, 0};
  Piece       piece;
  const char *bytes;

  while (!p->file->failed && (bytes = next_piece(&at, 1, &piece)) != NULL) {
    const hsize_t origin[HDF5_DIMENSIONS] = {(hsize_t)(piece.chunk * p->rows), 0};

    if (id < 0 || H5Dwrite_chunk(id, H5P_DEFAULT, piece.mask, origin, (size_t)piece.n, bytes) < 0)
      hdf5_fail_inside(p->file, p->table->path, "cannot write; is the disk full?");
  }
  if (id >= 0 && H5Dclose(id) < 0)
    hdf5_fail_inside(p->file, p->table->path, "cannot close the table");
}

/* ---- tables ---- */

bool hdf5_is_packed(const Hdf5 *file, int64_t bytes)
{
  return file->pack > 0 && bytes >= PACKED_LEAST;
}

static int64_t chunk_rows(size_t size, int64_t total)
{
  return max_int(1, min_int(total, CHUNK_BYTES / (int64_t)size));
}

void hdf5_packed_make(Hdf5 *file, const Hdf5Table *table, int64_t total)
{
  const int64_t rows = chunk_rows(hdf5_row_size(table), total);
  const hid_t   id   = hdf5_table_make(file->id, table, table->path, total, rows, file->pack);

  if (id < 0 || H5Dclose(id) < 0) hdf5_fail_inside(file, table->path, "cannot make the table");
}

PetscErrorCode hdf5_packed_write(Hdf5 *file, const Hdf5Table *table, const Hdf5Part *part,
                                 Hdf5Rows *rows)
{
  const Packing p = {.file  = file,
                     .table = table,
                     .total = part->total,
                     .rows  = chunk_rows(part->size, part->total),
                     .size  = part->size};
  Mail         *to_packers, *to_writer;

  PetscFunctionBeginUser;
  mail_create(file->par, &to_packers);
  mail_create(file->par, &to_writer);
  post_rows(&p, part->before, file->failed ? 0 : part->mine, rows, to_packers);
  PetscCall(mail_deliver(to_packers));
  pack_all(&p, to_packers, to_writer);
  PetscCall(mail_deliver(to_writer));
  if (file->id >= 0 && !file->failed) write_chunks(&p, to_writer);
  mail_destroy(&to_packers);
  mail_destroy(&to_writer);
  PetscFunctionReturn(PETSC_SUCCESS);
}
