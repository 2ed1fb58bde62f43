package tui

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
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
}

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
	return func() tea.Msg {
		run, err := open(p.ctx, old, follow)
		return reopened{i, old, run, err, say}
	}
}

// reopened puts a run in the place of the one it was before. Where it did not
// open, the old one stays.
func (p *program) reopened(msg reopened) tea.Cmd {
	delete(p.leaving, msg.old)
	if msg.err != nil {
		if msg.old.Following().Changed != "" {
			// It would be tried again at every tick.
			p.leaving[msg.old] = true
		}
		p.flash = views.Flash{Text: msg.err.Error(), Bad: true}
		return nil
	}
	if r := p.readingOf(msg.at); r.stop != nil {
		r.stop()
	}
	old := p.session.Runs[msg.at]
	scored := session.New(msg.run, old.Protocols())
	scored.Aim(p.session.Settings)
	p.session.Runs[msg.at] = scored
	p.flash = views.Flash{Text: msg.run.Name + ": " + msg.say}
	// What still reads the old run fails, and nobody shows it any more.
	closing := func() tea.Msg {
		old.Run.Close()
		return nil
	}
	return tea.Batch(p.refresh(), p.score(msg.at), p.tick(), closing)
}
