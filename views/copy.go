package views

import (
	"cmp"
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

// CopyActions copy the ids of chosen examples of runs[currentRunIndex()], copy their records as JSON
// lines, and page the records. They show an error without records or a pager, and for several records of
// over a mebibyte.
func (s *Session) CopyActions(currentRunIndex func() int, chosenExamples iter.Seq[*loaders.Example],
	disabledReason func() string) []widget.Action {
	noRecord := func() string {
		return cmp.Or(disabledReason(), widget.If(s.Host.JSON == nil, "records can't be copied here"))
	}
	act := func(name, what string, line func(ex *loaders.Example) (string, error), to func(text, what string) tea.Cmd) widget.Action {
		return widget.Action{Name: name, Effect: widget.Leaves,
			Disabled: loaders.IfElse(name == "copy-id", disabledReason, noRecord), Run: func() tea.Cmd {
				var lines []string
				size := 0
				for ex := range chosenExamples {
					text, err := line(ex)
					if size += len(text); len(lines) > 0 && size > mostCopied {
						err = errors.New("too long to copy; export instead")
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
		return s.Host.JSON(s.Run(currentRunIndex()), ex)
	}
	copied := func(text, what string) tea.Cmd { return s.Post(CopyToClipboard{Text: text, What: what, Lines: true}) }
	return []widget.Action{
		act("copy-id", "id", func(ex *loaders.Example) (string, error) { return loaders.Clean(ex.ID), nil }, copied),
		act("copy-json", "record", record, copied),
		act("record", "", record, func(text, _ string) tea.Cmd {
			if s.Host.Page == nil {
				return s.ShowError("can't start a pager here; `y j` copies the record instead")
			}
			return s.Host.Page(text)
		}),
	}
}

// LineAction copies "faithscope VERB OPENED --view STEPS", which opens or draws the view on screen;
// openedArgs has the runs and their flags.
func (s *Session) LineAction(actionName, subcommand string, openedArgs []string) widget.Action {
	return widget.Action{Name: actionName, Effect: widget.Leaves, Run: func() tea.Cmd {
		return s.Post(ViewStepsRequest{func(steps []ViewStep) tea.Cmd {
			line := Do("faithscope", slices.Concat([]string{subcommand}, openedArgs, []string{"--view", JoinSteps(steps)})...)
			return s.Post(CopyToClipboard{Text: line.String(), What: "a command that " + subcommand + "s this view", Lines: true})
		}})
	}}
}
