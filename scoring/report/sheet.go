package report

import (
	"io"

	"faithscope/loaders"
)

// Sheet is a table of a command, in the formats of a report: one of a run's
// blame, of its slices. Texts may be anybody's; they are cleaned.
type Sheet struct {
	Run     string   // whose it is
	Path    string   // the run's
	Title   string   // what it is
	Under   []string // lines that say how it is made, nil for none
	Columns []string // the first heads the labels
	Rows    [][]string
}

// WriteSheets writes sheets in a format; as JSON it writes values, which are the
// same as data. CSV puts the run's name before each row, under the columns of
// the first sheet. Its error is the writer's.
func WriteSheets(w io.Writer, f Format, sheets []Sheet, values any) error {
	return write(sheetList{sheets, values}, w, f)
}

type sheetList struct {
	sheets []Sheet
	data   any
}

func (l sheetList) values() any { return l.data }

func (l sheetList) lines() [][]string {
	if len(l.sheets) == 0 {
		return nil
	}
	lines := [][]string{append([]string{"run"}, l.sheets[0].Columns...)}
	for _, s := range l.sheets {
		for _, row := range s.Rows {
			line := []string{loaders.CleanCell(s.Run)}
			for _, text := range row {
				line = append(line, loaders.CleanCell(text))
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func (l sheetList) sections() (list []section) {
	for _, s := range l.sheets {
		g := grid{title: s.Title, under: s.Under, head: s.Columns, why: make([]string, len(s.Rows))}
		for _, row := range s.Rows {
			cells := make([]cell, len(row))
			for k, text := range row {
				cells[k] = cell{text: loaders.Clean(text)}
			}
			g.rows = append(g.rows, cells)
		}
		head := []string{loaders.Clean(s.Run), loaders.Clean(s.Path)}
		list = append(list, section{name: head[0], head: head, marks: []string{"`" + head[1] + "`"}, grids: []grid{g}})
	}
	return list
}
