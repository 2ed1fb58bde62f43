package mixed

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Formula is a regression like R's lme4 writes it: "c ~ size * method + (size | id)".
type Formula struct {
	Response  string
	Fixed     []Term // main effects before products
	Random    []Term // whose coefficients vary by group
	Group     string
	Intercept bool // a fixed one
	Varying   bool // an intercept that varies by group
}

// Term is the product of its operands, each a column or an expression; the empty one is an
// intercept.
type Term []string

// String joins the operands by colons.
func (t Term) String() string { return strings.Join(t, ":") }

// Parse reads a formula: a response, "~", terms with + between them, and one (terms | group). a:b
// is a product, a * b means a + b + a:b, and 0 leaves an intercept out. An operand with such a sign
// of its own is in brackets: (depth + 1).
func Parse(formulaText string) (*Formula, error) {
	sides := scoring.SplitOutside(formulaText, '~')
	if len(sides) != 2 || sides[0] == "" {
		return nil, fmt.Errorf("%q is not a formula: write response ~ terms + (1 | group)", formulaText)
	}
	f := &Formula{Response: sides[0]}
	fixed := scoring.SplitOutside(sides[1], '+')
	random := slices.IndexFunc(fixed, func(part string) bool { return len(barSides(part)) > 1 })
	if random < 0 {
		return nil, errors.New("group the rows with a random term, such as (1 | id)")
	}
	sides = barSides(fixed[random])
	fixed = slices.Delete(fixed, random, random+1)
	switch {
	case slices.ContainsFunc(fixed, func(part string) bool { return len(barSides(part)) > 1 }):
		return nil, errors.New("a regression must have exactly one random term, (terms | group)")
	case len(sides) != 2 || sides[1] == "":
		return nil, fmt.Errorf("%q is not a random term: write (1 | group) or (terms | group)", strings.Join(sides, " | "))
	}
	f.Group = sides[1]
	var wrong, err error
	f.Fixed, f.Intercept, wrong = readTerms(fixed)
	f.Random, f.Varying, err = readTerms(scoring.SplitOutside(sides[0], '+'))
	if len(f.Random) == 0 && !f.Varying {
		err = errors.New("nothing varies in the random term: write (1 | group)")
	}
	return f, cmp.Or(wrong, err)
}

func barSides(formulaPart string) []string {
	inside, bracketed := strings.CutPrefix(formulaPart, "(")
	inside, closed := strings.CutSuffix(inside, ")")
	if !bracketed || !closed {
		return nil
	}
	return scoring.SplitOutside(inside, '|')
}

// readTerms reads the parts of a sum into terms: "a*b" is a, b and a:b. Each is kept once, fewer
// variables first, because main effects come before products; intercept is true unless a "0"
// occurs.
func readTerms(termTexts []string) (list []Term, intercept bool, err error) {
	intercept = true
	for _, part := range termTexts {
		if part == "0" || part == "1" {
			intercept = intercept && part == "1"
			continue
		}
		crossed := scoring.SplitOutside(part, '*')
		if len(crossed) > 4 {
			return nil, false, fmt.Errorf("%s crosses more than four columns", part)
		}
		for set := 1; set < 1<<len(crossed); set++ {
			var t Term
			for k, factor := range crossed {
				if set&(1<<k) != 0 {
					t = append(t, scoring.SplitOutside(factor, ':')...)
				}
			}
			if slices.Contains(t, "") {
				return nil, false, fmt.Errorf("%q is not a term", part)
			}
			scoring.FindOrAppend(&list, func(o Term) bool { return slices.Equal(o, t) }, t)
		}
	}
	loaders.SortBy(list, func(t Term) int { return len(t) })
	return list, intercept, nil
}

// Names lists the columns of the formula, each once, the response first and the group last.
func (f *Formula) Names() []string {
	all := []string{f.Response}
	for _, t := range slices.Concat(f.Fixed, f.Random) {
		all = scoring.AppendNew(all, t...)
	}
	return append(all, f.Group)
}
