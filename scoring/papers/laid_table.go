package papers

import (
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// chosenExamples holds what a table knows about examples that are answered wrongly.
type chosenExamples struct {
	of      map[exampleSubset]*session.ScoredRun
	rows    map[exampleSubset][]int // in the run
	right   map[string]bool         // ids that some run answers rightly
	ids     map[string]bool         // of examples with expert marks
	against []string                // reference levels of a regression
	other   []string                // runs that explain another label than the gold one
}

// exampleSubset holds what is chosen of a run: its wrong answers, or those with expert marks that no run
// answers rightly.
type exampleSubset struct {
	run    int
	expert bool
}

// FilledTable is a table with the numbers of runs.
type FilledTable struct {
	*Table
	Columns  []Column // the table's, or data sets and models
	Rows     []Row    // of runs, then the paper's
	Settings scoring.Settings
	Paper    bool // the paper's rows are wanted
	runs     session.Runs

	confusions []string // of answerable and other questions

	chosenExamples
}

// Row is a run's numbers, or numbers that the paper prints.
type Row struct {
	Name       string
	Run        int // among the runs; -1 for a row of the paper, or a constant below
	UpperBound bool
	Cells      []Cell
	metric     string // replaces the columns', unless ""
	of         string // part of the run, such as a kind of question; "" for the columns'
}

// Cell is a number of a row.
type Cell struct {
	scoring.Score        // measured, in the report's unit; Value is undefined if there is none
	Run           int    // among the runs; -1 for none, or a constant below
	Printed       string // the paper's text, "" for a measured number
	Mark          string
}

// AllRuns is the Run of what was computed over all runs, Golden of [goldenAnswers].
const (
	AllRuns = -2
	Golden  = -3
)

func isMeasured(c Cell) bool { return c.Value.IsDefined() }

// Reference reports whether a row isn't about a run's answers but about what is possible or
// expected with its data.
func (r *Row) Reference() bool { return r.UpperBound || r.metric != "" }
