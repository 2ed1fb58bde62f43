package example

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// record is the example that is shown: what was read of it, and its score under
// the session's settings.
type record struct {
	s      *views.Session
	run    int  // in the session
	read   read // ex is nil until it was read
	score  *scoring.ExampleScore
	said   []said // of this run's example alone
	places []int  // of the example in every run, -1 where that lacks it
	beside beside
	// asked is a question of one's own, "" for an example of the run.
	asked   string
	request int // number of the last request to read an example
}

// read is an example that was asked for.
type read struct {
	at     int
	ex     *loaders.Example
	of     *loaders.Run // that ex is of: the file may be reopened
	held   session.Held
	photos []evidence.Photo // of its images
	// executor runs its program; nil if the run's executor does.
	executor executor.Executor
	// entailed are the places of the examples whose answers follow, see [entailed];
	// early says that they were looked up before the run was read to its end.
	entailed []int
	early    bool
}

// whyUnread returns why there is no example yet.
func (r *record) whyUnread() string {
	return widget.If(r.read.ex == nil, "the example is still being read")
}

// Title is the example's id.
func (r *record) Title() string {
	if r.read.ex == nil {
		return "example"
	}
	return r.read.ex.ID
}

// Shows returns what the screen shows: an example by its run in the session and
// its place in the run.
func (r *record) Shows() (run, at int) { return r.run, r.read.at }

// grade scores the example under the session's settings, and returns its score,
// nil for none. It reads no files: what it needs is in memory.
func (r *record) grade() *scoring.ExampleScore {
	r.score = nil
	ex, held, settings := r.read.ex, r.read.held, r.s.Settings
	score, ok := held.Score(settings)
	r.said = slices.Concat(listNotes(r.s.Book(r.run), ex.ID), baseFailed(r.s, r.read.of, r.read.at, held),
		entails(r.s.Runs[r.run].Summaries(settings), r.read.of, ex, r.read.entailed), recordFacts(ex, held.Scores(settings)))
	if ok {
		r.score = &score
	}
	return r.score
}

// locate finds the example in every run; places are nil for a single one.
func (r *record) locate() {
	if r.places = nil; len(r.s.Runs) < 2 {
		return
	}
	for k, scored := range r.s.Runs {
		at := r.read.at
		if k != r.run {
			at = namesake(r.read.of, r.read.at, scored.Run)
		}
		r.places = append(r.places, at)
	}
}

// marks are the person's marks on a module, or on the whole example, in words;
// "" for none.
func (r *record) marks(node int) string {
	e := r.s.Book(r.run).Module(r.read.ex.ID, node)
	return views.MarkText(e.Marked, e.Tags, e.Note != "")
}

// fetched is what was read for a record, and show shows it. It answers the request with
// the number request.
type fetched struct {
	of      *record
	request int
	show    func() tea.Cmd
}

// fetch returns the command that reads something in the background, which is
// shown unless something else was asked for since.
func (r *record) fetch(read func() (show func() tea.Cmd)) tea.Cmd {
	request := r.request
	return func() tea.Msg { return fetched{r, request, read()} }
}

// readOthers returns the command that reads the example of other runs, nil for
// nothing to read.
func (r *record) readOthers() tea.Cmd {
	find := r.beside.read(r.s, r.run, r.read.ex, r.places)
	if find == nil {
		return nil
	}
	return r.fetch(func() func() tea.Cmd {
		list := find()
		return widget.Do(func() { r.beside.list = list })
	})
}

// spot is an example of a run as it was read.
type spot struct {
	run *loaders.Run
	at  int
}
