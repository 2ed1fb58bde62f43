package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

	"faithscope/loaders"
	"faithscope/views"
)

// watch follows the progress of reading every run.
type watch struct {
	session  *views.Session
	readings []reading // per run
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
	stop  context.CancelFunc // nil if not under way
	since time.Time          // the first tick after it began; zero before that
	done  int                // number of examples done at that time
	of    string             // "scoring" or "rescoring"
}

func (w *watch) readingOf(i int) *reading {
	for len(w.readings) < len(w.session.Runs) {
		w.readings = append(w.readings, reading{})
	}
	return &w.readings[i]
}

// refreshSlowly is the interval at which views are refreshed with the new
// scores of a large run, or sooner once a fiftieth of it is new: the larger a
// run, the longer views take to refresh.
const refreshSlowly = time.Second

// worthTelling reports whether there is enough progress since the last refresh.
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

// recordPace records when and at which example a reading began or continued, so that
// rest can estimate the remaining time.
func (w *watch) recordPace(i int, now *progress) {
	r, of, done := w.readingOf(i), "scoring", now.read
	if now.rescored < now.read {
		of, done = "rescoring", now.rescored
	}
	if r.of != of || r.since.IsZero() || done < r.done {
		r.of, r.since, r.done = of, w.now, done
	}
}

// describeScoring returns a text on what is still being scored and how long that will
// take, "" if nothing is.
func (w *watch) describeScoring() string {
	var parts, following []string
	for _, now := range w.describePending() {
		if now.what == "" {
			following = append(following, "following "+w.session.Run(now.run).Name)
		} else {
			parts = append(parts, fmt.Sprintf("%s %d of %d%s", now.what, now.done, now.have, w.describeRest(now)))
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

// work describes what is being done with a run.
type work struct {
	run        int
	what       string  // "scoring layer_count", "" if it only waits for more
	done, have int     // examples
	all        float64 // estimated number of examples in all, 0 if unknown
}

// describePending describes the work on each run that is not complete.
func (w *watch) describePending() (all []work) {
	for i, run := range w.session.Runs {
		read, found, complete := run.Progress()
		if complete {
			continue
		}
		now := work{i, "scoring " + run.Run.Name, read, found, float64(found)}
		if done, have := run.Rescored(); done < have {
			now = work{i, "rescoring " + run.Run.Name, done, have, float64(have)}
		} else if run.Run.Following().On {
			now.what, now.all = "following "+run.Run.Name+", scoring", 0 // unknown, since the file grows
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

// completedShare returns the completed share of all work, 0..1; ok is false if there is
// none or its extent is unknown.
func (w *watch) completedShare() (share float64, ok bool) {
	var done, all float64
	for _, now := range w.describePending() {
		if now.all > 0 {
			done, all = done+float64(now.done), all+now.all
		}
	}
	return done / max(all, 1), all > 0
}

// leastPace is how long a reading must have gone on before its pace can be used
// for an estimate.
const leastPace = 2 * time.Second

// describeRest returns a text on how long the rest of a reading will take at its pace
// so far, "" if there is no estimate.
func (w *watch) describeRest(now work) string {
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
