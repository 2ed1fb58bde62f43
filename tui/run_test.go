package tui

import (
	"context"
	"errors"
	"image"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/query"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
	"faithscope/views/runs"
	"faithscope/views/widget"
)

func TestRunNeedsATerminal(t *testing.T) {
	r, w, err := os.Pipe()
	check.NoError(t, err)
	defer r.Close()
	defer w.Close()
	if err := Run(context.Background(), Options{Session: twoRuns(1), In: r, Out: w}); !errors.Is(err, ErrNoTerminal) {
		t.Errorf("got %v", err)
	}
}

// ended describes how a program ended.
type ended struct {
	err error
	// restored: the terminal driver's modes are those from before.
	restored bool
}

// start runs run on a terminal. At the end of the test it asks the program to
// quit, and kills it only if that fails: a killed Bubble Tea closes the reader
// of keys while it may still read, which is a race.
func start(t *testing.T, c screentest.TerminalConfig, run func(ctx context.Context, tty *os.File) error) (*screentest.Terminal,
	chan ended) {
	t.Helper()
	done, finished := make(chan ended, 1), make(chan struct{})
	terminal := screentest.Run(t, c, func(ctx context.Context, tty *os.File) {
		defer close(finished)
		before, err := term.GetState(tty.Fd())
		if err != nil {
			done <- ended{err: err}
			return
		}
		err = run(ctx, tty)
		after, stateErr := term.GetState(tty.Fd())
		done <- ended{errors.Join(err, stateErr), reflect.DeepEqual(before, after)}
	})
	t.Cleanup(func() {
		select {
		case <-finished:
			return
		default:
		}
		terminal.Type("\x03")
		select {
		case <-finished:
		case <-time.After(screentest.Patience):
		}
	})
	return terminal, done
}

func runProgram(ctx context.Context, tty *os.File) error {
	return Run(ctx, Options{Session: twoRuns(50), In: tty, Out: tty, Resized: screentest.Resized(ctx)})
}

// wantRestored waits for the screen from before the program and checks how the
// program ended.
func wantRestored(t *testing.T, terminal *screentest.Terminal, end ended) {
	t.Helper()
	terminal.Wait("the screen from before", func() bool { return !strings.Contains(terminal.Text(), "5 Results") })
	if !end.restored {
		t.Error("the terminal stays in raw mode")
	}
}

// Keys that arrive together, as over a slow link, go one by one to the screen
// that the previous key opened.
func TestRunTypedAhead(t *testing.T) {
	t.Parallel()
	terminal, done := start(t, screentest.TerminalConfig{Cols: 100, Rows: 30}, runProgram)
	terminal.WaitFor("right, not faithful")
	terminal.Walk(
		"2jjj?/iou\r", "search: iou",
		"\x1b\x1b", "▸ 3 ", // once for the search, once for help
		"?", "enter pick",
		"\x1bG", "▸ 49 ", // esc and G in one piece
		"ggjjj", "▸ 3 ",
	)
	terminal.Resize(120, 40)
	terminal.WaitFor(" 33 ")
	terminal.Type("Q")
	end := <-done
	check.NoError(t, end.err)
	wantRestored(t, terminal, end)
}

// Keys pressed while the terminal is being queried are not lost.
func TestRunTypedEarly(t *testing.T) {
	t.Parallel()
	terminal, done := start(t, screentest.TerminalConfig{Cols: 100, Rows: 30, Silent: true}, runProgram)
	terminal.Walk("2jj", "▸ 2 ")
	terminal.Type("Q")
	wantRestored(t, terminal, <-done)
}

func TestRunOnASilentTerminal(t *testing.T) {
	t.Parallel()
	terminal, done := start(t, screentest.TerminalConfig{Silent: true}, runProgram)
	terminal.WaitFor("5 Results")
	terminal.Type("\x03")
	end := <-done
	check.NoError(t, end.err)
	wantRestored(t, terminal, end)
}

// panicking is a view with a mistake in it.
type panicking struct{ views.View }

func (panicking) Draw(*widget.Frame, image.Rectangle) { panic("a mistake made on purpose") }

func TestRunRestoresTheTerminalAfterAPanic(t *testing.T) {
	terminal, done := start(t, screentest.TerminalConfig{}, func(ctx context.Context, tty *os.File) error {
		graphics := newGraphics(Capabilities{Want: "none"}, tty, nil)
		defer graphics.Close()
		s := twoRuns(1)
		p := newProgram(ctx, Options{Session: s}, graphics)
		running := tea.NewProgram(p, tea.WithContext(ctx), tea.WithInput(tty), tea.WithOutput(graphics.writer), tea.WithoutCatchPanics())
		go running.Send(views.PushView{View: panicking{runs.New(s)}})
		return runSafely(running, p)
	})
	end := <-done
	var crash *Crash
	if !errors.As(end.err, &crash) || !strings.Contains(string(crash.Stack), "panicking.Draw") {
		t.Errorf("got %v, want a crash that says where", end.err)
	}
	wantRestored(t, terminal, end)
}

// A guest's queries have the budget of one among many, on screen and in the
// background.
func TestGuestsQueriesHaveTheirBudget(t *testing.T) {
	for guest, want := range map[bool]query.Budget{false: query.BudgetOf(t.Context()), true: query.ForGuest()} {
		p := newProgram(t.Context(), Options{Session: twoRuns(1), Guest: guest}, blankComposer{})
		if got := query.BudgetOf(p.session.Context()); got != want {
			t.Errorf("guest %t: in the background %+v, want %+v", guest, got, want)
		}
		if got := query.BudgetOf(p.reader.ctx); got != want {
			t.Errorf("guest %t: on screen %+v, want %+v", guest, got, want)
		}
	}
}
