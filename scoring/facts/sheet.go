package facts

import (
	"fmt"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/table"
)

// Sheet is the blame for people and scripts: a row of each type of module, the
// one that most often goes wrong first on top, all types together at the end. A
// cell leads to the examples that it counts.
func (b *Blame) Sheet(s scoring.Settings) *table.Table {
	sheet := &table.Table{
		Name: "types", Title: "blame · this program's own, of no paper",
		Notes: []string{
			fmt.Sprintf("%s, %d with a scored module; %d have a culprit", loaders.Count(b.Examples, "example"), b.Judged, b.Total.Culprits()),
			fmt.Sprintf("wrong: F1 < %g with boxes, attention on gold < %g with spans · culprit: the first module wrong although its inputs are right", s.FaithfulF1, s.FaithfulMass),
		},
		Columns: append([]table.Column{{Name: "type", Title: "module"}}, table.Count.Columns("scored", "wrong", "local", "inherited", "culprit")...),
	}
	if b.Judged == 0 {
		sheet.Notes = []string{loaders.Count(b.Examples, "example") + ", none with a scored module: no program of this run has gold for its modules"}
		return sheet
	}
	answers := []loaders.Verdict{loaders.Right, loaders.Wrong, loaders.Unknown}
	if b.Total.First[loaders.Unknown] == 0 {
		answers = answers[:2]
	}
	for _, v := range answers {
		sheet.Columns = append(sheet.Columns, table.Column{Name: "culprit_" + v.String(), Title: "answer " + v.String(), Kind: table.Count})
	}
	for _, c := range b.Causes() {
		sheet.Columns = append(sheet.Columns, table.Column{Name: c.String(), Kind: table.Count, In: "causes"})
	}
	for _, row := range append(slices.Clip(b.Types), b.Total) {
		where := "culprit=" + strconv.Quote(row.Type)
		if row.Type == b.Total.Type {
			where = `culprit!=""`
		}
		cells := []any{row.Type, row.Used, row.Wrong, row.Local, row.Wrong - row.Local, table.Cell{Value: row.Culprits(), Leads: where}}
		for _, v := range answers {
			cells = append(cells, table.Cell{Value: row.First[v], Leads: where + " verdict=" + v.String()})
		}
		for _, c := range b.Causes() {
			cells = append(cells, table.Cell{Value: row.Causes[c], Leads: where + " culprit.cause=" + strconv.Quote(c.String())})
		}
		sheet.Add(cells...)
	}
	return sheet
}
