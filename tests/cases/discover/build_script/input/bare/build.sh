#!/bin/sh
cc -o bare bare.c
