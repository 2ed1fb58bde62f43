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
	o.lengthenRun(&extendedRecords{}, func(ctx context.Context, recorded *loaders.Run) int {
		work(ctx, recorded)
		return 0
	}, nil)
}

// lengthenRun appends examples to the run, whose records become l. Once all of its own records are
// known, work is called in the background with a run of these, and returns how many to append;
// decode makes one from its index in the run (i) and among the appended (k). l is complete when
// work has ended, and l.stop ends it early.
func (o *Opening) lengthenRun(
	l *extendedRecords, work func(ctx context.Context, recorded *loaders.Run) (more int), decode func(i, k int) *loaders.Example,
) {
	o.Run.Extend(func(recorded *loaders.Run) (loaders.Records, loaders.Decoder) {
		var ctx context.Context
		ctx, l.stop = context.WithCancel(o.ctx)
		l.Records = recorded.Records
		l.RecordPlaces = func(i int) (*loaders.Run, int) {
			if i < recorded.Len() {
				return recorded, i
			}
			return &loaders.Run{}, i // it is nowhere
		}
		go func() {
			n := 0
			if recorded.Wait(ctx, math.MaxInt) == nil {
				n = work(ctx, recorded)
			}
			l.more.Grow(n, loaders.AllThere)
		}()
		return l, func(i int) (*loaders.Example, error) {
			if n := recorded.Len(); i >= n {
				return decode(i, i-n), nil
			}
			return recorded.Decode(i)
		}
	})
}

// extendedRecords are records that are complete when some work has ended too, which may find more
// of them: the entries of a companion that no record asks for. Questions without an answer
// count.
type extendedRecords struct {
	loaders.Records // of the file alone
	loaders.RecordPlaces
	more    loaders.Growth // none in a shard
	names   []string       // of the entries
	problem func(n int) loaders.Problem
	stop    context.CancelFunc
}

func (l *extendedRecords) Len() int { return l.Records.Len() + l.more.Len() }

func (l *extendedRecords) Complete() bool { return l.more.Complete() }

func (l *extendedRecords) Wait(ctx context.Context, n int) error {
	if err := l.Records.Wait(ctx, n); err != nil || l.Records.Len() >= n {
		return err
	}
	return l.more.Wait(ctx, n-l.Records.Len())
}

func (l *extendedRecords) Left(ctx context.Context) (loaders.UnaskedEntries, error) {
	err := l.more.Wait(ctx, math.MaxInt)
	return loaders.UnaskedEntries{Names: l.names, Problem: l.problem}, err
}

func (l *extendedRecords) Close() error {
	l.stop()
	_ = l.more.Wait(context.Background(), math.MaxInt) // it ends with the work
	return l.Records.Close()
}
