# SPDX-License-Identifier: MIT
# start.sh - configures, builds and runs the program.
git clone "$HUTCH" hutch
cat > CMakeLists.txt << 'END'
cmake_minimum_required(VERSION 3.16)
project(rabbits LANGUAGES C)
add_subdirectory(hutch)
add_executable(rabbits main.c)
target_link_libraries(rabbits PRIVATE hutch::hutch)
END
cmake -B build
cmake --build build
build/rabbits
