package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// HumanAgreement holds how well the attributions of one method agree with people, averaged over examples.
type HumanAgreement struct {
	Method string
	// R, AUC and IoU are means of the [facts.AttributionRow]'s numbers.
	R, AUC, IoU scoring.Mean

	r map[int]scoring.Value // by example
}

func (m *HumanAgreement) meanR() float64 {
	x, known := m.R.Value("").Float()
	return loaders.IfElse(known, x, math.Inf(-1))
}

func (m *HumanAgreement) shortR() string { return scoring.WithoutZero(fmt.Sprintf("%.2f", m.meanR())) }

// CompareMethods returns the methods of the read examples, the highest mean R first and those without one
// last. Oracles aren't methods; of several attributions by one method in an example, the first
// counts. The error is the context's.
func CompareMethods(ctx context.Context, t *facts.Table) (list []HumanAgreement, err error) {
	rows := t.Attributions()
	method, columns := rows.Column("method"), loaders.Map([]string{"r", "auc", "iou"}, rows.Column)
	valueOf := func(k, row int) scoring.Value { return scoring.Defined(query.Float(columns[k].At(row))) }
	for _, row := range rows.All() {
		name, i := method.At(row).(string), rows.Example(row)
		m := scoring.FindOrAppend(&list, func(m HumanAgreement) bool { return m.Method == name },
			HumanAgreement{Method: name, r: map[int]scoring.Value{}})
		if _, counted := m.r[i]; !counted {
			m.r[i] = valueOf(0, row)
			m.R.Add(m.r[i])
			m.AUC.Add(valueOf(1, row))
			m.IoU.Add(valueOf(2, row))
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	list = loaders.Filter(list, func(m HumanAgreement) bool { return !loaders.IsOracle(m.Method) })
	loaders.SortBy(list, func(m HumanAgreement) float64 { return -m.meanR() })
	return list, nil
}

// ScoredAttributions returns the rows of attributions that alignment scores: of each example the first
// over the question that isn't an oracle's.
func ScoredAttributions(rows *facts.Table) []int {
	method, over, of := rows.Column("method"), rows.Column("over"), map[int]bool{}
	return loaders.Filter(rows.All(), func(row int) bool {
		i := rows.Example(row)
		if of[i] || loaders.IsOracle(method.At(row).(string)) || !loaders.ScoredText(over.At(row).(string)).OnQuestion() {
			return false
		}
		of[i] = true
		return true
	})
}

// LayMethods lays out the methods with their alignment, as if each were a run of its own. Its note
// compares the first two.
func LayMethods(ctx context.Context, measuredRun *session.ScoredRun, settings scoring.Settings, methodList []HumanAgreement) *table.Table {
	sheet := &table.Table{Name: "explainers", Columns: table.Columns("method", table.Number, scoring.Higher,
		"r=r with people: mean of Pearson's r", table.N, table.Number, scoring.Higher, "mean_auc=AUC of tokens", "iou=IoU", "mean_c=C",
		"delta_a=ΔA", table.N)}
	scores := alignMethods(ctx, measuredRun, settings, methodList)
	for i, m := range methodList {
		row := []any{m.Method}
		for k, mean := range []scoring.Mean{m.R, m.AUC, m.IoU} {
			if row = append(row, table.Cell{Value: mean.Value("a token has no score, or nobody marked a token"), N: mean.Count}); k == 0 {
				row = append(row, mean.Count)
			}
		}
		c, _ := scoring.Pick(scores[i], "c", "overall")
		delta, _ := scoring.Pick(scores[i], "delta_a", "overall")
		sheet.Add(append(row, table.Cell{Value: c.Value, N: c.Count}, table.Cell{Value: delta.Value, N: delta.Count}, delta.Count)...)
	}
	if len(methodList) > 1 && methodList[1].R.Count > 0 {
		sheet.Notes = []string{compareFirst(&methodList[0], &methodList[1])}
	}
	return sheet
}

// alignMethods scores each method's attributions, in one reading of the run. An example without an
// attribution still lends its explanation.
func alignMethods(
	ctx context.Context, measuredRun *session.ScoredRun, settings scoring.Settings, methodList []HumanAgreement,
) [][]scoring.Score {
	scores, at := make([][]scoring.Score, len(methodList)), scoring.Place(measuredRun.Protocols(), alignment.Protocol.Name)
	if at < 0 {
		return scores
	}
	protocol := measuredRun.Protocols()[at]
	sums := loaders.Map(methodList, func(HumanAgreement) scoring.Aggregate { return protocol.Aggregate(settings) })
	for i := range measuredRun.Run.Len() {
		if ctx.Err() != nil {
			return scores
		}
		read := measuredRun.Run.Scan(i)
		for k, m := range methodList {
			ex, own := *read, loaders.Attribution{Name: m.Method, Over: loaders.OverTokens}
			if j := slices.IndexFunc(read.Attributions, func(a loaders.Attribution) bool { return a.Name == m.Method }); j >= 0 {
				own = read.Attributions[j]
			}
			ex.Attributions = append([]loaders.Attribution{own}, read.Attributions...)
			if e := protocol.Prepare(&ex); e != nil {
				sums[k].Add(e)
			}
		}
	}
	return loaders.Map(sums, scoring.Aggregate.Scores)
}

func compareFirst(bestMethod, secondMethod *HumanAgreement) string {
	var a, b []float64
	for _, i := range loaders.SortedKeys(bestMethod.r) {
		x, ok := bestMethod.r[i].Float()
		if y, both := secondMethod.r[i].Float(); ok && both {
			a, b = append(a, x), append(b, y)
		}
	}
	p := stats.PairedT(a, b).P
	chance, _ := p.Float()
	text := fmt.Sprintf("%s agrees best with people: mean r %s over %s; %s has %s; ", bestMethod.Method, bestMethod.shortR(),
		loaders.Count(bestMethod.R.Count, "example"), secondMethod.Method, secondMethod.shortR())
	if p.Why() != "" {
		return text + "not tested: " + p.Why()
	}
	return text + loaders.IfElse(chance < .05, "the difference is beyond chance", "the difference may be due to chance") +
		fmt.Sprintf(" (paired t-test over %d examples, p %s)", len(a), strings.Replace(table.ChanceText(p), "0.", ".", 1))
}
