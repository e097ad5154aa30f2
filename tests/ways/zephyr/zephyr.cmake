# SPDX-License-Identifier: MIT
# zephyr.cmake - stands in for the functions of Zephyr that a module calls: the settings are those of the whole program.
add_library(whole_program INTERFACE)

function(zephyr_library_named name)
  add_library(${name} STATIC)
  set_property(GLOBAL PROPERTY library_of_module ${name})
  target_link_libraries(${name} PUBLIC whole_program)
endfunction()

function(zephyr_library_sources)
  get_property(library GLOBAL PROPERTY library_of_module)
  target_sources(${library} PRIVATE ${ARGN})
endfunction()

function(zephyr_include_directories)
  target_include_directories(whole_program INTERFACE ${ARGN})
endfunction()

function(zephyr_compile_definitions)
  target_compile_definitions(whole_program INTERFACE ${ARGN})
endfunction()
