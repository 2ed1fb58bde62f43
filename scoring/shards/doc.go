// Package shards lets several machines score the shards of one run: [PartialReport] writes what each
// example contributes to the scores, and [Merge] turns such reports into one run. It starts no
// job: the command slurm prints the lines that do.
//
// A report is a line of JSON that names the runs, settings and protocols, a line per example, and
// a last line, without which the report was cut off. The evidence in a line holds for all
// settings, so merged reports have everything that a run has: scores to the last digit,
// intervals, comparisons.
package shards
