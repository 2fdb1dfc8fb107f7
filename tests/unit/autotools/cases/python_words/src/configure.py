#!/usr/bin/env python3
"""Run in its own folder. Its parser is a class of its own, which takes more keywords."""
import argparse

NOTHING = "OFF"
twice = "one"
twice = "two"
solvers = {"cg": "conjugate gradients", "mg": "multigrid"}


def yes_or_no(text):
    if text.lower() == "true":
        return True
    if text.lower() == "false":
        return False
    raise ValueError(text)


class Parser(argparse.ArgumentParser):
    def __init__(self):
        self.needs = {}
        super(Parser, self).__init__()

    def add_argument(self, *args, **kwargs):
        if "needs" in kwargs:
            self.needs[args[0]] = kwargs.pop("needs")
        super(Parser, self).add_argument(*args, **kwargs)


def main():
    parser = Parser()
    parser.add_argument("--threads", type=yes_or_no, metavar="BOOLEAN", default=True,
                        needs={"solver": "mg"}, help="Use several threads.\n")
    parser.add_argument("--gpu", type=yes_or_no, default=False, help="Use a GPU.")
    parser.add_argument("--fft", default=NOTHING, choices=[NOTHING, "FFTW2", "FFTW3"],
                        help="Library for transforms.")
    parser.add_argument("--solver", default="cg", choices=list(solvers.keys()))
    parser.add_argument("--order", type=int, default=2, choices=[2, 4])
    parser.add_argument("--limiter", choices=[twice, "none"])
    parser.add_argument("--cache", action=argparse.BooleanOptionalAction, default=True)
    for part in ["a", "b"]:
        parser.add_argument("--part-" + part)
    parser.parse_args()


main()
