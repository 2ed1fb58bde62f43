// Package shards lets several machines score the shards of one run:
// [WritePartial] writes what examples add to its scores, [Merge] makes one run
// of such reports.
package shards
