package papers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/scoring/session"
)

// addMethod adds run i's number to a table across data sets. A cell that another run fills
// already gets a row of its own, because neither number is wrong.
func (l *FilledTable) addMethod(ctx context.Context, i int, partName string) error {
	run := l.runs[i]
	model, name := figure.Family(run)
	model, c := shortName(model), l.Table.Columns[0]
	c.Name, c.Group, c.Title = model, shortName(run.Run.Fact("data")), firstWords(model)
	if l.Table.Columns[0].Group == "" {
		c.Name, c.Group, c.Title, name = c.Group, "", "", model
	}
	if partName != "" {
		name += ", " + partName
	}
	cell, err := l.findCell(ctx, &Row{Run: i, of: partName}, &c)
	if err != nil || !isMeasured(cell) {
		return err
	}
	k := l.columnLike(c)
	at := slices.IndexFunc(l.Rows, func(r Row) bool { return r.Name == name })
	if at >= 0 && l.Rows[at].Cells[k].Run >= 0 {
		if other := l.Rows[at].Cells[k]; other.Value == cell.Value && other.Count == cell.Count {
			return nil // from the same answers
		}
		at, name = -1, name+", "+run.Run.Name
	}
	if at < 0 {
		at, l.Rows = len(l.Rows), append(l.Rows, Row{Name: name, Run: i, Cells: slices.Repeat([]Cell{nowhere}, len(l.Columns))})
	}
	l.Rows[at].Cells[k] = cell
	if l.Name == "quackie-1c" {
		err = l.addConfusion(ctx, run, name+" on "+c.Name, cell.Settings)
	}
	return err
}

func (l *FilledTable) addConfusion(ctx context.Context, run *session.ScoredRun, confusionName string, s scoring.Settings) error {
	scores, err := run.Whole(ctx, l.protocol, s)
	var counts []float64
	for _, outcome := range []string{"true_positives", "false_negatives", "false_positives", "true_negatives"} {
		score, _ := scoring.Pick(scores, outcome, "overall")
		n, _ := score.Value.Float()
		counts = append(counts, n)
	}
	recall := "no question is answerable"
	if answerable := counts[0] + counts[1]; answerable > 0 {
		recall = fmt.Sprintf("recall %.2f over %g answerable questions", counts[0]/answerable, answerable)
	}
	l.confusions = append(l.confusions, fmt.Sprintf("%s: %s; %g true and %g false positives, %g true and %g false negatives",
		confusionName, recall, counts[0], counts[2], counts[3], counts[1]))
	return err
}

// nowhere is an empty cell.
var nowhere = Cell{Run: -1}

func (l *FilledTable) columnLike(c Column) int {
	if at := slices.IndexFunc(l.Columns, func(other Column) bool { return other.Name == c.Name && other.Group == c.Group }); at >= 0 {
		return at
	}
	at := len(l.Columns)
	for k := range l.Columns {
		if c.Group != "" && l.Columns[k].Group == c.Group {
			at = k + 1
		}
	}
	l.Columns = slices.Insert(l.Columns, at, c)
	for i := range l.Rows {
		l.Rows[i].Cells = slices.Insert(l.Rows[i].Cells, at, nowhere)
	}
	return at
}

func shortName(datasetName string) string {
	datasetName, _, _ = strings.Cut(datasetName, ", ")
	datasetName, _, _ = strings.Cut(datasetName, " (")
	return datasetName
}

func firstWords(datasetName string) string {
	const most = 20
	for at := strings.LastIndexByte(datasetName, ' '); len(datasetName) > most && at > 0; at = strings.LastIndexByte(datasetName, ' ') {
		datasetName = datasetName[:at]
	}
	return datasetName
}
