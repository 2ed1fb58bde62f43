// Package shards lets several machines score the shards of one run:
// [Partial] writes what each example contributes to the scores, and [Merge]
// turns such reports into one run.
//
// It starts no job: the command slurm prints the lines that do.
package shards
