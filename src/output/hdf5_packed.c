/* SPDX-License-Identifier: MIT */
/* Compressed tables: chunks of rows, shuffled and deflated by all ranks, written by rank 0. A chunk
   may have rows of several ranks, which send them to the rank that packs it. Tables wait until there
   is enough for an exchange, so that a file takes two of them unless it is large. HDF5 itself packs
   each chunk, in a file in memory, so that any HDF5 can read it. */
#include "base/mail.h"
#include "output/hdf5_internal.h"

enum {
  CHUNK_BYTES  = 1 << 20,
  WAITING_MOST = 1 << 21, /* bytes of tables that wait, for each rank */
  PACKED_LEAST = 1 << 15  /* bytes; smaller tables are written plain: chunks have an index */
};

/* Head of a message; its bytes follow. */
typedef struct {
  int64_t  chunk, row, n; /* from `row` of the chunk on, if they are rows; number of bytes */
  int32_t  table;         /* place in the list of those that wait */
  uint32_t mask;          /* filters that were left out */
} Piece;

struct Hdf5Packing {
  Hdf5Table table;
  int64_t   total, rows; /* of the table; of a chunk */
  size_t    size;        /* of a row, bytes */
};

/* Cursor over all records that a mail has received; each is a Piece, then its bytes. */
typedef struct {
  const Mail *mail;
  int         message;
  size_t      at;
} Cursor;

/* The next piece of a table; NULL: there are no more. */
static const char *next_piece(Cursor *c, PetscInt table, Piece *piece)
{
  size_t      size;
  const char *bytes;

  while (c->message < mail_messages(c->mail)) {
    bytes = mail_message(c->mail, c->message, NULL, &size);
    if (c->at < size) {
      memcpy(piece, bytes + c->at, sizeof *piece);
      bytes += c->at + sizeof *piece;
      c->at += sizeof *piece + (size_t)piece->n;
      if (piece->table == table) return bytes;
      continue;
    }
    c->message++;
    c->at = 0;
  }
  return NULL;
}

/* The rank that packs a chunk. */
static int packer_of(const Hdf5 *file, PetscInt table, int64_t chunk)
{
  return (int)((chunk + table) % file->par->size);
}

/* Post rows of the last table that waits, from `first` of all on. */
static void post_rows(Hdf5 *file, int64_t first, int64_t n, Hdf5Rows *rows)
{
  const PetscInt     table = file->n_packing - 1;
  const Hdf5Packing *p     = &file->packing[table];
  char              *record;

  array_create(&record, 1, (sizeof(Piece) + (size_t)p->rows * p->size));
  for (int64_t done = 0; done < n;) {
    const int64_t at    = first + done;
    Piece         piece = {.chunk = at / p->rows, .row = at % p->rows, .table = (int32_t)table};
    const int64_t now   = min_int(n - done, p->rows - piece.row);
    char         *room  = record + sizeof piece;
    const void   *next;

    piece.n = now * (int64_t)p->size;
    memcpy(record, &piece, sizeof piece);
    next = hdf5_rows_next(rows, now, p->size, room);
    if (next != room) memcpy(room, next, (size_t)piece.n);
    mail_post(file->to_packers, packer_of(file, table, piece.chunk), record,
              sizeof piece + (size_t)piece.n);
    done += now;
  }
  array_free(&record);
}

/* ---- packing ---- */

/* Pack one chunk in the file in memory `in`: *bytes, to be freed with array_free, and piece. */
static bool pack_one(const Hdf5Packing *p, int level, hid_t in, const char *rows, Piece *piece,
                     char **bytes)
{
  const hsize_t origin[HDF5_DIMENSIONS] = {0, 0};
  const hid_t   id   = hdf5_table_make(in, &p->table, "chunk", p->rows, p->rows, level);
  const hid_t   type = hdf5_type_create(p->table.type, (size_t)p->table.width);
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

/* Pack the chunks of a table whose rows have arrived and post them to rank 0. */
static void pack_table(Hdf5 *file, PetscInt table, hid_t in, Mail *chunks)
{
  const Hdf5Packing *p        = &file->packing[table];
  const int64_t      n_chunks = (p->total + p->rows - 1) / p->rows;
  char              *chunk;

  array_create(&chunk, p->size, p->rows);
  for (int64_t k = 0; k < n_chunks && !file->failed; k++) {
    Cursor      at   = {file->to_packers, 0, 0};
    Piece       made = {.chunk = k, .table = (int32_t)table}, piece;
    const char *from;
    char       *bytes = NULL;

    if (packer_of(file, table, k) != file->par->rank) continue;
    memset(chunk, 0, (size_t)p->rows * p->size);
    while ((from = next_piece(&at, table, &piece)) != NULL)
      if (piece.chunk == k) memcpy(chunk + (size_t)piece.row * p->size, from, (size_t)piece.n);
    if (!pack_one(p, file->pack, in, chunk, &made, &bytes))
      hdf5_fail_inside(file, p->table.path, "cannot compress");
    else mail_post(chunks, 0, bytes, sizeof made + (size_t)made.n);
    array_free(&bytes);
  }
  array_free(&chunk);
}

static void pack_all(Hdf5 *file, Mail *chunks)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  hid_t       in; /* a file in memory */

  H5Pset_fapl_core(access, CHUNK_BYTES, false);
  in = H5Fcreate("chunks", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  for (PetscInt t = 0; t < file->n_packing; t++) pack_table(file, t, in, chunks);
  if (in >= 0) H5Fclose(in);
}

static void write_chunks(Hdf5 *file, PetscInt table, const Mail *chunks)
{
  const Hdf5Packing *p  = &file->packing[table];
  const hid_t        id = H5Dopen2(file->id, p->table.path, H5P_DEFAULT);
  Cursor             at = {chunks, 0, 0};
  Piece              piece;
  const char        *bytes;

  while (!file->failed && (bytes = next_piece(&at, table, &piece)) != NULL) {
    const hsize_t origin[HDF5_DIMENSIONS] = {(hsize_t)(piece.chunk * p->rows), 0};

    if (id < 0 || H5Dwrite_chunk(id, H5P_DEFAULT, piece.mask, origin, (size_t)piece.n, bytes) < 0)
      hdf5_fail_inside(file, p->table.path, "cannot write; is the disk full?");
  }
  if (id >= 0 && H5Dclose(id) < 0) hdf5_fail_inside(file, p->table.path, "cannot close the table");
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
  if (file->n_packing == 0) mail_create(file->par, &file->to_packers);
  array_reserve(&file->packing, sizeof *file->packing, file->n_packing + 1,
                &file->packing_capacity);
  file->packing[file->n_packing++] = (Hdf5Packing){.table = *table,
                                                   .total = part->total,
                                                   .rows  = chunk_rows(part->size, part->total),
                                                   .size  = part->size};
  file->waiting += part->total * (int64_t)part->size;
  post_rows(file, part->before, file->failed ? 0 : part->mine, rows);
  if (file->waiting < (int64_t)WAITING_MOST * file->par->size) return PETSC_SUCCESS;
  return hdf5_packed_deliver(file);
}

PetscErrorCode hdf5_packed_deliver(Hdf5 *file)
{
  Mail *to_writer;

  PetscFunctionBeginUser;
  if (file->n_packing == 0) PetscFunctionReturn(PETSC_SUCCESS);
  mail_create(file->par, &to_writer);
  PetscCall(mail_deliver(file->to_packers));
  pack_all(file, to_writer);
  PetscCall(mail_deliver(to_writer));
  for (PetscInt t = 0; t < file->n_packing && file->id >= 0; t++) write_chunks(file, t, to_writer);
  mail_destroy(&file->to_packers);
  mail_destroy(&to_writer);
  array_free(&file->packing);
  file->n_packing = file->packing_capacity = 0;
  file->waiting                            = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
