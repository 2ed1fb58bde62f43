package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/views"
	"faithscope/views/widget"
)

// watch follows the progress of reading every run.
type watch struct {
	session  *views.Session
	readings []*reading      // per run
	paces    map[string]pace // of the work at the last tick, by what it is
	// last is the progress at the last refresh of the views, and told its time;
	// now is the time of the last tick.
	last      []progress
	told, now time.Time
}

// progress is the progress of a run. Views are refreshed when it changes.
type progress struct {
	read, found, rescored, problems int
	complete                        bool
}

// reading is the state of reading one run.
type reading struct {
	stop            context.CancelFunc // nil if not under way
	halted, resumed bool               // by the person
}

// pace says when a work was first seen, and how far it was then.
type pace struct {
	since time.Time
	done  int
}

func (w *watch) readingOf(i int) *reading {
	for len(w.readings) < len(w.session.Runs) {
		w.readings = append(w.readings, &reading{})
	}
	return w.readings[i]
}

// refreshSlowly is the interval at which views are refreshed with the new
// scores of a large run, or sooner once a fiftieth of it is new: the larger a
// run, the longer views take to refresh.
const refreshSlowly = time.Second

// worthTelling reports whether the progress is enough to refresh the views: never if nothing
// changed; else if a second has passed since the last refresh, there are other runs, a run became
// complete or has another problem, or more than a fiftieth of a run was read, found or scored
// again.
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

// recordPaces records when, and how far along, each work was first seen, so that the remaining time
// can be estimated. It forgets works that are not in all, and starts again with one that went back.
func (w *watch) recordPaces(all []views.Work) {
	was := w.paces
	w.paces = map[string]pace{}
	for _, now := range all {
		p, known := was[now.What]
		if !known || now.Done < p.done {
			p = pace{w.now, now.Done}
		}
		w.paces[now.What] = p
	}
}

func describeWorks(all []views.Work) string {
	if len(all) == 0 {
		return ""
	}
	first := slices.MaxFunc(all, func(a, b views.Work) int { return min(a.Have, 1) - min(b.Have, 1) }) // what is only followed is last
	return first.What + widget.If(first.Have > 0, fmt.Sprintf(" %d of %d", first.Done, first.Have)) +
		widget.If(first.Left != "", ", "+first.Left) + widget.If(len(all) > 1, fmt.Sprintf(" · %d more", len(all)-1))
}

// describePending returns the work on each run that is not complete: scoring, scoring again, or
// following its file. All, its extent, is 0 where that is unknown, as for a file that grows. Left
// says "stopped" if the person halted it, and its Turn halts the work or resumes it and refreshes
// the views.
func (w *watch) describePending() (all []views.Work) {
	for i, run := range w.session.Runs {
		read, found, complete := run.Progress()
		if complete {
			continue
		}
		now := views.Work{What: "scoring " + run.Run.Name, Done: read, Have: found, All: float64(found)}
		if done, have := run.Rescored(); done < have {
			now = views.Work{What: "rescoring " + run.Run.Name, Done: done, Have: have, All: float64(have)}
		} else if run.Run.Following().On {
			now.What, now.All = "following "+run.Run.Name+", scoring", 0 // unknown, since the file grows
			if read == found {
				now.What, now.Have = "following "+run.Run.Name, 0
			}
		} else if done, total := run.Run.Progress(); !run.Run.Complete() && done > 0 {
			now.All *= float64(total) / float64(done)
		}
		of := w.readingOf(i)
		now.Left = widget.If(of.halted, "stopped")
		now.Turn = func() tea.Cmd {
			if of.halted, of.resumed = !of.halted, of.halted; of.halted && of.stop != nil {
				of.stop()
			}
			return w.session.Post(views.Refresh{})
		}
		all = append(all, now)
	}
	return all
}

func (w *watch) completedShare() (share float64, ok bool) {
	var done, all float64
	for _, now := range w.describePending() {
		if now.All > 0 {
			done, all = done+float64(now.Done), all+now.All
		}
	}
	return done / max(all, 1), all > 0
}

// leastPace is how long a reading must have gone on before its pace can be used
// for an estimate.
const leastPace = 2 * time.Second

// describeRest returns a text on how long the rest of a work will take at its pace so far. It
// returns "" in its first two seconds, if it has not advanced, or if more than 100 hours are left.
func (w *watch) describeRest(now views.Work) string {
	p, known := w.paces[now.What]
	took := w.now.Sub(p.since)
	if !known || took < leastPace || now.Done <= p.done {
		return ""
	}
	left := time.Duration((now.All - float64(now.Done)) / float64(now.Done-p.done) * float64(took))
	switch {
	case left < 0 || left > 100*time.Hour:
		return ""
	case left < time.Minute:
		return fmt.Sprintf("%d s left", int(left.Seconds()+0.5))
	case left < time.Hour:
		return fmt.Sprintf("%d min left", int(left.Minutes()+0.5))
	}
	return fmt.Sprintf("%.1f h left", left.Hours())
}
