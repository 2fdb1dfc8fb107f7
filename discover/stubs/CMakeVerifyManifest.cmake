# A check of Windows manifests, run as a script.
