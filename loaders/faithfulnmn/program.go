package faithfulnmn

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// node is one module. Programs are in pre-order, so that node i of an annotated program is its line
// i.
type node struct {
	name     string // the code's: project, bool_and, "2"
	place    int    // index into best_action_strings
	children []int
	words    []int // attended words, if annotated
}

// errProgram is the authors' ParsingError.
var errProgram = errors.New("not a program of the NLVR2 language")

func noProgram(format string, args ...any) error {
	return loaders.Errorf("%w: %s", errProgram, fmt.Sprintf(format, args...))
}

// parseActions parses a linearised derivation: "@start@ -> Answer", then in pre-order one
// production per symbol, whose index is the node's place. It fails with an [errProgram].
func parseActions(actions []string) ([]node, error) {
	type symbol struct {
		name  string
		depth int // of the resulting module
	}
	var t tree
	next := []symbol{{name: "@start@"}} // the next one is at the end
	for at, action := range actions {
		if len(next) == 0 {
			return nil, noProgram("%d actions are left over after a whole derivation", len(actions)-at)
		}
		s := next[len(next)-1]
		next = next[:len(next)-1]
		left, right, ok := strings.Cut(action, " -> ")
		switch {
		case !ok || left != s.name || right == "":
			return nil, noProgram("action %d is %q where %q is to be rewritten", at, action, s.name)
		case at == 0:
			next = append(next, symbol{name: right})
		case right[0] == '[':
			for k, name := range slices.Backward(strings.Split(strings.Trim(right, "[]"), ", ")) {
				next = append(next, symbol{name, s.depth + min(k, 1)}) // the module before its arguments
			}
		default:
			if err := t.addNode(s.depth, node{name: right, place: at}); err != nil {
				return nil, err
			}
		}
	}
	if len(next) > 0 {
		return nil, noProgram("the derivation ends where %q is to be rewritten", next[len(next)-1].name)
	}
	return t.nodes, nil
}

// tree grows in pre-order.
type tree struct {
	nodes []node
	path  []int // from the root to the last node
}

// addNode fails without a node of the depth above, for a second root, and for deep nesting.
func (t *tree) addNode(depth int, n node) error {
	i := len(t.nodes)
	if depth > len(t.path) || (depth == 0) != (i == 0) {
		return noProgram("%.40q, module %d, belongs to no module above", n.name, i)
	}
	if depth > record.MaxDepth {
		return noProgram("nests deeper than %d modules", record.MaxDepth)
	}
	t.path = append(t.path[:depth], i)
	if depth > 0 {
		parent := &t.nodes[t.path[depth-1]]
		parent.children = append(parent.children, i)
	}
	t.nodes = append(t.nodes, n)
	return nil
}

// parseDotted parses an annotated program: one module a line, leading dots for depth, and the
// attended words' indices in brackets. It fails with an [errProgram].
func parseDotted(program string) ([]node, error) {
	var t tree
	for line := range strings.SplitSeq(strings.TrimRight(program, "\r\n"), "\n") {
		line = strings.TrimRight(line, "\r ")
		text := strings.TrimLeft(line, ".")
		name, indices, _ := strings.Cut(text, "[")
		if err := t.addNode(len(line)-len(text), node{name: ofAnnotation(name), words: wordIndices(indices)}); err != nil {
			return nil, err
		}
	}
	return t.checkedNodes()
}

func ofAnnotation(name string) string {
	if name == "and" || name == "or" {
		return "bool_" + name
	}
	return name
}

func wordIndices(s string) []int {
	var indices []int
	for word := range strings.SplitSeq(strings.TrimSuffix(s, "]"), ",") {
		if i, err := strconv.Atoi(strings.TrimSpace(word)); err == nil && i >= 0 {
			indices = append(indices, i)
		}
	}
	return indices
}

// parseLisp parses a logical form, "(equal (count find) 2)", into nodes in pre-order. It fails with
// an [errProgram] for a malformed or ill-typed form.
func parseLisp(form string) ([]node, error) {
	var t tree
	err := language.ReadForm(form, func(depth int, name string) error { return t.addNode(depth, node{name: name}) })
	switch {
	case errors.Is(err, errProgram):
		return nil, err
	case err != nil:
		return nil, noProgram("%s", err)
	}
	return t.checkedNodes()
}

// checkedNodes sets places in the derivation and checks types.
func (t *tree) checkedNodes() ([]node, error) {
	nodes := t.nodes
	if len(nodes) == 0 || language.NLVR2(nodes[0].name).Signature().Returns != language.Truth {
		return nil, noProgram("the program does not return an answer")
	}
	place := 1
	for i := range nodes {
		n := &nodes[i]
		s := language.NLVR2(n.name).Signature()
		if s.Takes != len(n.children) {
			return nil, noProgram("%q has %d arguments where %d belong", n.name, len(n.children), s.Takes)
		}
		for k, child := range n.children {
			if language.NLVR2(nodes[child].name).Signature().Returns != s.Of {
				return nil, noProgram("argument %d of %q is %q, of another type", k, n.name, nodes[child].name)
			}
		}
		if s.Takes > 0 {
			place++ // after the production that names the arguments
		}
		n.place = place
		place++
	}
	return nodes, nil
}

func opOf(name string) string {
	if op := language.NLVR2(name); op != language.Unknown {
		return op.String()
	}
	return strings.ReplaceAll(name, "_", "-")
}

func sameProgram(a, b []node) bool {
	return slices.EqualFunc(a, b, func(x, y node) bool { return x.name == y.name && len(x.children) == len(y.children) })
}

func logicalForm(nodes []node, i int) string {
	n := &nodes[i]
	if len(n.children) == 0 {
		return n.name
	}
	arguments := loaders.Map(n.children, func(child int) string { return logicalForm(nodes, child) })
	return "(" + n.name + " " + strings.Join(arguments, " ") + ")"
}

func programFamily(nodes []node) string {
	if len(nodes) == 0 {
		return ""
	}
	arguments := loaders.Map(nodes[0].children, func(child int) string { return opOf(nodes[child].name) })
	return opOf(nodes[0].name) + "(" + strings.Join(arguments, ", ") + ")"
}
