package dfol

import (
	"math"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// worlds returns the likelihood of a claim about a scene, summed over all worlds: every choice of
// which attributes and relations hold, weighed by their probability.
func worlds(t testing.TB, s *Scene, n int, asked string, claim func(is func(name string, of ...int) bool) bool) float64 {
	t.Helper()
	var keys []string
	var likely []float64
	at := map[string]int{}
	for name := range strings.FieldsSeq(asked) {
		add := func(p float64, of ...int) {
			at[name+string(rune('0'+of[0]))+string(rune('0'+of[len(of)-1]))] = len(keys)
			keys, likely = append(keys, name), append(likely, p)
		}
		for i := range n {
			if p, ok := s.attributes[name]; ok {
				add(math.Exp(p[i]), i)
				continue
			}
			for j := range n {
				if i != j {
					add(s.relations[name][i*n+j], i, j)
				}
			}
		}
	}
	sum := 0.
	for world := range 1 << len(keys) {
		p := 1.
		for k, l := range likely {
			if world>>k&1 == 0 {
				l = 1 - l
			}
			p *= l
		}
		if claim(func(name string, of ...int) bool {
			k, ok := at[name+string(rune('0'+of[0]))+string(rune('0'+of[len(of)-1]))]
			return ok && world>>k&1 == 1
		}) {
			sum += p
		}
	}
	return sum
}

// TestPrenexFormulasEqualEnumeration compares eq. 1 and other formulas whose quantifiers come first
// with the sum over all worlds, or with loops over the objects of each variable.
func TestPrenexFormulasEqualEnumeration(t *testing.T) {
	const n = 3
	r := random(t, 7)
	in := table{N: n, Attributes: map[string][]float64{}, Relations: map[string][][]float64{"left": nil}}
	for _, name := range []string{"square", "circle"} {
		in.Attributes[name] = expAll(r.attributes[name])[:n]
	}
	for i := range n {
		in.Relations["left"] = append(in.Relations["left"], r.relations["above"][i*5:i*5+n])
	}
	s := in.scene(t)
	type is = func(name string, of ...int) bool
	some := func(holds func(i int) bool) bool { return holds(0) || holds(1) || holds(2) }
	all := func(holds func(i int) bool) bool { return holds(0) && holds(1) && holds(2) }
	// Eq. 5 to 12, from the inside out: worlds are not counted so, because circle(y) is asked for each x.
	none := 1.
	for x := range n {
		related := 1.
		for y := range n {
			if x != y {
				related *= 1 - in.Attributes["circle"][y]*(1-in.Relations["left"][y][x])
			}
		}
		none *= 1 - in.Attributes["square"][x]*(1-related)
	}
	nested := 1 - none
	for _, c := range []struct {
		asked string
		forms []string
		claim func(is is) bool
	}{
		{"square left", []string{"∃X, ∀Y: Square(X) ∧ Left(X, Y)", "exists X forall Y: Square(X) and Left(X, Y)"},
			func(is is) bool {
				return some(func(x int) bool {
					return is("square", x) && all(func(y int) bool { return x == y || is("left", x, y) })
				})
			}},
		{"square circle left", []string{"∃x ∃y: square(x) ∧ circle(y) ∧ ¬left(y, x)", "exists x, y: square(x) & circle(y) & ~left(y, x)"},
			nil},
		{"square circle left", []string{"∀x ∃y: square(x) → circle(x) ∨ left(x, y)"},
			func(is is) bool {
				return all(func(x int) bool {
					return !is("square", x) || is("circle", x) || some(func(y int) bool { return x != y && is("left", x, y) })
				})
			}},
		{"square circle", []string{"∃x ∀y: square(x) ∨ circle(y)"},
			func(is is) bool {
				return some(func(x int) bool { return is("square", x) }) || all(func(y int) bool { return is("circle", y) })
			}},
		{"square left", []string{"∃x ∃z ∃y: left(x, y) ∧ square(z)", "∃x ∃y: left(x, y) ∧ ∃z square(z)"},
			func(is is) bool {
				return some(func(x int) bool { return some(func(y int) bool { return is("left", x, y) }) }) &&
					some(func(z int) bool { return is("square", z) })
			}},
	} {
		want := nested
		if c.claim != nil {
			want = worlds(t, s, n, c.asked, c.claim)
		}
		for _, form := range c.forms {
			check.Near(t, form, likelihood(t, form, s)[0], want, 1e-12)
		}
	}
}
