"""Says of each field's pattern which texts on stdin it matches."""

import sys

import m

texts = [bytes.fromhex(line[1:]).decode() for line in sys.stdin]
fields = {field.key: field for field in m._TABLE.fields}
for n in range(len(fields)):
    pattern = fields[f"k{n}"].type.pattern
    print("".join("1" if pattern.matches(text) else "0" for text in texts))
