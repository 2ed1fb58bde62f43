package papers

import (
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
)

func scored(t *testing.T, name string, examples []*loaders.Example) *session.Scored {
	t.Helper()
	run := scoringtest.RunOf(name, examples)
	run.Name = name
	s := session.New(run, session.Protocols())
	if err := s.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// Every table has a name of its own, settings and metrics that exist, and numbers of the
// paper only in columns that it has.
func TestTablesAreWhole(t *testing.T) {
	ids := map[string]bool{}
	for _, table := range Tables() {
		if ids[table.ID] {
			t.Errorf("two tables are called %s", table.ID)
		}
		ids[table.ID] = true
		table.Settings(scoring.Defaults(), false) // panics where a setting is none
		titles := map[string]bool{}
		for _, c := range table.Columns {
			if titles[c.Title] {
				t.Errorf("%s: two columns are called %s", table.ID, c.Title)
			}
			titles[c.Title] = true
			k := scoring.Place(session.Protocols(), c.Protocol)
			if k < 0 || !slices.ContainsFunc(session.Protocols()[k].Metrics, func(m scoring.Metric) bool { return m.Name == c.Metric }) {
				t.Errorf("%s: the metric %s of %s is missing", table.ID, c.Metric, c.Protocol)
			}
		}
		for _, p := range table.Published {
			for title := range p.Values {
				if !titles[title] {
					t.Errorf("%s: the paper has %s, the table has not", table.ID, title)
				}
			}
		}
	}
	for _, id := range []string{"nmn-1", "nmn-2", "nmn-4", "nmn-5", "nmn-6", "scn-1", "scn-2", "alignment-2", "alignment-3", "quackie-4",
		"quackie-5", "quackie-6", "fol-1", "fol-2", "fol-3"} {
		if !ids[id] {
			t.Errorf("there is no %s", id)
		}
	}
}

// A column has the number that its title names, and a table the settings that its
// title names.
func TestTitlesSayWhatIsShown(t *testing.T) {
	named := map[string]string{"nmn-2 overall ↓": "micro", "scn-2 without 0": "nonzero"}
	for _, table := range Tables() {
		for _, c := range table.Columns {
			of, other := named[table.ID+" "+c.Title]
			if other && c.Of != of || !other && c.Of != "overall" && !slices.Contains(strings.FieldsFunc(c.Title, apart), c.Of) {
				t.Errorf("%s: %q shows the %s of %s", table.ID, c.Title, c.Metric, c.Of)
			}
		}
		s := table.Settings(scoring.Defaults(), false)
		average, negative := scoring.OverExamples, scoring.Defaults().NegativeIoU
		switch table.ID {
		case "nmn-4":
			average = scoring.Cumulative
		case "nmn-5":
			average = scoring.OverOccurrences
		case "nmn-6":
			negative = 1e-8
		}
		if s.Average != average || s.NegativeIoU != negative {
			t.Errorf("%s: average %v, negative IoU %v", table.ID, s.Average, s.NegativeIoU)
		}
	}
}

func apart(r rune) bool { return r == ' ' || r == ',' }

// The cells are the scores of the run under the settings of the table, and every
// column has a number in a run that has everything.
func TestCellsAreTheScores(t *testing.T) {
	run := scored(t, "everything", scoringtest.Everything(session.Protocols(), 1))
	for _, table := range Tables() {
		rows, err := table.Rows(t.Context(), []*session.Scored{run}, scoring.Defaults(), false)
		if err != nil || len(rows) == 0 {
			t.Fatalf("%s: %d rows, %v", table.ID, len(rows), err)
		}
		for _, r := range rows {
			scores := run.Scores(table.Settings(scoring.Defaults(), r.UpperBound))
			for i, cell := range r.Cells {
				c := table.Columns[i]
				k := slices.IndexFunc(scores, func(s scoring.Score) bool { return s.Protocol == c.Protocol && s.Metric == c.Metric && s.Of == c.Of })
				switch {
				case r.UpperBound && c.Protocol == "answers":
					if cell.Count != 0 {
						t.Errorf("%s: the upper bound has an %s", table.ID, c.Metric)
					}
				case k < 0:
					t.Errorf("%s: no run could have %s of %s, %s", table.ID, c.Metric, c.Of, c.Protocol)
				case scores[k].Value != cell.Value || scores[k].Count != cell.Count:
					t.Errorf("%s: %s is %+v, the report has %+v", table.ID, c.Title, cell, scores[k])
				case cell.Value.Why() != "":
					t.Logf("%s: %s is undefined: %s", table.ID, c.Title, cell.Value.Why())
				}
			}
		}
	}
}

func TestRowsOfATable(t *testing.T) {
	boxes, spans := scored(t, "boxes", []*loaders.Example{scoringtest.Seen(0), scoringtest.Seen(1)}),
		scored(t, "spans", []*loaders.Example{scoringtest.Attended(0)})
	again := scored(t, "again", []*loaders.Example{scoringtest.Seen(0), scoringtest.Seen(1)})
	names := func(id string, published bool, runs ...*session.Scored) (names []string) {
		for _, table := range Tables() {
			if table.ID == id {
				rows, err := table.Rows(t.Context(), runs, scoring.Defaults(), published)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range rows {
					names = append(names, r.Name)
				}
			}
		}
		return names
	}
	for _, c := range []struct {
		id   string
		got  []string
		want []string
	}{
		{"nmn-1", names("nmn-1", false, spans, boxes, again), []string{"boxes", "again", "upper bound"}},
		{"nmn-2", names("nmn-2", false, spans, boxes), []string{"spans"}},
		{"quackie-4", names("quackie-4", true, spans, boxes), nil},
		{"fol-1", names("fol-1", true, scored(t, "everything", scoringtest.Everything(session.Protocols(), 2))),
			[]string{"everything", "paper: ∇-FOL, golden oracle, GQA validation"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s has the rows %q, want %q", c.id, c.got, c.want)
		}
	}
}
