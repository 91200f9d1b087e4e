"""Runs the program that its arguments name: the action of GN is a script."""

import subprocess
import sys

sys.exit(subprocess.call(sys.argv[1:]))
