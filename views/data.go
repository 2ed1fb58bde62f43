package views

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
)

// Data holds what a session looks at: runs under settings, and what is computed from them
// and said about them.
type Data struct {
	Runs     []*session.Scored
	Settings scoring.Settings
	// Base is the run, by its index in Runs, whose right answers are the easy set of all
	// runs and whose wrong ones the hard set; nil if the sets are those that the runs were
	// opened with.
	Base *int
	// Books are the marks on each of Runs; fewer, or nil, where nothing can be
	// saved.
	Books []*marks.Book
	// Unopened are the files named on the command line that did not open:
	// problems of no run.
	Unopened []loaders.Problem

	ctx    context.Context
	asked  map[*session.Scored]*facts.Run // facts of the runs, for queries
	tagged string                         // the tag that was given last
}

// Replace puts a scored run in the place of another and forgets the other's facts. Runs
// becomes a new list: what is being computed keeps the one that it began with.
func (d *Data) Replace(index int, scored *session.Scored) {
	delete(d.asked, d.Runs[index])
	d.Runs = slices.Clone(d.Runs)
	d.Runs[index] = scored
}

// Within makes what is computed in the background end with ctx, and keep to its
// budget ([facts.Table.Select]).
func (d *Data) Within(ctx context.Context) { d.ctx = ctx }

// Context returns the one that [Data.Within] was given, or else one that never ends.
func (d *Data) Context() context.Context { return cmp.Or(d.ctx, context.Background()) }

// Book returns the marks on runs[i], nil if nothing can be saved.
func (d *Data) Book(i int) *marks.Book {
	if i < 0 || i >= len(d.Books) {
		return nil
	}
	return d.Books[i]
}

// Names returns the names of the runs.
func (d *Data) Names() []string {
	return loaders.Map(d.Runs, func(run *session.Scored) string { return run.Run.Name })
}

// Run returns the loaded run behind runs[i].
func (d *Data) Run(i int) *loaders.Run { return d.Runs[i].Run }

// Read returns how many examples of all runs have been read.
func (d *Data) Read() (n int) {
	for _, run := range d.Runs {
		read, _, _ := run.Progress()
		n += read
	}
	return n
}

// Pending says what a screen waits for that has nothing to show yet: "reading: 3 of 90
// examples …" until all runs are read, then "computing …".
func (d *Data) Pending() string {
	if d.IsRead() {
		return "computing …"
	}
	found := 0
	for _, run := range d.Runs {
		_, f, complete := run.Progress()
		if found += f; !complete && f == 0 {
			found++
		}
	}
	return fmt.Sprintf("reading: %d of %s …", d.Read(), loaders.Count(found, "example"))
}

// IsRead reports whether every run was read to its end.
func (d *Data) IsRead() bool {
	return !slices.ContainsFunc(d.Runs, func(run *session.Scored) bool {
		_, _, complete := run.Progress()
		return !complete
	})
}

// Facts returns the facts of runs[run] for queries, made at the first call and kept; they
// read tags, marks and annotations from the run's book where it has one.
func (d *Data) Facts(run int) *facts.Run {
	scored := d.Runs[run]
	known := d.asked[scored]
	if known == nil {
		if d.asked == nil {
			d.asked = map[*session.Scored]*facts.Run{}
		}
		known = facts.New(scored)
		if book := d.Book(run); book != nil {
			known.Marks = book.MarksOf
		}
		d.asked[scored] = known
	}
	return known
}

// Table returns the facts of runs[run] under the present settings, beside the
// [facts.Others].
func (d *Data) Table(run int) *facts.Table {
	all := loaders.Fill(len(d.Runs), d.Facts)
	return all[run].Table(d.Settings, facts.Others(all, run))
}

// SettingsText names the settings that affect runs in one line, with the bars
// of the metrics that they are judged by.
func (d *Data) SettingsText(runs ...int) string {
	return SettingsText(d.Settings, d.Judged(runs...)...)
}

// Earlier names those of settings x that affect a run and have other values now, with the
// values of x; "" for none.
func (d *Data) Earlier(x scoring.Settings, run int) string {
	const between = " · "
	now := strings.Split(d.SettingsText(run), between)
	return strings.Join(slices.DeleteFunc(strings.Split(SettingsText(x, d.Judged(run)...), between), func(part string) bool {
		return slices.Contains(now, part)
	}), between)
}

// Judged returns the metrics by which examples of runs of the session are judged
// faithful, of all its runs where none is named.
func (d *Data) Judged(runs ...int) (judged []string) {
	for i, run := range d.Runs {
		if len(runs) > 0 && !slices.Contains(runs, i) {
			continue
		}
		judged = scoring.AppendNew(judged, run.Judged()...)
	}
	return judged
}

// Views returns the names of the views that were saved with any of the runs,
// sorted, and by name the commands that lead to each.
func (d *Data) Views() (names []string, steps map[string]string) {
	steps = map[string]string{}
	for i := range d.Runs {
		_, of := d.Book(i).Views()
		maps.Copy(steps, of)
	}
	return loaders.SortedKeys(steps), steps
}
