package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// grid is a protocol's scores laid out for people: a row per thing scored, a
// column per metric, then how many it rests on.
type grid struct {
	title string   // the protocol and its source
	under string   // its settings, "" where none move it
	head  []string // of the columns
	rows  [][]string
	why   []string // per row: why a number of it is undefined, "" for none
}

// absent stands for an undefined number; the reason stands beside it.
const absent = "–"

// grids lays out the scores of a run, in their order.
func (r *Report) grids(run *RunScores) []grid {
	var list []grid
	rest := run.Scores
	for len(rest) > 0 {
		first := rest[0]
		end := slices.IndexFunc(rest, func(s scoring.Score) bool {
			return s.Protocol != first.Protocol || s.Settings != first.Settings
		})
		if end < 0 {
			end = len(rest)
		}
		g := layOut(rest[:end])
		g.title = first.Protocol
		if p := r.protocol(first.Protocol); p != nil {
			g.title += " · " + p.Source
			if p.Boxes {
				g.under = inWords(first.Settings)
			}
		}
		list = append(list, g)
		rest = rest[end:]
	}
	return list
}

// layOut makes a row per Of. Scores that are all of one thing make a row per
// metric instead.
func layOut(scores []scoring.Score) grid {
	label, column := of, metric
	if distinct(scores, of) == 1 {
		label, column = metric, func(scoring.Score) string { return "value" }
	}
	var g grid
	var labels, columns []string
	cells, counts, why := map[[2]string]string{}, map[string][]string{}, map[string]string{}
	for _, s := range scores {
		row, col := label(s), column(s)
		labels, columns = appendNew(labels, row), appendNew(columns, col)
		cells[[2]string{row, col}] = number(s)
		counts[row] = appendNew(counts[row], strconv.Itoa(s.Count))
		if _, ok := s.Value.Float(); !ok {
			why[row] = loaders.Clean(s.Value.Why())
		}
	}
	g.head = append(append([]string{""}, columns...), "n")
	for _, row := range labels {
		line := []string{row}
		for _, col := range columns {
			line = append(line, cells[[2]string{row, col}])
		}
		g.rows = append(g.rows, append(line, strings.Join(counts[row], "/")))
		g.why = append(g.why, why[row])
	}
	return g
}

// of is cleaned: protocols that score any module of a file take over its name.
func of(s scoring.Score) string { return loaders.Clean(s.Of) }

func metric(s scoring.Score) string { return s.Metric }

func distinct(scores []scoring.Score, key func(scoring.Score) string) int {
	var keys []string
	for _, s := range scores {
		keys = appendNew(keys, key(s))
	}
	return len(keys)
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// number shows a value with three digits; what is counted has none.
func number(s scoring.Score) string {
	x, ok := s.Value.Float()
	switch {
	case !ok:
		return absent
	case s.Metric == "unknown":
		return strconv.Itoa(int(x))
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// inWords names the settings that scores of boxes are under.
func inWords(s scoring.Settings) string {
	bad := "<"
	if s.Inclusive {
		bad = "≤"
	}
	text := fmt.Sprintf("average: %s · aligned: IoU > %g · bad: IoU %s %g · predicted: probability > %g",
		s.Average, s.IoU, bad, s.Negative(), s.Threshold)
	if s.UpperBound {
		text = fmt.Sprintf("upper bound: the aligned proposals are predicted · average: %s · aligned: IoU > %g", s.Average, s.IoU)
	}
	return text
}
