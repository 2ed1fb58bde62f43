package record

import (
	"context"
	"math"

	"faithscope/loaders"
)

// Afterwards calls work once all records are known, before the run is complete. The run that
// it gets has the records so far. It ends early where ctx does, with the run. Nothing is
// called for a file that is followed.
func (o *Opening) Afterwards(work func(ctx context.Context, run *loaders.Run)) {
	if growing, ok := o.Run.Records.(loaders.Growing); o.Failed() || ok && growing.Following().On {
		return
	}
	o.lengthenRun(&longer{}, func(ctx context.Context, own *loaders.Run) int {
		work(ctx, own)
		return 0
	}, nil)
}

// lengthenRun makes the run's records those of l, which are complete when work has ended: it
// gets the run with the records so far, and returns how many more there are, which decode
// reads by their index in the run and among them.
func (o *Opening) lengthenRun(
	l *longer, work func(ctx context.Context, own *loaders.Run) (more int), decode func(i, k int) *loaders.Example,
) {
	o.Run.Extend(func(own *loaders.Run) (loaders.Records, loaders.Decoder) {
		var ctx context.Context
		ctx, l.stop = context.WithCancel(o.ctx)
		l.Records = own.Records
		l.Places = func(i int) (*loaders.Run, int) {
			if i < own.Len() {
				return own, i
			}
			return &loaders.Run{}, i // it is nowhere
		}
		go func() {
			n := 0
			if own.Wait(ctx, math.MaxInt) == nil {
				n = work(ctx, own)
			}
			l.more.Grow(n, loaders.AllThere)
		}()
		return l, func(i int) (*loaders.Example, error) {
			if n := own.Len(); i >= n {
				return decode(i, i-n), nil
			}
			return own.Decode(i)
		}
	})
}

// longer are records that are complete when some work has ended too, which may find more
// of them: the entries of a companion that no record asks for. Questions without an answer
// count.
type longer struct {
	loaders.Records // of the file alone
	loaders.Places
	more    loaders.Growth // none in a shard
	names   []string       // of the entries
	problem func(n int) loaders.Problem
	stop    context.CancelFunc
}

// Len implements [loaders.Records].
func (l *longer) Len() int { return l.Records.Len() + l.more.Len() }

// Complete implements [loaders.Records].
func (l *longer) Complete() bool { return l.more.Complete() }

// Wait implements [loaders.Records].
func (l *longer) Wait(ctx context.Context, n int) error {
	if err := l.Records.Wait(ctx, n); err != nil || l.Records.Len() >= n {
		return err
	}
	return l.more.Wait(ctx, n-l.Records.Len())
}

// Left implements [loaders.Leaving].
func (l *longer) Left(ctx context.Context) (loaders.Left, error) {
	err := l.more.Wait(ctx, math.MaxInt)
	return loaders.Left{Names: l.names, Problem: l.problem}, err
}

// Close ends the work and closes the records.
func (l *longer) Close() error {
	l.stop()
	_ = l.more.Wait(context.Background(), math.MaxInt) // it ends with the work
	return l.Records.Close()
}
