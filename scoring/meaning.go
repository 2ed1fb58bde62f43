package scoring

import "cmp"

// Meaning says what a column of any table means, whoever asks for it, fills it or shows it.
type Meaning struct {
	Name   string // in queries and for scripts: "p_holm"
	Title  string // for people; "" for the name
	Unit   string // "%", "modules"; "" for none
	Better Direction
	Help   string // in one sentence
}

// Heading returns the title for people, or else the name, with the unit and " ↓" if lower is
// better: "time (s) ↓".
func (m *Meaning) Heading() string {
	title := cmp.Or(m.Title, m.Name)
	if m.Unit != "" {
		title += " (" + m.Unit + ")"
	}
	if m.Better == Lower {
		title += " ↓"
	}
	return title
}
