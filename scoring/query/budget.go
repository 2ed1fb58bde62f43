package query

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Budget bounds a query, which may come from a file or a guest. An example over its part has no
// answer; when time is over, neither have the rest.
type Budget struct {
	// of texts made for an example; 64 times as many for all values
	Bytes int
	// Steps bounds an example's modules, summed elements, and patterns' sizes times the texts'.
	Steps int
	// per 100,000 examples, or fewer, without reading them
	Time time.Duration
	// examples evaluated at once, at least 1
	Cores int
}

func defaultBudget() Budget {
	return Budget{Bytes: 1 << 20, Steps: 1_000_000, Time: 5 * time.Second, Cores: runtime.GOMAXPROCS(0)}
}

// ForGuest allows a second and a core, otherwise a person's budget.
func ForGuest() Budget {
	b := defaultBudget()
	b.Time, b.Cores = time.Second, 1
	return b
}

type budgetCtxKey struct{}

// In gives ctx's queries the budget.
func (b Budget) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, budgetCtxKey{}, b)
}

// BudgetOf defaults to the budget of a person at the machine.
func BudgetOf(ctx context.Context) Budget {
	if b, ok := ctx.Value(budgetCtxKey{}).(Budget); ok {
		return b
	}
	return defaultBudget()
}

type queryBudgetUse struct {
	Budget
	most  time.Duration
	spent atomic.Int64 // nanoseconds
	kept  atomic.Int64 // bytes
	mu    sync.Mutex
	over  error
}

func accountOf(ctx context.Context, n int) *queryBudgetUse {
	b := BudgetOf(ctx)
	return &queryBudgetUse{Budget: b, most: time.Duration(float64(b.Time) * max(1, float64(n)/100_000))}
}

func (a *queryBudgetUse) checkTime(usedTime time.Duration) error {
	if time.Duration(a.spent.Load())+usedTime > a.most {
		return a.budgetError("the query takes longer than " + a.most.String())
	}
	return nil
}

func (a *queryBudgetUse) budgetError(limitMessage string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	err := errors.New(limitMessage)
	if a.over == nil {
		a.over = err
	}
	return err
}

func (a *queryBudgetUse) chargeValue(resultValue any) error {
	n := 0
	switch v := resultValue.(type) {
	case string:
		n = len(v)
	case []string:
		for _, s := range v {
			n += len(s)
		}
	}
	if most := 64 * a.Bytes; a.kept.Add(int64(n)) > int64(most) {
		return a.budgetError(fmt.Sprintf("the query's values exceed %d bytes", most))
	}
	return nil
}
