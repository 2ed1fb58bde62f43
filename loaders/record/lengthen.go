package record

import (
	"context"
	"math"

	"faithscope/loaders"
)

// Afterwards makes the run complete only when work has ended too, which is called in the
// background, once all records are known, with a run that has them. ctx ends with the run. It does
// nothing for a file that is followed, or if the opening has failed.
func (o *Opening) Afterwards(work func(ctx context.Context, run *loaders.Run)) {
	if growing, ok := o.Run.Records.(loaders.Growing); o.Failed() || ok && growing.Following().On {
		return
	}
	o.lengthenRun(&longer{}, func(ctx context.Context, own *loaders.Run) int {
		work(ctx, own)
		return 0
	}, nil)
}

// lengthenRun appends examples to the run, whose records become l. Once all of its own records are
// known, work is called in the background with a run of these, and returns how many to append;
// decode makes one from its index in the run (i) and among the appended (k). l is complete when
// work has ended, and l.stop ends it early.
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

func (l *longer) Len() int { return l.Records.Len() + l.more.Len() }

func (l *longer) Complete() bool { return l.more.Complete() }

func (l *longer) Wait(ctx context.Context, n int) error {
	if err := l.Records.Wait(ctx, n); err != nil || l.Records.Len() >= n {
		return err
	}
	return l.more.Wait(ctx, n-l.Records.Len())
}

func (l *longer) Left(ctx context.Context) (loaders.Left, error) {
	err := l.more.Wait(ctx, math.MaxInt)
	return loaders.Left{Names: l.names, Problem: l.problem}, err
}

func (l *longer) Close() error {
	l.stop()
	_ = l.more.Wait(context.Background(), math.MaxInt) // it ends with the work
	return l.Records.Close()
}
