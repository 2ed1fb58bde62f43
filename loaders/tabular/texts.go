package tabular

import (
	"maps"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

func textsIn(tableRows []rows.Row, columns ...string) (texts []string) {
	for _, name := range columns {
		texts = append(texts, loaders.Map(tableRows, func(r rows.Row) string { return rows.Text(r.ValueAt(name)) })...)
	}
	return texts
}

// areDistinct reports whether no text is empty or occurs twice.
func areDistinct(texts []string) bool { return len(loaders.Distinct(texts)) == len(texts) }

func areNumbers(tableRows []rows.Row, column string) bool {
	return !slices.ContainsFunc(tableRows, func(r rows.Row) bool { _, ok := rows.NumberOf(r.ValueAt(column)); return !ok })
}

func isAnswerName(name string) bool { return roles.RoleNamed(name) != "" }

func isPredictionName(name string) bool { return roles.RoleNamed(name) == "predicted" }

// cloneRows returns rows whose values can be changed.
func cloneRows(tableRows []rows.Row) []rows.Row {
	return loaders.Map(tableRows, func(r rows.Row) rows.Row {
		r.Values = maps.Clone(r.Values)
		return r
	})
}

// listOf returns texts as a value that is several.
func listOf(texts []string) any {
	return loaders.Map(texts, func(text string) any { return text })
}
