package record

import (
	"context"
	"math"

	"faithscope/loaders"
)

// maxListed bounds how many entries without a record are listed one by one;
// all are counted.
const maxListed = 100

// ReportLeft reports how many of all entries of a file are left without a record, and the
// names of the first of them; what is an entry ("question"). In a shard nothing is
// reported: what has no record in it may have one in another file.
func (o *Opening) ReportLeft(file, what string, left []string, all int) {
	if len(left) == 0 || o.Options.Shard {
		return
	}
	run := o.Run
	run.Problems.Report(file, "%d of %d %ss have no readable record in the run; scores are only over the records", len(left), all, what)
	for _, id := range left[:min(len(left), maxListed)] {
		run.Problems.Add(loaders.Problem{File: file, Example: id}.Worded("the run has no readable record of this %s; not counted", what))
	}
}

// addLeft adds after the run's records the entries of t, the table of c, that
// none of them asks for. Where fewer than half of the records have an entry the
// file hardly belongs to the run, and nothing is added.
func (o *Opening) addLeft(t *Table, c *Companion) {
	l, decode := &longer{}, o.decode
	l.problem = func(n int) loaders.Problem {
		return loaders.Problem{File: t.Path}.Worded("%d of %d %ss have no answer in the run; without --missing omit they count 0"+c.Official,
			n, t.Len(), c.Left)
	}
	o.lengthenRun(l, func(ctx context.Context, own *loaders.Run) (more int) {
		if l.names = o.leftOf(ctx, t, c, own); len(l.names) == 0 || o.Options.Shard {
			return 0
		}
		o.Run.Problems.Add(l.problem(len(l.names)))
		return len(l.names)
	}, func(i, k int) *loaders.Example {
		rec := &Record{Bytes: c.Blank(l.names[k]), Key: l.names[k], Index: i, left: true}
		ex := o.decodeRecord(rec, nil, decode)
		rec.CountMissing(&ex.Answer)
		return ex
	})
}

// leftOf returns the names of the entries that no record asks for.
func (o *Opening) leftOf(ctx context.Context, t *Table, c *Companion, records loaders.Records) []string {
	if t.found.Wait(ctx, math.MaxInt) != nil {
		return nil
	}
	met, asked, answered := map[string]bool{}, 0, 0
	for i := 0; i < records.Len() && ctx.Err() == nil; i++ {
		rec, err := o.record(i)
		if err != nil {
			continue
		}
		if name := c.Asks(rec); t.Has(name) {
			met[name] = true
			answered++
		}
		asked++
	}
	if 2*answered < asked || ctx.Err() != nil {
		return nil
	}
	return t.namesWithout(met, c.Counts)
}

// CountMissing is [loaders.Answer.CountMissing], and reports what lacks a prediction.
func (rec *Record) CountMissing(a *loaders.Answer, metrics ...string) {
	if a.CountMissing(metrics...) && !rec.left {
		rec.Problem("no answer; without --missing omit it counts 0")
	}
}
