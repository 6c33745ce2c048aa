#!/usr/bin/perl
# Writes Sources/TrellisGrammars/Regex/UnicodeScripts+Table.swift from the Unicode tables that come with Perl.
use strict;
use warnings;
use Unicode::UCD qw(charscripts prop_value_aliases);

my $scripts = charscripts();
print "// Written by Scripts/make_unicode_scripts.pl from Unicode ", Unicode::UCD::UnicodeVersion(), ".\n\n";
print "extension UnicodeScripts {\n";
print "    /// For each script a line: its names, then its ranges in hexadecimal.\n";
print "    static let table = \"\"\"\n";
for my $name (sort keys %$scripts) {
    my ($short, $long) = prop_value_aliases("sc", $name);
    my @ranges;
    for my $range (sort { $a->[0] <=> $b->[0] } @{$scripts->{$name}}) {
        my ($low, $high) = @$range;
        if (@ranges && $ranges[-1][1] + 1 == $low) { $ranges[-1][1] = $high } else { push @ranges, [$low, $high] }
    }
    my $line = "        $short $long";
    for my $range (@ranges) {
        my $text = $range->[0] == $range->[1] ? sprintf("%X", $range->[0]) : sprintf("%X-%X", @$range);
        if (length($line) + length($text) > 116) { print "$line \\\n"; $line = "       " }
        $line .= " $text";
    }
    print "$line\n";
}
print "        \"\"\"\n}\n";
