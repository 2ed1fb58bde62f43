package loaders

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func numbered(t *testing.T, n int) *Run {
	t.Helper()
	return NewRun("numbers", "numbers", counted{n: n}, func(i int) (*Example, error) {
		return &Example{ID: fmt.Sprint(i)}, nil
	})
}

func TestPassKeepsTheOrder(t *testing.T) {
	const n = 3000
	next := 0
	err := Pass(t.Context(), numbered(t, n), func(i int, ex *Example) (string, error) {
		if i%7 == 0 {
			runtime.Gosched()
		}
		return ex.ID, nil
	}, func(id string) error {
		if id != fmt.Sprint(next) {
			return fmt.Errorf("example %s in place %d", id, next)
		}
		next++
		return nil
	})
	if err != nil || next != n {
		t.Fatalf("%d of %d examples, %v", next, n, err)
	}
}

func TestPassEndsWithTheFirstError(t *testing.T) {
	wrong := errors.New("wrong")
	run := numbered(t, 5000)
	var worked atomic.Int64
	work := func(i int, _ *Example) (int, error) { worked.Add(1); return i, nil }
	if err := Pass(t.Context(), run, work, func(i int) error {
		if i == 10 {
			return wrong
		}
		return nil
	}); !errors.Is(err, wrong) {
		t.Errorf("of take: %v", err)
	}
	if n := worked.Load(); n > 4000 {
		t.Errorf("%d examples were read after the error at 10", n)
	}
	if err := Pass(t.Context(), run, func(i int, _ *Example) (int, error) {
		if i == 10 {
			return 0, wrong
		}
		return i, nil
	}, func(i int) error {
		if i >= 10 {
			return fmt.Errorf("%d was taken after the error", i)
		}
		return nil
	}); !errors.Is(err, wrong) {
		t.Errorf("of work: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	check.Is(t, "of the context", Pass(ctx, run, work, func(int) error { stop(); return nil }), context.Canceled)
}
