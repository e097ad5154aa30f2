// SPDX-License-Identifier: MIT
// cjson_without_malloc.c - a library that wants malloc, here cJSON, gets blocks of three sizes from pools.

#include "hutch/sizes.h"
#include "recipe.h"

#include <cjson/cJSON.h>

HUTCH_POOL_BLOCKS(small, 16, 6);  // names
HUTCH_POOL_BLOCKS(medium, 64, 8); // items: an object of six; and the text in the end
HUTCH_POOL_BLOCKS(large, 256, 1); // the text while it is written
HUTCH_SIZES_EXACT(json, small, medium, large);
HUTCH_SIZES_AS_MALLOC(json);

static bool makes_a_document(unsigned members)
{
    cJSON *const object = cJSON_CreateObject();
    bool is_made = object != NULL;
    for (unsigned i = 0; is_made && i < members; i++) {
        const char name[2] = {(char)('a' + i), '\0'};
        is_made = cJSON_AddNumberToObject(object, name, i) != NULL;
    }
    char *const text = is_made ? cJSON_PrintUnformatted(object) : NULL;
    SHOW(text == NULL || members != 3 || strcmp(text, "{\"a\":0,\"b\":1,\"c\":2}") == 0);
    json_free(text); // as cJSON_free
    cJSON_Delete(object);
    return text != NULL;
}

int main(void)
{
    cJSON_Hooks hooks = {json_malloc, json_free};
    cJSON_InitHooks(&hooks); // before the first call of the library
    for (int i = 0; i < 1000; i++) {
        SHOW(makes_a_document(3) && makes_a_document(6)); // the thousandth finds what the first has found
        SHOW(!makes_a_document(7));                       // one item too many: NULL, as malloc returns it
    }
    SHOW(small_live() == 0 && medium_live() == 0 && large_live() == 0); // all was returned
    return 0;
}
