# Used by CTest scripts only.
