package papers

import (
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// choice holds what a table whose examples are answered wrongly knows about them.
type choice struct {
	of      map[subset]*session.Scored
	rows    map[subset][]int // in the run
	right   map[string]bool  // the ids that some run does not answer wrongly
	ids     map[string]bool  // of the examples with expert marks
	against []string         // the levels that those of a regression are compared with
	other   []string         // the runs whose attributions explain another label than the gold one
}

// subset holds what is chosen of a run: its wrong answers, or those examples with expert marks
// that no run answers rightly.
type subset struct {
	run    int
	expert bool
}

// Laid is a table with the numbers of runs.
type Laid struct {
	*Table
	Columns  []Column // of the table, or of data sets and models
	Rows     []Row    // those of runs, then the paper's
	Settings scoring.Settings
	Paper    bool // whether the paper's rows are wanted
	runs     []*session.Scored
	choice
}

// Row is a run's numbers, or numbers that the paper prints.
type Row struct {
	Name       string
	Run        int // among the runs; -1 for a row of the paper, or one of those below
	UpperBound bool
	Cells      []Cell
	metric     string // of all its numbers; "" for those of the columns
	of         string // what of the run it is about, such as a kind of question; "" for what the columns say
}

// Cell is a number of a row.
type Cell struct {
	scoring.Score        // measured, in the unit of the report; Value is undefined if there is none
	Run           int    // among the runs; -1 for none, or one of those below
	Printed       string // the paper's text, "" for a measured number
	Mark          string
}

// AllRuns is the Run of what was computed over all runs, Golden of [goldenAnswers].
const (
	AllRuns = -2
	Golden  = -3
)

func isMeasured(c Cell) bool {
	_, ok := c.Value.Float()
	return ok
}

// Reference reports whether a row is not of a run's answers but of what is possible, or to be
// expected, with its data.
func (r *Row) Reference() bool { return r.UpperBound || r.metric != "" }
