"""`python -m confc` is `confc` of the same installation, whatever the `PATH` has."""

import os
import sys
import sysconfig


def program() -> str:
    """The path of the program."""
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", os.name + "_user"),
        # `pip install --target`
        os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin"),
    ]
    for folder in folders:
        path = os.path.join(folder, "confc")
        if os.path.isfile(path):
            return path
    sys.stderr.write("error: confc is in none of " + ", ".join(folders) + "\n")
    sys.exit(2)


if __name__ == "__main__":
    path = program()
    os.execv(path, [path] + sys.argv[1:])
