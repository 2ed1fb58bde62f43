package whatif

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// Steps returns the changes in the order of modules, each as words for [Trial.Read]: the module's
// number (or "without") and its changes.
func (t *Trial) Steps() (steps [][]string) {
	for _, node := range loaders.SortedKeys(t.Now) {
		words := []string{loaders.IfElse(node == Picture, "without", strconv.Itoa(node))}
		for _, d := range t.Now[node] {
			if node != Picture {
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
func (t *Trial) Read(words []string) error {
	if len(words) == 0 {
		return errors.New("which module?")
	}
	var e Edit
	node, err := strconv.Atoi(words[0])
	rest := words[1:]
	if words[0] == "without" {
		node, rest, e = Picture, nil, loaders.Map(rest, func(word string) moduleChange { return moduleChange{"without", word} })
	} else if err != nil || node < 0 || node >= len(t.Logged.Program) {
		return fmt.Errorf("the program has no module %s", words[0])
	}
	for len(rest) > 0 {
		verb, value := rest[0], rest[0]
		switch rest = rest[1:]; {
		case verb == "gold" || verb == "none":
		case verb == "text":
			value, rest = strings.Join(rest, " "), nil
		case len(rest) == 0:
			return fmt.Errorf("%s of what?", verb)
		default:
			value, rest = rest[0], rest[1:]
		}
		e = append(e, moduleChange{verb, value})
	}
	return t.putEdit(node, e)
}
