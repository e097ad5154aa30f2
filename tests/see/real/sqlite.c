// SPDX-License-Identifier: MIT
// sqlite.c - SQLite keeps a database in memory: tables, an index, a join, an update.
#include "memory.h"

#include <sqlite3.h>

static void *get(int bytes)
{
    return mem_malloc((size_t)bytes);
}
static void *resize(void *block, int bytes)
{
    return mem_realloc(block, (size_t)bytes);
}
static int size(void *block)
{
    return (int)mem_bytes(block);
}
static int round_up(int bytes)
{
    return (bytes + 7) & ~7;
}
static int begin(void *data)
{
    (void)data;
    return SQLITE_OK;
}
static void finish(void *data)
{
    (void)data;
}

static const sqlite3_mem_methods methods = {get, mem_free, resize, size, round_up, begin, finish, NULL};

static sqlite3 *database;
static void run(const char *text)
{
    char *said = NULL;
    if (sqlite3_exec(database, text, NULL, NULL, &said) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", text, said);
        exit(1);
    }
}

int main(void)
{
    char text[200];
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK ||
        sqlite3_open(":memory:", &database) != SQLITE_OK) {
        return 1;
    }
    run("create table device (id integer primary key, name text); create table reading (device int, value "
        "int)");
    run("create index by_device on reading (device)");
    for (unsigned i = 0; i < 60; i++) {
        snprintf(text, sizeof(text),
                 "insert into device values (%u, 'pump %d'); insert into reading values (%u, %d)", i, value(),
                 i, value());
        run(text);
    }
    run("update reading set value = value + 1 where device < 30");
    run("select name, value from device join reading on device = id order by name");
    sqlite3_close(database);
    sqlite3_shutdown();
    REPORT();
    return 0;
}
