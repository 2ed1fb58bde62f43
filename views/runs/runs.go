// Package runs is the first place: the runs by kind, with what to know first about each, and where
// answers and faithfulness differ.
package runs

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

// New returns the screen of the runs of s, without scores until they are computed.
func New(s *views.Session) views.View {
	v := &runsScreen{s: s, runDetail: runDetail{s: s}}
	v.ComputedView = views.NewComputed(&s.Data, v.gatherScores, v.arrangeTables)
	v.Stale = v.isStale
	v.list = widget.Table{Open: v.openSelected, Moved: v.followTable}
	v.list.Columns = []widget.Column{{Grow: 1, Draw: v.drawLine}}
	for _, pane := range []*widget.Sheet{&v.quadrant, &v.modules} {
		*pane = widget.Sheet{Table: widget.Table{Open: v.openSelected}, Cursor: true}
	}
	v.Under, v.Shown = s.Settings, make([]runScores, len(s.Runs))
	v.arrangeTables()
	return v
}

func (v *runsScreen) Place() views.Place { return views.PlaceRuns }

func (v *runsScreen) Scope() string {
	text, problems := widget.If(v.s.Start.Guides != nil, "demo (guide: g h) · ")+loaders.Count(len(v.s.Runs), "run"), len(v.s.Unopened)
	for i := range v.Shown {
		problems += v.Shown[i].problems
	}
	return text + widget.If(problems > 0, " · ! "+strconv.Itoa(problems))
}

func (v *runsScreen) Waiting() bool { return false }

// isStale reports whether computing again is worthwhile. Less than a fiftieth more examples isn't,
// because each computation covers everything read.
func (v *runsScreen) isStale() bool {
	if v.Under != v.s.Settings || v.IsReplaced() {
		return true
	}
	more, all := 0, 0
	for i, scored := range v.s.Runs {
		shown := &v.Shown[i]
		read, found, complete := scored.Progress()
		_, problems := scored.Run.Problems.All()
		if complete != shown.complete || problems != shown.problems {
			return true
		}
		rescored, _ := scored.Rescored()
		more, all = more+read-shown.read+max(0, rescored-shown.rescored), all+found
	}
	return more > all/50
}

func (v *runsScreen) gatherScores() func(context.Context) []runScores {
	runs, settings := v.s.Runs, v.s.Settings
	of := loaders.Fill(len(runs), v.s.Facts)
	return func(ctx context.Context) []runScores {
		all := loaders.Fill(len(runs), func(i int) runScores { return scoresOf(ctx, runs[i], of[i], settings) })
		testJudges(ctx, all, runs, settings)
		return all
	}
}

func (v *runsScreen) Status() string {
	said := widget.If(v.words != "", "runs matching "+loaders.Clean(v.words))
	if p := v.paneSheet(); p.Count() > 0 && p.Column > 0 && !v.headed {
		said = p.Describe()
	}
	if n := len(v.s.Unopened); n > 0 {
		said += " · " + loaders.Count(n, "file") + " did not open (! shows why)"
	}
	return strings.TrimPrefix(said, " · ")
}

func (v *runsScreen) Steps() []views.ViewStep {
	var steps []views.ViewStep
	if v.s.Base != nil {
		steps = append(steps, views.Do("base", v.s.RunName(*v.s.Base)))
	}
	if len(v.s.Runs) > 0 {
		steps = append(steps, views.Do("run", v.s.RunName(v.selectedRun())))
	}
	return steps
}

func (v *runsScreen) document() *table.Document {
	if v.focus != nil {
		return v.focus.Exported(v.s.RunName(v.selectedRun()))
	}
	d := &table.Document{List: "kinds"}
	for _, g := range v.groups {
		part := g.sheet.Exported(g.headingLine(v.Shown)).Parts[0]
		of := part.Tables[0]
		of.Columns = slices.Clone(of.Columns)
		of.Columns[0].Title = ""
		d.Parts = append(d.Parts, part)
	}
	return d
}
