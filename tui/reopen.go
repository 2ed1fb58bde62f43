package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
)

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
