package results

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/scoring/papers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// entry is a line of the list.
type entry struct {
	name, title string
	one         bool     // it shows one run
	notes       []string // all that a heading shows; nil for a result
	lay         func(ctx context.Context, src figure.Source) page
}

// resultList is the list with the page of its selected line.
type resultList struct {
	entries []entry
	at      int
	run     int // whose results these are
	page
}

func (s *resultList) selectedEntry() entry {
	if s.at < len(s.entries) {
		return s.entries[s.at]
	}
	return entry{name: "results"}
}

// page holds what an entry shows: a figure, a sheet, or nothing.
type page struct {
	figure.Figure
	notes   []string
	sheet   *table.Table
	crossed bool              // a table of counts
	runs    []*session.Scored // series and cells refer to these by index
	grouped bool              // the runs are groups, not the session's
	laid    *papers.Laid      // the paper's table in the sheet; nil for another
}

// rowOf returns the first row with a run's numbers; -1 for none.
func (p *page) rowOf(run int) int {
	switch {
	case p.grouped:
	case p.isFigure():
		return slices.IndexFunc(loaders.Indices(p.countRows()), func(row int) bool {
			_, s := p.seriesAt(row)
			return s.Run == run
		})
	case p.laid != nil:
		return slices.IndexFunc(p.laid.Rows, func(r papers.Row) bool { return r.Run == run })
	}
	return -1
}

func (p *page) isFigure() bool { return len(p.Panels) > 0 }

func (p *page) seriesAt(row int) (*figure.Panel, *figure.Series) {
	if n := len(p.Panels[0].Series); p.Panels[0].Form == figure.Bars {
		return &p.Panels[row/n], &p.Panels[row/n].Series[row%n]
	}
	return &p.Panels[0], &p.Panels[0].Series[row]
}

func (p *page) countRows() int {
	if p.Panels[0].Form == figure.Bars {
		return len(p.Panels) * len(p.Panels[0].Series)
	}
	return len(p.Panels[0].Series)
}

func (p *page) settingAxis() (axis boxes.Axis, moves bool) {
	if p.Name == overIoU {
		axis = boxes.OverIoU
	}
	return axis, p.isFigure() && (p.Name == overIoU || p.Name == overThreshold)
}

func (p *page) whyNotSwept() string {
	_, moves := p.settingAxis()
	return widget.If(!moves, "this is not a curve over a threshold")
}

// The names of the curves over thresholds, and of the bars of methods.
var (
	methods       = figure.Methods("").Name
	overThreshold = figure.Scores(boxes.OverThreshold, "").Name
	overIoU       = figure.Scores(boxes.OverIoU, "").Name
)
