package examples

import (
	"slices"
	"strings"

	"faithscope/views/widget"
)

// arrangement is what a person made of the columns: their order, which are
// hidden, and which one keys work on. Columns are named by their titles.
type arrangement struct {
	order  []string // nil as they come
	hidden []string
	at     string // "" for none
}

// apply returns the columns to show, and where each was in all.
func (a *arrangement) apply(all []widget.Column) (columns []widget.Column, from []int) {
	for i := range all {
		if !slices.Contains(a.hidden, all[i].Title) {
			from = append(from, i)
		}
	}
	if a.order != nil {
		place := func(i int) int {
			if at := slices.Index(a.order, all[i].Title); at >= 0 {
				return at
			}
			return len(a.order)
		}
		slices.SortStableFunc(from, func(x, y int) int { return place(x) - place(y) })
	}
	for _, i := range from {
		column := all[i]
		column.Marked = column.Title == a.at
		columns = append(columns, column)
	}
	return columns, from
}

// step goes to the column d further on among those shown.
func (a *arrangement) step(shown []string, d int) {
	i := slices.Index(shown, a.at)
	if i < 0 && d < 0 {
		i = 0
	}
	a.at = shown[(i+d+len(shown))%len(shown)]
}

// move moves the column that keys work on by d among those shown.
func (a *arrangement) move(shown []string, d int) {
	i := slices.Index(shown, a.at)
	if to := i + d; i >= 0 && to >= 0 && to < len(shown) {
		a.order = slices.Clone(shown)
		a.order[i], a.order[to] = a.order[to], a.order[i]
		a.order = append(a.order, a.hidden...)
	}
}

// String is the arrangement as [arrangementOf] reads it, "" for none.
func (a *arrangement) String() string {
	var words []string
	for _, title := range a.order {
		if !slices.Contains(a.hidden, title) {
			words = append(words, title)
		}
	}
	for _, title := range a.hidden {
		words = append(words, "-"+title)
	}
	return strings.Join(words, ", ")
}

// arrangementOf reads titles of columns in the order wanted, those to hide
// behind a minus.
func arrangementOf(text string) arrangement {
	var a arrangement
	for word := range strings.SplitSeq(text, ",") {
		if title, hide := strings.CutPrefix(strings.TrimSpace(word), "-"); hide {
			a.hidden = append(a.hidden, title)
		} else if title != "" {
			a.order = append(a.order, title)
		}
	}
	return a
}

// titles names columns.
func titles(columns []widget.Column) []string {
	names := make([]string, len(columns))
	for i := range names {
		names[i] = columns[i].Title
	}
	return names
}
