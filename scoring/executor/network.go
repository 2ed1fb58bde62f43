package executor

import (
	"fmt"
	"slices"
	"sync"

	"faithscope/loaders"
)

// Network asks a model to run modules. It is safe for concurrent use; nil offers none.
type Network struct {
	Modules []string
	// Ask returns a list of numbers per picture, or a single list.
	Ask    func(ex *loaders.Example, m *loaders.Module, arguments []loaders.Output) ([][]float64, error)
	Failed string

	failureCounts
}

type failureCounts struct {
	mu       sync.Mutex
	byReason map[string]int
}

// Failures are in descending frequency.
func (f *failureCounts) Failures() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return loaders.ByCount(f.byReason)
}

func (f *failureCounts) fail(failureReason string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byReason == nil {
		f.byReason = map[string]int{}
	}
	f.byReason[failureReason]++
}

// AnyLength is any positive length.
const AnyLength = -1

// Offers is false for a nil Network.
func (n *Network) Offers(operatorName string) bool {
	return n != nil && slices.Contains(n.Modules, operatorName)
}

// ListRequirement requires lengths, which may be [AnyLength], and numbers from 0 to Most.
type ListRequirement struct {
	Lengths []int
	Most    float64
}

// Run returns a module's output in the required form, or nil and a reason, which is "" if the module
// isn't offered. Failures counts it if the model was asked.
func (n *Network) Run(ex *loaders.Example, m *loaders.Module, argumentOutputs []loaders.Output,
	listRequirement ListRequirement) (_ [][]float64, reason string) {
	switch {
	case n != nil && n.Failed != "":
		return nil, n.Failed
	case !n.Offers(m.Op):
		return nil, ""
	case slices.ContainsFunc(argumentOutputs, func(o loaders.Output) bool { return o.Boxes == nil && o.Tokens == nil }):
		return nil, "its argument's output is unknown"
	}
	lists, err := n.Ask(ex, m, argumentOutputs)
	if err == nil {
		err = listRequirement.checkLists(lists)
	}
	if err != nil {
		reason = loaders.Clean(err.Error())
		n.fail(m.Op + ": " + reason)
		return nil, "the model failed: " + reason
	}
	return lists, ""
}

func (w ListRequirement) checkLists(numberLists [][]float64) error {
	if len(numberLists) != len(w.Lengths) {
		return fmt.Errorf("it returned %s instead of %d", loaders.Count(len(numberLists), "list"), len(w.Lengths))
	}
	for i, list := range numberLists {
		if want := w.Lengths[i]; len(list) != want && (want != AnyLength || len(list) == 0) {
			return fmt.Errorf("it returned %s instead of %d", loaders.Count(len(list), "number"), max(want, 1))
		}
		if at := slices.IndexFunc(list, func(x float64) bool { return !(x >= 0 && x <= w.Most) }); at >= 0 {
			return fmt.Errorf("it returned %g, which is not between 0 and %g", list[at], w.Most)
		}
	}
	return nil
}
