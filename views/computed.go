package views

import (
	"context"
	"image"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/views/widget"
)

// Computed is embedded by screens that show something computed from the runs: on a
// goroutine of its own, and again when settings change or examples have been read.
type Computed[T any] struct {
	Plain
	// Area has the cells that the screen is drawn into.
	Area image.Rectangle
	// Shown was computed last, the zero value before; Under are the
	// settings that it is computed under, and Read is how many examples of all
	// runs it rests on.
	Shown T
	Under scoring.Settings
	Read  int
	// Computing says that a newer result is on its way.
	Computing bool
	// Display shows what was computed; nil where setting Shown is enough.
	Display func(T)
	// Stale reports whether news call for another computation; nil for one
	// under other settings or of more examples.
	Stale func() bool

	data    *Data
	work    func() func(ctx context.Context) T
	arrange func()
	next    computed[T] // what is being computed, or was last
	again   bool        // news arrived while computing
	stop    context.CancelFunc
	shown   chan struct{} // closed when what is being computed is shown; nil before the first
}

// computed is the answer to a request.
type computed[T any] struct {
	by      *Computed[T]
	request int
	under   scoring.Settings
	read    int
	value   T
}

// NewComputed returns what a screen embeds. Work reads the screen and returns
// what computes, which does not read it; once its context is done, nobody waits
// for the result. Arrange fits the screen to its area and to what is shown.
func NewComputed[T any](d *Data, work func() func(ctx context.Context) T, arrange func()) Computed[T] {
	return Computed[T]{data: d, work: work, arrange: arrange}
}

// Init implements [View].
func (c *Computed[T]) Init() tea.Cmd { return c.Compute() }

// Title implements [View]: the screen of a place has the place's name.
func (c *Computed[T]) Title() string { return "" }

// Waiting implements [Waiting].
func (c *Computed[T]) Waiting() bool { return c.Computing }

// Awaited says what is waited for ([Data.Pending]), also while runs are read of which something is
// shown; "" while nothing is.
func (c *Computed[T]) Awaited() string {
	return widget.If(c.Computing || c.next.request == 0 || !c.data.IsRead(), c.data.Pending())
}

// Close implements [Closing].
func (c *Computed[T]) Close() {
	if c.stop != nil {
		c.stop()
	}
}

// Requests returns how often something was computed, or began to be.
func (c *Computed[T]) Requests() int { return c.next.request }

// Compute cancels what is being computed, asks work for what to compute under the present
// settings, and returns the command that does so.
func (c *Computed[T]) Compute() tea.Cmd {
	c.Close()
	if !c.Computing {
		c.shown = make(chan struct{})
	}
	ctx, cancel := context.WithCancel(c.data.Context())
	c.Computing, c.again, c.stop = true, false, cancel
	c.next = computed[T]{by: c, request: c.next.request + 1, under: c.data.Settings, read: c.data.Read()}
	next, compute := c.next, c.work()
	return func() tea.Msg {
		defer cancel()
		defer scoring.Alone(ctx)()
		next.value = compute(ctx)
		return next
	}
}

// Await returns the command that sends msg once what is being computed is shown: a step that needs
// a result waits for it there, and not on the goroutine of the screen.
func (c *Computed[T]) Await(msg tea.Msg) tea.Cmd {
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

// Update takes the area of a [Resize] and arranges the screen, computes again on a [Refresh]
// that calls for it, and shows what the latest request computed; answers to earlier ones
// are dropped.
func (c *Computed[T]) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Resize:
		c.Area = msg.Area
		c.arrange()
	case Refresh:
		return c.computeAgain()
	case computed[T]:
		if msg.by != c || msg.request != c.next.request {
			return nil
		}
		c.Computing, c.Under, c.Read = false, msg.under, msg.read
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

// computeAgain returns the command that computes again if what is shown is stale, and nil
// otherwise. It is stale if c.Stale says so or, where that is nil, if the settings changed or more
// was read since. While something is computed under the present settings it returns nil and sets
// c.again, stale or not: a run that is being read always has news.
func (c *Computed[T]) computeAgain() tea.Cmd {
	stale := c.Under != c.data.Settings || c.Read < c.data.Read()
	if c.Stale != nil {
		stale = c.Stale()
	}
	if c.again = c.Computing && c.next.under == c.data.Settings; c.again || !stale {
		return nil
	}
	return c.Compute()
}
