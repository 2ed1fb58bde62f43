package results

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"faithscope/scoring/figure"
	"faithscope/scoring/query"
)

// mostCounted is TallyQA's highest count: higher ones are counted together, and so are those below
// 0.
const mostCounted = 15

func countsPage(ctx context.Context, figureSource figure.Source) resultPage {
	const most = mostCounted + 1
	of, _ := query.ParseExpressions(figureSource.Facts.Fields(), // every run has the columns
		fmt.Sprintf("max(-1, min(count.predicted, %d))", most), fmt.Sprintf("min(count.gold, %d)", most))
	cross, err := figureSource.Facts.Cross(ctx, of, figureSource.Facts.All(), "")
	p := resultPage{crossed: true, notes: []string{"questions by expected and predicted count; predicted counts are rounded half to even"}}
	if p.Title = "Expected vs predicted counts · " + figureSource.Runs[figureSource.Run].Run.Name; err != nil || len(cross.Rows) < 2 {
		p.notes = []string{"the run has no answers to counting questions"}
		return p
	}
	label := func(text string) string {
		return strings.NewReplacer("-1", "<0", strconv.Itoa(most), ">"+strconv.Itoa(mostCounted)).Replace(text)
	}
	cross.Columns[0].Title = "expected vs predicted"
	for k := range cross.Columns[1:] {
		cross.Columns[k+1].Name = label(cross.Columns[k+1].Name)
	}
	for _, row := range cross.Rows {
		row[0].Value = label(row[0].Value.(string))
	}
	p.sheet = cross
	return p
}
