package groups

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/query"
	"faithscope/views/examples"
)

// leadQuery returns the filter and the query of the selection joined by and, the latter negated for
// sign "-"; "" if nothing is selected, a cell counts 0, or a query can't be read.
func (v *screen) leadQuery(sign string) string {
	sheet := &v.Sheet
	if sheet.Of == nil || sheet.Count() == 0 {
		return ""
	}
	where := sheet.Leads()
	if !v.Shown.isCrossed() && (sign != "" || where == "") { // of the value
		where = sheet.At(sheet.Chosen(), 0).Leads
	}
	if where == "" || v.Shown.isCrossed() && sheet.Cell().Value == 0 {
		return ""
	}
	if where[0] == '(' || strings.Contains(where, " and ") {
		where = "(" + where + ")"
		sign = strings.Replace(sign, "-", "not ", 1)
	}
	return query.Both(v.knownFields(), v.where, strings.TrimPrefix(sign+where, "--"))
}

func (v *screen) listWhere(where string) *examples.List {
	return examples.New(v.s, v.run, examples.Filter{Where: where})
}

// filteredRun identifies the examples of a run for which a query holds.
type filteredRun struct {
	run   int
	where string
}

// followSelected shows the selection's examples below the sheet, if there is room and at most
// mostCounted examples, because they are searched at every key.
func (v *screen) followSelected() tea.Cmd {
	area := v.Body()
	area.Min.Y += head + v.Sheet.Header() + v.Sheet.Count() + 1
	var of any
	where := ""
	if area.Dy() >= examples.LeastEmbedded && v.s.Run(v.run).Len() <= mostCounted {
		where = v.leadQuery("")
	}
	if where != "" {
		of = filteredRun{v.run, where}
	}
	return v.brief.Show(of, area, func() *examples.List { return v.listWhere(where) })
}
