#!/usr/bin/env python3
OPT = "-O2"
