#!/usr/bin/env perl
my $output = "config/found_parts.m4";
foreach my $dir (glob("parts/*")) {
    push(@includes, "$dir/configure.m4") if (-f "$dir/configure.m4");
}
foreach my $p (@projects) {
    $m4 .= "m4_define([project_$p->{name}], [1])\n";
}
