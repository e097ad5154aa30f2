# SPDX-License-Identifier: MIT
# ZephyrConfig.cmake - stands in for Zephyr: what find_package(Zephyr) gives a program, and the functions that a module calls.
#
# CONFIG is a file of the CONFIG_ variables that Kconfig gives. The program is built for this machine, with the kernel.h of this folder.
enable_language(C)
include(${CONFIG})

# Zephyr's settings of the whole program.
add_library(whole_program INTERFACE)
target_include_directories(whole_program INTERFACE ${CMAKE_CURRENT_LIST_DIR}/include)
target_compile_options(whole_program INTERFACE -Wall -Wextra -Werror)

function(zephyr_library_named name)
  add_library(${name} STATIC)
  set_property(GLOBAL PROPERTY library_of_module ${name})
  target_link_libraries(${name} PRIVATE whole_program)
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

# There the program is the library `app`, which the image links; here it is the image.
add_executable(app)
target_link_libraries(app PRIVATE whole_program)
foreach(module IN LISTS ZEPHYR_EXTRA_MODULES)
  add_subdirectory(${module}/zephyr module)
  get_property(library GLOBAL PROPERTY library_of_module)
  target_link_libraries(app PRIVATE ${library})
endforeach()
