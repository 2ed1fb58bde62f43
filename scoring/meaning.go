package scoring

import "cmp"

// ColumnMeaning describes a column of any table.
type ColumnMeaning struct {
	Name   string // in queries and scripts: "p_holm"
	Title  string // "" for the name
	Unit   string // "%", "modules"; "" for none
	Better Direction
	Help   string
}

// Heading returns the title or else the name, with unit and arrow: "time (s) ↓".
func (m *ColumnMeaning) Heading() string {
	title := cmp.Or(m.Title, m.Name)
	if m.Unit != "" {
		title += " (" + m.Unit + ")"
	}
	if m.Better == Lower {
		title += " ↓"
	}
	return title
}
