// Package blame tells whose fault it is: per type of module, how often it is
// wrong, by itself or because of what it was given, and how often it is the
// culprit of an example, by cause.
//
// A module is wrong when its score is below the bar of faithfulness
// ([scoring.Settings.Bar]): F1 with boxes, the attention on gold tokens with
// spans. An error is inherited when something scored right under the module is
// wrong too, local when nothing is ([scoring.Fault]). The culprit of an example
// is the first module, in the order of execution, whose error is local; an
// example has one culprit at most, and only an example with a wrong module has
// one. This is this program's own reading, of no paper. What causes mean stands
// at [scoring.Cause].
package blame

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Table is the blame of a run's examples. Tables of parts of a run merge. The
// zero value is that of no example.
type Table struct {
	Examples int // added, those included that nothing is known of
	Judged   int // of them, those with a scored module
	// Rows are per module type, in the order in which they were met.
	Rows []Row
}

// Row is the blame of one type of module.
type Row struct {
	Type      string
	Scored    int // modules with a score
	Local     int // of them, wrong although their inputs are right
	Inherited int // of them, wrong, and so is an input
	// Culprit counts the examples of which a module of the type is the culprit,
	// by the verdict on the answer: [loaders.Unknown], Right, Wrong.
	Culprit [3]int
	// Causes counts the culprits by cause.
	Causes map[scoring.Cause]int
}

// Wrong is how many modules are wrong.
func (r *Row) Wrong() int { return r.Local + r.Inherited }

// Culprits is in how many examples the type is the culprit.
func (r *Row) Culprits() int { return r.Culprit[0] + r.Culprit[1] + r.Culprit[2] }

// row returns the row of a type, new if need be.
func (t *Table) row(moduleType string) *Row {
	i := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Type == moduleType })
	if i < 0 {
		i = len(t.Rows)
		t.Rows = append(t.Rows, Row{Type: moduleType, Causes: map[scoring.Cause]int{}})
	}
	return &t.Rows[i]
}

// Add adds an example: its program, its verdict and the scores of its modules,
// nil where nothing scores them.
func (t *Table) Add(shape *scoring.Shape, answer loaders.Verdict, score *scoring.ExampleScore, s scoring.Settings) {
	t.Examples++
	if score == nil || len(score.Modules) == 0 {
		return
	}
	t.Judged++
	shape.Grade(score, s.Bar(score.Metric))
	for i := range score.Modules {
		m := &score.Modules[i]
		if _, ok := m.Value.Float(); !ok {
			continue
		}
		row := t.row(m.Type)
		row.Scored++
		switch m.Fault {
		case scoring.Local:
			row.Local++
		case scoring.Inherited:
			row.Inherited++
		}
		if m.First {
			row.Culprit[answer]++
			row.Causes[m.Cause]++
		}
	}
}

// Merge adds what another table has.
func (t *Table) Merge(o *Table) {
	t.Examples, t.Judged = t.Examples+o.Examples, t.Judged+o.Judged
	for _, from := range o.Rows {
		row := t.row(from.Type)
		row.Scored, row.Local, row.Inherited = row.Scored+from.Scored, row.Local+from.Local, row.Inherited+from.Inherited
		for i, n := range from.Culprit {
			row.Culprit[i] += n
		}
		for cause, n := range from.Causes {
			row.Causes[cause] += n
		}
	}
}

// Total is the row of all types together, "overall".
func (t *Table) Total() Row {
	sum := &Table{}
	for _, row := range t.Rows {
		row.Type = "overall"
		sum.Merge(&Table{Rows: []Row{row}})
	}
	return *sum.row("overall")
}

// Worst lists the rows, the most frequent culprit first.
func (t *Table) Worst() []Row {
	rows := slices.Clone(t.Rows)
	slices.SortStableFunc(rows, func(a, b Row) int { return b.Culprits() - a.Culprits() })
	return rows
}

// Causes lists the causes that some culprit has, in the order of
// [scoring.Causes].
func (t *Table) Causes() []scoring.Cause {
	total := t.Total()
	return slices.DeleteFunc(scoring.Causes(), func(c scoring.Cause) bool { return total.Causes[c] == 0 })
}

// Of reads the examples of a run and returns its blame, by the first of the
// protocols that scores an example's modules. Its error is that of ctx.
func Of(ctx context.Context, run *loaders.Run, protocols []scoring.Protocol, s scoring.Settings) (*Table, error) {
	sum := &Table{}
	err := loaders.Pass(ctx, run, func(_ int, ex *loaders.Example) (*Table, error) {
		own := &Table{}
		own.Add(new(scoring.ShapeOf(ex.Program)), ex.Answer.Correct, scoreOf(ex, protocols, s), s)
		return own, nil
	}, func(own *Table) error {
		sum.Merge(own)
		return nil
	})
	return sum, err
}

// scoreOf scores the modules of an example by the first protocol that does, nil
// for none.
func scoreOf(ex *loaders.Example, protocols []scoring.Protocol, s scoring.Settings) *scoring.ExampleScore {
	if ex.Broken != "" {
		return nil
	}
	evidence := scoring.PrepareAll(protocols, ex)
	by, _ := scoring.Judge(evidence)
	if by < 0 {
		return nil
	}
	return new(scoring.OutlineOf(evidence[by], s))
}
