// SPDX-License-Identifier: MIT
// cjson.c - cJSON reads and writes documents whose values are of a seed, and their lengths not.
#include "memory.h"

#include <cjson/cJSON.h>

static char text[4096];
static void write_document(unsigned devices)
{
    int at = snprintf(text, sizeof(text), "{\"site\":\"north-%d\",\"devices\":[", value());
    for (unsigned i = 0; i < devices; i++) {
        at += snprintf(text + at, sizeof(text) - (size_t)at,
                       "%s{\"id\":%d,\"name\":\"pump number %d\",\"on\":true,\"limits\":[%d,%d,null]}",
                       i != 0 ? "," : "", value(), value(), value(), value());
    }
    snprintf(text + at, sizeof(text) - (size_t)at, "]}");
}

int main(void)
{
    cJSON_Hooks hooks = {mem_malloc, mem_free};
    cJSON_InitHooks(&hooks);
    for (unsigned document = 0; document < 20; document++) {
        write_document(1 + document % 7);
        cJSON *const read = cJSON_Parse(text);
        cJSON *const devices = cJSON_GetObjectItem(read, "devices");
        cJSON_AddNumberToObject(read, "count", cJSON_GetArraySize(devices));
        cJSON_DeleteItemFromArray(devices, 0);
        char *const written = cJSON_Print(read);
        if (read == NULL || written == NULL || cJSON_GetObjectItem(read, "count") == NULL) {
            return 1;
        }
        cJSON_free(written);
        cJSON_Delete(read);
    }
    REPORT();
    return 0;
}
