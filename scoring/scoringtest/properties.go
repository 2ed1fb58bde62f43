package scoringtest

import (
	"math/rand/v2"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// Each runs a property on every one of protocols that has a specimen. examples is what
// makes the property hard: 40 of any quality.
func Each(
	t *testing.T, protocols []scoring.Protocol, property func(t *testing.T, p scoring.Protocol, x Specimen, examples []*loaders.Example),
) {
	for _, p := range protocols {
		x, ok := Specimens()[p.Name]
		if !ok {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			for seed := range uint64(5) {
				r := rand.New(rand.NewPCG(seed, 0))
				var examples []*loaders.Example
				for i := range 40 {
					examples = append(examples, x.Example(r, i))
				}
				property(t, p, x, examples)
			}
		})
	}
}

// Evidence is what a protocol keeps of examples. It fails where that is nothing
// for most of them.
func Evidence(t *testing.T, p scoring.Protocol, examples []*loaders.Example) []scoring.Evidence {
	t.Helper()
	var list []scoring.Evidence
	for _, ex := range examples {
		if e := p.Prepare(ex); e != nil {
			list = append(list, e)
		}
	}
	if len(list) < len(examples)/2 {
		t.Fatalf("the protocol accepts %d of %d specimens", len(list), len(examples))
	}
	return list
}

// Written is evidence as it is written in a form.
func Written(p scoring.Protocol, f coding.Form, e scoring.Evidence) []byte {
	c := coding.Writer(f)
	p.Code(c, "", e)
	return c.Written()
}

// ReadBack is the way back from Written, of what anybody wrote.
func ReadBack(p scoring.Protocol, f coding.Form, b []byte) (scoring.Evidence, error) {
	c := coding.Reader(f, b)
	e := p.Code(c, "", nil)
	return e, c.End()
}
