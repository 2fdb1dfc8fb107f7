#!/usr/bin/perl
# Makes a folder ready in which somebody builds.
copy_file("makefile", "arch", "tide.make");

sub copy_file {
    my ($name, $folder, $from) = @_;
    my $said = `cp $ENV{TIDE_DIR}/$folder/$from $name`;
}
