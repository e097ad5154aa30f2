// SPDX-License-Identifier: MIT
// main.c - cJSON without malloc: recorded first, then in pools made from the record.
#include <cjson/cJSON.h>
#include <stdio.h>

#ifdef RECORD
#    include "hutch_record.h"
#    define mem_malloc hutch_record_malloc
#    define mem_free hutch_record_free
#else
#    include "hutch/sizes.h"
#    include "pools.h"
HUTCH_SIZES_AS_MALLOC(mem); // mem_malloc, mem_free, mem_calloc, mem_realloc
#endif

int main(void)
{
    cJSON_Hooks hooks = {mem_malloc, mem_free};
    cJSON_InitHooks(&hooks); // before the first call of the library
    cJSON *const pump = cJSON_Parse("{\"name\": \"pump\", \"limits\": [3, 8]}");
    cJSON_AddNumberToObject(pump, "bar", 5);
    char *const text = cJSON_PrintUnformatted(pump);
    puts(text != NULL ? text : "too few blocks");
    cJSON_free(text);
    cJSON_Delete(pump);
    return 0;
}
