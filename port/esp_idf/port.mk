# SPDX-License-Identifier: MIT
# port.mk - the compiler of the ESP-IDF port. The program's build names the folders of the headers.
port.esp_idf.cross := riscv64-unknown-elf-
port.esp_idf.cflags := -march=rv32imac_zicsr -mabi=ilp32 -ffreestanding
port.esp_idf.needs := the flags of an ESP-IDF build
