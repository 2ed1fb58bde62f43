package views_test

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
	"faithscope/views"
)

// counting is a screen that counts how often it computed, and which context
// each computation had.
type counting struct {
	views.ComputedView[int]
	contexts []context.Context
	arranged int
}

func newCounting(s *views.Session) *counting {
	c := &counting{}
	c.ComputedView = views.NewComputed(&s.Data, func() func(context.Context) int {
		n := c.Requests
		return func(ctx context.Context) int {
			c.contexts = append(c.contexts, ctx)
			return n
		}
	}, func() { c.arranged++ })
	return c
}

func TestComputedTakesTheLastAnswerAlone(t *testing.T) {
	c := newCounting(&views.Session{})
	first := c.Init()
	second := c.Compute()
	late := first()
	check.Fails(t, "what nobody waits for is computed to its end", c.contexts[0].Err())
	c.Update(late)
	if c.Shown != 0 || !c.Computing {
		t.Errorf("a late answer is shown: %d", c.Shown)
	}
	c.Update(second())
	if c.Shown != 2 || c.Computing || c.arranged != 1 {
		t.Errorf("shown %d, computing %v, arranged %d times", c.Shown, c.Computing, c.arranged)
	}
	other := newCounting(&views.Session{})
	other.Compute()
	c.Update(other.Compute()())
	check.Equal(t, "answer shown", c.Shown, 2)
}

func TestComputedFollowsNews(t *testing.T) {
	s := &views.Session{}
	c := newCounting(s)
	news := func() tea.Cmd { return c.Update(views.RefreshViews{}) }
	answer := c.Init()
	if news() != nil {
		t.Error("news of examples do not wait for what is being computed")
	}
	s.Settings.Threshold = .7
	moved := news()
	if moved == nil || c.Update(answer()) != nil || c.Shown != 0 {
		t.Fatal("other settings wait for what is being computed under old ones")
	}
	if c.Update(moved()) != nil || c.Under.Threshold != .7 || news() != nil {
		t.Error("computed again without any news")
	}
	stale := true
	c.Stale = func() bool { return stale }
	answer = news()
	news()
	again := c.Update(answer())
	if again == nil {
		t.Fatal("news that came in the meantime are forgotten")
	}
	stale = false
	if c.Update(again()) != nil || news() != nil || c.Shown != 4 {
		t.Errorf("shown %d of %d computations", c.Shown, c.Requests)
	}
	kept := 0
	c.Display = func(n int) { kept = n }
	if c.Update(c.Compute()()); kept != 5 || c.Shown != 4 {
		t.Errorf("taken %d, shown %d", kept, c.Shown)
	}
}
