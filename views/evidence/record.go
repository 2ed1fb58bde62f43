package evidence

import (
	"image"
	"maps"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// recordPart says of an example without a program what no other part of the
// screen shows of its record.
type recordPart struct{ still }

func (recordPart) Find(of *Subject) Said {
	var said Said
	if of.module() != nil {
		return said
	}
	for _, text := range recorded(of.Example) {
		for i, line := range widget.Wrap(text, max(8, of.width-widget.Gutter-1)) {
			if i > 0 {
				line = "  " + line
			}
			said.Lines = append(said.Lines, Line{Text: line, Of: -1})
		}
	}
	return said
}

// recorded is what the record says, in lines of any width.
func recorded(ex *loaders.Example) []string {
	var texts []string
	add := func(name, value string) {
		if value != "" {
			texts = append(texts, name+": "+value)
		}
	}
	add("kind", ex.Kind)
	add("tags", strings.Join(ex.Tags, ", "))
	add("answered consistently with", strings.Join(ex.Groups, ", "))
	add("entails", strings.Join(ex.Entailed, ", "))
	for _, name := range slices.Sorted(maps.Keys(ex.Answer.Scores)) {
		add("the file's "+name, strconv.FormatFloat(ex.Answer.Scores[name], 'g', 4, 64))
	}
	add("explanation", ex.Explanation)
	for _, name := range slices.Sorted(maps.Keys(ex.Meta)) {
		add(name, ex.Meta[name])
	}
	return texts
}

func (recordPart) Lay(room Room) (rest image.Rectangle) { return room.Area }

func (recordPart) Draw(*widget.Frame, widget.Look) {}
