# A script that add_jar runs while building.
