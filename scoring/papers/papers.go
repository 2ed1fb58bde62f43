package papers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/sentences"
	"faithscope/scoring/session"
)

// statistics is the kind of a table whose numbers are over all runs.
const statistics = "statistics"

// Table is a table of results or statistics of a paper, or one of its data that a run has too.
type Table struct {
	Name     string // "nmn-1", with the paper's number
	Paper    string // "Subramanian et al. 2020"
	Number   string `json:"id"` // "1"; "2a" for a block of Table 2; "" for a table of ours
	Kind     string // "results" or "statistics"
	Title    string
	Dataset  string            // of the paper's numbers
	Protocol string            // of the runs that have a row, "" for the first of the paper's
	Settings map[string]string // under which the paper's numbers are; not all of them are settings of ours
	Columns  []Column
	Rows     []Published
	Values   [][]json.Number
	Marks    []mark
	layout
}

// Column is a number of the table.
type Column struct {
	scoring.Meaning
	Group   string
	Measure Measure
	Scale   float64 // published = Scale × measured; 0 means 1
	Where   string  // the query that chooses its examples; "" for all
	digits  int
}

// Measure names a number of the report; the zero value means that there is none.
type Measure struct{ Protocol, Metric, Of string }

// Published is a row that the paper prints.
type Published struct {
	Name, Group, Note, Kind, Of string
	Cells                       []Printed `json:"-"` // one for each column
}

// Printed is a cell as printed, "" for nothing.
type Printed struct{ Text, Mark string }

// mark holds what is printed beside a number.
type mark struct{ Row, Column, Group, Mark string }

func (t *Table) isExpert(c *Column) bool {
	return t.Name == "alignment-3" || c.Group == "expert subset"
}

// layout is how a table is laid out, beyond its data.
type layout struct {
	protocols []string // of the runs that the paper is about
	protocol  string   // of the runs that have a row
	across    bool     // data sets and models are columns, not rows
	only      *string  // the data set whose runs have a row; nil for all
}

// splitByData returns the table for the data set of runs[first] and then for each other one of the runs,
// since numbers on different data are not compared. A table that places data sets itself, or whose
// rows are over runs, stays whole.
func (t *Table) splitByData(runs []*session.Scored, first int) []*Table {
	data := func(run *session.Scored) string { return run.Run.Dataset }
	sets := scoring.AppendNew(loaders.Map(runs[first:first+1], data), loaders.Map(runs, data)...)
	if len(sets) < 2 || t.across || t.Kind == statistics || t.protocol == "counting" {
		return []*Table{t}
	}
	return loaders.Map(sets, func(set string) *Table {
		own := *t
		own.only = &set
		return &own
	})
}

// moved are the settings that a table sets, since they are what it is about. Others of the
// paper are only compared with the current ones.
var moved = []string{"average", "negative_iou"}

// asPredicted takes boxes as the modules gave them, not their upper bound.
const asPredicted = false

// Under returns the settings of the table's numbers: s, with those that the table moves, and the
// upper bound as given.
func (t *Table) Under(s scoring.Settings, upperBound bool) scoring.Settings {
	for _, name := range moved {
		if value, ok := t.Settings[name]; ok {
			_ = scoring.SettingOf(name).In(&s).Set(value) // a table is checked by a test
		}
	}
	s.UpperBound = upperBound
	return s
}

// Fits reports whether a run is of the paper's kind: it has scores of one of the paper's protocols.
func (t *Table) Fits(has map[string]bool) bool {
	return slices.ContainsFunc(t.protocols, func(protocol string) bool { return has[protocol] })
}

func (r *Published) modelName() string {
	model, _, _ := strings.Cut(r.Name, ", ")
	if r.Of == "" || model == r.Name {
		return ""
	}
	return model
}

// ofRow returns m with row as its Of, if m.Of is the placeholder "ROW", or if row is an
// aggregation to sentences and the metric is not one of a random ranking ("…_random"). Otherwise
// it returns m as it is.
func (m Measure) ofRow(row string) Measure {
	aggregated := slices.Contains(sentences.Aggregations, row) && !strings.HasSuffix(m.Metric, "_random")
	if m.Of == "ROW" || aggregated {
		m.Of = row
	}
	return m
}

// Source says in words where the layout is from. It does not claim the paper's authorship: the runs
// are not its own.
func (t *Table) Source() string {
	if t.Number == "" {
		return "a table of this program"
	}
	return fmt.Sprintf("laid out as Table %s of %s", t.Number, t.Paper)
}

// toUnit returns a measured number in the unit of the paper.
func (c *Column) toUnit(x float64) float64 { return c.Scale * x }

// intervalToUnit returns an interval in the unit of the paper; nil for nil.
func (c *Column) intervalToUnit(in *scoring.Interval) *scoring.Interval {
	if in == nil {
		return nil
	}
	own := *in
	own.Low, own.High = c.Scale*in.Low, c.Scale*in.High
	return &own
}
