# What the package consists of, for `check-api`, `check-growth`, `make-sbom` and `check-release`: the manifest, the version, the
# modules of the library products, and their symbol graphs.
import json
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def command(*arguments):
    """Runs a program in the folder of the package, and returns what it prints."""
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"error: {' '.join(arguments)} has failed:\n{done.stderr.strip()}")
    return done.stdout.strip()


def manifest():
    """`Package.swift`, as SwiftPM reads it."""
    return json.loads(command("swift", "package", "dump-package"))


def library_modules(package):
    """The targets of the library products, in the order of the manifest."""
    return [target for product in package["products"] if "library" in product["type"] for target in product["targets"]]


def version():
    """The version that the sources state."""
    source = (ROOT / "Sources/NeatlineJSON/Version.swift").read_text()
    return re.search(r'static let current = "(.*)"', source)[1]


def debug_build():
    """Where `swift build` puts the modules of the debug build."""
    return command("swift", "build", "--show-bin-path")


def symbol_graphs(binaries, modules):
    """The symbol graphs of the public declarations of modules that are built in `binaries`.

    Each is a pair of a module's name and a graph. A module has one for its own declarations, and one for each module whose
    types it extends."""
    target = json.loads(command("swiftc", "-print-target-info"))["target"]["triple"]
    with tempfile.TemporaryDirectory() as folder:

        def extract(module):
            command(
                "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", f"{binaries}/Modules",
                "-I", str(binaries), "-output-dir", folder, "-minimum-access-level", "public",
                "-emit-extension-block-symbols")

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(extract, modules))
        return [
            (re.split("[@.]", file.name)[0], json.loads(file.read_text()))
            for file in sorted(Path(folder).glob("*.symbols.json"))
        ]
