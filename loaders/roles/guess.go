package roles

import (
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// Guess returns the roles that the names of columns suggest, except those of answers, and a role
// score.COLUMN for each column of numbers with the name of a metric. A column has one role.
func Guess(nameList []string, tableRows []rows.Row) RoleMap {
	var m RoleMap
	taken := map[string]bool{}
	for _, role := range roleNames {
		var paths []string
		names := nameList
		if role == "references" { // of a struct, too
			names = withInner(nameList, tableRows, 1)
		}
		for name := range strings.FieldsSeq(columnNames[role]) {
			for _, column := range names {
				if !taken[column] && foldName(column) == foldName(name) {
					taken[column] = true
					paths = append(paths, column)
				}
			}
		}
		if paths != nil && (role != "references" || profileOf(tableRows, paths[0]).filled > 0) {
			m = append(m, RoleAssignment{role, paths})
		}
	}
	if !m.hasChains(tableRows) {
		m = m.Without(append(markRoles, "steps")...)
	}
	for _, column := range nameList {
		if !taken[column] && namesMetric(column) && profileOf(tableRows, column).isOfNumbers() {
			m = append(m, RoleAssignment{"score." + column, []string{column}})
		}
	}
	return m.withRowOf(nameList, tableRows)
}

// withRowOf makes the row of R's tidymodels the id, because its id is a resample's, and without an id the numbers of rows
// in a spreadsheet.
func (m RoleMap) withRowOf(nameList []string, tableRows []rows.Row) RoleMap {
	const row = ".row"
	if slices.Contains(nameList, row) {
		return m.WithPaths("id", row)
	}
	isNumber := func(column string) bool {
		counts := func(r rows.Row, i int) bool { return r.TextAt(column) == strconv.Itoa(i+1) }
		return slices.Contains([]string{"no", "nr"}, foldName(column)) && len(tableRows) > 1 && counts(tableRows[0], 0) && counts(tableRows[1], 1)
	}
	if i := slices.IndexFunc(nameList, isNumber); i >= 0 && !m.Has("id") {
		return m.WithPaths("id", nameList[i])
	}
	return m
}

// hasChains reports whether the column for steps has text of steps, and not numbers.
func (m RoleMap) hasChains(tableRows []rows.Row) bool {
	steps := m.PathsOf("steps")
	isChain := func(r rows.Row) bool { return IsJoined(r.TextAt(steps[0])) }
	return (m.marksSteps() || len(steps) > 0 && slices.ContainsFunc(tableRows, isChain)) && profileOf(tableRows, steps[0]).numbers == 0
}

func namesMetric(column string) bool {
	judges, known := record.Judges(column)
	return known || !judges || column == "score" || strings.HasPrefix(column, "answer_") || strings.HasPrefix(column, "context_")
}
