package scoring

import (
	"slices"

	"faithscope/loaders/coding"
)

// Form is how evidence is written, and read back so that it gives the scores of
// the first to the last bit.
type Form struct {
	holds func(e Evidence) bool
	code  func(c *coding.Coder, name string, e Evidence) Evidence
}

// Holds reports whether e is evidence of this form.
func (f Form) Holds(e Evidence) bool { return f.holds(e) }

// Code writes e as a field, or reads evidence and returns it. What is read may be anybody's,
// and is of no use where the coder tells an error.
func (f Form) Code(c *coding.Coder, name string, e Evidence) Evidence { return f.code(c, name, e) }

// declared is evidence whose fields are declared.
type declared[T any] interface {
	*T
	Evidence
	// Fields goes over the fields, and checks what could not have been
	// prepared. It may also work out what is not written.
	Fields(c *coding.Coder)
}

// FormOf is the form of evidence that declares its fields: an object.
func FormOf[T any, P declared[T]]() Form {
	return Form{
		func(e Evidence) bool { _, ok := e.(P); return ok },
		func(c *coding.Coder, name string, e Evidence) Evidence {
			x, _ := e.(P)
			if c.Reads() {
				x = new(T)
			}
			coding.Takes[T](c, 1)
			c.Object(name, func() { x.Fields(c) })
			return x
		},
	}
}

// OneOf is the form of evidence that some protocol of a list has prepared: the
// protocol's name and the evidence.
func OneOf(list []Protocol) Form {
	return Form{
		func(e Evidence) bool { return owner(list, e) >= 0 },
		func(c *coding.Coder, name string, e Evidence) Evidence {
			c.Tuple(name, func() {
				k, protocol := owner(list, e), ""
				if !c.Reads() {
					protocol = list[k].Name
				}
				if c.Text("protocol", &protocol); c.Reads() {
					k = slices.IndexFunc(list, func(p Protocol) bool { return p.Name == protocol })
				}
				if c.Check(k >= 0, "evidence of %.40q", protocol); k >= 0 {
					e = list[k].Form.Code(c, "evidence", e)
				}
			})
			return e
		},
	}
}

// owner is the first protocol whose evidence e may be, -1 for none.
func owner(list []Protocol, e Evidence) int {
	for k := range list {
		if list[k].Form.Holds(e) {
			return k
		}
	}
	return -1
}

// CodeEvidence goes over the evidence of one example for each of the protocols,
// nil where one has nothing to say about it. What one derives from another's is not
// written, and is derived again.
func CodeEvidence(c *coding.Coder, protocols []Protocol, evidence []Evidence) {
	for k := range protocols {
		if c.Err() != nil {
			return
		}
		p := &protocols[k]
		shared := p.shared(evidence[:k])
		if shared == nil && c.There(p.Name, evidence[k] != nil) {
			shared = p.Form.Code(c, p.Name, evidence[k])
			c.Locate(p.Name)
		}
		if c.Reads() {
			evidence[k] = shared
		}
	}
}
