package views

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
)

// Replace puts a scored run in the place of another. What is being computed
// keeps the runs that it began with.
func (s *Session) Replace(at int, scored *session.Scored) {
	delete(s.asked, s.Runs[at])
	s.Runs = slices.Clone(s.Runs)
	s.Runs[at] = scored
}

// Data is what a session looks at.
type Data struct {
	Runs []*session.Scored
	// Books are the marks on each of Runs; fewer, or nil, where nothing can be
	// saved.
	Books []*marks.Book
	// Unopened are the files named on the command line that did not open:
	// problems of no run.
	Unopened []loaders.Problem
}

// Within makes what the session computes in the background end with ctx, and
// keep to its budget ([facts.Table.Select]).
func (s *Session) Within(ctx context.Context) { s.ctx = ctx }

// Context is the one that [Session.Within] was given, or else one that never ends.
func (s *Session) Context() context.Context { return cmp.Or(s.ctx, context.Background()) }

// Book returns the marks on runs[i], nil if nothing can be saved.
func (s *Data) Book(i int) *marks.Book {
	if i < 0 || i >= len(s.Books) {
		return nil
	}
	return s.Books[i]
}

// Names returns the names of the runs.
func (s *Data) Names() []string {
	return loaders.Map(s.Runs, func(run *session.Scored) string { return run.Run.Name })
}

// Run returns the loaded run behind runs[i].
func (s *Data) Run(i int) *loaders.Run { return s.Runs[i].Run }

// Read is how many examples of all runs have been read.
func (s *Data) Read() (n int) {
	for _, run := range s.Runs {
		read, _, _ := run.Progress()
		n += read
	}
	return n
}

// Facts returns the facts of runs[run], for queries.
func (s *Session) Facts(run int) *facts.Run {
	scored := s.Runs[run]
	known := s.asked[scored]
	if known == nil {
		if s.asked == nil {
			s.asked = map[*session.Scored]*facts.Run{}
		}
		known = facts.New(scored)
		if book := s.Book(run); book != nil {
			known.Marks = func(id string) ([]string, bool) { return book.TagsOf(id), book.Marked(id) }
		}
		s.asked[scored] = known
	}
	return known
}

// Table returns the facts of runs[run] under the present settings, beside the
// [facts.Others].
func (s *Session) Table(run int) *facts.Table {
	all := loaders.Fill(len(s.Runs), s.Facts)
	return all[run].Table(s.Settings, facts.Others(all, run))
}

// SettingsText names the settings that affect runs in one line, with the bars
// of the metrics that they are judged by.
func (s *Session) SettingsText(runs ...int) string {
	return SettingsText(s.Settings, s.Judged(runs...)...)
}

// Earlier names those of settings x that affect a run and have other values
// now, "" for none.
func (s *Session) Earlier(x scoring.Settings, run int) string {
	const between = " · "
	now := strings.Split(s.SettingsText(run), between)
	return strings.Join(slices.DeleteFunc(strings.Split(SettingsText(x, s.Judged(run)...), between), func(part string) bool {
		return slices.Contains(now, part)
	}), between)
}

// Judged are the metrics by which examples of runs of the session are judged
// faithful, of all its runs where none is named.
func (s *Data) Judged(runs ...int) (judged []string) {
	for i, run := range s.Runs {
		if len(runs) > 0 && !slices.Contains(runs, i) {
			continue
		}
		judged = scoring.AppendNew(judged, run.Judged()...)
	}
	return judged
}

// Views returns the names of the views that were saved with any of the runs,
// sorted, and by name the commands that lead to each.
func (s *Data) Views() (names []string, steps map[string]string) {
	steps = map[string]string{}
	for i := range s.Runs {
		_, of := s.Book(i).Views()
		maps.Copy(steps, of)
	}
	return slices.Sorted(maps.Keys(steps)), steps
}
