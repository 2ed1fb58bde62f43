package views

import (
	"context"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// ComputedView is embedded by screens that compute on a goroutine of their own, again when settings
// change or examples arrive.
type ComputedView[T any] struct {
	PlainView
	Area image.Rectangle
	// Shown is the last result, zero before; Under are its settings, and Read its number of
	// examples.
	Shown     T
	Under     scoring.Settings
	Read      int
	Computing bool
	Requests  int // computations started
	// Display is nil if setting Shown suffices.
	Display func(T)
	// Stale reports whether to compute again; nil compares settings and examples.
	Stale func() bool

	data    *Data
	work    func() func(ctx context.Context) T
	arrange func()
	next    *computedValue[T] // the latest request; nil before the first
	again   bool
	stop    context.CancelFunc
	runs    []*session.ScoredRun // of the last result
	shown   chan struct{}        // closed when the current result is shown; nil before the first
}

type computedValue[T any] struct {
	under scoring.Settings
	read  int
	runs  []*session.ScoredRun
	value T
}

// NewComputed takes startWork, which reads the screen and returns a function that doesn't; once its
// context is done, nobody waits for it. onResult fits the screen to its area and result.
func NewComputed[T any](d *Data, startWork func() func(ctx context.Context) T, onResult func()) ComputedView[T] {
	return ComputedView[T]{data: d, work: startWork, arrange: onResult}
}

// Init implements [View].
func (c *ComputedView[T]) Init() tea.Cmd { return c.Compute() }

// Title implements [View]: the place has the name.
func (c *ComputedView[T]) Title() string { return "" }

// Waiting implements [WaitingView].
func (c *ComputedView[T]) Waiting() bool { return c.Computing }

// Awaited returns [Data.Pending] while computing, even with a result, otherwise "".
func (c *ComputedView[T]) Awaited() string {
	return widget.If(c.Computing || c.next == nil || !c.data.IsRead(), c.data.Pending())
}

// Close implements [ClosingView].
func (c *ComputedView[T]) Close() {
	if c.stop != nil {
		c.stop()
	}
}

// Compute replaces the current computation by one under the present settings.
func (c *ComputedView[T]) Compute() tea.Cmd {
	c.Close()
	if !c.Computing {
		c.shown = make(chan struct{})
	}
	ctx, cancel := context.WithCancel(c.data.Context())
	next := &computedValue[T]{under: c.data.Settings, read: c.data.Read(), runs: c.data.Runs}
	c.Computing, c.again, c.stop, c.next = true, false, cancel, next
	c.Requests++
	compute := c.work()
	return func() tea.Msg {
		defer cancel()
		defer scoring.Alone(ctx)()
		next.value = compute(ctx)
		return next
	}
}

// Await sends msg once the current result is shown, so that steps don't wait on the screen's
// goroutine.
func (c *ComputedView[T]) Await(msg tea.Msg) tea.Cmd {
	shown, ctx := c.shown, c.data.Context()
	return func() tea.Msg {
		select {
		case <-shown:
			return msg
		case <-ctx.Done():
			return nil
		}
	}
}

// Update takes the area of a [ResizeView], computes again on a stale [RefreshViews], and shows only the
// latest request's result.
func (c *ComputedView[T]) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case ResizeView:
		c.Area = msg.Area
		c.arrange()
	case RefreshViews:
		cmd := c.computeAgain()
		c.arrange() // the theme may be another
		return cmd
	case *computedValue[T]:
		if msg != c.next {
			return nil
		}
		c.Computing, c.Under, c.Read, c.runs = false, msg.under, msg.read, msg.runs
		if c.Display != nil {
			c.Display(msg.value)
		} else {
			c.Shown = msg.value
		}
		c.arrange()
		close(c.shown)
		if c.again {
			return c.computeAgain()
		}
	}
	return nil
}

// IsReplaced reports whether a run was opened again after the shown result was computed.
func (c *ComputedView[T]) IsReplaced() bool { return !slices.Equal(c.runs, c.data.Runs) }

// During a computation under the present settings it only sets c.again, because a run that is being
// read always has news.
func (c *ComputedView[T]) computeAgain() tea.Cmd {
	stale := c.Under != c.data.Settings || c.Read < c.data.Read() || c.IsReplaced()
	if c.Stale != nil {
		stale = c.Stale()
	}
	if c.again = c.Computing && c.next.under == c.data.Settings; c.again || !stale {
		return nil
	}
	return c.Compute()
}
