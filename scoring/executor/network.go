package executor

import (
	"fmt"
	"slices"
	"sync"

	"faithscope/loaders"
)

// Network runs learned modules again: a model that offers them. It is safe for concurrent
// use, and a nil Network offers none.
type Network struct {
	Modules []string // that it offers, by their names in runs
	// Ask returns what a module returns over the outputs of its arguments: a list of numbers
	// per picture, or a single list.
	Ask func(ex *loaders.Example, m *loaders.Module, arguments []loaders.Output) ([][]float64, error)
	// Failed is why there is no model to ask, "" if there is one.
	Failed string

	mu       sync.Mutex
	failures map[string]int
}

// Failures returns why modules could not be asked, the most frequent first: "count: …".
func (n *Network) Failures() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return loaders.ByCount(n.failures)
}

// fail adds 1 to the count of why, the reason why a module could not be asked.
func (n *Network) fail(why string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.failures == nil {
		n.failures = map[string]int{}
	}
	n.failures[why]++
}

// AnyLength is the length of a list that may have any number of numbers but none.
const AnyLength = -1

// Offers reports whether a module can be asked for by this name; false for a nil Network.
func (n *Network) Offers(op string) bool { return n != nil && slices.Contains(n.Modules, op) }

// Lists says which lists a module has to return: one for each length, which is [AnyLength] for any
// but 0, with numbers from 0 to Most.
type Lists struct {
	Lengths []int
	Most    float64
}

// Run returns what a module of an example returns over the outputs of its arguments, which has to
// be as want says. Where it cannot, lists is nil and why says why, counted among Failures if the
// model was asked; why is "" where the module is not offered.
func (n *Network) Run(ex *loaders.Example, m *loaders.Module, arguments []loaders.Output, want Lists) (lists [][]float64, why string) {
	switch {
	case n != nil && n.Failed != "":
		return nil, n.Failed
	case !n.Offers(m.Op):
		return nil, ""
	case slices.ContainsFunc(arguments, func(o loaders.Output) bool { return o.Boxes == nil && o.Tokens == nil }):
		return nil, "what its argument returns is not known"
	}
	lists, err := n.Ask(ex, m, arguments)
	if err == nil {
		err = want.checkLists(lists)
	}
	if err != nil {
		why = loaders.Clean(err.Error())
		n.fail(m.Op + ": " + why)
		return nil, "the model cannot say: " + why
	}
	return lists, ""
}

// checkLists returns nil for lists that are as w says: of the number and the lengths, with numbers
// from 0 to Most. Else its error says what the first difference is.
func (w Lists) checkLists(lists [][]float64) error {
	if len(lists) != len(w.Lengths) {
		return fmt.Errorf("it returned %s instead of %d", loaders.Count(len(lists), "list"), len(w.Lengths))
	}
	for i, list := range lists {
		if want := w.Lengths[i]; len(list) != want && (want != AnyLength || len(list) == 0) {
			return fmt.Errorf("it returned %s instead of %d", loaders.Count(len(list), "number"), max(want, 1))
		}
		if at := slices.IndexFunc(list, func(x float64) bool { return !(x >= 0 && x <= w.Most) }); at >= 0 {
			return fmt.Errorf("it returned %g, which is not from 0 to %g", list[at], w.Most)
		}
	}
	return nil
}
