package record

import (
	"context"
	"math"

	"faithscope/loaders"
)

// Afterwards calls workFunc in the background, once all records are known, and delays completion until
// it ends. ctx ends with the run. It does nothing for a followed file or after a failure.
func (o *RunBuilder) Afterwards(workFunc func(ctx context.Context, run *loaders.Run)) {
	if growing, ok := o.Run.Records.(loaders.GrowingRecords); o.Failed() || ok && growing.Following().On {
		return
	}
	o.lengthenRun(&extendedRecords{}, func(ctx context.Context, recorded *loaders.Run) int {
		workFunc(ctx, recorded)
		return 0
	}, nil)
}

// lengthenRun waits for the recorded examples before it works, because indices of the appended ones
// follow theirs. decodeExtended gets an example's index in the run (i) and among the appended (k).
func (o *RunBuilder) lengthenRun(
	l *extendedRecords, workFunc func(ctx context.Context, recorded *loaders.Run) (more int), decodeExtended func(i, k int) *loaders.Example,
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
				n = workFunc(ctx, recorded)
			}
			l.more.Grow(n, loaders.AllThere)
		}()
		return l, func(i int) (*loaders.Example, error) {
			if n := recorded.Len(); i >= n {
				return decodeExtended(i, i-n), nil
			}
			return recorded.Decode(i)
		}
	})
}

type extendedRecords struct {
	loaders.Records // of the file
	loaders.RecordPlaces
	more    loaders.Growth // none in a shard
	names   []string
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

func (l *extendedRecords) Left(ctx context.Context) (loaders.UnrequestedEntries, error) {
	err := l.more.Wait(ctx, math.MaxInt)
	return loaders.UnrequestedEntries{Names: l.names, Problem: l.problem}, err
}

func (l *extendedRecords) Close() error {
	l.stop()
	_ = l.more.Wait(context.Background(), math.MaxInt) // it ends with the work
	return l.Records.Close()
}
