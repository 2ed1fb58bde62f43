package views

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// HostFunctions holds what the surrounding program can do; nil functions are unavailable.
type HostFunctions struct {
	// Reopen reopens a run's file with its options and name. Nil without files.
	Reopen func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error)

	// Export returns a function that writes a run's examples by index, in order, in the format of
	// path's ending, and describes them; what is their query, "" for none. Write writes any
	// content. Both fail with [fs.ErrExist] instead of replacing a file; nil if nothing can be
	// written.
	Export func(scored *session.ScoredRun, rows []int, what string) func(path string) (said string, err error)
	Write  func(path string, write func(w io.Writer) error) error
	// Annotators reads others' annotations by name; nil for guests, who must not see them.
	Annotators func(run *loaders.Run) map[string]*marks.MarksBook
	Annotator  string // under whose name the person annotates, "" for none
	// SaveColumns saves the wanted columns of a table; may be nil.
	SaveColumns func(table string, titles []string) error
	// Give sends text to a clipboard that the terminal can't reach; may be nil.
	Give func(text string) error
	// Page shows text in the person's pager; may be nil.
	Page func(text string) tea.Cmd
	// Works lists background work; may be nil.
	Works func() []BackgroundWork
	// JSON returns an example as a line of JSON; may be nil.
	JSON func(run *loaders.Run, ex *loaders.Example) (string, error)
}

// Console is a session's look, keys, messages to the program, and host.
type Console struct {
	widget.Look
	Themes []string
	// Keys are the person's keys by action.
	Keys    map[string][]string
	Dial    string
	Host    HostFunctions
	Presses int64 // of keys, counted by sync/atomic
	posted  []tea.Msg
	endings map[string]string // of the last exports, by usual ending
}

// Post sends the program a message that it handles first, and returns nil for handlers. A command's
// message would come after keys typed ahead, which a slow link delivers in one piece.
func (c *Console) Post(msg tea.Msg) tea.Cmd {
	c.posted = append(c.posted, msg)
	return nil
}

// ShowText shows a text on the status line until the next key.
func (c *Console) ShowText(flashText string) tea.Cmd { return c.Post(FlashMessage{Text: flashText}) }

// ShowError shows an error like [Console.ShowText].
func (c *Console) ShowError(flashText string) tea.Cmd { return c.Post(ErrorFlash(flashText)) }

// ErrorFlash returns an error for the status line.
func ErrorFlash(flashText string) FlashMessage { return FlashMessage{Text: flashText, Bad: true} }

// Refresh posts [RefreshViews].
func (c *Console) Refresh() tea.Cmd { return c.Post(RefreshViews{}) }

// Push opens a view on top of the stack.
func (c *Console) Push(v View) tea.Cmd { return c.Post(PushView{v}) }

// InTime drops what slowCommand would open if a key was pressed meanwhile, because the person went on.
func (c *Console) InTime(slowCommand tea.Cmd) tea.Cmd {
	asked := atomic.LoadInt64(&c.Presses)
	return func() tea.Msg {
		msg := slowCommand()
		if _, opens := msg.(PushView); opens && atomic.LoadInt64(&c.Presses) != asked {
			return nil
		}
		return msg
	}
}

// Pop goes back one view.
func (c *Console) Pop() tea.Cmd { return c.Post(PopView{}) }

// Posted returns and forgets what was posted, for the program.
func (c *Console) Posted() []tea.Msg {
	posted := c.posted
	c.posted = nil
	return posted
}

// Choice returns a With that calls chooseIndex with a word's index, or shows the error noMatchError,
// with WORD replaced.
func (c *Console) Choice(choiceWords func() []string, noMatchError string, chooseIndex func(index int) tea.Cmd) func(word string) tea.Cmd {
	return func(word string) tea.Cmd {
		at := slices.Index(choiceWords(), word)
		if at < 0 {
			return c.ShowError(strings.Replace(noMatchError, "WORD", word, 1))
		}
		return chooseIndex(at)
	}
}
