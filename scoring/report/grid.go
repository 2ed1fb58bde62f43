package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// section is a run, or a comparison of two, laid out for people.
type section struct {
	name  string
	head  []string // clean lines that say what it is of
	marks []string // the same in Markdown, below the name
	drawn string   // what stands behind a ±, "" where none does
	grids []grid
}

// grid is a protocol's scores laid out for people: a row per thing scored, a
// column per metric, then how many each of the row's numbers rests on: one
// number where all rest on as many, else one per column that has a number and
// is not a count itself.
type grid struct {
	title string   // the protocol and its source
	under []string // its settings, none where none move it
	head  []string // of the columns
	rows  [][]cell
	why   []string // per row: why a number of it is undefined, "" for none
}

// cell is a number with what stands behind its ±, "" where no interval was
// drawn; a label or a count has the text alone.
type cell struct{ text, spread string }

// String is the cell in plain text.
func (c cell) String() string {
	if c.spread == "" {
		return c.text
	}
	return c.text + " ±" + c.spread
}

func (r *Report) sections() (list []section) {
	for i := range r.Runs {
		run := &r.Runs[i]
		s := section{name: run.Name, drawn: r.drawn(run), grids: r.grids(run)}
		s.head = []string{loaders.Clean(run.Name), loaders.Clean(run.Path), run.heading()}
		s.marks = []string{fmt.Sprintf("`%s` · %s", strings.ReplaceAll(s.head[1], "`", "'"), s.head[2])}
		if s.drawn != "" {
			s.marks = append(s.marks, s.drawn)
		}
		list = append(list, s)
	}
	return list
}

// grids lays out the scores of a run, in their order.
func (r *Report) grids(run *RunScores) []grid {
	var list []grid
	rest := run.Scores
	for len(rest) > 0 {
		first, end := rest[0], sameGroup(rest)
		g := layOut(rest[:end])
		g.title = first.Protocol
		if p := r.protocol(first.Protocol); p != nil {
			g.title += " · " + p.Source
			g.under = inWords(p, first.Settings)
		}
		list = append(list, g)
		rest = rest[end:]
	}
	return list
}

// layOut makes a row per Of. Scores that are all of one thing make a row per
// metric instead.
func layOut(scores []scoring.Score) grid {
	label, column := thing, metricLabel
	if distinct(scores, thing) == 1 {
		label, column = metricLabel, func(scoring.Score) string { return "value" }
	}
	var g grid
	var labels, columns []string
	cells, counts, why := map[[2]string]cell{}, map[string][]string{}, map[string]string{}
	for _, s := range scores {
		row, col := label(s), column(s)
		labels, columns = appendNew(labels, row), appendNew(columns, col)
		cells[[2]string{row, col}] = cellOf(s)
		if !session.MetricOf(s.Metric).Counts || len(counts[row]) == 0 {
			counts[row] = append(counts[row], strconv.Itoa(s.Count))
		}
		if _, ok := s.Value.Float(); !ok {
			why[row] = loaders.Clean(s.Value.Why())
		}
	}
	n := "n"
	for _, row := range labels {
		line := []cell{{text: row}}
		for _, col := range columns {
			line = append(line, cells[[2]string{row, col}])
		}
		list := counts[row]
		if same := slices.Compact(slices.Clone(list)); len(same) == 1 {
			list = same
		} else {
			n = "n of each"
		}
		g.rows = append(g.rows, append(line, cell{text: strings.Join(list, "/")}))
		g.why = append(g.why, why[row])
	}
	g.head = append(append([]string{""}, columns...), n)
	return g
}

// thing is cleaned: protocols that score any module thing a file take over its name.
func thing(s scoring.Score) string { return loaders.Clean(s.Of) }

func metricLabel(s scoring.Score) string { return session.MetricOf(s.Metric).Label() }

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

// cellOf shows a score. The interval of a whole number says nothing that the
// number of examples does not say.
func cellOf(s scoring.Score) cell {
	x, ok := s.Value.Float()
	switch {
	case !ok:
		return cell{text: absent}
	case session.MetricOf(s.Metric).Counts:
		return cell{text: strconv.FormatFloat(x, 'f', 0, 64)}
	case s.Interval == nil, session.MetricOf(s.Metric).Chance:
		return cell{text: ShownScore(s)}
	}
	return cell{number(x), besideValue(s.Interval.PlusMinus(), x)}
}

// inWords names the settings that a protocol's scores are under, a line per
// kind.
func inWords(p *scoring.Protocol, s scoring.Settings) []string {
	var lines []string
	if p.Boxes {
		lines = append(lines, thresholdWords(s))
	}
	var named []string
	for _, o := range optionsOf(p, s) {
		named = append(named, strings.ReplaceAll(o.name, "_", " ")+": "+word(o.value))
	}
	if named != nil {
		lines = append(lines, strings.Join(named, " · "))
	}
	return lines
}

// thresholdWords names the settings of scores of boxes.
func thresholdWords(s scoring.Settings) string {
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

// word writes the value of a setting.
func word(value any) string {
	switch v := value.(type) {
	case float64:
		return digits(v)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	}
	return fmt.Sprint(value)
}

// printed is the grid as a table of rows, with a column of reasons where there
// are any.
func (g *grid) printed(reasons string, rows [][]string) Printed {
	p := Printed{Head: g.head, Rows: rows, Align: "l" + strings.Repeat("r", len(g.head)-1)}
	if !slices.ContainsFunc(g.why, func(why string) bool { return why != "" }) {
		return p
	}
	p.Head, p.Align = append(slices.Clip(p.Head), reasons), p.Align+"l"
	for i := range rows {
		rows[i] = append(rows[i], g.why[i])
	}
	return p
}

// cells are the rows as plain text.
func (g *grid) cells() [][]string {
	rows := make([][]string, len(g.rows))
	for i, row := range g.rows {
		for _, c := range row {
			rows[i] = append(rows[i], c.String())
		}
	}
	return rows
}

// texts are the rows for a terminal: where any cell of a column has a ±, all
// keep room for it, so that the numbers stand below each other.
func (g *grid) texts() [][]string {
	rows := g.cells()
	for k := 1; k < len(g.head); k++ {
		widest := 0
		for _, row := range g.rows {
			widest = max(widest, ansi.StringWidth(row[k].spread))
		}
		for i, row := range g.rows {
			missing := widest - ansi.StringWidth(row[k].spread)
			if widest > 0 && row[k].spread == "" {
				missing += len(" +") // the width of the ± and the blank before it
			}
			rows[i][k] += strings.Repeat(" ", missing)
		}
	}
	return rows
}
