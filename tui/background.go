package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
)

// refreshEvery is how often views are told of new scores, at most. Of a large
// run they are told when a fiftieth of it is new, or every refreshSlowly: what
// they derive takes the longer the larger it is.
const (
	refreshEvery  = 100 * time.Millisecond
	refreshSlowly = time.Second
)

// tick asks whether there is news.
type tick struct{ at time.Time }

// scored says that the examples of a run were all read, or why not.
type scored struct {
	run int
	of  *loaders.Run // what was read: another may have taken its place
	err error
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

func (p *program) tick() tea.Cmd {
	if p.ticking {
		return nil
	}
	p.ticking = true
	return tea.Tick(refreshEvery, func(at time.Time) tea.Msg { return tick{at} })
}

// ticked takes up the time, and what has happened since.
func (p *program) ticked(msg tick) tea.Cmd {
	p.now, p.ticking = msg.at, false
	return p.progressed()
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

func (p *program) readingOf(i int) *reading {
	for len(p.readings) < len(p.session.Runs) {
		p.readings = append(p.readings, reading{})
	}
	return &p.readings[i]
}

// scored refreshes a last time and keeps what went wrong.
func (p *program) scored(msg scored) tea.Cmd {
	if run := p.session.Run(msg.run); run != msg.of {
		return nil
	}
	*p.readingOf(msg.run) = reading{}
	if msg.err != nil && !errors.Is(msg.err, context.Canceled) {
		run := p.session.Run(msg.run)
		run.Problems.Add(loaders.Problem{File: run.Path, What: msg.err.Error(), Done: "what was read before it is scored"})
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

// progressed tells the views if there is news, opens runs anew whose file has
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

// worthTelling reports whether there is news, and enough of it.
func (p *program) worthTelling(now []progress) bool {
	if slices.Equal(now, p.last) {
		return false
	}
	if len(now) != len(p.last) || p.now.Sub(p.told) >= refreshSlowly {
		return true
	}
	for i, run := range now {
		last := p.last[i]
		more := run.read - last.read + run.found - last.found + max(0, run.rescored-last.rescored)
		if run.complete != last.complete || run.problems != last.problems || more > run.found/50 {
			return true
		}
	}
	return false
}

func (p *program) progress() []progress {
	runs := make([]progress, len(p.session.Runs))
	for i, run := range p.session.Runs {
		r := &runs[i]
		r.read, r.found, r.complete = run.Progress()
		r.rescored, _ = run.Rescored()
		_, r.problems = run.Run.Problems.All()
	}
	return runs
}

// pace notes when and from where a reading went on, to tell how long the rest
// takes.
func (p *program) pace(i int, now *progress) {
	r, of, done := p.readingOf(i), "scoring", now.read
	if now.rescored < now.read {
		of, done = "rescoring", now.rescored
	}
	if r.of != of || r.since.IsZero() || done < r.done {
		r.of, r.since, r.done = of, p.now, done
	}
}

// scoring says in words what is still being scored, and how long that will
// take; "" for nothing.
func (p *program) scoring() string {
	var parts, following []string
	for i, run := range p.session.Runs {
		if _, _, complete := run.Progress(); complete {
			continue
		}
		if part := p.scoringOf(i); part != "" {
			parts = append(parts, part)
		} else {
			following = append(following, run.Run.Name)
		}
	}
	if parts == nil && following != nil {
		parts, following = []string{"following " + following[0]}, following[1:]
	}
	switch more := len(parts) + len(following) - 1; {
	case len(parts) == 0:
		return ""
	case more == 0:
		return parts[0]
	default:
		return fmt.Sprintf("%s and %d more", parts[0], more)
	}
}

// scoringOf says how far run i is, "" for one that only waits for more.
func (p *program) scoringOf(i int) string {
	run := p.session.Runs[i]
	read, found, _ := run.Progress()
	if done, all := run.Rescored(); done < all {
		return fmt.Sprintf("rescoring %s %d of %d%s", run.Run.Name, done, all, p.rest(i, done, float64(all)))
	}
	if run.Run.Following().On {
		if read < found {
			return fmt.Sprintf("following %s, scoring %d of %d", run.Run.Name, read, found)
		}
		return ""
	}
	all := float64(found)
	if done, total := run.Run.Progress(); !run.Run.Complete() && done > 0 {
		all *= float64(total) / float64(done)
	}
	return fmt.Sprintf("scoring %s %d of %d%s", run.Run.Name, read, found, p.rest(i, read, all))
}

// leastPace is how long a reading must have gone on before it says anything
// about the rest.
const leastPace = 2 * time.Second

// rest says how long the rest of a reading takes at its pace so far.
func (p *program) rest(i, done int, all float64) string {
	r := p.readingOf(i)
	took := p.now.Sub(r.since)
	if r.since.IsZero() || took < leastPace || done <= r.done {
		return ""
	}
	left := time.Duration((all - float64(done)) / float64(done-r.done) * float64(took))
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

// pictureProblem keeps a picture's problem with its run, whose path begins the
// picture's key.
func (p *program) pictureProblem(msg views.PictureProblem) tea.Cmd {
	for _, run := range p.session.Runs {
		if strings.HasPrefix(msg.Key, run.Run.Path+"\x00") {
			run.Run.Problems.Add(loaders.Problem{File: msg.Path, What: msg.What, Done: "shown in words"})
			return p.refresh()
		}
	}
	return nil
}
