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

// statistics is the kind of tables whose numbers are over all runs.
const statistics = "statistics"

// Table is a table of a paper's results or statistics, or one of its data that a run has too.
type Table struct {
	Name     string // "nmn-1", with the paper's number
	Paper    string // "Subramanian et al. 2020"
	Number   string `json:"id"` // "1"; "2a" for a block of Table 2; "" for our own table
	Kind     string // "results" or "statistics"
	Title    string
	Short    string            // a title for lists, "" for Title
	Dataset  string            // of the paper's numbers
	Protocol string            // of runs with a row, "" for the first of the paper's
	Settings map[string]string // of the paper's numbers; not all are ours
	Columns  []Column
	Rows     []PublishedRow
	Values   [][]json.Number
	Marks    []printedMark
	tableLayout
}

// Column is a number of the table.
type Column struct {
	scoring.ColumnMeaning
	Group   string
	Measure ScoreName
	Scale   float64 // published = Scale × measured; 0 means 1
	Where   string  // query that chooses its examples; "" for all
	Formula string  // over the other columns, the paper's too ([facts.Derive]); "" for a Measure
	digits  int
}

// ScoreName names a number of the report; the zero value means none.
type ScoreName struct{ Protocol, Metric, Of string }

func (m ScoreName) emptyScore() scoring.Score {
	return scoring.Score{Protocol: m.Protocol, Metric: m.Metric, Of: m.Of}
}

// PublishedRow is a row that the paper prints.
type PublishedRow struct {
	Name, Group, Note, Kind, Of string
	Cells                       []PrintedCell `json:"-"` // one per column
}

// PrintedCell is a cell as printed, "" for nothing.
type PrintedCell struct{ Text, Mark string }

// printedMark is printed beside a number.
type printedMark struct{ Row, Column, Group, Mark string }

func (t *Table) isExpert(c *Column) bool {
	return t.Name == "alignment-3" || c.Group == "expert subset"
}

// tableLayout tells how a table is laid out, besides its data.
type tableLayout struct {
	protocols []string // of the runs that the paper is about
	protocol  string   // of the runs that have a row
	across    bool     // data sets and models are columns
	only      *string  // data set of the runs with a row; nil for all
}

// splitByData returns the table for each data set, runs[firstRunIndex]'s first, because numbers on
// different data aren't comparable. A table across data sets or over runs stays whole.
func (t *Table) splitByData(runs session.Runs, firstRunIndex int) []*Table {
	data := func(run *session.ScoredRun) string { return run.Run.Dataset }
	sets := scoring.AppendNew(loaders.Map(runs[firstRunIndex:firstRunIndex+1], data), loaders.Map(runs, data)...)
	if len(sets) < 2 || t.across || t.Kind == statistics || t.protocol == "counting" {
		return []*Table{t}
	}
	return loaders.Map(sets, func(set string) *Table {
		own := *t
		own.only = &set
		return &own
	})
}

// moved are the settings that a table sets, because it is about them. The paper's other settings
// are only compared.
var moved = []string{"average", "negative_iou"}

// asPredicted takes the modules' boxes, not their upper bound.
const asPredicted = false

// Under returns the settings of the table's numbers: settings with those that the table moves,
// and the upper bound as given.
func (t *Table) Under(s scoring.Settings, asUpperBound bool) scoring.Settings {
	for _, name := range moved {
		if value, ok := t.Settings[name]; ok {
			_ = scoring.SettingOf(name).In(&s).Set(value) // a test checks every table
		}
	}
	s.UpperBound = asUpperBound
	return s
}

// Fits reports whether a run is of the paper's kind: it has scores of one of the paper's
// protocols.
func (t *Table) Fits(hasProtocol map[string]bool) bool {
	return slices.ContainsFunc(t.protocols, func(protocol string) bool { return hasProtocol[protocol] })
}

func (r *PublishedRow) modelName() string {
	model, _, _ := strings.Cut(r.Name, ", ")
	if r.Of == "" || model == r.Name {
		return ""
	}
	return model
}

// ofRow returns m for a row, except a random ranking's, because that doesn't depend on the
// aggregation.
func (m ScoreName) ofRow(rowName string) ScoreName {
	aggregated := slices.Contains(sentences.Aggregations, rowName) && !strings.HasSuffix(m.Metric, "_random")
	if m.Of == "ROW" || aggregated {
		m.Of = rowName
	}
	return m
}

// Source tells where the layout is from. It doesn't claim that the paper wrote the table, because
// the runs are others.
func (t *Table) Source() string {
	if t.Number == "" {
		return "faithscope's own table"
	}
	return fmt.Sprintf("laid out like Table %s of %s", t.Number, t.Paper)
}

func (c *Column) intervalToUnit(scoreInterval *scoring.Interval) *scoring.Interval {
	if scoreInterval == nil {
		return nil
	}
	own := *scoreInterval
	own.Low, own.High = c.Scale*scoreInterval.Low, c.Scale*scoreInterval.High
	return &own
}
