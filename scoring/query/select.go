package query

import (
	"cmp"
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/expr-lang/expr/vm"
)

// Selection is what a query leaves.
type Selection struct {
	Rows []int // that hold, in the order in which they were given; not nil
	// Failed counts the examples that could not be asked, of which Why is the
	// first's reason: they are not among the rows.
	Failed int
	Why    error
}

// Select returns those of rows for which the query holds, within the [Budget]
// of ctx. Its error is that of ctx.
func (q Query) Select(ctx context.Context, src Source, rows []int) (Selection, error) {
	s := Selection{Rows: rows}
	if rows == nil {
		s.Rows = []int{}
	}
	a := accountOf(ctx, len(rows))
	for _, c := range q.clauses {
		keep := make([]bool, len(s.Rows))
		failed, why, err := c.program.each(ctx, a, src, s.Rows, func(k int, v any) { keep[k] = v.(bool) })
		if err != nil {
			return s, err
		}
		if s.Failed += failed; s.Why == nil {
			s.Why = why
		}
		left := make([]int, 0, len(s.Rows))
		for k, row := range s.Rows {
			if keep[k] {
				left = append(left, row)
			}
		}
		s.Rows = left
	}
	return s, nil
}

// chunk is how many rows a goroutine takes at once.
const chunk = 4096

// each gives result the program's value for every row k of rows. It calls it
// from several goroutines, for different k.
func (p *program) each(
	ctx context.Context, a *account, src Source, rows []int, result func(k int, v any),
) (failed int, why error, err error) {
	parts := (len(rows) + chunk - 1) / chunk
	faults, reasons := make([]int, parts), make([]error, parts)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(a.Cores)
	for part := range parts {
		g.Go(func() error {
			value := p.on(src, a)
			for k := part * chunk; k < min((part+1)*chunk, len(rows)); k++ {
				if k%64 == 0 && ctx.Err() != nil { // a record takes a while
					return ctx.Err()
				}
				v, err := value(rows[k])
				if err == nil {
					result(k, v)
				} else if faults[part]++; reasons[part] == nil {
					reasons[part] = located(err)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return 0, nil, err
	}
	for part, n := range faults {
		if failed += n; why == nil {
			why = reasons[part]
		}
	}
	return failed, why, nil
}

// on returns what tells the program's value for a row. One goroutine asks it.
func (p *program) on(src Source, a *account) func(row int) (any, error) {
	if simple := direct(p.code.Node(), src); simple != nil {
		return func(row int) (any, error) { return simple.At(row), nil }
	}
	columns := make([]Column, len(p.uses))
	for i, name := range p.uses {
		columns[i] = src.Column(name)
	}
	m := &meter{account: a}
	machine, env := vm.VM{MemoryBudget: memory}, map[string]any{meterName: m}
	return func(row int) (any, error) {
		for i, column := range columns {
			env[p.uses[i]] = column.At(row)
		}
		m.bytes, m.steps, m.from = 0, 0, time.Now()
		if err := a.left(0); err != nil {
			return nil, err
		}
		v, err := machine.Run(p.code, env)
		a.spent.Add(int64(time.Since(m.from)))
		return v, cmp.Or(err, a.keeps(v))
	}
}

// Expression is what examples are sorted by, counted by or drawn by: a field,
// or what is made of fields.
type Expression struct {
	text    string
	program program
}

// ParseExpression reads an expression over fields: "f1.find - f1.filter",
// "len(modules)", "kind". Its error is an [*Error].
func ParseExpression(text string, fields Fields) (*Expression, error) {
	if len(text) > MaxText {
		return nil, &Error{0, 0, "the expression is too long"}
	}
	if f, ok := fields.Find(text); ok {
		text = reference(f.Name)
	}
	p, err := compileAny(text, fields)
	if err != nil {
		return nil, err
	}
	return &Expression{text, p}, nil
}

// String is the expression as it was typed, a field by its whole name.
func (e *Expression) String() string { return e.text }

// Kind is what the expression comes to: Number, Truth, Text or Set.
func (e *Expression) Kind() Kind { return e.program.kind }

// Uses lists the fields that the expression asks for, each once.
func (e *Expression) Uses() []string { return e.program.uses }

// Values returns what the expression is for every row, in the type of its
// kind, nil for a row that could not be asked. Its error is that of ctx, or says
// what took more than the [Budget] of ctx.
func (e *Expression) Values(ctx context.Context, src Source, rows []int) ([]any, error) {
	values, a := make([]any, len(rows)), accountOf(ctx, len(rows))
	_, _, err := e.program.each(ctx, a, src, rows, func(k int, v any) {
		if n, ok := v.(int); ok {
			v = float64(n)
		}
		values[k] = v
	})
	return values, cmp.Or(err, a.over)
}
