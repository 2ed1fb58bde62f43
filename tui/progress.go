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

type progressWatch struct {
	session  *views.Session
	readings []*readingControl      // per run
	paces    map[string]readingPace // of the work at the last tick, by what it is
	// last is the progress at the last refresh, at told; now is the time of the last tick.
	last      []runProgress
	told, now time.Time
}

// runProgress refreshes the views when it changes.
type runProgress struct {
	read, found, rescored, problems int
	complete                        bool
}

type readingControl struct {
	stop            context.CancelFunc // nil if not under way
	halted, resumed bool               // by the person
}

type readingPace struct {
	since time.Time
	done  int
}

func (w *progressWatch) readingOf(i int) *readingControl {
	for len(w.readings) < len(w.session.Runs) {
		w.readings = append(w.readings, &readingControl{})
	}
	return w.readings[i]
}

// refreshSlowly is the interval between refreshes for a large run, or until a fiftieth of it is
// new: the larger a run, the longer views take to refresh.
const refreshSlowly = time.Second

// worthTelling keeps refreshes apart, because each draws every view again: a fiftieth of a run must be
// new, a run complete or in trouble, or refreshSlowly past.
func (w *progressWatch) worthTelling(currentProgress []runProgress) bool {
	if slices.Equal(currentProgress, w.last) {
		return false
	}
	if len(currentProgress) != len(w.last) || w.now.Sub(w.told) >= refreshSlowly {
		return true
	}
	for i, run := range currentProgress {
		last := w.last[i]
		more := run.read - last.read + run.found - last.found + max(0, run.rescored-last.rescored)
		if run.complete != last.complete || run.problems != last.problems || more > run.found/50 {
			return true
		}
	}
	return false
}

func (w *progressWatch) progress() []runProgress {
	runs := make([]runProgress, len(w.session.Runs))
	for i, run := range w.session.Runs {
		r := &runs[i]
		r.read, r.found, r.complete = run.Progress()
		r.rescored, _ = run.Rescored()
		_, r.problems = run.Run.Problems.All()
	}
	return runs
}

// recordPaces starts again with works that went back, whose old pace would promise too much.
func (w *progressWatch) recordPaces(backgroundWorks []views.BackgroundWork) {
	was := w.paces
	w.paces = map[string]readingPace{}
	for _, now := range backgroundWorks {
		p, known := was[now.What]
		if !known || now.Done < p.done {
			p = readingPace{w.now, now.Done}
		}
		w.paces[now.What] = p
	}
}

func describeWorks(backgroundWorks []views.BackgroundWork) string {
	if len(backgroundWorks) == 0 {
		return ""
	}
	first := slices.MaxFunc(backgroundWorks, func(a, b views.BackgroundWork) int {
		return min(a.Have, 1) - min(b.Have,
			1)
	}) // what is only followed is last
	return first.What + widget.If(first.Have > 0, fmt.Sprintf(" %d of %d", first.Done, first.Have)) +
		widget.If(first.Left != "", ", "+first.Left) + widget.If(len(backgroundWorks) > 1, fmt.Sprintf(" · %d more", len(backgroundWorks)-1))
}

// describePending leaves All at 0 if the extent is unknown, like for a file that grows.
func (w *progressWatch) describePending() (all []views.BackgroundWork) {
	for i, run := range w.session.Runs {
		read, found, complete := run.Progress()
		if complete {
			continue
		}
		name := run.Run.Name
		now := views.BackgroundWork{What: "scoring " + name, Done: read, Have: found, All: float64(found)}
		if done, have := run.Rescored(); done < have {
			now = views.BackgroundWork{What: "rescoring " + name, Done: done, Have: have, All: float64(have)}
		} else if run.Run.Following().On {
			now.What, now.All = "following "+name+", scoring", 0 // unknown, since the file grows
			if read == found {
				now.What, now.Have = "following "+name, 0
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
			return w.session.Refresh()
		}
		all = append(all, now)
	}
	return all
}

func (w *progressWatch) completedShare() (share float64, ok bool) {
	var done, all float64
	for _, now := range w.describePending() {
		if now.All > 0 {
			done, all = done+float64(now.Done), all+now.All
		}
	}
	return done / max(all, 1), all > 0
}

// leastPace is how long a reading lasts before its pace allows an estimate.
const leastPace = 2 * time.Second

// describeRest returns "" before leastPace, when an estimate would jump, without progress, or for more
// than 100 hours.
func (w *progressWatch) describeRest(currentWork views.BackgroundWork) string {
	p, known := w.paces[currentWork.What]
	took := w.now.Sub(p.since)
	if !known || took < leastPace || currentWork.Done <= p.done {
		return ""
	}
	left := time.Duration((currentWork.All - float64(currentWork.Done)) / float64(currentWork.Done-p.done) * float64(took))
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
