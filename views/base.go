package views

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/views/widget"
)

// RescoreRequest asks the program to score every run by other protocols, and to report it.
type RescoreRequest struct {
	Protocols []scoring.Protocol
	Base      *int // what becomes [Data.Base]
	Say       string
}

// BaseAction makes currentRunIndex's result, an index (-1 disables), or a named run the base model. On
// the base run, or with "tags", it restores the tags' sets.
func (s *Session) BaseAction(currentRunIndex func() int) widget.Action {
	names := func() []string { return append(s.Names(), "tags") }
	return widget.Action{
		Name:     "base",
		Help:     "`:base NAME` makes a run the base model, whose wrong answers define the hard set; `:base tags` uses the tags instead",
		Disabled: widget.When(func() bool { return currentRunIndex() < 0 || currentRunIndex() >= len(s.Runs) }, "no run is open"),
		Differs:  s.Base != nil,
		Shown: func() string {
			if s.Base == nil {
				return "hard set from tags"
			}
			return "hard set from " + s.RunName(*s.Base)
		},
		Turn: func(int) tea.Cmd {
			if s.Base != nil && *s.Base == currentRunIndex() {
				return s.setBase(-1)
			}
			return s.setBase(currentRunIndex())
		},
		Values: names, With: s.Choice(names, "no run is called WORD", func(i int) tea.Cmd {
			if i == len(s.Runs) { // the tags
				i = -1
			}
			return s.setBase(i)
		}),
	}
}

func (s *Session) setBase(runIndex int) tea.Cmd {
	protocols := slices.Clone(s.Runs[0].Protocols())
	k := scoring.Place(protocols, reasoning.Protocol.Name)
	switch {
	case k < 0:
		return s.ShowError("no run is scored with the protocol " + reasoning.Protocol.Name)
	case runIndex < 0:
		protocols[k] = reasoning.Protocol
		return s.Post(RescoreRequest{protocols, nil, "the hard and easy sets now come from the tags"})
	}
	of, substring := s.Run(runIndex), s.Settings.Substring
	s.ShowText("reading the answers of " + of.Name + " …")
	return func() tea.Msg {
		base := reasoning.Split(of.ScanAll)
		if len(base) == 0 {
			return ErrorFlash("the answers of " + of.Name + " have no verdicts")
		}
		easy := 0
		for _, match := range base {
			if match.Easy(substring) {
				easy++
			}
		}
		protocols[k] = reasoning.With(base)
		return RescoreRequest{protocols, &runIndex, fmt.Sprintf("the base model is now %s: %d easy, %d hard", of.Name, easy, len(base)-easy)}
	}
}
