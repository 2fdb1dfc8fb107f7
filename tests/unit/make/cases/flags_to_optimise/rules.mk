CC = cc
