"""What `kcl run FILE...` does, through the language's Python module."""

import sys

from kcl_lib import api

try:
    arguments = api.ExecProgramArgs(k_filename_list=sys.argv[1:])
    result = api.API().exec_program(arguments)
except Exception as error:
    sys.exit(str(error))
print(result.err_message or result.yaml_result)
sys.exit(bool(result.err_message))
