package views

import (
	"context"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// Host holds what the program around a session does for it. A nil function means
// that it cannot be done.
type Host struct {
	// Reopen opens the file of a run of this session again, with the options
	// and the name that it had. Nil where runs are not in files of their own.
	Reopen func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error)

	// Export returns what writes examples of a run of the session, or of one that was made, by
	// their indices and in that order, in the format of path's ending, and says what it wrote;
	// what is the query that lists them, "" for none. Write makes a file of any content.
	// Neither replaces a file, but fails with [fs.ErrExist]. They are nil if nothing can
	// be written.
	Export func(scored *session.Scored, rows []int, what string) func(path string) (said string, err error)
	Write  func(path string, write func(w io.Writer) error) error
	// Annotators reads what others annotated in a run, by their names, for a person who settles
	// their differences; nil for guests, who must not see it.
	Annotators func(run *loaders.Run) map[string]*marks.Book
	// SaveColumns keeps for later which columns of a table are wanted; nil if nothing is kept.
	SaveColumns func(table string, titles []string) error
	// Give gives a text to a clipboard that the terminal does not pass it on to; nil for none.
	Give func(text string) error
	// Page returns the command that shows a text in a program of the person's; nil where none is
	// started.
	Page func(text string) tea.Cmd
	// Works lists what runs behind the screen; nil where nothing does.
	Works func() []Work
	// JSON returns an example of a run as a line of JSON; nil if that is not possible.
	JSON func(run *loaders.Run, ex *loaders.Example) (string, error)
}

// Console holds what a session says and hears by: how things look, the person's keys, the
// messages to the program, and what the program does with files.
type Console struct {
	widget.Look
	// Themes are the names of the themes there are.
	Themes []string
	// Keys has the keys that the person gave actions, by their names.
	Keys map[string][]string
	// Dial names the setting that was chosen last, which keys move.
	Dial    string
	Host    Host
	posted  []tea.Msg
	endings map[string]string // of the files of the last exports, by their usual ones
}

// Post hands the program a message that it handles before anything else.
// What a key does to the stack goes this way: a command's message would come
// after keys that are typed ahead, which a slow link delivers in one piece.
// It returns nil, for a handler to return.
func (c *Console) Post(msg tea.Msg) tea.Cmd {
	c.posted = append(c.posted, msg)
	return nil
}

// ShowText shows a text on the status line until the next key.
func (c *Console) ShowText(text string) tea.Cmd { return c.Post(Flash{Text: text}) }

// ShowError shows a text that says what is wrong, likewise.
func (c *Console) ShowError(text string) tea.Cmd { return c.Post(ErrorFlash(text)) }

// ErrorFlash returns the message for the status line that is an error.
func ErrorFlash(text string) Flash { return Flash{Text: text, Bad: true} }

// Push opens a view on top of the stack.
func (c *Console) Push(v View) tea.Cmd { return c.Post(Push{v}) }

// Pop goes back one view.
func (c *Console) Pop() tea.Cmd { return c.Post(Pop{}) }

// Posted returns what was posted since the last call, for the program.
func (c *Console) Posted() []tea.Msg {
	posted := c.posted
	c.posted = nil
	return posted
}

// Choice returns the With of an action that takes one of some words, and calls to with the
// word's place among them. To any other word it shows the error none, in which WORD stands
// for what was typed.
func (c *Console) Choice(words func() []string, none string, to func(index int) tea.Cmd) func(word string) tea.Cmd {
	return func(word string) tea.Cmd {
		at := slices.Index(words(), word)
		if at < 0 {
			return c.ShowError(strings.Replace(none, "WORD", word, 1))
		}
		return to(at)
	}
}
