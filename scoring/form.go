package scoring

import (
	"reflect"
	"slices"

	"faithscope/loaders/coding"
)

// New is empty evidence of type T.
func New[T any, P interface {
	*T
	Evidence
}]() Evidence {
	return P(new(T))
}

// Code writes e as a field, or reads evidence and returns it, so that it gives the
// scores of the first to the last bit. What is read may be anybody's, and is of no use where the coder tells an error.
func (p *Protocol) Code(c *coding.Coder, name string, e Evidence) Evidence {
	if c.Reads() {
		e = p.New()
	}
	c.Takes(reflect.TypeOf(e).Elem(), 1)
	c.Object(name, func() { e.Fields(c) })
	return e
}

// CodeOneOf is Code for evidence that some protocol of a list has prepared: the
// protocol's name and the evidence. It returns nil where the coder tells an error.
func CodeOneOf(c *coding.Coder, name string, list []Protocol, e Evidence) (of Evidence) {
	c.Tuple(name, func() {
		k, protocol := owner(list, e), ""
		if !c.Reads() {
			protocol = list[k].Name
		}
		if c.Text("protocol", &protocol); c.Reads() {
			k = slices.IndexFunc(list, func(p Protocol) bool { return p.Name == protocol })
		}
		if c.Check(k >= 0, "evidence of %.40q", protocol); k >= 0 {
			of = list[k].Code(c, "evidence", e)
		}
	})
	return of
}

// owner is the first protocol whose evidence e may be, -1 for none.
func owner(list []Protocol, e Evidence) int {
	return slices.IndexFunc(list, func(p Protocol) bool { return reflect.TypeOf(p.New()) == reflect.TypeOf(e) })
}

// CodeEvidence goes over the evidence of one example for each of the protocols,
// nil where one has nothing to say about it. What one derives from another's is not
// written, and is derived again.
func CodeEvidence(c *coding.Coder, protocols []Protocol, evidence []Evidence) {
	for k := range protocols {
		if c.Err() != nil {
			return
		}
		p, shared := &protocols[k], Evidence(nil)
		if p.Derive != nil {
			shared = p.Derive(evidence[:k])
		}
		if shared == nil && c.There(p.Name, evidence[k] != nil) {
			shared = p.Code(c, p.Name, evidence[k])
			c.Locate(p.Name)
		}
		if c.Reads() {
			evidence[k] = shared
		}
	}
}
