package record

import (
	"context"
	"math"

	"faithscope/loaders"
)

const maxListed = 100

// ReportLeft reports how many entries have no record, and the first 100 names; what is an entry
// ("question"). It reports nothing if none is left, or in a shard, because another file may have
// the record.
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

// If fewer than half of the records have an entry addLeft appends none, because the file hardly
// belongs to the run.
func (o *Opening) addLeft(t *CompanionTable, c *Companion) {
	l, decode := &extendedRecords{}, o.decode
	l.problem = func(n int) loaders.Problem {
		return loaders.Problem{File: t.Path}.Worded("%d of %d %ss have no answer in the run; without --missing omit they count 0"+c.Official,
			n, t.Len(), c.Left)
	}
	o.lengthenRun(l, func(ctx context.Context, recorded *loaders.Run) (more int) {
		names, weak := o.Unasked(ctx, t, c.Asks, c.Counts, recorded)
		if !weak {
			l.names = names
		}
		if len(l.names) == 0 || o.Options.Shard {
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

// Unasked returns the names of t's entries that no record asks for and that counts accepts (nil
// accepts all), in file order; none if ctx ends. weak means that fewer than half of the records
// have an entry.
func (o *Opening) Unasked(
	ctx context.Context, t *CompanionTable, asks Naming, counts Check, records loaders.Records,
) (names []string, weak bool) {
	if t.found.Wait(ctx, math.MaxInt) != nil {
		return nil, false
	}
	met, asked, answered := map[string]bool{}, 0, 0
	for i := 0; i < records.Len() && ctx.Err() == nil; i++ {
		rec, err := o.record(i)
		if err != nil {
			continue
		}
		if name := asks(rec); t.Has(name) {
			met[name] = true
			answered++
		}
		asked++
	}
	if ctx.Err() != nil {
		return nil, false
	}
	return t.namesWithout(met, counts), 2*answered < asked
}

// CountMissing is [loaders.Answer.CountMissing] with a problem, unless the example has no record at
// all.
func (rec *Record) CountMissing(a *loaders.Answer, metrics ...string) {
	if a.CountMissing(metrics...) && !rec.left {
		rec.Problem("no answer; without --missing omit it counts 0")
	}
}
