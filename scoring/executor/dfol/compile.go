package dfol

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// Compile turns a program of GQA, DFOL-VQA or neural modules that return sets into one to run:
// modules in pre-order, under package gqa's or a native run's names. c, which may be nil, lists an
// open question's answers.
func Compile(programModules []loaders.Module, c *ConceptCategories) (*Program, error) {
	switch {
	case len(programModules) == 0:
		return nil, errors.New("the example has no program")
	case len(programModules) > language.MaxModules:
		return nil, language.ErrTooLong
	}
	p := &Program{nodes: make([]node, len(programModules)), modules: programModules, concepts: cmp.Or(c, &ConceptCategories{})}
	read := make([]bool, len(programModules))
	for i := len(programModules) - 1; i >= 0; i-- {
		for _, child := range programModules[i].Children {
			if child > i && child < len(programModules) {
				if read[child] {
					return nil, errors.New("the program is not a tree")
				}
				read[child] = true
			}
		}
		if err := p.compileNode(i); err != nil {
			return nil, loaders.Errorf("%s: %w", wordModule(&programModules[i]), err)
		}
	}
	root := &p.nodes[0]
	p.binary = root.kind == language.Objects || root.kind == language.Truth
	if !p.binary {
		p.options = p.optionsOf(root)
	}
	return p, nil
}

func moduleText(m *loaders.Module) string { return wordModule(m).String() }

func wordModule(m *loaders.Module) loaders.Sentence {
	name := loaders.Quote(cmp.Or(m.Name, m.Op))
	if m.Text != "" {
		return loaders.Sentence{Kind: name.Kind + "[%s]", Args: []string{m.Text}}
	}
	return name
}

// An "and" of two verifications of one object becomes one verify with both attributes, like in the
// authors' code.
func (p *Program) compileNode(i int) error {
	m, n := &p.modules[i], &p.nodes[i]
	op := language.Of(m.Op)
	s := op.Signature()
	if !s.Logic {
		return errors.New("the executor has no such operator")
	}
	if err := executor.Arguments(p.modules, i, s.Takes); err != nil {
		return err
	}
	for _, child := range m.Children {
		k := p.nodes[child].kind
		if !acceptsKind(op, k) {
			what := "set of objects"
			if s.Of == language.Amount {
				what = "number"
			}
			return fmt.Errorf("%s does not return a %s", moduleText(&p.modules[child]), what)
		}
		if op == language.Not {
			s.Returns = k
		}
	}
	n.op, n.kind, n.children = op, s.Returns, m.Children
	if n.kind == language.Objects && len(n.children) > 0 {
		n.variable = p.nodes[n.children[0]].variable
	}
	if n.op == language.Equal && !p.isComparable(n) {
		return errors.New("its arguments have different categories")
	}
	if n.op == language.And && verifyOne(p.modules, m.Children) {
		n.about = slices.Concat(p.nodes[m.Children[0]].about, p.nodes[m.Children[1]].about)
	}
	return p.readArgument(n, m)
}

func acceptsKind(op language.ModuleOp, k language.ReturnKind) bool {
	switch of := op.Signature().Of; {
	case op == language.Equal:
		return k == language.Amount || k == language.Options
	case of == language.Truth:
		return k == language.Objects || k == language.Truth
	default:
		return k == of
	}
}

func verifyOne(programModules []loaders.Module, childIndices []int) bool {
	a, b := &programModules[childIndices[0]], &programModules[childIndices[1]]
	areOther := a.Op != "verify" || b.Op != "verify" || len(a.Children) != 1 || len(b.Children) != 1
	if areOther {
		return false
	}
	from, to := programModules[a.Children[0]].Place, programModules[b.Children[0]].Place
	return from == to && from >= 0 && a.Children[0] != b.Children[0]
}

func (p *Program) readArgument(n *node, m *loaders.Module) error {
	switch n.op {
	case language.Find:
		n.about = nounIn(m.Text)
		n.variable = variableOf(n.about)
	case language.Filter:
		n.about = ofKind(attributeIn(m.Text), p.kindOf(n, m))
		return missingError(n.about, "no attribute to filter by")
	case language.Verify, language.Choose:
		n.about = ofKind(splitAlternatives(m.Text), p.kindOf(n, m))
		return missingError(n.about, "no attribute")
	case language.Relocate, language.VerifyRel, language.ChooseRel:
		return n.readRelation(m.Text)
	case language.WithRelation:
		n.about = attributeIn(m.Text)
		return missingError(n.about, "no relation to the second set")
	case language.Query, language.AllSame, language.AllDifferent, language.TwoSame, language.TwoDifferent:
		return p.readCategory(n, m)
	case language.Compare:
		return n.readComparison(m)
	}
	return nil
}

func missingError(literals []literal, errorMessage string) error {
	if len(literals) == 0 {
		return errors.New(errorMessage)
	}
	return nil
}

func attributeIn(text string) []literal {
	if slices.Contains([]string{"", "_", "-", "scene", "entity"}, normalName(text)) {
		return nil
	}
	return []literal{literalOf(normalName(text))}
}

var pronouns = map[string]string{"he": "person", "she": "person", "they": "person", "this": ""}

func nounIn(text string) []literal {
	if noun, ok := pronouns[normalName(text)]; ok {
		text = noun
	}
	return ofKind(attributeIn(text), asNoun)
}

func ofKind(literalList []literal, kind string) []literal {
	for i := range literalList {
		literalList[i].kind = kind
	}
	return literalList
}

func (p *Program) kindOf(n *node, m *loaders.Module) string {
	_, kind, _ := strings.Cut(normalName(m.Name), " ")
	switch {
	case kind == "name" || kind == "type":
		return asNoun
	case (kind == weather || kind == location) && p.nodes[n.children[0]].variable != "":
		return ""
	}
	return kind
}

func literalOf(text string) literal {
	if inner, ok := strings.CutPrefix(text, "not("); ok && strings.HasSuffix(inner, ")") {
		return literal{name: normalName(strings.TrimSuffix(inner, ")")), negated: true}
	}
	return literal{name: normalName(text)}
}

func splitAlternatives(text string) []literal {
	return loaders.Map(loaders.NonEmpty(loaders.Map(strings.Split(text, "|"), normalName)), literalOf)
}

// readRelation reads "name,relation,s" (GQA), "relation,true,name" (DFOL-VQA) and "relation,s,name"
// (native); s or true makes the new variable the subject. A bare relation (CLEVR) means any
// subject.
func (n *node) readRelation(text string) error {
	parts := loaders.Map(strings.Split(text, ","), normalName)
	if len(parts) == 1 {
		parts = append(parts, "s", "_")
	}
	if len(parts) != 3 {
		return errors.New(`the argument must be "name,relation,s" or "name,relation,o"`)
	}
	relation, role, name := parts[0], parts[1], parts[2]
	if _, ok := isSubject(role); !ok {
		name, relation, role = parts[0], parts[1], parts[2]
	}
	var ok bool
	if n.subject, ok = isSubject(role); !ok {
		return fmt.Errorf("%q is neither s (subject) nor o (object)", role)
	}
	n.about, n.other = splitAlternatives(relation), nounIn(name)
	n.variable = variableOf(n.other)
	if n.op != language.ChooseRel && len(n.about) > 1 {
		return errors.New("more than one relation")
	}
	return missingError(n.about, "no relation")
}

func variableOf(literals []literal) string {
	if literals == nil || literals[0].negated {
		return ""
	}
	return literals[0].name
}

func isSubject(roleWord string) (is, ok bool) {
	is = roleWord == "s" || roleWord == "true"
	return is, is || roleWord == "o" || roleWord == "false"
}

// the options from the concepts, otherwise from the log.
func (p *Program) readCategory(n *node, m *loaders.Module) error {
	category := strings.TrimSpace(m.Text)
	if category == "" || category == "?" {
		_, category, _ = strings.Cut(m.Name, " ")
	}
	if category == "" {
		return errors.New("no category")
	}
	n.category = normalName(category)
	c := p.concepts
	options, err := c.optionsOf(category, p.nodes[n.children[0]].variable)
	if err != nil && len(m.Output.Options) > 0 {
		options, err = loaders.Map(m.Output.Options, func(o loaders.Option) string { return normalName(o.Name) }), nil
	}
	kind := n.category
	if kind == "type" || c.isClass(kind) && c.graph != nil && c.graph.factOf(kind) == "" {
		kind = asName
	}
	n.about = loaders.Map(options, func(option string) literal { return literal{name: option, kind: kind} })
	return err
}

func (n *node) readComparison(m *loaders.Module) error {
	attribute, less, _ := strings.Cut(m.Text, ",")
	n.less, _ = isSubject(normalName(less))
	if attribute == "" {
		word, _ := strings.CutPrefix(m.Name, "choose ")
		if rest, ok := strings.CutPrefix(word, "less "); ok {
			word, n.less = rest, true
		}
		attribute = strings.TrimPrefix(word, "more ")
		if stem, ok := strings.CutSuffix(attribute, "er"); ok {
			attribute = PositiveForm(stem)
		}
	}
	n.about = attributeIn(attribute)
	return missingError(n.about, "no attribute to compare by")
}

// PositiveForm returns the adjective of a comparative without er: hott is hot, health(i) healthy.
func PositiveForm(comparativeStem string) string {
	if rest, ok := strings.CutSuffix(comparativeStem, "i"); ok {
		return rest + "y"
	}
	if strings.HasSuffix(comparativeStem, "rg") || strings.HasSuffix(comparativeStem, "wid") {
		return comparativeStem + "e"
	}
	if n := len(comparativeStem); n > 3 && comparativeStem[n-1] == comparativeStem[n-2] && strings.IndexByte("bdgnt",
		comparativeStem[n-1]) >= 0 {
		return comparativeStem[:n-1] // bigger, hotter
	}
	return comparativeStem
}
