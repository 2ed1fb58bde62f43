package query

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp/syntax"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser/lexer"
)

// Budget bounds what the evaluation of one query takes: a query may come from
// a file, or from a guest of a server. An example that takes more than its part
// has no answer; when the time is over, the rest have none either.
type Budget struct {
	// Bytes bounds the texts that are made for one example. The values of all
	// examples together may have as many as 64 of them.
	Bytes int
	// Steps bounds the work on one example: modules looked at, elements of
	// lists summed up, and for a pattern its size times the text's.
	Steps int
	// Time is for every 100,000 examples, or fewer, less what reading them takes.
	Time time.Duration
	// Cores is how many examples are asked at the same time, at least 1.
	Cores int
}

// defaultBudget returns the budget of a person at the machine.
func defaultBudget() Budget {
	return Budget{Bytes: 1 << 20, Steps: 1_000_000, Time: 5 * time.Second, Cores: runtime.GOMAXPROCS(0)}
}

// ForGuest is the budget of one among many.
func ForGuest() Budget {
	b := defaultBudget()
	b.Time, b.Cores = time.Second, 1
	return b
}

type budgetKey struct{}

// In returns a context in which queries have the budget.
func (b Budget) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, budgetKey{}, b)
}

// BudgetOf returns the budget of queries in a context, by default that of a person
// at the machine.
func BudgetOf(ctx context.Context) Budget {
	if b, ok := ctx.Value(budgetKey{}).(Budget); ok {
		return b
	}
	return defaultBudget()
}

// account is how much of its budget a query has used, over all examples.
type account struct {
	Budget
	most  time.Duration
	spent atomic.Int64 // nanoseconds
	kept  atomic.Int64 // bytes
	mu    sync.Mutex
	over  error // why the first example that took too much did; nil for none
}

// accountOf opens an account for n examples.
func accountOf(ctx context.Context, n int) *account {
	b := BudgetOf(ctx)
	return &account{Budget: b, most: time.Duration(float64(b.Time) * max(1, float64(n)/100_000))}
}

// left returns why no time is left, nil if there is some.
func (a *account) left(used time.Duration) error {
	if time.Duration(a.spent.Load())+used > a.most {
		return a.exceeded("it takes longer than " + a.most.String())
	}
	return nil
}

func (a *account) exceeded(what string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	err := errors.New(what)
	if a.over == nil {
		a.over = err
	}
	return err
}

// chargeValue counts the bytes of a value that stays in memory.
func (a *account) chargeValue(value any) error {
	n := 0
	switch v := value.(type) {
	case string:
		n = len(v)
	case []string:
		for _, s := range v {
			n += len(s)
		}
	}
	if most := 64 * a.Bytes; a.kept.Add(int64(n)) > int64(most) {
		return a.exceeded(fmt.Sprintf("the values have more than %d bytes", most))
	}
	return nil
}

// meter counts what one example takes. One goroutine uses it.
type meter struct {
	*account
	bytes, steps int
	from         time.Time
}

// charge counts bytes of texts and steps, and fails where there are too many.
func (m *meter) charge(bytes, steps int) error {
	m.bytes += bytes
	m.steps += steps
	switch {
	case m.bytes > m.Bytes:
		return m.exceeded(fmt.Sprintf("it makes texts of more than %d bytes", m.Bytes))
	case m.steps > m.Steps:
		return m.exceeded(fmt.Sprintf("it takes more than %d steps", m.Steps))
	}
	return m.left(time.Since(m.from))
}

// elements appends the numbers of a list, including those of lists in it, and counts a
// step for each.
func (m *meter) elements(all []float64, list reflect.Value) (_ []float64, err error) {
	for list.Kind() == reflect.Interface {
		list = list.Elem()
	}
	switch {
	case list.CanInt():
		return append(all, float64(list.Int())), m.charge(0, 1)
	case list.CanFloat():
		return append(all, list.Float()), m.charge(0, 1)
	case list.Kind() != reflect.Slice:
		return nil, errors.New("min, max, mean and median accept numbers and lists of numbers")
	}
	for i := range list.Len() {
		if all, err = m.elements(all, list.Index(i)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// counts are the functions that an expression calls to count a value: their arguments are
// the meter, the value and, for a pattern, its size.
var counts = map[string]func(m *meter, value any, size int) error{
	"@step": func(m *meter, _ any, _ int) error { return m.charge(0, 1) },
	"@list": func(m *meter, list any, _ int) error { return m.charge(0, reflect.ValueOf(list).Len()) },
	"@text": func(m *meter, value any, _ int) error { text, _ := value.(string); return m.charge(len(text), 0) },
	"@match": func(m *meter, value any, size int) error {
		text, _ := value.(string)
		return m.charge(0, len(text)*size)
	},
}

// Names, for the meter and for a value that is counted, that no expression can contain.
const meterName, countedName = "@meter", "@value"

// metered has an expression count what it takes.
type metered struct{ refused *Error }

// Visit implements [ast.Visitor].
func (c *metered) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.PredicateNode:
		n.Node = counting("@step", n.Node, &ast.NilNode{}, 0)
	case *ast.BuiltinNode:
		switch n.Name {
		case "lower", "upper":
			*node = counted("@text", n, 0)
		case "sum":
			n.Arguments[0] = counted("@list", n.Arguments[0], 0)
		}
	case *ast.CallNode:
		if f, ok := n.Callee.(*ast.IdentifierNode); ok && aggregates[f.Value] != nil {
			n.Arguments = append([]ast.Node{&ast.IdentifierNode{Value: meterName}}, n.Arguments...)
		}
	case *ast.BinaryNode:
		switch {
		case n.Operator == "+" && n.Type().Kind() != reflect.Float64 && n.Type().Kind() != reflect.Int:
			*node = counted("@text", n, 0)
		case n.Operator == "matches":
			pattern, ok := n.Right.(*ast.StringNode)
			if !ok {
				at := n.Location()
				c.refused = &Error{at.From, max(at.To, at.From+1), noPattern}
				return
			}
			size, _ := patternSize(pattern.Value)
			n.Left = counted("@match", n.Left, size)
		}
	}
}

// counted is an expression whose value is counted.
func counted(by string, node ast.Node, size int) ast.Node {
	value := &ast.IdentifierNode{Value: countedName}
	let := &ast.VariableDeclaratorNode{Name: countedName, Value: node, Expr: counting(by, value, value, size)}
	let.SetLocation(node.Location())
	return let
}

// counting is an expression before which a value is counted.
func counting(by string, then, value ast.Node, size int) ast.Node {
	call := &ast.CallNode{Callee: &ast.IdentifierNode{Value: by}, Arguments: []ast.Node{
		&ast.IdentifierNode{Value: meterName}, value, &ast.IntegerNode{Value: size},
	}}
	call.SetLocation(then.Location())
	return &ast.SequenceNode{Nodes: []ast.Node{call, then}}
}

// mostPattern bounds the steps of a pattern for each letter of a text: ".{0,9}"
// has 18.
const mostPattern = 1000

const noPattern = "matches takes a pattern in quotes"

// checkPatterns returns which pattern of an expression is too large, nil for
// none: the library would build it unasked.
func checkPatterns(tokens []lexer.Token) *Error {
	for i, t := range tokens[:max(0, len(tokens)-1)] {
		if !t.Is(lexer.Operator, "matches") {
			continue
		}
		if !tokens[i+1].Is(lexer.String) {
			return &Error{t.From, t.To, noPattern}
		}
		if _, err := patternSize(tokens[i+1].Value); err != nil {
			return &Error{tokens[i+1].From, tokens[i+1].To, err.Error()}
		}
	}
	return nil
}

// patternSize is how many steps a pattern takes for each letter of a text, at
// most.
func patternSize(pattern string) (int, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0, fmt.Errorf("the pattern cannot be read: %s", firstLine(strings.TrimPrefix(err.Error(), "error parsing regexp: ")))
	}
	size := partSize(parsed)
	if size > mostPattern {
		return 0, fmt.Errorf("the pattern is too large: it has %d steps, more than %d", size, mostPattern)
	}
	return size, nil
}

// partSize is the size of a part of a pattern, repetitions written out. The
// parser bounds it by some millions.
func partSize(part *syntax.Regexp) int {
	size := 1
	for _, sub := range part.Sub {
		size += partSize(sub)
	}
	switch part.Op {
	case syntax.OpLiteral:
		size = len(part.Rune)
	case syntax.OpRepeat:
		size *= max(part.Min, part.Max, 1)
	}
	return size
}
