package roles

import (
	"strings"

	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// Guess returns the roles that the names of columns suggest, except those of answers, and a role
// score.COLUMN for each column of numbers with the name of a metric. A column has one role.
func Guess(columns []string, rows []rows.Row) Map {
	var m Map
	taken := map[string]bool{}
	for _, role := range roleNames {
		var paths []string
		for name := range strings.FieldsSeq(columnNames[role]) {
			for _, column := range columns {
				if !taken[column] && foldName(column) == foldName(name) {
					taken[column] = true
					paths = append(paths, column)
				}
			}
		}
		if paths != nil {
			m = append(m, Assignment{role, paths})
		}
	}
	for _, column := range columns {
		if taken[column] || !namesMetric(column) {
			continue
		}
		if p := profileOf(rows, column); p.filled > 0 && p.numbers == p.filled {
			m = append(m, Assignment{"score." + column, []string{column}})
		}
	}
	return m
}

func namesMetric(column string) bool {
	judges, known := record.Judges(column)
	return known || !judges || column == "score" || strings.HasPrefix(column, "answer_") || strings.HasPrefix(column, "context_")
}
