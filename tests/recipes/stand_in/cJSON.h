// SPDX-License-Identifier: MIT
// cJSON.h - a stand-in for cJSON: the names of its hooks and of a few calls, which do the least. An
// object is a list of numbers, with the names copied.
#ifndef STAND_IN_CJSON_H
#define STAND_IN_CJSON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cJSON {
    struct cJSON *next, *child;
    char *string;
    double valuedouble;
} cJSON;

typedef struct cJSON_Hooks {
    void *(*malloc_fn)(size_t bytes);
    void (*free_fn)(void *block);
} cJSON_Hooks;

static cJSON_Hooks cJSON_hooks = {malloc, free};

static inline void cJSON_InitHooks(cJSON_Hooks *hooks)
{
    cJSON_hooks = *hooks;
}

static inline cJSON *cJSON_CreateObject(void)
{
    cJSON *const item = (cJSON *)cJSON_hooks.malloc_fn(sizeof *item);
    if (item != NULL) {
        memset(item, 0, sizeof *item);
    }
    return item;
}

static inline void cJSON_Delete(cJSON *item)
{
    while (item != NULL) {
        cJSON *const next = item->next;
        cJSON_Delete(item->child);
        cJSON_hooks.free_fn(item->string);
        cJSON_hooks.free_fn(item);
        item = next;
    }
}

// NULL if there is no memory.
static inline cJSON *cJSON_AddNumberToObject(cJSON *object, const char *name, double number)
{
    cJSON *const item = cJSON_CreateObject();
    if (item == NULL || (item->string = (char *)cJSON_hooks.malloc_fn(strlen(name) + 1)) == NULL) {
        cJSON_Delete(item);
        return NULL;
    }
    strcpy(item->string, name);
    item->valuedouble = number;
    item->next = object->child;
    object->child = item;
    return item;
}

static inline char *cJSON_PrintUnformatted(const cJSON *object)
{
    char *const text = (char *)cJSON_hooks.malloc_fn(256);
    size_t length = 0;
    for (const cJSON *item = object->child; text != NULL && item != NULL; item = item->next) {
        length += (size_t)snprintf(text + length, 256 - length, "%c\"%s\":%g", length == 0 ? '{' : ',',
                                   item->string, item->valuedouble);
    }
    return text != NULL ? strcat(text, "}") : NULL;
}

#endif
