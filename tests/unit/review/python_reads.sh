#!/bin/sh
# python_reads.sh XAAS-DISCOVER FOLDER: the exports that are Python are Python: one class, or plain
# assignments, whatever the project says. Skips (77) where there is no Python 3.
set -eu
command -v python3 >/dev/null || exit 77
work=$(mktemp -d "${TMPDIR:-/tmp}/xaas-python.XXXXXX")
trap 'rm -rf "$work"' EXIT
for file in "$2"/*.xaas.yaml; do
    for form in spack easybuild hpccm; do
        "$1" export "$file" --to $form -o "$work/$form.py"
        python3 - "$work/$form.py" $form <<'PYTHON'
import ast, sys
tree = ast.parse(open(sys.argv[1], encoding="utf-8").read())
allowed = {"spack": (ast.ImportFrom, ast.ClassDef), "easybuild": (ast.Assign,),
           "hpccm": (ast.AugAssign,)}[sys.argv[2]]
assert tree.body and all(isinstance(node, allowed) for node in tree.body), ast.dump(tree)
names = {node.func.id for node in ast.walk(tree)
         if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
known = {"version", "variant", "depends_on", "requires", "conflicts", "baseimage", "packages",
         "copy", "workdir", "shell", "environment"}
assert names <= known, names - known
PYTHON
    done
done
