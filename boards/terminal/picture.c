// SPDX-License-Identifier: MIT
// picture.c - writes PGM text, and PNG with the little of deflate that needs no compressor: stored blocks.
#include "picture.h"

#include <stdio.h>
#include <string.h>

enum {
    ZOOM = 4,
    PNG_WIDTH = BOARD_WIDTH * ZOOM,
    PNG_HEIGHT = BOARD_HEIGHT * ZOOM,
    PNG_ROW_BYTES = 1 + PNG_WIDTH / 2, // the row's filter, then two pixels a byte
    PNG_DATA_BYTES = PNG_ROW_BYTES * PNG_HEIGHT,
    STORED_MAX = 32768, // of the 65535 that a stored block can hold
    CHUNK_MAX = PNG_DATA_BYTES + 64
};

struct chunk {
    uint8_t bytes[CHUNK_MAX];
    size_t length;
};

static uint32_t crc32_step(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++) {
        crc = (crc & 1u) != 0 ? crc >> 1 ^ UINT32_C(0xEDB88320) : crc >> 1;
    }
    return crc;
}

uint32_t picture_checksum(const struct frame *frame)
{
    uint32_t crc = UINT32_MAX;

    for (int y = 0; y < BOARD_HEIGHT; y++) {
        for (int x = 0; x < BOARD_WIDTH; x++) {
            crc = crc32_step(crc, frame->shades[y][x]);
        }
    }
    return ~crc;
}

static bool close_written(FILE *file, const char *path)
{
    const bool failed = ferror(file) != 0;

    if (fclose(file) != 0 || failed) {
        perror(path);
        return false;
    }
    return true;
}

bool picture_write_pgm(const char *path, const struct frame *frame)
{
    FILE *const file = fopen(path, "w");

    if (file == NULL) {
        perror(path);
        return false;
    }
    fprintf(file, "P2\n%d %d\n%d\n", BOARD_WIDTH, BOARD_HEIGHT, BOARD_WHITE);
    for (int y = 0; y < BOARD_HEIGHT; y++) {
        for (int x = 0; x < BOARD_WIDTH; x++) {
            fprintf(file, "%d%c", frame->shades[y][x], x + 1 < BOARD_WIDTH ? ' ' : '\n');
        }
    }
    return close_written(file, path);
}

static void add_byte(struct chunk *chunk, unsigned byte)
{
    chunk->bytes[chunk->length++] = (uint8_t)byte;
}

static void add_big_endian(struct chunk *chunk, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        add_byte(chunk, (uint8_t)(value >> shift));
    }
}

static void write_chunk(FILE *file, const char *name, const struct chunk *data)
{
    struct chunk edge = {.length = 0};
    uint32_t crc = UINT32_MAX;

    add_big_endian(&edge, (uint32_t)data->length);
    fwrite(edge.bytes, 1, edge.length, file);
    fwrite(name, 1, strlen(name), file);
    fwrite(data->bytes, 1, data->length, file);
    for (const char *letter = name; *letter != '\0'; letter++) {
        crc = crc32_step(crc, (uint8_t)*letter);
    }
    for (size_t i = 0; i < data->length; i++) {
        crc = crc32_step(crc, data->bytes[i]);
    }
    edge.length = 0;
    add_big_endian(&edge, ~crc);
    fwrite(edge.bytes, 1, edge.length, file);
}

static void unpack_rows(const struct frame *frame, uint8_t *data)
{
    for (int y = 0; y < PNG_HEIGHT; y++) {
        *data++ = 0; // no filter
        for (int x = 0; x < PNG_WIDTH; x += 2) {
            *data++ =
                (uint8_t)(frame->shades[y / ZOOM][x / ZOOM] * 0x11); // both pixels of a byte are the same one
        }
    }
}

static void add_zlib_stored(struct chunk *chunk, const uint8_t *data, unsigned length)
{
    uint32_t low = 1; // of Adler-32
    uint32_t high = 0;

    add_byte(chunk, 0x78);
    add_byte(chunk, 0x01);
    for (unsigned done = 0; done < length;) {
        const unsigned block = length - done < STORED_MAX ? length - done : STORED_MAX;
        add_byte(chunk, done + block == length); // the last block says so
        add_byte(chunk, block);
        add_byte(chunk, block >> 8);
        add_byte(chunk, ~block);
        add_byte(chunk, ~block >> 8);
        for (unsigned i = 0; i < block; i++) {
            low = (low + data[done + i]) % 65521;
            high = (high + low) % 65521;
            add_byte(chunk, data[done + i]);
        }
        done += block;
    }
    add_big_endian(chunk, high << 16 | low);
}

bool picture_write_png(const char *path, const struct frame *frame)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const uint8_t four_bit_grey[5] = {4, 0, 0, 0,
                                             0}; // depth, colour type, compression, filter, interlace
    static uint8_t rows[PNG_DATA_BYTES];
    static struct chunk chunk;
    FILE *const file = fopen(path, "wb");

    if (file == NULL) {
        perror(path);
        return false;
    }
    fwrite(signature, 1, sizeof signature, file);
    chunk.length = 0;
    add_big_endian(&chunk, PNG_WIDTH);
    add_big_endian(&chunk, PNG_HEIGHT);
    for (size_t i = 0; i < sizeof four_bit_grey; i++) {
        add_byte(&chunk, four_bit_grey[i]);
    }
    write_chunk(file, "IHDR", &chunk);
    unpack_rows(frame, rows);
    chunk.length = 0;
    add_zlib_stored(&chunk, rows, sizeof rows);
    write_chunk(file, "IDAT", &chunk);
    chunk.length = 0;
    write_chunk(file, "IEND", &chunk);
    return close_written(file, path);
}
