package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
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

// reopened is a reopened run, or why it was not.
type reopened struct {
	at  int
	old *loaders.Run
	run *loaders.Run
	err error
	say string
	// retry tries again, quiet says that this was not the first try.
	retry tea.Cmd
	quiet bool
}

// retryEvery is how long after a try a file that is followed is tried again: one
// that an evaluation has emptied holds no run until its first record is there.
const retryEvery = time.Second

// reopenChanged reopens runs whose file is no longer the one that was
// opened.
func (p *program) reopenChanged() tea.Cmd {
	var cmds []tea.Cmd
	for i, run := range p.session.Runs {
		why := run.Run.Following().Changed
		if why == "" || p.session.Reopen == nil || p.leaving[run.Run] {
			continue
		}
		cmds = append(cmds, p.reopen(i, true, why+": reopened"))
	}
	return tea.Batch(cmds...)
}

// reopen opens run i again, in the background, and then says so.
func (p *program) reopen(i int, follow bool, say string) tea.Cmd {
	if i >= len(p.session.Runs) || p.session.Reopen == nil {
		return nil
	}
	old, open := p.session.Run(i), p.session.Reopen
	if p.leaving[old] {
		return nil
	}
	if p.leaving == nil {
		p.leaving = map[*loaders.Run]bool{}
	}
	p.leaving[old] = true
	p.flash = views.Flash{Text: "opening " + old.Name + " …"}
	try := func() reopened {
		run, err := open(p.ctx, old, follow)
		return reopened{at: i, old: old, run: run, err: err, say: say}
	}
	var retry tea.Cmd
	retry = func() tea.Msg {
		select {
		case <-p.ctx.Done():
			return nil
		case <-time.After(retryEvery):
		}
		msg := try()
		msg.retry, msg.quiet = retry, true
		return msg
	}
	return func() tea.Msg {
		msg := try()
		msg.retry = retry
		return msg
	}
}

// reopened puts a run in the place of the one it was before. Where it did not
// open, the old one stays; one that was followed is tried again.
func (p *program) reopened(msg reopened) tea.Cmd {
	delete(p.leaving, msg.old)
	if msg.err != nil {
		if !msg.quiet {
			p.flash = views.Flash{Text: msg.err.Error(), Bad: true}
		}
		if msg.old.Following().Changed == "" {
			return nil
		}
		p.leaving[msg.old] = true // until it opens; not at every tick too
		return guarded(msg.retry)
	}
	old := p.session.Runs[msg.at]
	replace(p, msg.at, msg.run, old.Protocols())
	p.flash = views.Flash{Text: msg.run.Name + ": " + msg.say}
	// What still reads the old run fails, and nobody shows it any more.
	closing := func() tea.Msg {
		old.Run.Close()
		return nil
	}
	return tea.Batch(p.refresh(), p.score(msg.at), p.tick(), closing)
}

// replace has a run, in the place of another or of itself, scored by protocols.
// Nothing of it is read yet.
func replace(p *program, at int, run *loaders.Run, protocols []scoring.Protocol) {
	if r := p.readingOf(at); r.stop != nil {
		r.stop()
	}
	scored := session.New(run, protocols)
	scored.Aim(p.session.Settings)
	p.session.Replace(at, scored)
}

// rescore scores all runs by other protocols.
func rescore(p *program, msg views.Rescore) tea.Cmd {
	p.session.Base = msg.Base
	var cmds []tea.Cmd
	for at, run := range p.session.Runs {
		replace(p, at, run.Run, msg.Protocols)
		cmds = append(cmds, p.score(at))
	}
	p.flash = views.Flash{Text: msg.Say}
	return tea.Batch(append(cmds, p.refresh(), p.tick())...)
}
