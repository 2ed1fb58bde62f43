package scoringtest

import (
	"math/rand/v2"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// Each runs a subtest per protocol with a specimen, on 40 examples of any quality, with five seeds.
func Each(
	t *testing.T, protocols []scoring.Protocol, checkProperty func(t *testing.T, p scoring.Protocol, x ProtocolCheck,
		examples []*loaders.Example),
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
				checkProperty(t, p, x, examples)
			}
		})
	}
}

// Evidence fails the test if the protocol applies to fewer than half.
func Evidence(t *testing.T, p scoring.Protocol, examples []*loaders.Example) []scoring.Evidence {
	t.Helper()
	var list []scoring.Evidence
	for _, ex := range examples {
		if e := scoring.PrepareAll([]scoring.Protocol{p}, ex)[0]; e != nil {
			list = append(list, e)
		}
	}
	if len(list) < len(examples)/2 {
		t.Fatalf("the protocol accepts %d of %d specimens", len(list), len(examples))
	}
	return list
}

// Written encodes evidence.
func Written(p scoring.Protocol, e scoring.Evidence) []byte {
	c := coding.Writer()
	p.Code(c, e)
	return c.Written()
}

// ReadBack decodes untrusted evidence.
func ReadBack(p scoring.Protocol, b []byte) (scoring.Evidence, error) {
	c := coding.Reader(b)
	e := p.Code(c, nil)
	return e, c.End()
}
