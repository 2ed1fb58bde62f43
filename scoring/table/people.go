package table

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// PrintedPage is laid out for people, with clean text.
type PrintedPage struct {
	Name, Path, Spread string
	Lines              []string
	Tables             []*PrintedTable
}

// Caption returns the name, unless it only identifies what a line describes ("nmn-1, laid out as
// …").
func (p PrintedPage) Caption() string {
	if slices.ContainsFunc(p.Lines, func(line string) bool { return strings.HasPrefix(line, p.Name+", ") }) {
		return ""
	}
	return p.Name
}

// PrintedTable is laid out for people. If known, examples come last: one number if it is the same for all,
// otherwise one for each.
type PrintedTable struct {
	Lines []string
	// above Head; nil for none
	Groups []Group
	Head   []string
	Align  []string
	Rows   [][]string
	Why    []string // per row, of the last undefined number; "" for none
	Wide   []bool   // by column
	Long   bool
	Notes  []string
	counts []string // per row and column; nil if they never differ
}

// Footnoted replaces the last column by notes if counts differ within a row, one for each set of
// counts, with its rows unless all have it.
func (s *PrintedTable) Footnoted() *PrintedTable {
	if s.counts == nil {
		return s
	}
	own, last := *s, len(s.Head)-1
	own.Head, own.Align, own.Wide = s.Head[:last], s.Align[:last], s.Wide[:last]
	own.Rows = loaders.Map(s.Rows, func(row []string) []string { return row[:last] })
	sets := loaders.Distinct(s.counts)
	for _, set := range sets {
		var rows []string
		for i, row := range s.Rows {
			if s.counts[i] == set && len(sets) > 1 {
				rows = append(rows, row[0])
			}
		}
		own.Notes = append(own.Notes, strings.TrimPrefix(strings.Join(rows, "; ")+": n of each column "+set, ": "))
	}
	return &own
}

// Group spans columns First to Last, from 1; Name is "" for columns without one.
type Group struct {
	Name        string
	First, Last int
}

// Grouped puts groups before headings, for formats with one line of them.
func (s *PrintedTable) Grouped() []string {
	heads := slices.Clone(s.Head)
	for _, g := range s.Groups {
		for k := g.First - 1; k < g.Last && g.Name != ""; k++ {
			heads[k] = g.Name + ": " + heads[k]
		}
	}
	return heads
}

// Span counts the columns under the heading.
func (g Group) Span() int { return g.Last - g.First + 1 }

func groupHeadings(columns []Column) (list []Group) {
	for k, c := range columns {
		if n := len(list) - 1; n >= 0 && list[n].Name == loaders.Clean(c.In) {
			list[n].Last++
		} else {
			list = append(list, Group{loaders.Clean(c.In), k + 1, k + 1})
		}
	}
	if len(list) == 1 && list[0].Name == "" {
		return nil
	}
	return list
}

// Pages are parts, with the tables that have a title.
func (d *Document) Pages() (pages []PrintedPage) {
	for _, p := range d.Parts {
		one := PrintedPage{Name: loaders.Clean(p.Name), Path: loaders.Clean(p.Path), Spread: loaders.Clean(p.Spread), Lines: cleanLines(p.Lines)}
		for _, t := range p.Tables {
			if t.Title != "" {
				one.Tables = append(one.Tables, t.layOut())
			}
		}
		pages = append(pages, one)
	}
	return pages
}

func cleanLines(textLines []string) []string {
	return loaders.Map(loaders.NonEmpty(textLines), loaders.Clean)
}

func (t *Table) layOut() *PrintedTable {
	s, counts, rests := &PrintedTable{
		Lines: cleanLines(append([]string{t.Title}, t.Notes...)), Groups: groupHeadings(t.Columns), Long: t.Long,
	}, "n", false
	for k := range t.Columns {
		c := &t.Columns[k]
		align := "r"
		if c.Kind == Text {
			align = "l"
		}
		s.Head, s.Align, s.Wide, rests = append(s.Head, c.Heading()), append(s.Align, align), append(s.Wide, c.Wide), rests || c.Rests
	}
	for _, cells := range t.Rows {
		var row, n []string
		var reasons, of []string
		for k := range t.Columns {
			cell := loaders.ElementAt(cells, k)
			row = append(row, t.Columns[k].Show(cell))
			if _, rests := cell.Value.(scoring.Value); rests && t.Columns[k].Rests {
				n = append(n, strconv.Itoa(cell.N))
			}
			reasons, of = addReason(reasons, of, loaders.Clean(cell.whyUndefined()), s.Head[k])
		}
		s.counts = append(s.counts, strings.Join(n, ", "))
		n = shortenRuns(n)
		if len(n) > 1 {
			counts = "n of each"
		}
		if rests {
			row = append(row, strings.Join(n, "/"))
		}
		s.Rows, s.Why = append(s.Rows, row), append(s.Why, strings.Join(loaders.IfElse(len(of) > 1, of, reasons), "; "))
	}
	if counts == "n" {
		s.counts = nil
	}
	if rests {
		s.Head, s.Align, s.Wide = append(s.Head, counts), append(s.Align, "r"), append(s.Wide, false)
	}
	return s
}

// addReason adds a new reason to those of a row, alone and behind its heading.
func addReason(alone, headed []string, reasonText, columnHeading string) (_, _ []string) {
	switch {
	case slices.Contains(headed, reasonText): // which says whose it is
		alone[0] = headed[0]
	case reasonText != "" && !slices.Contains(alone, reasonText):
		alone, headed = append(alone, reasonText), append(headed, columnHeading+": "+reasonText)
	}
	return alone, headed
}

func shortenRuns(n []string) (list []string) {
	for len(n) > 0 {
		same := slices.IndexFunc(n, func(other string) bool { return other != n[0] })
		switch {
		case same < 0 && list == nil:
			return n[:1]
		case same < 0:
			same = len(n)
		}
		if same > 2 {
			list = append(list, strconv.Itoa(same)+"×"+n[0])
		} else {
			list = append(list, n[:same]...)
		}
		n = n[same:]
	}
	return list
}

// Reasons adds a column with why numbers are undefined; s itself if none is.
func (s *PrintedTable) Reasons(reasonsTitle string) *PrintedTable {
	if !slices.ContainsFunc(s.Why, func(reason string) bool { return reason != "" }) {
		return s
	}
	own := *s
	own.Head, own.Align, own.Rows = append(slices.Clip(s.Head), reasonsTitle), append(slices.Clip(s.Align), "l"), nil
	for i, row := range s.Rows {
		own.Rows = append(own.Rows, append(slices.Clip(row), s.Why[i]))
	}
	return &own
}
