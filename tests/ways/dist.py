#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# dist.py - `make dist`: the tarball builds, the ZIPs hold what they should, and the list of files is right.
#
# usage: dist.py [all]     all: that of `make dist ALL=1`, with games and pages; minutes

import glob
import hashlib
import json
import os
import re
import sys
import tarfile
import zipfile

import ways

HAS_ALL = sys.argv[1:] == ["all"]
# What SPDX 2.3 demands of a document, of a package whose files are listed, and of a file.
DOCUMENT = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "files", "relationships"}
PACKAGE = {"SPDXID", "name", "downloadLocation", "packageVerificationCode", "licenseConcluded", "licenseDeclared",
           "licenseInfoFromFiles", "copyrightText"}
FILE = {"SPDXID", "fileName", "checksums", "licenseConcluded", "licenseInfoInFiles", "copyrightText"}


def packed(folder):
    """The folder of the release: it is made once, from a repository of one commit and a change that is not committed."""
    hutch = ways.repository(folder)
    there = os.path.join(hutch, "build/dist")
    if not os.path.exists(there):
        with open(os.path.join(hutch, "README.md"), "a", encoding="utf-8") as file:
            file.write("not committed\n")
        ways.run(["make", "-s", "dist", *(["ALL=1"] if HAS_ALL else [])], hutch, 1800)
    return there


def the(folder, ending):
    paths = glob.glob(os.path.join(packed(folder), "hutch-*" + ending))
    ways.must_be(len(paths), 1, f"the number of files hutch-*{ending}")
    return paths[0]


def sums(folder):
    ways.run(["sha256sum", "-c", "--strict", "SHA256SUMS"], packed(folder))
    with open(os.path.join(packed(folder), "SHA256SUMS"), encoding="utf-8") as file:
        listed = sorted(line.split()[1] for line in file)
    ways.must_be(listed, sorted(set(os.listdir(packed(folder))) - {"SHA256SUMS"}), "what SHA256SUMS lists")


def builds(folder):
    with tarfile.open(the(folder, ".tar.gz")) as archive:
        archive.extractall(folder)
    tree = os.path.join(folder, os.path.basename(the(folder, ".tar.gz"))[:-len(".tar.gz")])
    ways.must_be_silent(ways.run(["make", "-s", "lib", "PORT=host", "CPPFLAGS=-DHUTCH_CFG_STATS=1"], tree))
    program = os.path.join(folder, "rabbits")
    ways.run(["gcc", "-O2", "-DHUTCH_CFG_STATS=1", "-Iinclude", "-Iport/host", "tests/ways/main.c", "build/host/libhutch.a", "-o", program], tree)
    ways.run([program])
    ways.must_be(ways.run(["tail", "-1", "README.md"], tree) == "not committed\n", False, "that the tarball has what is not committed")


def zips(folder):
    with zipfile.ZipFile(the(folder, "-two-files.zip")) as archive:
        ways.must_be(sorted(archive.namelist()), ["hutch.c", "hutch.h", "hutch.hpp"], "the ZIP of two files")
        header = archive.read("hutch.h").decode()
    with zipfile.ZipFile(the(folder, "-arduino.zip")) as archive:
        ways.must_be(archive.read("hutch/src/hutch.h").decode() == header, True, "that both ZIPs have the same hutch.h")
        properties = archive.read("hutch/library.properties").decode()
    version = ways.tree.version(ways.ROOT)
    ways.must_be(f"// hutch.h - hutch {version} in two files" in header, True, f"that hutch.h has version {version}")
    ways.must_be(f"\nversion={version}\n" in properties, True, f"that library.properties has version {version}")
    ways.must_be(os.path.basename(the(folder, ".tar.gz")), f"hutch-{version}.tar.gz", "the tarball's name")


def opens(folder):
    """What makes an emulator or a loader take each of the files that people open."""
    with open(the(folder, "-stampede.gba"), "rb") as file:
        cartridge = file.read()
    ways.must_be((cartridge[0xB2], (sum(cartridge[0xA0:0xBE]) + 0x19) % 256), (0x96, 0), "the fixed byte and the checksum of the Game Boy Advance's header")
    with open(the(folder, "-horde.gb"), "rb") as file:
        cartridge = file.read()
    ways.must_be((len(cartridge), -sum(cartridge[0x134:0x14D]) - 25 & 255), (0x8000, cartridge[0x14D]), "size and checksum of the Game Boy's cartridge")
    with open(the(folder, "-horde.hex"), encoding="ascii") as file:
        lines = [bytes.fromhex(line.strip()[1:]) for line in file]
    ways.must_be(({sum(line) % 256 for line in lines}, lines[-1][3]), ({0}, 1), "the sums of the hex file's lines, and its end")
    with open(the(folder, "-stampede.uf2"), "rb") as file:
        blocks = file.read()
    ways.must_be((len(blocks) % 512, set(blocks[28::512])), (0, {0x56}), "the blocks of the PicoSystem's UF2 file, and the family's lowest byte")
    with zipfile.ZipFile(the(folder, "-horde.arduboy")) as archive:
        ways.must_be([binary["filename"] in archive.namelist() for binary in json.loads(archive.read("info.json"))["binaries"]], [True], "what info.json names")
    with zipfile.ZipFile(the(folder, "-site.zip")) as archive:
        wanted = {"index.html", "stampede.html", "preview.png", "hutch.h", "hutch.c", "src/site/start.html"}
        ways.must_be(sorted(wanted - set(archive.namelist())), [], "what the site lacks")
    ways.must_be(os.path.getsize(the(folder, "-stampede.html")) > 100000, True, "that the page has the game")


def document(folder):
    with open(the(folder, ".spdx.json"), encoding="utf-8") as file:
        return json.load(file)


def has_fields(folder):
    spdx = document(folder)
    for what, wanted, entries in (("document", DOCUMENT, [spdx]), ("package", PACKAGE, spdx["packages"]), ("file", FILE, spdx["files"])):
        for entry in entries:
            ways.must_be(sorted(wanted - set(entry)), [], f"what the {what} {entry.get('SPDXID')} lacks")
    ways.must_be((spdx["spdxVersion"], spdx["dataLicense"], spdx["SPDXID"]), ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"), "its head")
    created = spdx["creationInfo"]["created"]
    ways.must_be(re.fullmatch(r"\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z", created) is not None, True, f"that {created} is a date in UTC")
    entries = [spdx, *spdx["packages"], *spdx["files"]]
    identifiers = [entry["SPDXID"] for entry in entries]
    ways.must_be(len(set(identifiers)), len(entries), "the number of identifiers")
    wrong = [name for name in identifiers if not re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name)]
    ways.must_be(wrong, [], "identifiers of a wrong form")
    contained = [relation["relatedSpdxElement"] for relation in spdx["relationships"] if relation["relationshipType"] == "CONTAINS"]
    ways.must_be(sorted(contained), sorted(entry["SPDXID"] for entry in spdx["files"]), "what the package contains")


def lists_files(folder):
    spdx, wanted = document(folder), {}
    with tarfile.open(the(folder, ".tar.gz")) as archive:
        for member in archive:
            if member.isfile():
                wanted["./" + member.name.split("/", 1)[1]] = hashlib.sha1(archive.extractfile(member).read()).hexdigest()
    found = {entry["fileName"]: checksum["checksumValue"] for entry in spdx["files"] for checksum in entry["checksums"]
             if checksum["algorithm"] == "SHA1"}
    ways.must_be(sorted(set(found.items()) ^ set(wanted.items())), [], "what only one of the list and the tarball has")
    ways.must_be(len(wanted) > 500, True, f"that {len(wanted)} files are all")
    code = hashlib.sha1("".join(sorted(wanted.values())).encode()).hexdigest()
    ways.must_be(spdx["packages"][0]["packageVerificationCode"]["packageVerificationCodeValue"], code, "the verification code")


def is_reproducible(folder):
    hutch, before = ways.repository(folder), {}
    for ending in (".tar.gz", ".spdx.json"):
        with open(the(folder, ending), "rb") as file:
            before[ending] = file.read()
    ways.run(["make", "-s", "dist"], hutch)
    for ending, data in before.items():
        with open(the(folder, ending), "rb") as file:
            ways.must_be(file.read() == data, True, f"that hutch-*{ending} is the same")


def warns(folder):
    """The copy with all things as they are before a release, and with all as they must be."""
    hutch = ways.repository(folder)
    version = ways.tree.version(hutch)
    suites = re.findall(r"^(ways-[\w-]+)\.run", ways.tree.read(hutch, "tests/ways/suite.mk"), re.M)
    os.makedirs(os.path.join(hutch, "build/results"), exist_ok=True)
    rows = {"CHANGELOG.md": (f"## [{version}] - unreleased", f"## [{version}] - 2000-01-01"),
            "src/debian/control": ("Maintainer: A <a@example.org>", "Maintainer: A <a@b.org>"),
            "src/arduino/library.properties": ("name=hutch", "url=https://b.org"),
            **{f"build/results/{suite}.tap": ("# hutch 0.0.1", f"# hutch {version}") for suite in suites}}
    for number, wanted in enumerate((sorted(rows), [])):
        for path, lines in rows.items():
            ways.write(os.path.join(hutch, path), lines[number] + "\n")
        printed = ways.run(["make", "-s", "dist-warnings"], hutch)
        ways.must_be(sorted(re.findall(r"^  warning  (\S+) ", printed, re.M)), wanted, "the files that warnings name")


SUMS = ("SHA256SUMS lists the other files, with their sums", sums)
ways.main([SUMS, ("games, pages and site are what their programs take", opens)] if HAS_ALL else [
           SUMS,
           ("`make lib` builds the unpacked tarball, which is the last commit, and a program runs", builds),
           ("the ZIPs hold what they should, of one version", zips),
           ("the SPDX document has what the standard demands", has_fields),
           ("it lists every file of the tarball with its SHA1", lists_files),
           ("a second `make dist` gives the same tarball and list", is_reproducible),
           ("it warns of each thing that must be set before a release, and of nothing else", warns)])
