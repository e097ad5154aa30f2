#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# manifests.py - PlatformIO, ESP-IDF, Zephyr, the Pico SDK: what their build systems read, with stand-ins for those.
#
# What a stand-in does was written after the sources of the real one; README.md says what was run with those.

import glob
import json
import os
import re

import ways

CROSS = "cortex_m4.cmake"


def read(folder, path):
    return ways.tree.read("", os.path.join(folder, "hutch", path))


def read_yaml(folder, path):
    import yaml  # here, as any Python lists the sentences
    return yaml.safe_load(read(folder, path))


def versions(folder):
    wanted = ways.tree.version(os.path.join(folder, "hutch"))
    # All of them take semantic versions; PlatformIO's have at most 20 characters.
    ways.must_be(bool(re.fullmatch(r"\d+\.\d+\.\d+(-[a-z\d]+(\.[a-z\d]+)*)?", wanted)) and len(wanted) <= 20, True, f"that all manifests may have {wanted}")
    ways.must_be(json.loads(read(folder, "library.json"))["version"], wanted, "the version in library.json")
    ways.must_be(read_yaml(folder, "idf_component.yml")["version"], wanted, "the version in idf_component.yml")
    ways.must_be(re.findall(r"^Version ([^:]+):", read(folder, "README.md"), re.M), [wanted], "the version in README.md")


def platformio(folder):
    """Compiles what library.json names, with the paths that PlatformIO would add."""
    hutch, manifest = os.path.join(folder, "hutch"), json.loads(read(folder, "library.json"))
    build = manifest["build"]
    sources = []
    for rule in build["srcFilter"]:
        pattern = re.fullmatch(r"\+<(.*)>", rule).group(1)
        found = glob.glob(os.path.join(hutch, build["srcDir"], pattern))
        ways.must_be(bool(found), True, f"that {rule} finds files")
        sources += found
    wanted = sorted(glob.glob(os.path.join(hutch, "src/*.c")) + glob.glob(os.path.join(hutch, "port/auto/*.c")))
    ways.must_be(sorted(map(os.path.normpath, sources)), wanted, "what library.json compiles")
    header = os.path.join(build["includeDir"], manifest["headers"])
    ways.must_be(os.path.exists(os.path.join(hutch, header)), True, f"that there is {header}")
    paths = ["-I" + build["includeDir"], "-I" + build["srcDir"], *build["flags"]]
    program = os.path.join(folder, "platformio-program")
    common = ["-Os", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-DHUTCH_CFG_STATS=1", *paths, *sources,
              "tests/ways/main.c", "-Wl,--gc-sections", "-o", program]
    ways.run(["avr-gcc", "-std=gnu11", "-mmcu=atmega328p", *common], hutch)
    ways.run(["gcc", "-std=gnu11", *common], hutch)
    ways.run([program])


def esp_script(folder):
    """ESP-IDF first includes the file in a script, in which most commands are not allowed."""
    script = os.path.join(folder, "hutch/tests/ways/esp_idf/idf.cmake")
    text = ways.run(["cmake", "-DCOMPONENT_DIR=" + os.path.join(folder, "hutch"), "-P", script], folder)
    ways.must_be(text.strip(), "-- registered", "what the script prints")


def esp_build(folder):
    there = ways.copy_program(folder, "esp_idf")
    ways.run(["cmake", "-S", there, "-B", there + "/build", "-DHUTCH=" + os.path.join(folder, "hutch")])
    ways.must_be_silent(ways.run(["cmake", "--build", there + "/build"]))
    if "enter_critical" not in ways.run(["riscv64-unknown-elf-objdump", "-d", there + "/build/rabbits"]):
        raise ways.Failure("the locked pool does not enter the kernel's critical section")
    if "hutch_on_fault_of_program" not in ways.run(["riscv64-unknown-elf-nm", there + "/build/rabbits"]):
        raise ways.Failure("the fault handler of another component is not linked")


def esp_manifest(folder):
    manifest = read_yaml(folder, "idf_component.yml")
    unknown = set(manifest) - {"version", "description", "license", "files"}
    ways.must_be((sorted(unknown), manifest["license"]), ([], "MIT"), "unknown keys, and the licence")


def configured(folder, *settings):
    """{symbol: value} that Kconfig makes of settings such as CONFIG_HUTCH=y."""
    import kconfiglib
    config = os.path.join(folder, "prj.conf")
    ways.write(config, "\n".join(settings) + "\n")
    kconfig = kconfiglib.Kconfig(os.path.join(folder, "hutch/zephyr/Kconfig"), warn_to_stderr=False)
    kconfig.load_config(config)
    if kconfig.warnings:
        raise ways.Failure("\n".join(kconfig.warnings))
    return {name: symbol.str_value for name, symbol in kconfig.syms.items() if symbol.nodes and symbol.str_value not in ("", "n")}


def zephyr_kconfig(folder):
    ways.must_be(configured(folder), {}, "what is set without CONFIG_HUTCH")
    ways.must_be(configured(folder, "CONFIG_HUTCH=y"), {"HUTCH": "y", "HUTCH_CHECK": "1", "HUTCH_STATS": "0"}, "the defaults")
    debug = {"HUTCH": "y", "HUTCH_CHECK": "2", "HUTCH_STATS": "1", "HUTCH_WAIT": "y"}
    ways.must_be(configured(folder, "CONFIG_HUTCH=y", "CONFIG_HUTCH_CHECK=2", "CONFIG_HUTCH_WAIT=y"), debug, "a debug build")


def zephyr_module(folder):
    module = read_yaml(folder, "zephyr/module.yml")
    ways.must_be(module["build"], {"cmake": "zephyr", "kconfig": "zephyr/Kconfig"}, "what module.yml says of the build")
    ways.must_be(set(module), {"name", "build", "samples"}, "the keys of module.yml")
    for path in module["samples"]:
        ways.must_be(bool(glob.glob(os.path.join(folder, "hutch", path, "*/sample.yaml"))), True, f"that {path} has samples")


def zephyr_sample(folder):
    sample, build = os.path.join(folder, "hutch/zephyr/samples/readings"), os.path.join(folder, "zephyr-build")
    values = configured(folder, ways.tree.read(sample, "prj.conf"))
    config = os.path.join(folder, "config.cmake")
    ways.write(config, "".join(f"set(CONFIG_{name} {value})\n" for name, value in values.items()))
    ways.run(["cmake", "-S", sample, "-B", build, "-DZephyr_DIR=" + os.path.join(ways.HERE, "zephyr"), "-DCONFIG=" + config])
    ways.must_be_silent(ways.run(["cmake", "--build", build]))
    printed = ways.run([os.path.join(build, "app")])
    wanted = read_yaml(folder, "zephyr/samples/readings/sample.yaml")["tests"]["sample.hutch.readings"]["harness_config"]["regex"]
    ways.must_be(all(re.search(text, printed) for text in wanted), True, f"that sample.yaml describes {printed!r}")
    ways.must_be(printed.count("reading "), 8, "the readings that are printed")


def pico(platform, port):
    """The SDK has set PICO_PLATFORM by the time that a program adds its libraries."""
    def test(folder):
        there, build = os.path.join(folder, "cmake"), os.path.join(folder, "pico-" + platform)
        if not os.path.exists(there):
            ways.copy_program(folder, "cmake")
        options = ["-DWAY=subdirectory", "-DHUTCH=" + os.path.join(folder, "hutch"), "-DPICO_PLATFORM=" + platform,
                   "-DCMAKE_TOOLCHAIN_FILE=" + CROSS, "-DCMAKE_EXPORT_COMPILE_COMMANDS=1"]
        ways.run(["cmake", "-S", there, "-B", build, *options], there)
        ports = set(re.findall(r"/port/(\w+) ", ways.tree.read(build, "compile_commands.json")))
        ways.must_be(ports, {port}, "the port on the include path")
    return f"Pico SDK: for {platform} CMake takes port/{port}", test


ways.main([("library.json and idf_component.yml have hutch's version", versions),
           ("PlatformIO: what library.json names compiles for an AVR, and runs here", platformio),
           ("ESP-IDF: CMakeLists.txt can be read as a script, and ends where it registers", esp_script),
           ("ESP-IDF, by a stand-in: a program for an ESP32-C3's CPU links", esp_build),
           ("ESP-IDF: idf_component.yml has only keys that the component manager knows", esp_manifest),
           ("Zephyr: Kconfig gives the options", zephyr_kconfig),
           ("Zephyr: module.yml names what is there", zephyr_module),
           ("Zephyr, by a stand-in: the sample builds with the module and the options of its prj.conf, and runs", zephyr_sample),
           pico("rp2040", "rp2040"), pico("rp2350-arm-s", "rp2040"), pico("host", "auto")])
