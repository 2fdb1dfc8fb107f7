#!/bin/sh
# sarif_schema.sh XAAS-DISCOVER SPECIFICATION...: what the export to SARIF writes is valid under the
# schema of OASIS. XAAS_SARIF_SCHEMA names a copy of it (sarif-schema-2.1.0.json, Schemata of
# oasis-tcs/sarif-spec): its licence keeps it out of this repository. Skips (77) without it, and
# where Python's jsonschema is not installed.
set -eu
[ -n "${XAAS_SARIF_SCHEMA:-}" ] || exit 77
python3 -c 'import jsonschema' 2>/dev/null || exit 77
discover=$1
shift
work=$(mktemp -d "${TMPDIR:-/tmp}/xaas-sarif.XXXXXX")
trap 'rm -rf "$work"' EXIT
for file in "$@"; do
    "$discover" export "$file" --to sarif -o "$work/log.sarif"
    python3 - "$XAAS_SARIF_SCHEMA" "$work/log.sarif" "$file" <<'PYTHON'
import json, sys
from jsonschema import Draft4Validator, FormatChecker
schema, log = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
Draft4Validator.check_schema(schema)
wrong = list(Draft4Validator(schema, format_checker=FormatChecker()).iter_errors(log))
for error in wrong:
    print(f"{sys.argv[3]}: {error.json_path}: {error.message}")
assert log["runs"][0]["results"], f"{sys.argv[3]}: nothing is reported"
sys.exit(1 if wrong else 0)
PYTHON
done
