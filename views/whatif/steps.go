package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// Steps returns the changes in the order of modules, each as words for [ChangedExample.Read]: the module's
// number (or "without") and its changes.
func (t *ChangedExample) Steps() (steps [][]string) {
	for _, node := range loaders.SortedKeys(t.Now) {
		words := []string{cmp.Or(outside[node], strconv.Itoa(node))}
		for _, d := range t.Now[node] {
			if node >= 0 {
				words = append(words, d.verb)
			}
			if d.value != d.verb {
				words = append(words, d.value)
			}
		}
		steps = append(steps, words)
	}
	return steps
}

// Read applies the change that the words of a step describe: a module's number and its changes, or
// "without" and objects.
func (t *ChangedExample) Read(stepWords []string) error {
	if len(stepWords) == 0 {
		return errors.New("name a module by its number")
	}
	var e ModuleEdit
	node, err := strconv.Atoi(stepWords[0])
	rest := stepWords[1:]
	if is := func(i int) bool { return outside[i] == stepWords[0] }; is(Picture) || is(Oracle) {
		e = loaders.Map(rest, func(word string) moduleChange { return moduleChange{stepWords[0], word} })
		node, rest = loaders.IfElse(is(Picture), Picture, Oracle), nil
	} else if err != nil || node < 0 || node >= len(t.Logged.Program) {
		return fmt.Errorf("the program has no module %s", stepWords[0])
	}
	for len(rest) > 0 {
		verb, value := rest[0], rest[0]
		switch rest = rest[1:]; {
		case verb == "gold" || verb == "none":
		case verb == "text":
			value, rest = strings.Join(rest, " "), nil
		case len(rest) == 0:
			return fmt.Errorf("%s needs a value", verb)
		default:
			value, rest = rest[0], rest[1:]
		}
		e = append(e, moduleChange{verb, value})
	}
	return t.putEdit(node, e)
}
