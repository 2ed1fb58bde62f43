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

// refreshEvery is the shortest interval between refreshes with new scores; see [refreshSlowly].
const refreshEvery = 100 * time.Millisecond

type clockTick struct{ at time.Time }

type runScored struct {
	run int
	of  *loaders.Run // the run that was read, which may have been replaced since
	err error
}

type runReader struct {
	progressWatch
	ctx     context.Context // ends the work
	ticking bool
	leaving map[*loaders.Run]bool // runs that are being reopened
}

func (r *runReader) handleMessage(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case clockTick:
		r.now, r.ticking = msg.at, false
		return r.reportProgress(), true
	case runScored:
		return r.finishScoring(msg), true
	case views.RescoreRequest:
		return r.rescoreRuns(msg), true
	case views.ReloadRequest:
		return r.reopenRun(msg.Run, msg.Follow, msg.Say), true
	case runReopened:
		return r.replaceReopened(msg), true
	case views.PictureProblem:
		return r.pictureProblem(msg), true
	}
	return nil, false
}

func (r *runReader) tickCommand() tea.Cmd {
	if r.ticking {
		return nil
	}
	r.ticking = true
	return tea.Tick(refreshEvery, func(now time.Time) tea.Msg { return clockTick{now} })
}

func (r *runReader) scoreRun(i int) tea.Cmd {
	run := r.session.Runs[i]
	ctx, stop := context.WithCancel(r.ctx)
	*r.readingOf(i) = readingControl{stop: stop}
	return func() tea.Msg {
		defer stop()
		defer scoring.Alone(ctx)()
		err := run.Read(ctx)
		if err == nil && run.Run.Complete() { // a growing file would be gone through again and again
			run.Run.ReportTwice()
		}
		return runScored{i, run.Run, err}
	}
}

// finishScoring ignores errors from cancelling, which the person asked for, and runs that were
// replaced.
func (r *runReader) finishScoring(msg runScored) tea.Cmd {
	run := r.session.Run(msg.run)
	if run != msg.of {
		return nil
	}
	r.readingOf(msg.run).stop = nil
	if msg.err != nil && !errors.Is(msg.err, context.Canceled) {
		run.ReportProblem("%w; the examples read so far are scored", msg.err)
		r.session.ShowError(run.Name + ": " + msg.err.Error())
	}
	r.last, r.told = r.progress(), r.now
	return r.session.Refresh()
}

func (r *runReader) catchUp() tea.Cmd {
	var cmds []tea.Cmd
	for i, run := range r.session.Runs {
		of := r.readingOf(i)
		if isWanted := run.Behind() || of.resumed; isWanted && of.stop == nil && !of.halted {
			cmds = append(cmds, r.scoreRun(i), r.tickCommand())
		}
	}
	return tea.Batch(cmds...)
}

func (r *runReader) reportProgress() tea.Cmd {
	now := r.progress()
	if r.worthTelling(now) {
		r.last, r.told = now, r.now
		r.session.Refresh()
	}
	r.recordPaces(r.session.Host.Works())
	var cmds []tea.Cmd
	for i, run := range r.session.Runs {
		if why := run.Run.Following().Changed; why != "" {
			cmds = append(cmds, r.reopenRun(i, followFile, why+": reopened"))
		}
		if !now[i].complete {
			cmds = append(cmds, r.tickCommand())
		}
	}
	return tea.Batch(cmds...)
}

func (r *runReader) pictureProblem(msg views.PictureProblem) tea.Cmd {
	for _, run := range r.session.Runs {
		if run.Run.Path == msg.Key.Run {
			run.Run.Problems.Report(msg.Key.Path, "%s; described in words instead", loaders.Quote(msg.What))
			return r.session.Refresh()
		}
	}
	return nil
}

type runReopened struct {
	at  int
	old *loaders.Run
	run *loaders.Run
	err error
	say string
	// quiet is set if this was not the first attempt.
	retry tea.Cmd
	quiet bool
}

// retryEvery is the interval between attempts to reopen a followed file: an emptied file is not a
// run until its first record arrives.
const retryEvery = time.Second

const followFile = true

// reopenRun returns nil if a reopening is under way, because the file may change again meanwhile; also
// without such a run or Reopen.
func (r *runReader) reopenRun(runIndex int, keepFollowing bool, announcement string) tea.Cmd {
	if runIndex >= len(r.session.Runs) || r.session.Host.Reopen == nil {
		return nil
	}
	old, open := r.session.Run(runIndex), r.session.Host.Reopen
	if r.leaving[old] {
		return nil
	}
	r.leaving[old] = true
	r.session.ShowText("opening " + old.Name + " …")
	var try func(again bool) tea.Cmd
	try = func(again bool) tea.Cmd {
		return func() tea.Msg {
			if again {
				select {
				case <-r.ctx.Done():
					return nil
				case <-time.After(retryEvery):
				}
			}
			run, err := open(r.ctx, old, keepFollowing)
			return runReopened{at: runIndex, old: old, run: run, err: err, say: announcement, retry: try(true), quiet: again}
		}
	}
	return try(false)
}

// replaceReopened keeps the old run on an error. If its file has changed, it retries every second,
// because a writer may be halfway.
func (r *runReader) replaceReopened(msg runReopened) tea.Cmd {
	delete(r.leaving, msg.old)
	if msg.err != nil {
		if !msg.quiet {
			r.session.ShowError(msg.err.Error())
		}
		if msg.old.Following().Changed == "" {
			return nil
		}
		r.leaving[msg.old] = true // until it opens, so that ticks do not retry it too
		return guardCommand(msg.retry)
	}
	old := r.session.Runs[msg.at]
	r.replaceRun(msg.at, msg.run, old.Protocols())
	r.session.ShowText(msg.run.Name + ": " + msg.say)
	// Anything still reading the old run fails, but views no longer show it.
	closing := func() tea.Msg {
		old.Run.Close()
		return nil
	}
	r.session.Refresh()
	return tea.Batch(r.scoreRun(msg.at), r.tickCommand(), closing)
}

func (r *runReader) replaceRun(runIndex int, run *loaders.Run, protocols []scoring.Protocol) {
	if of := r.readingOf(runIndex); of.stop != nil {
		of.stop()
	}
	scored := session.New(run, protocols)
	scored.Aim(r.session.Settings)
	r.session.Replace(runIndex, scored)
}

func (r *runReader) rescoreRuns(msg views.RescoreRequest) tea.Cmd {
	r.session.Base = msg.Base
	var cmds []tea.Cmd
	for at, run := range r.session.Runs {
		r.replaceRun(at, run.Run, msg.Protocols)
		cmds = append(cmds, r.scoreRun(at))
	}
	r.session.ShowText(msg.Say)
	r.session.Refresh()
	return tea.Batch(append(cmds, r.tickCommand())...)
}
