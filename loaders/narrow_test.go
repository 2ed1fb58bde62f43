package loaders_test

import (
	"context"
	"fmt"
	"testing"

	"faithscope/loaders"
)

// numbered are records that say which they are.
type numbered int

func (n numbered) Len() int { return int(n) }

func (n numbered) Complete() bool { return true }

func (n numbered) Wait(ctx context.Context, _ int) error { return ctx.Err() }

func (n numbered) Progress() (done, total int64) { return int64(n), int64(n) }

func (n numbered) Close() error { return nil }

func (n numbered) Size(i int) int { return 100 + i }

func (n numbered) Number(i int) int { return i + 1 }

func (n numbered) Record(i int) ([]byte, error) { return []byte(fmt.Sprint(i)), nil }

func TestANarrowedRunHasTheExamplesThatAreKept(t *testing.T) {
	run := loaders.NewRun("r", "test", numbered(10), func(i int) (*loaders.Example, error) {
		return &loaders.Example{ID: fmt.Sprint("id ", i)}, nil
	})
	run.Row(3) // what was known of the whole run is forgotten
	run.Narrow([]int{7, 2, 9})
	if run.Len() != 3 || !run.Complete() || run.Wait(t.Context(), 9) != nil {
		t.Fatalf("%d examples", run.Len())
	}
	for i, want := range []string{"id 7", "id 2", "id 9"} {
		raw, err := run.Raw(i)
		if got := run.Example(i).ID; got != want || run.Row(i).ID != want || run.Size(i) != 100+[]int{7, 2, 9}[i] || err != nil ||
			"id "+string(raw) != want {
			t.Errorf("example %d is %s with record %s of %d bytes, %v; want %s", i, got, raw, run.Size(i), err, want)
		}
	}
	if ex := run.Example(3); ex.Broken == "" {
		t.Error("there is an example behind the last")
	}
}
