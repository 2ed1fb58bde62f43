package groups

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/query"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// leadQuery returns the filter and the selection's query joined by and, the latter negated for
// negationSign "-"; "" for a cell that counts 0, which would open an empty list, without a selection, or
// if a query can't be read.
func (v *groupsScreen) leadQuery(negationSign string) string {
	sheet := &v.Sheet
	if sheet.Of == nil || sheet.Count() == 0 {
		return ""
	}
	where := sheet.Leads()
	if !v.Shown.isCrossed() && (negationSign != "" || where == "") { // of the value
		where = sheet.At(sheet.Chosen(), 0).Leads
	}
	if where == "" || v.Shown.isCrossed() && sheet.Cell().Value == 0 {
		return ""
	}
	outsideQuotes := ""
	for i, part := range strings.Split(where, `"`) {
		outsideQuotes += widget.If(i%2 == 0, part)
	}
	if where[0] == '(' || strings.Contains(outsideQuotes, " and ") {
		where = "(" + where + ")"
		negationSign = strings.Replace(negationSign, "-", "not ", 1)
	}
	return query.Both(v.knownFields(), v.where, strings.TrimPrefix(negationSign+where, "--"))
}

func (v *groupsScreen) listWhere(whereQuery string) *examples.List {
	return examples.New(v.s, v.run, examples.Filter{Where: whereQuery})
}

// followSelected shows the selection's examples below the sheet, if there is room and at most
// mostCounted examples, because they are searched at every key.
func (v *groupsScreen) followSelected() tea.Cmd {
	area := v.Body()
	area.Min.Y += head + v.Sheet.Header() + v.Sheet.Count() + 1
	if area.Dy() >= examples.LeastEmbedded { // so there are few rows to measure
		further := v.Sheet.CountLines(area.Dx()) - v.Sheet.Header() - v.Sheet.Count()
		if area.Dy()-further >= examples.LeastEmbedded {
			area.Min.Y += further
		}
	}
	var of any
	where := ""
	if area.Dy() >= examples.LeastEmbedded && v.s.Run(v.run).Len() <= mostCounted {
		where = v.leadQuery("")
	}
	if where != "" {
		of = [2]any{v.run, where}
	}
	return v.brief.Show(of, area, func() *examples.List { return v.listWhere(where) })
}
