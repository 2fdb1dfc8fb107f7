#!/usr/bin/env python3
import argparse


def on(text):
    return {"true": True, "false": False}[text.lower()]


parser = argparse.ArgumentParser()
parser.add_argument("--openmp", type=on, default=True, help="Enable OpenMP")
parser.add_argument("--mpi", type=on, default=False, help="Enable MPI")
parser.add_argument("--cuda", action="store_true", help="Enable CUDA")
parser.parse_args()
