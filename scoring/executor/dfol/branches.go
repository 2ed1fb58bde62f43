package dfol

// Branches is a program as DFOL-VQA writes it: chains of select, filter and
// relate, and the operator that joins them.
type Branches struct {
	Branches [][]Operation `json:"branches"`
	Last     Operation     `json:"last_op"`
}

// Operation is one operator of [Branches]. Arguments are strings, lists of
// strings and truth values.
type Operation struct {
	Operator  string `json:"operator"`
	Arguments []any  `json:"arguments"`
}

// lastOperators are DFOL-VQA's names of operators that can be the last.
var lastOperators = map[operator]string{
	opExist: "exist", opAnd: "and", opOr: "or", opVerify: "verify_attrs", opVerifyRel: "verify_rel",
	opQuery: "query_attr", opChoose: "choose_attr", opChooseRel: "choose_rel", opCompare: "compare",
	opAllSame: "all_same", opAllDifferent: "all_different", opTwoSame: "two_same", opTwoDifferent: "two_different",
}

// Branches writes the program as DFOL-VQA has it; ok is false for one that it
// cannot write, such as a negation of a set.
func (p *Program) Branches() (b Branches, ok bool) {
	root := &p.nodes[0]
	children := root.children
	b.Last.Operator, ok = lastOperators[root.op]
	if root.op == opAnd && root.about != nil { // of two verifications of one variable
		b.Last.Operator = lastOperators[opVerify]
		children = p.nodes[children[0]].children
	}
	b.Last.Arguments = p.arguments(root)
	for _, child := range children {
		var branch []Operation
		if ok = ok && p.branch(child, &branch); !ok {
			return Branches{}, false
		}
		b.Branches = append(b.Branches, branch)
	}
	return b, ok
}

// branch writes what is below a last operator, from its select on. A truth
// there is the set that is asked to be not empty.
func (p *Program) branch(i int, branch *[]Operation) bool {
	n := &p.nodes[i]
	for _, child := range n.children {
		if !p.branch(child, branch) {
			return false
		}
	}
	add := func(operator string, arguments ...any) {
		*branch = append(*branch, Operation{operator, arguments})
	}
	switch n.op {
	case opSelect:
		add("select", nameOf(n.about))
	case opFilter, opVerify:
		for _, l := range n.about {
			add("filter", l.String())
		}
	case opRelate, opVerifyRel:
		add("relate", p.arguments(n)...)
	case opExist:
	default:
		return false
	}
	return len(n.children) < 2
}

// String writes a literal as DFOL-VQA does.
func (l literal) String() string { return spelled(l.name, l.negated) }

// nameOf is what a variable is of, "_" for anything.
func nameOf(about []literal) string {
	if len(about) == 0 {
		return "_"
	}
	return about[0].String()
}

func (p *Program) arguments(n *node) []any {
	var names []string
	for _, l := range n.about {
		names = append(names, l.String())
	}
	switch n.op {
	case opRelate, opVerifyRel:
		return []any{names[0], n.subject, nameOf(n.other)}
	case opChooseRel:
		return []any{names, n.subject, nameOf(n.other)}
	case opVerify, opAnd, opChoose:
		if names != nil {
			return []any{names}
		}
	case opCompare:
		return []any{names[0], n.less}
	case opQuery, opAllSame, opAllDifferent, opTwoSame, opTwoDifferent:
		return []any{n.category}
	}
	return []any{}
}
