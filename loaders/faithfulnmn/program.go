package faithfulnmn

import (
	"cmp"
	"errors"
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
var errProgram = errors.New("not a program in the NLVR2 language")

func noProgram(format string, args ...any) error {
	return loaders.Errorf("%w: %w", errProgram, loaders.Errorf(format, args...))
}

// parseActions parses a linearised derivation: "@start@ -> Answer", then in pre-order one
// production per symbol, whose index is the node's place. It fails with an [errProgram].
func parseActions(grammarActions []string) ([]node, error) {
	type symbol struct {
		name  string
		depth int // of the resulting module
	}
	var t programTree
	next := []symbol{{name: "@start@"}} // the next one is at the end
	for at, action := range grammarActions {
		if len(next) == 0 {
			return nil, noProgram("%d actions are left over after a complete derivation", len(grammarActions)-at)
		}
		s := next[len(next)-1]
		next = next[:len(next)-1]
		left, right, ok := strings.Cut(action, " -> ")
		switch {
		case !ok || left != s.name || right == "":
			return nil, noProgram("action %d is %q, but should rewrite %q", at, action, s.name)
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
		return nil, noProgram("the derivation ends before %q is rewritten", next[len(next)-1].name)
	}
	return t.nodes, nil
}

// programTree grows in pre-order.
type programTree struct {
	nodes []node
	path  []int // from the root to the last node
}

// addNode fails without a node of the depth above, for a second root, and for deep nesting, which
// would exhaust the stack of what walks the tree.
func (t *programTree) addNode(depth int, n node) error {
	i := len(t.nodes)
	if depth > len(t.path) || (depth == 0) != (i == 0) {
		return noProgram("%.40q, module %d, has no parent module", n.name, i)
	}
	if depth > record.MaxDepth {
		return noProgram("nested more than %d modules deep", record.MaxDepth)
	}
	t.path = append(t.path[:depth], i)
	if depth > 0 {
		parent := &t.nodes[t.path[depth-1]]
		parent.children = append(parent.children, i)
	}
	t.nodes = append(t.nodes, n)
	return nil
}

func parseDotted(dottedProgram string) ([]node, error) {
	var t programTree
	for line := range strings.SplitSeq(strings.TrimRight(dottedProgram, "\r\n"), "\n") {
		line = strings.TrimRight(line, "\r ")
		text := strings.TrimLeft(line, ".")
		name, indices, _ := strings.Cut(text, "[")
		if err := t.addNode(len(line)-len(text), node{name: ofAnnotation(name), words: wordIndices(indices)}); err != nil {
			return nil, err
		}
	}
	return t.checkedNodes()
}

func ofAnnotation(moduleName string) string {
	if moduleName == "and" || moduleName == "or" {
		return "bool_" + moduleName
	}
	return moduleName
}

func wordsOf(bracketed string) []string {
	return loaders.NonEmpty(loaders.Map(strings.Split(strings.TrimSuffix(bracketed, "]"), ","), strings.TrimSpace))
}

func wordIndices(s string) []int {
	var indices []int
	for _, word := range wordsOf(s) {
		if i, err := strconv.Atoi(word); err == nil && i >= 0 {
			indices = append(indices, i)
		}
	}
	return indices
}

func parseLisp(form string) ([]node, error) {
	var t programTree
	err := language.ReadForm(form, func(depth int, name string) error { return t.addNode(depth, node{name: name}) })
	switch {
	case errors.Is(err, errProgram):
		return nil, err
	case err != nil:
		return nil, noProgram("%s", err)
	}
	return t.checkedNodes()
}

// checkedNodes computes places in the derivation, because this form lacks them and outputs are logged
// by them.
func (t *programTree) checkedNodes() ([]node, error) {
	nodes := t.nodes
	unknown := slices.IndexFunc(nodes, func(n node) bool { return language.NLVR2(n.name) == language.Unknown })
	if unknown >= 0 {
		return nil, noProgram("there is no module %q", nodes[unknown].name)
	}
	if len(nodes) == 0 || language.NLVR2(nodes[0].name).Signature().Returns != language.Truth {
		return nil, noProgram("the program does not return an answer")
	}
	place := 1
	for i := range nodes {
		n := &nodes[i]
		s := language.NLVR2(n.name).Signature()
		if s.Takes != len(n.children) {
			return nil, noProgram("%q has the wrong number of arguments: %d, expected %d", n.name, len(n.children), s.Takes)
		}
		for k, child := range n.children {
			if language.NLVR2(nodes[child].name).Signature().Returns != s.Of {
				return nil, noProgram("argument %d of %q is %q, which has the wrong type", k, n.name, nodes[child].name)
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

func opOf(moduleName string) string {
	return cmp.Or(language.NLVR2(moduleName).String(), strings.ReplaceAll(moduleName, "_", "-"))
}

func sameProgram(a, b []node) bool {
	return slices.EqualFunc(a, b, func(x, y node) bool { return x.name == y.name && len(x.children) == len(y.children) })
}

func logicalForm(programNodes []node, i int) string {
	n := &programNodes[i]
	if len(n.children) == 0 {
		return n.name
	}
	arguments := loaders.Map(n.children, func(child int) string { return logicalForm(programNodes, child) })
	return "(" + n.name + " " + strings.Join(arguments, " ") + ")"
}

func programFamily(programNodes []node) string {
	if len(programNodes) == 0 {
		return ""
	}
	arguments := loaders.Map(programNodes[0].children, func(child int) string { return opOf(programNodes[child].name) })
	return opOf(programNodes[0].name) + "(" + strings.Join(arguments, ", ") + ")"
}
