package record

import (
	"cmp"
	"context"
	"math"
	"slices"

	"faithscope/loaders"
)

// left are the entries of a companion that no record of a run asks for, as
// records behind its own: questions without an answer count.
type left struct {
	loaders.Records // of the file
	loaders.Growth  // of names, of none in a shard
	names           []string
	told            func(n int) loaders.Problem
}

// Len implements [loaders.Records].
func (l *left) Len() int { return l.Records.Len() + l.Growth.Len() }

// Complete implements [loaders.Records].
func (l *left) Complete() bool { return l.Growth.Complete() }

// Wait implements [loaders.Records].
func (l *left) Wait(ctx context.Context, n int) error {
	if err := l.Records.Wait(ctx, n); err != nil || l.Records.Len() >= n {
		return err
	}
	return l.Growth.Wait(ctx, n-l.Records.Len())
}

// Size implements [loaders.Sized].
func (l *left) Size(i int) int {
	if sized, ok := l.Records.(loaders.Sized); ok && i < l.Records.Len() {
		return sized.Size(i)
	}
	return 0
}

// Number implements [loaders.Numbered].
func (l *left) Number(i int) int {
	if numbered, ok := l.Records.(loaders.Numbered); ok && i < l.Records.Len() {
		return numbered.Number(i)
	}
	return 0
}

// Record implements [loaders.Stored].
func (l *left) Record(i int) (record []byte, number int, err error) {
	if stored, ok := l.Records.(loaders.Stored); ok && i < l.Records.Len() {
		return stored.Record(i)
	}
	return nil, 0, loaders.ErrNoRaw
}

// Following implements [loaders.Growing].
func (l *left) Following() loaders.Follow {
	if growing, ok := l.Records.(loaders.Growing); ok {
		return growing.Following()
	}
	return loaders.Follow{}
}

// Left implements [loaders.Leaving].
func (l *left) Left(ctx context.Context) (loaders.Left, error) {
	err := l.Growth.Wait(ctx, math.MaxInt)
	return loaders.Left{Names: l.names, Problem: l.told}, err
}

// Unanswered makes an answer one that the run does not have, with 0 for each of
// the metrics that the data set's evaluation gives.
func (rec *Record) Unanswered(a *loaders.Answer, metrics ...string) {
	a.Correct = loaders.Unanswered
	for _, m := range metrics {
		a.Score(m, 0)
	}
	if !rec.left {
		rec.Problem(loaders.Say("no answer"), loaders.Say("it counts 0; --missing omit leaves it out"))
	}
}

// addLeft puts behind the run's records the entries of t, which c is, that none of
// them asks for. Where fewer than half of the records have an entry the file is
// hardly that of the run, and nothing is added.
func (o *Opening) addLeft(t *Table, c *Companion) {
	l, decode := &left{}, o.decode
	l.told = func(n int) loaders.Problem {
		return loaders.Problem{
			File: t.Path, What: loaders.Say("%d of %d %ss have no answer in the run", n, t.Len(), c.Left),
			Done: loaders.Say("they count 0" + c.Official + "; --missing omit leaves them out"),
		}
	}
	o.Run.Extend(func(records loaders.Records, decodeAt func(i int) (*loaders.Example, error)) (loaders.Records, func(i int) (*loaders.Example, error)) {
		l.Records = records
		return l, func(i int) (*loaders.Example, error) {
			n := records.Len()
			if i < n {
				return decodeAt(i)
			}
			name := l.names[i-n]
			rec := &Record{Bytes: c.Blank(name), Key: name, Index: i, left: true}
			ex := o.decoded(rec, nil, decode)
			if ex.Answer.Gold != "" && ex.Answer.Correct == loaders.Unknown {
				rec.Unanswered(&ex.Answer)
			}
			return ex, nil
		}
	})
	go func() {
		l.names = o.leftOf(t, c, l.Records)
		switch n := len(l.names); {
		case o.Options.Shard:
			l.Grow(0, true)
		case n > 0:
			o.Run.Problems.Add(l.told(n))
			fallthrough
		default:
			l.Grow(n, true)
		}
	}()
}

// leftOf are the names of the entries that no record asks for.
func (o *Opening) leftOf(t *Table, c *Companion, records loaders.Records) []string {
	if records.Wait(o.ctx, math.MaxInt) != nil {
		return nil
	}
	met, asked, answered := map[string]bool{}, 0, 0
	for i := 0; i < records.Len() && o.ctx.Err() == nil; i++ {
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
	if 2*answered < asked || o.ctx.Err() != nil {
		return nil
	}
	return t.without(met, c.Counts)
}

// without are the names of the entries but some, in the order of the file, that
// count; nil counts all.
func (t *Table) without(met map[string]bool, counts func(entry *Record) bool) (names []string) {
	t.Len()
	for id, i := range t.at {
		if met[id] {
			continue
		}
		if entry, err := element(t.elements, int(i)); counts == nil || err == nil && counts(entry) {
			names = append(names, id)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(t.at[a], t.at[b]) })
	return names
}
