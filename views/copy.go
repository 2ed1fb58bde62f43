package views

import (
	"errors"
	"iter"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// mostCopied is in bytes, for several records.
const mostCopied = 1 << 20

// CopyActions copy the ids of chosen examples of runs[run()], copy their records as JSON lines, and
// page the records. They show an error without records or a pager, and for several records of over
// a mebibyte.
func (s *Session) CopyActions(run func() int, chosen iter.Seq[*loaders.Example], disabled func() string) []widget.Action {
	act := func(name, what string, line func(ex *loaders.Example) (string, error), to func(text, what string) tea.Cmd) widget.Action {
		return widget.Action{Name: name, Effect: widget.Leaves, Disabled: disabled, Run: func() tea.Cmd {
			var lines []string
			size := 0
			for ex := range chosen {
				text, err := line(ex)
				if size += len(text); len(lines) > 0 && size > mostCopied {
					err = errors.New("these are too long to copy: export them")
				}
				if err != nil {
					return s.ShowError(err.Error())
				}
				lines = append(lines, text)
			}
			return to(strings.Join(lines, "\n"), loaders.Count(len(lines), what))
		}}
	}
	record := func(ex *loaders.Example) (string, error) {
		if s.Host.JSON == nil {
			return "", errors.New("there is no record to copy")
		}
		return s.Host.JSON(s.Run(run()), ex)
	}
	copied := func(text, what string) tea.Cmd { return s.Post(Copy{Text: text, What: what, Lines: true}) }
	return []widget.Action{
		act("copy-id", "id", func(ex *loaders.Example) (string, error) { return loaders.Clean(ex.ID), nil }, copied),
		act("copy-json", "record", record, copied),
		act("record", "", record, func(text, _ string) tea.Cmd {
			if s.Host.Page == nil {
				return s.ShowError("no program is started here: y j copies the record")
			}
			return s.Host.Page(text)
		}),
	}
}

// LineAction copies "faithscope VERB OPENED --view STEPS", which opens or draws the view on screen;
// opened has the runs and their flags.
func (s *Session) LineAction(name, verb string, opened []string) widget.Action {
	return widget.Action{Name: name, Effect: widget.Leaves, Run: func() tea.Cmd {
		return s.Post(Link{func(steps []Step) tea.Cmd {
			line := Do("faithscope", slices.Concat([]string{verb}, opened, []string{"--view", JoinSteps(steps)})...)
			return s.Post(Copy{Text: line.String(), What: "a command that " + verb + "s this view", Lines: true})
		}})
	}}
}
