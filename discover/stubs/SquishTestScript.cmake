# A script that tests run.
