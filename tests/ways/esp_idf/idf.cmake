# SPDX-License-Identifier: MIT
# idf.cmake - stands in for ESP-IDF: what it does with a component's CMakeLists.txt, in the order in which it does it.
#
# As a script (cmake -P, with COMPONENT_DIR): includes the file, whose idf_component_register must end it. In a project: adds it, with
# the library that is registered.

if(CMAKE_SCRIPT_MODE_FILE)
  macro(idf_component_register)
    message(STATUS "registered")
    return()
  endmacro()
  set(ESP_PLATFORM 1)
  include(${COMPONENT_DIR}/CMakeLists.txt)
  return()
endif()

function(idf_component_register)
  cmake_parse_arguments(given "" "" "SRC_DIRS;INCLUDE_DIRS;REQUIRES" ${ARGN})
  if(given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "not understood: ${given_UNPARSED_ARGUMENTS}")
  endif()
  foreach(folder IN LISTS given_SRC_DIRS)
    file(GLOB found "${CMAKE_CURRENT_LIST_DIR}/${folder}/*.c")
    list(APPEND sources ${found})
  endforeach()
  add_library(__idf_hutch STATIC ${sources})
  foreach(folder IN LISTS given_INCLUDE_DIRS)
    target_include_directories(__idf_hutch PUBLIC "${CMAKE_CURRENT_LIST_DIR}/${folder}")
  endforeach()
  if(NOT given_REQUIRES STREQUAL "freertos")
    message(FATAL_ERROR "the port needs the headers of the component freertos")
  endif()
  target_include_directories(__idf_hutch PUBLIC "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/kernel")
  set(COMPONENT_LIB __idf_hutch PARENT_SCOPE)
endfunction()
