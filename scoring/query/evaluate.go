package query

import (
	"cmp"
	"context"
	"time"

	"github.com/expr-lang/expr/vm"
	"golang.org/x/sync/errgroup"
)

// memory bounds an example's lists, in elements.
const memory = 100_000

// chunk is how many rows a goroutine takes. Of rows that a [costMeter] counts nothing for, one in timed
// is timed, because clocks are slow.
const (
	chunk = 4096
	timed = 16
)

// evaluateEach doesn't call onResult for failed rows; reason is the first one's error. err is the
// context's.
func (p *compiledExpression) evaluateEach(
	ctx context.Context, a *queryBudgetUse, rowSource Source, rowIndices []int, onResult func(k int, v any),
) (failed int, reason error, err error) {
	parts := (len(rowIndices) + chunk - 1) / chunk
	faults, reasons := make([]int, parts), make([]error, parts)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(a.Cores)
	for part := range parts {
		g.Go(func() error {
			value := p.evaluatorOn(rowSource, a)
			for k := part * chunk; k < min((part+1)*chunk, len(rowIndices)); k++ {
				if k%64 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				v, err := value(rowIndices[k])
				if err == nil {
					onResult(k, v)
				} else if faults[part]++; reasons[part] == nil {
					reasons[part] = locateError(err)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return 0, nil, err
	}
	for part, n := range faults {
		if failed += n; reason == nil {
			reason = reasons[part]
		}
	}
	return failed, reason, nil
}

// evaluatorOn charges only the machine's work, because only that depends on the query. Of rows that
// merely compare one in sixteen is timed: two looks at the clock for each took 40 % of a search.
func (p *compiledExpression) evaluatorOn(rowSource Source, a *queryBudgetUse) func(row int) (any, error) {
	if simple := directColumn(p.code.Node(), rowSource); simple != nil {
		return func(row int) (any, error) { return simple.At(row), nil }
	}
	columns := make([]Column, len(p.uses))
	for i, name := range p.uses {
		columns[i] = rowSource.Column(name)
	}
	m := &costMeter{queryBudgetUse: a}
	machine, env := vm.VM{MemoryBudget: memory}, map[string]any{meterName: m}
	n := 0
	return func(row int) (any, error) {
		for i, column := range columns {
			env[p.uses[i]] = column.At(row)
		}
		m.bytes, m.steps, m.from = 0, 0, time.Time{}
		n++
		if n%timed == 1 {
			m.from = time.Now()
		}
		if err := a.checkTime(0); err != nil {
			return nil, err
		}
		v, err := machine.Run(p.code, env)
		switch {
		case m.bytes+m.steps > 0:
			a.spent.Add(int64(time.Since(m.from)))
		case n%timed == 1:
			a.spent.Add(timed * int64(time.Since(m.from)))
		}
		return v, cmp.Or(err, a.chargeValue(v))
	}
}
