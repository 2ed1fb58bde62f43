package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// reader reads the runs in the background: for their scores, and again where a
// file has changed. What it has to say it posts.
type reader struct {
	watch
	ctx     context.Context // ends the work
	ticking bool
	leaving map[*loaders.Run]bool // runs that are being reopened
}

// handle answers what the reader asked for.
func (r *reader) handle(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case tick:
		r.now, r.ticking = msg.at, false
		return r.progressed(), true
	case scored:
		return r.scored(msg), true
	case views.Rescore:
		return r.rescore(msg), true
	case views.Reload:
		return r.reopen(msg.Run, msg.Follow, msg.Say), true
	case reopened:
		return r.reopened(msg), true
	case views.PictureProblem:
		return r.pictureProblem(msg), true
	}
	return nil, false
}

// flash posts a message for the status line.
func (r *reader) flash(text string, bad bool) { r.session.Post(views.Flash{Text: text, Bad: bad}) }

func (r *reader) tick() tea.Cmd {
	if r.ticking {
		return nil
	}
	r.ticking = true
	return tea.Tick(refreshEvery, func(at time.Time) tea.Msg { return tick{at} })
}

// score reads all examples of a run, for their scores, until it is done or
// the run is replaced.
func (r *reader) score(i int) tea.Cmd {
	run := r.session.Runs[i]
	ctx, stop := context.WithCancel(r.ctx)
	*r.readingOf(i) = reading{stop: stop}
	return func() tea.Msg {
		defer stop()
		return scored{i, run.Run, run.Read(ctx)}
	}
}

// scored refreshes a last time and keeps what went wrong.
func (r *reader) scored(msg scored) tea.Cmd {
	if run := r.session.Run(msg.run); run != msg.of {
		return nil
	}
	*r.readingOf(msg.run) = reading{}
	if msg.err != nil && !errors.Is(msg.err, context.Canceled) {
		run := r.session.Run(msg.run)
		run.Problems.Report(run.Path, "%w; what was read before it is scored", msg.err)
		r.flash(run.Name+": "+msg.err.Error(), true)
	}
	r.last, r.told = r.progress(), r.now
	return r.session.Post(views.Refresh{})
}

// catchUp reads runs again that are to be scored under other settings.
func (r *reader) catchUp() tea.Cmd {
	var cmds []tea.Cmd
	for i, run := range r.session.Runs {
		if run.Behind() && r.readingOf(i).stop == nil {
			cmds = append(cmds, r.score(i), r.tick())
		}
	}
	return tea.Batch(cmds...)
}

// progressed tells the views if there is news, reopens runs whose file has
// changed, and asks again until every run is complete.
func (r *reader) progressed() tea.Cmd {
	now := r.progress()
	if r.worthTelling(now) {
		r.last, r.told = now, r.now
		r.session.Post(views.Refresh{})
	}
	var cmds []tea.Cmd
	for i, run := range r.session.Runs {
		if why := run.Run.Following().Changed; why != "" {
			cmds = append(cmds, r.reopen(i, true, why+": reopened"))
		}
		if !now[i].complete {
			r.pace(i, &now[i])
			cmds = append(cmds, r.tick())
		}
	}
	return tea.Batch(cmds...)
}

// pictureProblem keeps a picture's problem with its run.
func (r *reader) pictureProblem(msg views.PictureProblem) tea.Cmd {
	for _, run := range r.session.Runs {
		if run.Run.Path == msg.Key.Run {
			run.Run.Problems.Report(msg.Key.Path, "%s; shown in words", loaders.Quote(msg.What))
			return r.session.Post(views.Refresh{})
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

// reopen opens run i again, in the background, and then says so.
func (r *reader) reopen(i int, follow bool, say string) tea.Cmd {
	if i >= len(r.session.Runs) || r.session.Reopen == nil {
		return nil
	}
	old, open := r.session.Run(i), r.session.Reopen
	if r.leaving[old] {
		return nil
	}
	r.leaving[old] = true
	r.flash("opening "+old.Name+" …", false)
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

// reopened puts a run in the place of the one it was before. Where it did not
// open, the old one stays; one that was followed is tried again.
func (r *reader) reopened(msg reopened) tea.Cmd {
	delete(r.leaving, msg.old)
	if msg.err != nil {
		if !msg.quiet {
			r.flash(msg.err.Error(), true)
		}
		if msg.old.Following().Changed == "" {
			return nil
		}
		r.leaving[msg.old] = true // until it opens; not at every tick too
		return guarded(msg.retry)
	}
	old := r.session.Runs[msg.at]
	r.replace(msg.at, msg.run, old.Protocols())
	r.flash(msg.run.Name+": "+msg.say, false)
	// What still reads the old run fails, and nobody shows it any more.
	closing := func() tea.Msg {
		old.Run.Close()
		return nil
	}
	r.session.Post(views.Refresh{})
	return tea.Batch(r.score(msg.at), r.tick(), closing)
}

// replace has a run, in the place of another or of itself, scored by protocols.
// Nothing of it is read yet.
func (r *reader) replace(at int, run *loaders.Run, protocols []scoring.Protocol) {
	if of := r.readingOf(at); of.stop != nil {
		of.stop()
	}
	scored := session.New(run, protocols)
	scored.Aim(r.session.Settings)
	r.session.Replace(at, scored)
}

// rescore scores all runs by other protocols.
func (r *reader) rescore(msg views.Rescore) tea.Cmd {
	r.session.Base = msg.Base
	var cmds []tea.Cmd
	for at, run := range r.session.Runs {
		r.replace(at, run.Run, msg.Protocols)
		cmds = append(cmds, r.score(at))
	}
	r.flash(msg.Say, false)
	r.session.Post(views.Refresh{})
	return tea.Batch(append(cmds, r.tick())...)
}

// watch follows how far the reading of every run is.
type watch struct {
	session  *views.Session
	readings []reading // per run
	// last is what the views were told last, at told; now is the time of the
	// last tick.
	last      []progress
	told, now time.Time
}

// progress is how far a run is; a change is news.
type progress struct {
	read, found, rescored, problems int
	complete                        bool
}

// reading is what the program keeps of the reading of one run.
type reading struct {
	stop  context.CancelFunc // nil while it is not under way
	since time.Time          // when the first tick saw it; zero before
	done  int                // at that time
	of    string             // "scoring" or "rescoring"
}

func (w *watch) readingOf(i int) *reading {
	for len(w.readings) < len(w.session.Runs) {
		w.readings = append(w.readings, reading{})
	}
	return &w.readings[i]
}

// refreshSlowly is how often views are told of the new scores of a large run,
// unless a fiftieth of it is new before: what they derive takes the longer the
// larger it is.
const refreshSlowly = time.Second

// worthTelling reports whether there is news, and enough of it.
func (w *watch) worthTelling(now []progress) bool {
	if slices.Equal(now, w.last) {
		return false
	}
	if len(now) != len(w.last) || w.now.Sub(w.told) >= refreshSlowly {
		return true
	}
	for i, run := range now {
		last := w.last[i]
		more := run.read - last.read + run.found - last.found + max(0, run.rescored-last.rescored)
		if run.complete != last.complete || run.problems != last.problems || more > run.found/50 {
			return true
		}
	}
	return false
}

func (w *watch) progress() []progress {
	runs := make([]progress, len(w.session.Runs))
	for i, run := range w.session.Runs {
		r := &runs[i]
		r.read, r.found, r.complete = run.Progress()
		r.rescored, _ = run.Rescored()
		_, r.problems = run.Run.Problems.All()
	}
	return runs
}

// pace notes when and from where a reading went on, to tell how long the rest
// takes.
func (w *watch) pace(i int, now *progress) {
	r, of, done := w.readingOf(i), "scoring", now.read
	if now.rescored < now.read {
		of, done = "rescoring", now.rescored
	}
	if r.of != of || r.since.IsZero() || done < r.done {
		r.of, r.since, r.done = of, w.now, done
	}
}

// scoring says in words what is still being scored, and how long that will
// take; "" for nothing.
func (w *watch) scoring() string {
	var parts, following []string
	for _, now := range w.works() {
		if now.what == "" {
			following = append(following, "following "+w.session.Run(now.run).Name)
		} else {
			parts = append(parts, fmt.Sprintf("%s %d of %d%s", now.what, now.done, now.have, w.rest(now)))
		}
	}
	switch parts = append(parts, following...); len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	return parts[0] + " · " + loaders.Count(len(parts)-1, "more run")
}

// work is what is being done with a run.
type work struct {
	run        int
	what       string  // "scoring layer_count", "" for one that only waits for more
	done, have int     // examples
	all        float64 // as far as one can tell, of which have are found; else 0
}

// works returns what is being done with each run that is not complete.
func (w *watch) works() (all []work) {
	for i, run := range w.session.Runs {
		read, found, complete := run.Progress()
		if complete {
			continue
		}
		now := work{i, "scoring " + run.Run.Name, read, found, float64(found)}
		if done, have := run.Rescored(); done < have {
			now = work{i, "rescoring " + run.Run.Name, done, have, float64(have)}
		} else if run.Run.Following().On {
			now.what, now.all = "following "+run.Run.Name+", scoring", 0 // nobody can tell
			if read == found {
				now.what = ""
			}
		} else if done, total := run.Run.Progress(); !run.Run.Complete() && done > 0 {
			now.all *= float64(total) / float64(done)
		}
		all = append(all, now)
	}
	return all
}

// share is how much of what is being done is done, 0..1; ok is false where
// nothing is, or nobody can tell.
func (w *watch) share() (share float64, ok bool) {
	var done, all float64
	for _, now := range w.works() {
		if now.all > 0 {
			done, all = done+float64(now.done), all+now.all
		}
	}
	return done / max(all, 1), all > 0
}

// leastPace is how long a reading must have gone on before it says anything
// about the rest.
const leastPace = 2 * time.Second

// rest says how long the rest of a reading takes at its pace so far.
func (w *watch) rest(now work) string {
	r := w.readingOf(now.run)
	took := w.now.Sub(r.since)
	if r.since.IsZero() || took < leastPace || now.done <= r.done {
		return ""
	}
	left := time.Duration((now.all - float64(now.done)) / float64(now.done-r.done) * float64(took))
	switch {
	case left < 0 || left > 100*time.Hour:
		return ""
	case left < time.Minute:
		return fmt.Sprintf(", %d s left", int(left.Seconds()+0.5))
	case left < time.Hour:
		return fmt.Sprintf(", %d min left", int(left.Minutes()+0.5))
	}
	return fmt.Sprintf(", %.1f h left", left.Hours())
}
