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

// refreshEvery is the shortest interval at which views are refreshed with new
// scores; for large runs see [refreshSlowly].
const refreshEvery = 100 * time.Millisecond

// tick makes the reader check for progress.
type tick struct{ at time.Time }

// scored reports that all examples of a run have been read, or why not.
type scored struct {
	run int
	of  *loaders.Run // the run that was read, which may have been replaced since
	err error
}

// reader reads the runs in the background for their scores, and reads them
// again if a file has changed. It posts its messages to the session.
type reader struct {
	watch
	ctx     context.Context // ends the work
	ticking bool
	leaving map[*loaders.Run]bool // runs that are being reopened
}

// handleMessage handles the messages that concern the reading of runs: ticks, which set the clock,
// the end of a reading, changed protocols, the wish to reopen a run, a run that was reopened, and
// problems with pictures. known is false for any other message.
func (r *reader) handleMessage(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case tick:
		r.now, r.ticking = msg.at, false
		return r.reportProgress(), true
	case scored:
		return r.finishScoring(msg), true
	case views.Rescore:
		return r.rescoreRuns(msg), true
	case views.Reload:
		return r.reopenRun(msg.Run, msg.Follow, msg.Say), true
	case reopened:
		return r.replaceReopened(msg), true
	case views.PictureProblem:
		return r.pictureProblem(msg), true
	}
	return nil, false
}

// tickCommand returns the command that sends the next tick in 100 ms, and notes that one is under
// way; nil if one is already.
func (r *reader) tickCommand() tea.Cmd {
	if r.ticking {
		return nil
	}
	r.ticking = true
	return tea.Tick(refreshEvery, func(at time.Time) tea.Msg { return tick{at} })
}

func (r *reader) scoreRun(i int) tea.Cmd {
	run := r.session.Runs[i]
	ctx, stop := context.WithCancel(r.ctx)
	*r.readingOf(i) = reading{stop: stop}
	return func() tea.Msg {
		defer stop()
		defer scoring.Alone(ctx)()
		return scored{i, run.Run, run.Read(ctx)}
	}
}

// finishScoring marks the reading of a run as ended, notes the progress as shown, refreshes the
// views, and reports an error, unless it was cancelled, among the run's problems and on the status
// line. It does nothing for a run that was replaced.
func (r *reader) finishScoring(msg scored) tea.Cmd {
	run := r.session.Run(msg.run)
	if run != msg.of {
		return nil
	}
	r.readingOf(msg.run).stop = nil
	if msg.err != nil && !errors.Is(msg.err, context.Canceled) {
		run.ReportProblem("%w; what was read before it is scored", msg.err)
		r.session.ShowError(run.Name + ": " + msg.err.Error())
	}
	r.last, r.told = r.progress(), r.now
	return r.session.Post(views.Refresh{})
}

func (r *reader) catchUp() tea.Cmd {
	var cmds []tea.Cmd
	for i, run := range r.session.Runs {
		of := r.readingOf(i)
		if isWanted := run.Behind() || of.resumed; isWanted && of.stop == nil && !of.halted {
			cmds = append(cmds, r.scoreRun(i), r.tickCommand())
		}
	}
	return tea.Batch(cmds...)
}

// reportProgress refreshes the views if [watch.worthTelling] finds the progress enough, records how
// far works are for the estimates of time left, and returns the commands that reopen runs whose
// file has changed and, unless every run is complete, send the next tick.
func (r *reader) reportProgress() tea.Cmd {
	now := r.progress()
	if r.worthTelling(now) {
		r.last, r.told = now, r.now
		r.session.Post(views.Refresh{})
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

func (r *reader) pictureProblem(msg views.PictureProblem) tea.Cmd {
	for _, run := range r.session.Runs {
		if run.Run.Path == msg.Key.Run {
			run.Run.Problems.Report(msg.Key.Path, "%s; shown in words", loaders.Quote(msg.What))
			return r.session.Post(views.Refresh{})
		}
	}
	return nil
}

// reopened is a reopened run, or the error that prevented it.
type reopened struct {
	at  int
	old *loaders.Run
	run *loaders.Run
	err error
	say string
	// retry tries again; quiet is set if this was not the first attempt.
	retry tea.Cmd
	quiet bool
}

// retryEvery is the interval between attempts to reopen a followed file: one
// that an evaluation has emptied is not a run until its first record arrives.
const retryEvery = time.Second

// followFile goes on reading a file that grows.
const followFile = true

// reopenRun says on the status line that run i is being opened again, and returns the command that
// does so and sends reopened, with say as what to show afterwards. It returns nil if there is no
// such run, the session cannot reopen runs, or that one is being reopened.
func (r *reader) reopenRun(i int, follow bool, say string) tea.Cmd {
	if i >= len(r.session.Runs) || r.session.Host.Reopen == nil {
		return nil
	}
	old, open := r.session.Run(i), r.session.Host.Reopen
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
			run, err := open(r.ctx, old, follow)
			return reopened{at: i, old: old, run: run, err: err, say: say, retry: try(true), quiet: again}
		}
	}
	return try(false)
}

// replaceReopened puts the reopened run in the place of the old one, scored by the same protocols,
// shows the message, and returns the commands that read it for its scores and close the old one. If
// it could not be opened, the old run stays and the first error is shown; if its file has changed,
// the command tries again a second later, which goes on until it opens.
func (r *reader) replaceReopened(msg reopened) tea.Cmd {
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
	r.session.Post(views.Refresh{})
	return tea.Batch(r.scoreRun(msg.at), r.tickCommand(), closing)
}

func (r *reader) replaceRun(at int, run *loaders.Run, protocols []scoring.Protocol) {
	if of := r.readingOf(at); of.stop != nil {
		of.stop()
	}
	scored := session.New(run, protocols)
	scored.Aim(r.session.Settings)
	r.session.Replace(at, scored)
}

// rescoreRuns sets the session's base run, puts every run in its place again to be scored by the
// message's protocols, shows its text, and returns the commands that read them.
func (r *reader) rescoreRuns(msg views.Rescore) tea.Cmd {
	r.session.Base = msg.Base
	var cmds []tea.Cmd
	for at, run := range r.session.Runs {
		r.replaceRun(at, run.Run, msg.Protocols)
		cmds = append(cmds, r.scoreRun(at))
	}
	r.session.ShowText(msg.Say)
	r.session.Post(views.Refresh{})
	return tea.Batch(append(cmds, r.tickCommand())...)
}
