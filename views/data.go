package views

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
)

// Data has a session's runs under settings, results and annotations.
type Data struct {
	Runs     []*session.ScoredRun
	Settings scoring.Settings
	// Base is the run whose right answers are the easy set of all runs and whose wrong ones the
	// hard set; nil for the sets at opening.
	Base *int
	// ScoreFrom is the step score that was best on a run, and what that run is called.
	ScoreFrom struct {
		Score float64
		Run   string
	}
	// Books are the marks on each of Runs; fewer, or nil, if nothing can be saved.
	Books []*marks.MarksBook
	// Unopened are problems of files that did not open.
	Unopened []loaders.Problem

	ctx    context.Context
	asked  map[*session.ScoredRun]*facts.Run
	tagged string
	saving *sync.WaitGroup // nil before the first
}

// Replace replaces a scored run and its facts. Runs becomes a new list, because computations keep
// theirs.
func (d *Data) Replace(runIndex int, scoredRun *session.ScoredRun) {
	delete(d.asked, d.Runs[runIndex])
	d.Runs = slices.Clone(d.Runs)
	d.Runs[runIndex] = scoredRun
}

// Within ends background computations with ctx, within its budget ([facts.Table.Select]).
func (d *Data) Within(ctx context.Context) { d.ctx = ctx }

// Context returns the context of [Data.Within], or one that never ends.
func (d *Data) Context() context.Context { return cmp.Or(d.ctx, context.Background()) }

// SaveNow begins a command that saves, so that [Data.FinishSaving] waits for it even if the program
// ends with the next key.
func (d *Data) SaveNow(saveCommand tea.Cmd) tea.Cmd {
	said := make(chan tea.Msg, 1)
	d.saving = cmp.Or(d.saving, new(sync.WaitGroup))
	d.saving.Go(func() { said <- saveCommand() })
	return func() tea.Msg { return <-said }
}

// FinishSaving waits for what is being saved, ten seconds at most, because a disk may hang.
func (d *Data) FinishSaving() {
	if d.saving != nil {
		loaders.WaitAtMost(10*time.Second, d.saving.Wait)
	}
}

// Book returns the marks on runs[i], nil if nothing can be saved.
func (d *Data) Book(i int) *marks.MarksBook {
	if i < 0 || i >= len(d.Books) {
		return nil
	}
	return d.Books[i]
}

// Names returns the names of the runs.
func (d *Data) Names() []string {
	return loaders.Map(d.Runs, func(run *session.ScoredRun) string { return run.Run.Name })
}

// Run returns the loaded run behind runs[i].
func (d *Data) Run(i int) *loaders.Run { return d.Runs[i].Run }

// RunName returns the name of runs[i].
func (d *Data) RunName(i int) string { return d.Runs[i].Run.Name }

// Read counts the examples of all runs that have been read.
func (d *Data) Read() (n int) {
	for _, run := range d.Runs {
		read, _, _ := run.Progress()
		n += read
	}
	return n
}

// Pending returns "reading: 3 of 90 examples …" until all runs are read, then "computing …".
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
	return !slices.ContainsFunc(d.Runs, func(run *session.ScoredRun) bool {
		_, _, complete := run.Progress()
		return !complete
	})
}

// Facts returns the cached facts of runs[runIndex], with its book's tags, marks and annotations.
func (d *Data) Facts(runIndex int) *facts.Run {
	scored := d.Runs[runIndex]
	known := d.asked[scored]
	if known == nil {
		if d.asked == nil {
			d.asked = map[*session.ScoredRun]*facts.Run{}
		}
		known = facts.New(scored)
		if book := d.Book(runIndex); book != nil {
			known.Marks = book.MarksOf
		}
		d.asked[scored] = known
	}
	return known
}

// Table returns the facts of runs[runIndex] under the present settings, beside the [facts.Others].
func (d *Data) Table(runIndex int) *facts.Table {
	all := loaders.Fill(len(d.Runs), d.Facts)
	return all[runIndex].Table(d.Settings, facts.Others(all, runIndex))
}

// SettingsText names in one line the settings and thresholds that affect runs.
func (d *Data) SettingsText(runIndices ...int) string {
	return SettingsText(d.Settings, d.Judged(runIndices...)...)
}

// Earlier names x's settings that affect a run and changed since; "" for none.
func (d *Data) Earlier(x scoring.Settings, runIndex int) string {
	return changedText(x, d.Settings, d.Judged(runIndex))
}

// Judged returns the metrics that judge examples of runs faithful, of all runs by default.
func (d *Data) Judged(runIndices ...int) (judged []string) {
	for i, run := range d.Runs {
		if len(runIndices) > 0 && !slices.Contains(runIndices, i) {
			continue
		}
		judged = scoring.AppendNew(judged, run.Judged()...)
	}
	return judged
}

// Views returns the steps of all runs' saved views by name.
func (d *Data) Views() map[string]string {
	steps := map[string]string{}
	for i := range d.Runs {
		_, of := d.Book(i).Views()
		maps.Copy(steps, of)
	}
	return steps
}
