package language

import (
	"errors"
	"strings"

	"faithscope/loaders"
)

// MaxModules bounds a program. The papers' have some thirty modules, an agent's log thousands; a
// step that several others read is shown below each, which doubles per level.
const MaxModules = 10_000

// ErrTooLong means that a program has more than [MaxModules] modules.
var ErrTooLong = loaders.Errorf("the program has more than %d modules", MaxModules)

// Unfold returns a program as modules in pre-order, from its root. readStep returns the module of a
// step, whose Children are then set, and the steps that it reads, in order. A step read by several
// is written below each, and readStep is called for each. It fails with [ErrTooLong].
func Unfold[S any](rootStep S, readStep func(step S) (loaders.Module, []S)) ([]loaders.Module, error) {
	var modules []loaders.Module
	var add func(step S) int
	add = func(step S) int {
		at := len(modules)
		m, inputs := readStep(step)
		m.Children = nil
		modules = append(modules, m)
		for _, input := range inputs {
			if len(modules) > MaxModules {
				break
			}
			child := add(input)
			modules[at].Children = append(modules[at].Children, child)
		}
		return at
	}
	if add(rootStep); len(modules) > MaxModules {
		return nil, ErrTooLong
	}
	return modules, nil
}

// parentheses separates parentheses from names.
var parentheses = strings.NewReplacer("(", " ( ", ")", " ) ")

// ReadForm reads a logical form, an S-expression whose lists begin with a function: (equal (count
// find) 2). It calls addNode for each name in order, with its depth in the tree from 0. It fails with
// addNode's error, and if the text isn't one form, after calling addNode for what came before.
func ReadForm(logicalForm string, addNode func(depth int, name string) error) error {
	lists, opened, begun := 0, false, false
	for token := range strings.FieldsSeq(parentheses.Replace(logicalForm)) {
		switch {
		case opened && strings.ContainsAny(token, "()"):
			return errors.New("a list does not begin with a function")
		case begun && lists == 0:
			return loaders.Errorf("unexpected %q after the end", token)
		case token == ")" && !begun:
			return errors.New("unmatched closing parenthesis")
		case token == ")":
			lists--
		case token == "(":
			lists, opened = lists+1, true
		default:
			depth := lists
			if opened {
				depth--
			}
			if err := addNode(depth, token); err != nil {
				return err
			}
			opened, begun = false, true
		}
	}
	if !begun || lists > 0 {
		return errors.New("it ends too early")
	}
	return nil
}
