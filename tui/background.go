package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
)

// refreshEvery is how often views are told of new scores, at most; of a large
// run see [refreshSlowly].
const refreshEvery = 100 * time.Millisecond

// tick asks whether there is news.
type tick struct{ at time.Time }

// scored says that the examples of a run were all read, or why not.
type scored struct {
	run int
	of  *loaders.Run // what was read: another may have taken its place
	err error
}

func (p *program) tick() tea.Cmd {
	if p.ticking {
		return nil
	}
	p.ticking = true
	return tea.Tick(refreshEvery, func(at time.Time) tea.Msg { return tick{at} })
}

// score reads all examples of a run, for their scores, until it is done or
// the run is replaced.
func (p *program) score(i int) tea.Cmd {
	run := p.session.Runs[i]
	ctx, stop := context.WithCancel(p.ctx)
	*p.readingOf(i) = reading{stop: stop}
	return func() tea.Msg {
		defer stop()
		return scored{i, run.Run, run.Read(ctx)}
	}
}

// scored refreshes a last time and keeps what went wrong.
func (p *program) scored(msg scored) tea.Cmd {
	if run := p.session.Run(msg.run); run != msg.of {
		return nil
	}
	*p.readingOf(msg.run) = reading{}
	if msg.err != nil && !errors.Is(msg.err, context.Canceled) {
		run := p.session.Run(msg.run)
		run.Problems.Add(loaders.Problem{File: run.Path, What: loaders.Because(msg.err), Done: loaders.Say("what was read before it is scored")})
		p.flash = views.Flash{Text: run.Name + ": " + msg.err.Error(), Bad: true}
	}
	p.last, p.told = p.progress(), p.now
	return tea.Batch(p.refresh(), p.catchUp())
}

// catchUp reads runs again that are to be scored under other settings.
func (p *program) catchUp() tea.Cmd {
	var cmds []tea.Cmd
	for i, run := range p.session.Runs {
		if run.Behind() && p.readingOf(i).stop == nil {
			cmds = append(cmds, p.score(i), p.tick())
		}
	}
	return tea.Batch(cmds...)
}

// progressed tells the views if there is news, reopens runs whose file has
// changed, and asks again until every run is complete.
func (p *program) progressed() tea.Cmd {
	now := p.progress()
	cmds := []tea.Cmd{p.reopenChanged()}
	if p.worthTelling(now) {
		p.last, p.told = now, p.now
		cmds = append(cmds, p.refresh())
	}
	for i := range now {
		if !now[i].complete {
			p.pace(i, &now[i])
			cmds = append(cmds, p.tick())
		}
	}
	return tea.Batch(cmds...)
}

// pictureProblem keeps a picture's problem with its run.
func (p *program) pictureProblem(msg views.PictureProblem) tea.Cmd {
	for _, run := range p.session.Runs {
		if run.Run.Path == msg.Key.Run {
			run.Run.Problems.Add(loaders.Problem{File: msg.Key.Path, What: loaders.Quote(msg.What), Done: loaders.Say("shown in words")})
			return p.refresh()
		}
	}
	return nil
}
