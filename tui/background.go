package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
)

// refreshEvery is how often views are told of new scores, at most.
const refreshEvery = 100 * time.Millisecond

// tick asks whether there is news.
type tick struct{}

// scored says that the examples of a run were all read, or why not.
type scored struct {
	run int
	err error
}

// progress is how far a run is; a change is news.
type progress struct {
	read, found, problems int
	complete              bool
}

func (p *program) tick() tea.Cmd {
	return tea.Tick(refreshEvery, func(time.Time) tea.Msg { return tick{} })
}

// score reads all examples of a run, for their scores.
func (p *program) score(i int) tea.Cmd {
	run := p.session.Runs[i]
	return func() tea.Msg { return scored{i, run.Read(p.ctx)} }
}

// scored refreshes a last time and keeps what went wrong.
func (p *program) scored(msg scored) tea.Cmd {
	if msg.err != nil && !errors.Is(msg.err, context.Canceled) {
		run := p.session.Run(msg.run)
		run.Problems.Add(loaders.Problem{File: run.Path, What: msg.err.Error(), Done: "what was read before it is scored"})
		p.flash = views.Flash{Text: run.Name + ": " + msg.err.Error(), Bad: true}
	}
	p.last = p.progress()
	return p.refresh()
}

// progressed tells the views if there is news, and asks again until every run
// is complete.
func (p *program) progressed() tea.Cmd {
	now := p.progress()
	var cmd tea.Cmd
	if !slices.Equal(now, p.last) {
		p.last = now
		cmd = p.refresh()
	}
	for _, run := range now {
		if !run.complete {
			return tea.Batch(cmd, p.tick())
		}
	}
	return cmd
}

func (p *program) progress() []progress {
	runs := make([]progress, len(p.session.Runs))
	for i, run := range p.session.Runs {
		r := &runs[i]
		r.read, r.found, r.complete = run.Progress()
		_, r.problems = run.Run.Problems.All()
	}
	return runs
}

// scoring says in words what is still being scored, "" for nothing.
func (p *program) scoring() string {
	var parts []string
	for i, run := range p.session.Runs {
		if read, found, complete := run.Progress(); !complete {
			parts = append(parts, fmt.Sprintf("%s %d of %d", p.session.Run(i).Name, read, found))
		}
	}
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return "scoring " + parts[0]
	}
	return fmt.Sprintf("scoring %s and %d more", parts[0], len(parts)-1)
}

// pictureProblem keeps a picture's problem with its run, whose path begins the
// picture's key.
func (p *program) pictureProblem(msg views.PictureProblem) tea.Cmd {
	for _, run := range p.session.Runs {
		if strings.HasPrefix(msg.Key, run.Run.Path+"\x00") {
			run.Run.Problems.Add(loaders.Problem{File: msg.Path, What: msg.What, Done: "shown in words"})
			return p.refresh()
		}
	}
	return nil
}
