package results

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/scoring/papers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// resultEntry is a line of the list.
type resultEntry struct {
	name, title string
	subject     string   // whose heading stands above it, "" for none
	heading     string   // of a subject, "" for a result
	one         bool     // it shows one run
	drawn       bool     // it is a figure
	notes       []string // all that the line of a paper shows; nil for a result
	lay         func(ctx context.Context, src figure.Source) resultPage
}

// resultList is the list with the page of its selected line.
type resultList struct {
	entries []resultEntry
	at      int
	run     int // whose results these are
	resultPage
	next figure.Figure // the list's next, where there is room for two; zero for none
}

func (s *resultList) selectedEntry() resultEntry {
	if s.at < len(s.entries) {
		return s.entries[s.at]
	}
	return resultEntry{name: "results"}
}

// resultPage holds what an entry shows: a figure, a sheet, or nothing.
type resultPage struct {
	figure.Figure
	notes   []string
	sheet   *table.Table
	crossed bool                 // a table of counts
	runs    []*session.ScoredRun // series and cells refer to these by index
	grouped bool                 // the runs are groups, not the session's
	laid    *papers.FilledTable  // the paper's table in the sheet; nil for another
}

func (p *resultPage) rowOf(runIndex int) int {
	switch {
	case p.grouped:
	case p.isFigure():
		return slices.IndexFunc(loaders.Indices(p.countRows()), func(row int) bool {
			_, s := p.seriesAt(row)
			return s.Run == runIndex
		})
	case p.laid != nil:
		return slices.IndexFunc(p.laid.Rows, func(r papers.Row) bool { return r.Run == runIndex })
	}
	return -1
}

func (p *resultPage) isFigure() bool { return len(p.Panels) > 0 }

func (p *resultPage) seriesAt(rowIndex int) (*figure.Panel, *figure.Series) {
	if n := len(p.Panels[0].Series); p.Panels[0].Form == figure.Bars {
		return &p.Panels[rowIndex/n], &p.Panels[rowIndex/n].Series[rowIndex%n]
	}
	return &p.Panels[0], &p.Panels[0].Series[rowIndex]
}

func (p *resultPage) countRows() int {
	if p.Panels[0].Form == figure.Bars {
		return len(p.Panels) * len(p.Panels[0].Series)
	}
	return len(p.Panels[0].Series)
}

// sweptSetting is a setting that the cursor of a curve moves, and the numbers that explain a point.
type sweptSetting struct {
	valueIn  func(s scoring.Settings) float64
	move     func(s scoring.Settings, x float64) scoring.Settings
	protocol string
	beside   []string
}

func sweptAxis(sweepAxis boxes.Axis) sweptSetting {
	return sweptSetting{sweepAxis.Of, sweepAxis.Move, boxes.Protocol.Name, []string{"precision", "recall"}}
}

var sweptSettings = map[string]sweptSetting{
	overThreshold: sweptAxis(boxes.OverThreshold), overIoU: sweptAxis(boxes.OverIoU),
	figure.StepScores().Name: {
		func(s scoring.Settings) float64 { return s.StepScore },
		func(s scoring.Settings, x float64) scoring.Settings { s.StepScore = x; return s },
		steps.Protocol.Name, []string{"error_acc", "correct_acc"},
	},
}

func (p *resultPage) sweptSetting() (swept sweptSetting, moves bool) {
	swept, moves = sweptSettings[p.Name]
	return swept, moves && p.isFigure()
}

func (p *resultPage) whyNotSwept() string {
	_, moves := p.sweptSetting()
	return widget.If(!moves, "this isn't a curve over a threshold")
}

// The names of the curves over thresholds, and of the bars of methods.
var (
	methods       = figure.Methods("").Name
	overThreshold = figure.Scores(boxes.OverThreshold, "").Name
	overIoU       = figure.Scores(boxes.OverIoU, "").Name
)
