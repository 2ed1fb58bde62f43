package groups

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/query"
	"faithscope/views/widget"
)

// listDimensions puts dimensions first whose groups differ most, and folds those with one value, or
// one an example, until a person opens them; never typed, leading or present ones.
func (v *groupsScreen) listDimensions() {
	wasOnFold := v.isOnFold()
	v.folded = 0
	v.all = slices.DeleteFunc(v.allDimensions(), func(name string) bool {
		n, known := v.counts.values[name]
		tells := slices.Contains(append(v.asked, leading...), name) || v.unfolded || n > 1 && v.counts.spread[name] >= 0
		fold := known && name != v.dimension && name != Found && (n == 0 || !tells)
		v.folded += min(n, loaders.IfElse(fold, 1, 0))
		return fold
	})
	loaders.SortBy(v.all[len(v.asked):], func(name string) float64 { return -v.counts.spread[name] })
	v.lines = v.listLines()
	v.List.Columns[1].Width = widget.Widest(1, len(v.lines), v.countText)
	v.List.SetCount(len(v.lines))
	if wasOnFold && v.folded > 0 {
		v.List.Select(len(v.lines) - 1)
	} else {
		v.List.Select(max(0, slices.Index(v.lines, dimensionLine{dimension: v.dimension})))
	}
}

func (v *groupsScreen) isOnFold() bool {
	return !v.Inside && v.folded > 0 && v.List.Selected() == len(v.lines)-1
}

// subjectOf returns a dimension's heading in the list, "" for none.
func (v *groupsScreen) subjectOf(dimension string) string {
	first, _, _ := strings.Cut(crossed[dimension], ",")
	f, _ := findField(v.knownFields(), cmp.Or(first, dimension))
	return cmp.Or(map[string]string{"Example": "question", "Scores": "faithfulness", "Modules": "faithfulness"}[f.Group],
		strings.ToLower(f.Group))
}

func (v *groupsScreen) listLines() (lines []dimensionLine) {
	for _, subject := range append([]string{""}, loaders.Distinct(loaders.Map(v.all, v.subjectOf))...) {
		if subject != "" {
			lines = append(lines, dimensionLine{heading: subject})
		}
		for _, name := range v.all {
			if v.subjectOf(name) == subject {
				lines = append(lines, dimensionLine{dimension: name})
			}
		}
	}
	if v.folded > 0 {
		lines = append(lines, dimensionLine{})
	}
	return lines
}

func (v *groupsScreen) countText(i int) string {
	line := v.lines[i]
	if line == (dimensionLine{}) {
		return strconv.Itoa(v.folded)
	}
	of := loaders.Map(expressionsOf(line.dimension), func(name string) string {
		n, known := v.counts.values[name]
		return widget.If(known, strconv.Itoa(n))
	})
	if crossed[line.dimension] != "" { // the names are those of columns and rows
		slices.Reverse(of)
	}
	return strings.Trim(strings.Join(of, "×"), "×")
}

func (v *groupsScreen) goToDimension(dimensionName string) {
	v.Inside, v.isKept, v.dimension, v.s.Grouped.Dimension = true, false, dimensionName, dimensionName
	if !slices.Contains(v.all, dimensionName) {
		v.asked = append([]string{dimensionName}, v.asked...)
	}
	v.listDimensions()
}

func (v *groupsScreen) toRun(runIndex int) tea.Cmd {
	v.run, v.s.Scope.Run = runIndex, runIndex
	v.restoreChoices()
	return v.Compute()
}

// restoreChoices takes what was chosen for another run if this run has it, else takes the defaults.
func (v *groupsScreen) restoreChoices() {
	v.isKept = true
	chosen := &v.s.Grouped
	isKnown := func(dimension string) bool {
		_, err := query.ParseExpressions(v.knownFields(), expressionsOf(dimension)...)
		return err == nil || dimension == Found
	}
	v.asked = loaders.Filter(v.asked, isKnown)
	v.dimension, v.across, v.third = cmp.Or(chosen.Dimension, v.dimension), chosen.Across, chosen.Third
	for _, name := range []*string{&v.dimension, &v.across, &v.third} {
		*name = widget.If(isKnown(*name), *name)
	}
	if v.outcome = chosen.Outcome; !v.hasOutcome(v.outcome) {
		v.outcome = loaders.IfElse(len(v.s.Runs[v.run].Judged()) > 0, "faithful", "right")
	}
	if v.dimension != "" && !slices.Contains(v.allDimensions(), v.dimension) {
		v.asked = append([]string{v.dimension}, v.asked...)
	}
	v.listDimensions()
}
