package explain

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// Steps returns changes as words for [TextEdits.Read]: a text's name, "text" and the text, or the name,
// "without", [Unk] or [Zero] and the units; The passage's come first.
func (e TextEdits) Steps() (steps [][]string) {
	for _, text := range Texts {
		if c := e[text]; c.Text != nil {
			steps = append(steps, []string{string(text), "text", *c.Text})
		}
		if c := e[text]; len(c.Away) > 0 {
			steps = append(steps, append([]string{string(text), cmp.Or(c.By, "without")}, loaders.Map(c.Away, strconv.Itoa)...))
		}
	}
	return steps
}

// Read returns a copy with a step of [TextEdits.Steps]: a text replaces the text's whole change, units
// replace earlier ones. Other words and missing units are errors.
func (e TextEdits) Read(ex *loaders.Example, stepWords []string) (TextEdits, error) {
	const form = "expected (passage|question) text WORDS or (passage|question) (without|unk|zero) NUMBERS"
	if len(stepWords) < 3 || sourceOf(stepWords[0]) == "" {
		return e, errors.New(form)
	}
	text, rest := sourceOf(stepWords[0]), stepWords[2:]
	units := e.Units(ex, text)
	if units == nil {
		return e, fmt.Errorf("the example has no %s", text)
	}
	switch c := e[text]; stepWords[1] {
	case "text":
		typed := strings.Join(rest, " ")
		return e.With(text, TextChange{Text: &typed}), nil
	case "without", Unk, Zero:
		c.Away, c.By = nil, strings.TrimPrefix(stepWords[1], "without")
		for _, word := range rest {
			u, err := strconv.Atoi(word)
			isMissing := err != nil || u < 0 || u >= len(units) || slices.Contains(c.Away, u)
			if isMissing {
				return e, fmt.Errorf("the %s has no token %s to remove", text, word)
			}
			c.Away = append(c.Away, u)
		}
		slices.Sort(c.Away)
		return e.With(text, c), nil
	}
	return e, errors.New(form)
}
