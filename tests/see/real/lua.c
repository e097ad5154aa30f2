// SPDX-License-Identifier: MIT
// lua.c - Lua runs a script that builds, sorts and forgets tables, strings and closures.
#include "memory.h"

#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>

static const char script[] = "local first = ...\n"
                             "for round = 1, 5 do\n"
                             "  local all = {}\n"
                             "  for i = 1, 40 do\n"
                             "    local n = (first * i + round) % 9000 + 1000\n"
                             "    all[i] = {id = n, name = 'unit ' .. n, show = function() return n end}\n"
                             "  end\n"
                             "  table.sort(all, function(a, b) return a.id < b.id end)\n"
                             "  local text = {}\n"
                             "  for i, one in ipairs(all) do text[i] = one.name .. '=' .. one.show() end\n"
                             "  sum = #table.concat(text, ';')\n"
                             "end\n"
                             "return sum\n";

static void *memory(void *user, void *block, size_t before, size_t bytes)
{
    (void)user;
    (void)before;
    return mem_realloc(block, bytes);
}

int main(void)
{
    lua_State *const lua = lua_newstate(memory, NULL);
    if (lua == NULL) {
        return 1;
    }
    luaL_openlibs(lua);
    luaL_loadstring(lua, script);
    lua_pushinteger(lua, value());
    const int code = lua_pcall(lua, 1, 1, 0);
    const int is_right = code == LUA_OK && lua_tointeger(lua, -1) == 40 * 14 + 39;
    lua_close(lua);
    REPORT();
    return is_right ? 0 : 1;
}
