package record

import (
	"context"
	"math"

	"faithscope/loaders"
)

const maxListed = 100

// ReportLeft reports how many entries have no record, and the first 100 names; entryNoun is for an entry
// ("question"). It reports nothing if none is left, or in a shard, because another file may have
// the record.
func (o *RunBuilder) ReportLeft(file, entryNoun string, unusedNames []string, entryCount int) {
	if len(unusedNames) == 0 || o.Options.Shard {
		return
	}
	run := o.Run
	run.Problems.Report(file, "%d of %d %ss have no readable record in the run; they are not scored", len(unusedNames), entryCount, entryNoun)
	for _, id := range unusedNames[:min(len(unusedNames), maxListed)] {
		run.Problems.Add(loaders.Problem{File: file, Example: id}.Worded("the run has no readable record for this %s; not scored", entryNoun))
	}
}

// If fewer than half of the records have an entry addLeft appends none, because the file hardly
// belongs to the run.
func (o *RunBuilder) addLeft(t *CompanionTable, c *CompanionFile) {
	l, decode := &extendedRecords{}, o.decode
	l.problem = func(n int) loaders.Problem {
		return loaders.Problem{File: t.Path}.Worded("%d of %d %ss have no answer in the run; they count as 0 "+
			"unless you pass --missing omit"+c.Official, n, t.Len(), c.Left)
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

// Unasked returns the names of t's entries that no record asks for and that isCounted accepts (nil
// accepts all), in file order; none if ctx ends. weak means that fewer than half of the records
// have an entry.
func (o *RunBuilder) Unasked(
	ctx context.Context, t *CompanionTable, requestNamer EntryNamer, isCounted EntryCheck, records loaders.Records,
) (names []string, weak bool) {
	if t.found.Wait(ctx, math.MaxInt) != nil {
		return nil, false
	}
	met, asked, answered := map[string]bool{}, 0, 0
	for i := 0; i < records.Len() && ctx.Err() == nil; i++ {
		rec, err := ElementRecord(o.elements, i)
		if err != nil {
			continue
		}
		if name := requestNamer(rec); t.Has(name) {
			met[name] = true
			answered++
		}
		asked++
	}
	if ctx.Err() != nil {
		return nil, false
	}
	return t.namesWithout(met, isCounted), 2*answered < asked
}

// CountMissing is [loaders.Answer.CountMissing] with a problem, unless the example has no record at
// all.
func (rec *Record) CountMissing(a *loaders.Answer, metricNames ...string) {
	if a.CountMissing(metricNames...) && !rec.left {
		rec.Problem("no answer; counts as 0 unless you pass --missing omit")
	}
}
