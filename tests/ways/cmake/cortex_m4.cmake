# SPDX-License-Identifier: MIT
# cortex_m4.cmake - a tool chain file, as a firmware project has one.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-mthumb -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostartfiles --specs=nosys.specs -Wl,--gc-sections,-e,main,--no-warn-rwx-segments")
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
