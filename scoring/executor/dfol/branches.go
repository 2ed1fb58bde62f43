package dfol

import (
	"faithscope/loaders"
	"faithscope/loaders/language"
)

// BranchProgram is a program in DFOL-VQA's format: chains of select, filter and relate, and the operator
// that joins them.
type BranchProgram struct {
	Branches [][]BranchOperation `json:"branches"`
	Last     BranchOperation     `json:"last_op"`
}

// BranchOperation is a step of a program. Its arguments are strings, lists of strings and booleans.
type BranchOperation struct {
	Operator  string `json:"operator"`
	Arguments []any  `json:"arguments"`
}

// Branches returns false if DFOL-VQA can't express the program, such as a negated set.
func (p *Program) Branches() (b BranchProgram, ok bool) {
	root := &p.nodes[0]
	children := root.children
	b.Last.Operator = root.op.DFOL()
	ok = b.Last.Operator != ""
	if root.op == language.And && root.about != nil {
		b.Last.Operator = language.Verify.DFOL()
		children = p.nodes[children[0]].children
	}
	b.Last.Arguments = root.listArguments()
	for _, child := range children {
		var branch []BranchOperation
		if ok = ok && p.writeBranch(child, &branch); !ok {
			return BranchProgram{}, false
		}
		b.Branches = append(b.Branches, branch)
	}
	return b, ok
}

// Chains can't hold a node with two children, and DFOL-VQA lacks some operators.
func (p *Program) writeBranch(i int, branchOperations *[]BranchOperation) bool {
	n := &p.nodes[i]
	for _, child := range n.children {
		if !p.writeBranch(child, branchOperations) {
			return false
		}
	}
	add := func(operator string, arguments ...any) {
		*branchOperations = append(*branchOperations, BranchOperation{operator, arguments})
	}
	switch n.op {
	case language.Find:
		add("select", nameOf(n.about))
	case language.Filter, language.Verify:
		for _, l := range n.about {
			add("filter", l.String())
		}
	case language.Relocate, language.VerifyRel:
		add("relate", n.listArguments()...)
	case language.Exist:
	default:
		return false
	}
	return len(n.children) < 2
}

func (l literal) String() string { return spellConcept(l.name, l.negated) }

func nameOf(literals []literal) string {
	if len(literals) == 0 {
		return "_"
	}
	return literals[0].String()
}

// listArguments is never nil, because the format requires a list.
func (n *node) listArguments() []any {
	if n.category != "" {
		return []any{n.category}
	}
	names := loaders.Map(n.about, literal.String)
	switch n.op {
	case language.Relocate, language.VerifyRel:
		return []any{names[0], n.subject, nameOf(n.other)}
	case language.ChooseRel:
		return []any{names, n.subject, nameOf(n.other)}
	case language.Verify, language.And, language.Choose:
		if names != nil {
			return []any{names}
		}
	case language.Compare:
		return []any{names[0], n.less}
	}
	return []any{}
}
