#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# sbom.py - writes what a release consists of, as SPDX 2.3 in JSON: the tarball, and every file in it with its SHA1.
#
# usage: sbom.py TARBALL VERSION DATE > FILE   DATE as 2026-01-31T12:00:00Z
#
# The same tarball and date give the same text.

import hashlib
import json
import os
import re
import sys
import tarfile
import uuid

LICENSE = "MIT"  # of the whole project; a file's own line is what was found in it


def files_of(path):
    """(name of the top folder, [(path below it, bytes)])"""
    with tarfile.open(path) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        top = members[0].name.split("/")[0]
        return top, sorted((member.name[len(top) + 1:], archive.extractfile(member).read()) for member in members)


def license_line(data):
    """What a file's licence line says; NONE where it has no such line."""
    found = re.search(rb"SPDX-License-Identifier: ([\w.+-]+)", data[:500])
    return found.group(1).decode() if found else "NONE"


def checksums(data):
    return [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
            {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]


def file_entry(number, path, data, notice):
    return {"SPDXID": f"SPDXRef-File-{number}", "fileName": "./" + path, "checksums": checksums(data),
            "licenseConcluded": LICENSE, "licenseInfoInFiles": [license_line(data)], "copyrightText": notice}


def verification_code(files):
    """SHA1 of the files' SHA1s in order, as SPDX defines it."""
    sums = sorted(hashlib.sha1(data).hexdigest() for _, data in files)
    return hashlib.sha1("".join(sums).encode()).hexdigest()


def document(path, version, date):
    top, files = files_of(path)
    with open(path, "rb") as file:
        tarball = file.read()
    notice = re.search(r"^Copyright .*$", dict(files)["LICENSE"].decode(), re.M).group(0)
    entries = [file_entry(number, name, data, notice) for number, (name, data) in enumerate(files, 1)]
    package = {"SPDXID": "SPDXRef-Package", "name": "hutch", "versionInfo": version, "packageFileName": os.path.basename(path),
               "checksums": checksums(tarball), "downloadLocation": "NOASSERTION", "filesAnalyzed": True,
               "packageVerificationCode": {"packageVerificationCodeValue": verification_code(files)},
               "licenseConcluded": LICENSE, "licenseDeclared": LICENSE, "copyrightText": notice,
               "licenseInfoFromFiles": sorted({name for entry in entries for name in entry["licenseInfoInFiles"]} - {"NONE"})}
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Package"),
                 *(("SPDXRef-Package", "CONTAINS", entry["SPDXID"]) for entry in entries)]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": top,
            "documentNamespace": uuid.uuid5(uuid.NAMESPACE_OID, hashlib.sha256(tarball).hexdigest()).urn,
            "creationInfo": {"created": date, "creators": [f"Tool: hutch-sbom-{version}"]},
            "packages": [package], "files": entries,
            "relationships": [dict(zip(("spdxElementId", "relationshipType", "relatedSpdxElement"), relation))
                              for relation in relations]}


if __name__ == "__main__":
    json.dump(document(*sys.argv[1:4]), sys.stdout, indent=1)
    sys.stdout.write("\n")
