package loaders

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// Pass reads all examples on all cores, also those still being found, without caching. Several
// goroutines call computeExample; one calls handleResult, in file order. Few examples are pending,
// however slow handleResult is. It ends with the first error of either, or ctx's.
func Pass[T any](ctx context.Context, r *Run, computeExample func(i int, ex *Example) (T, error), handleResult func(T) error) error {
	return PassOver(ctx, r, nil, computeExample, handleResult)
}

// PassExamples is [Pass] without work.
func PassExamples(ctx context.Context, r *Run, handleExample func(ex *Example) error) error {
	return Pass(ctx, r, func(_ int, ex *Example) (*Example, error) { return ex, nil }, handleExample)
}

// startWorkers reuses goroutines, because their stacks have grown after the first example.
func startWorkers(waitGroup *sync.WaitGroup, n int) chan<- func() {
	tasks := make(chan func())
	for range n {
		waitGroup.Go(func() {
			for task := range tasks {
				task()
			}
		})
	}
	return tasks
}

// PassOver is [Pass] over exampleIndices, each 0 ≤ i < Len, in that order. Nil means all; empty none.
func PassOver[T any](ctx context.Context, r *Run, exampleIndices []int, computeExample func(i int, ex *Example) (T, error),
	handleResult func(T) error) error {
	inner, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var under sync.WaitGroup
	pending := make(chan chan T, 4*runtime.GOMAXPROCS(0))
	tasks := startWorkers(&under, cap(pending))
	under.Go(func() {
		defer close(pending)
		defer close(tasks)
		for n := 0; ; n++ {
			i, more, err := r.nextInPass(inner, exampleIndices, n)
			if err != nil {
				fail(err)
			}
			if !more {
				return
			}
			result := make(chan T, 1)
			select {
			case pending <- result:
			case <-inner.Done():
				return
			}
			tasks <- func() {
				if v, err := computeExample(i, r.Scan(i)); err != nil {
					fail(err)
				} else {
					result <- v
				}
			}
		}
	})
	handleAll := func() error {
		for result := range pending {
			select {
			case v := <-result:
				if err := handleResult(v); err != nil {
					return err
				}
			case <-inner.Done():
				return nil
			}
		}
		return nil
	}
	if err := handleAll(); err != nil {
		fail(err)
	}
	under.Wait()
	return context.Cause(inner)
}

func (r *Run) nextInPass(ctx context.Context, exampleIndices []int, n int) (i int, more bool, err error) {
	if exampleIndices != nil {
		if n < len(exampleIndices) {
			i, more = exampleIndices[n], true
		}
		return i, more, nil
	}
	if err := r.Wait(ctx, n+1); err != nil {
		return 0, false, err
	}
	return n, n < r.Len(), nil
}

// WaitAtMost returns once work has ended or limit has passed.
func WaitAtMost(limit time.Duration, work func()) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		work()
	}()
	select {
	case <-ended:
	case <-time.After(limit):
	}
}
