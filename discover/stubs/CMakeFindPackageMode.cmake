# Used by cmake --find-package only.
