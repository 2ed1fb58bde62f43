package dfol

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor"
)

// random returns a scene in which nothing is certain.
func random(t testing.TB, seed uint64) *Scene {
	r := rand.New(rand.NewPCG(seed, 1))
	in := table{N: 5, Attributes: map[string][]float64{}, Relations: map[string][][]float64{}}
	row := func() (p []float64) {
		for range in.N {
			p = append(p, r.Float64())
		}
		return p
	}
	for _, name := range []string{"square", "circle", "yellow", "black", "large"} {
		in.Attributes[name] = row()
	}
	for _, name := range []string{"to the left of", "above"} {
		for range in.N {
			in.Relations[name] = append(in.Relations[name], row())
		}
	}
	return in.scene(t)
}

func colors(t testing.TB) *ConceptCategories {
	return concepts(t, []byte(`{"categories": {"color": ["yellow", "black"], "shape": ["square", "circle"]}}`))
}

func parsed(t testing.TB, text string) []loaders.Module {
	t.Helper()
	modules, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return modules
}

func likelihood(t testing.TB, text string, s *Scene) []float64 {
	t.Helper()
	l, err := NewRunner(Settings{}).Likelihood(compiled(t, parsed(t, text), colors(t)), s)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return l
}

// TestProgramsAgreeInAllForms asks the same program in three forms.
func TestProgramsAgreeInAllForms(t *testing.T) {
	s := random(t, 1)
	for _, forms := range [][]string{
		{"exist(filter[yellow](find[square]))", "∃x (square(x) ∧ yellow(x))", "exists x: square(x) & yellow(x)",
			"select: square (1,2)->filter color: yellow [0]->exist: ? [1]", "verify[yellow](select[squares])",
			"EXIST( filter [ Yellow ] ( find[square] ) )"},
		{"exist(with_relation[above](find[circle], find[square]))", "∃x (circle(x) ∧ ∃y (above(x, y) ∧ square(y)))",
			"verify-rel[circle,above,s](find[square])"},
		{"exist(relate[circle,above,s](filter[black](select[square])))", "∃y (circle(y) ∧ ∃x (above(y, x) ∧ square(x) ∧ black(x)))",
			"select: square (1)->filter color: black [0]->relate: circle,above,s (3) [1]->exist: ? [2]",
			"verify_rel[circle,above,s](filter[black](select[square]))"},
		{"exist(relate[_,to the left of,o](select[square]))", "exists x exists y (to the left of(y, x) and square(y))"},
		{"and(exist(select[square]), none(select[circle]))", "(exists x square(x)) & ~exists x: circle(x)", "∃x (square(x)) ∧ ∄x (circle(x))"},
		{"forall(union(select[not(square)], select[yellow]))", "∀x (square(x) → yellow(x))", "forall x: not square(x) or yellow(x)"},
		{"exist(filter[square](not(relate[_,not(above),s](select[circle]))))", "∃x (square(x) ∧ ∀y (circle(y) → above(x, y)))"},
		{"choose[yellow|black](select[square])", "query[color](select[square])", "select: square (1)->query: color [0]"},
		{"two-same[color](select[square], select[circle])", "select: square (1)->select: circle (2)->same color: ? [0, 1]"},
		{"compare[large,true](select[square], select[circle])", "select: square (1)->select: circle (2)->choose less large: ? [0, 1]"},
	} {
		want := likelihood(t, forms[0], s)
		for _, form := range forms[1:] {
			got := likelihood(t, form, s)
			for k := range want {
				if len(got) != len(want) || math.Abs(got[k]-want[k]) > 1e-12 {
					t.Errorf("%s: %v\n%s: %v", form, got, forms[0], want)
				}
			}
		}
	}
}

// A comparison names the attribute that is looked for, whatever its comparative does to it.
func TestComparativesNameTheirAttribute(t *testing.T) {
	for word, want := range map[string]string{
		"larger": "large", "wider": "wide", "healthier": "healthy", "taller": "tall", "smaller": "small", "older": "old", "longer": "long",
		"bigger": "big", "hotter": "hot", "thinner": "thin", "redder": "red", "drabber": "drab", "odder": "odd",
		"more wooden": "wooden", "less big": "big", "less bigger": "big",
	} {
		var n node
		m := loaders.Module{Op: "compare", Name: "choose " + word}
		if err := n.readComparison(&m); err != nil || !slices.Equal(n.about, []literal{{name: want}}) ||
			n.less != strings.HasPrefix(word, "less ") {
			t.Errorf("%s: %+v, less %v, %v; want %s", word, n.about, n.less, err, want)
		}
	}
}

// TestFormulaIsParsed writes programs as formulas and asks those.
func TestFormulaIsParsed(t *testing.T) {
	for text, want := range map[string]string{
		"exist(filter[yellow](find[square]))": "∃x (square(x) ∧ yellow(x))",
		"verify-rel[circle,above,o](filter[not(black)](select))": "∃x (circle(x) ∧ ∃y (¬black(y) ∧ " +
			"above(y, x)))",
		"exist(with-relation[above](find[circle],find[square]))": "∃x (circle(x) ∧ ∃y (square(y) ∧ " +
			"above(x, y)))",
		"or(none(select[square]), not(exist(discard(select[circle], select[large]))))": "∄x (square(x)) ∨ ¬(∃x (circle(x) ∧ " +
			"¬(large(x))))",
		"exist(intersect(union(select[square], select[circle]), relate[_,above,s](select[large])))": "∃x ((square(x) ∨ circle(x)) ∧ ∃y " +
			"(large(y) ∧ above(x, y)))",
	} {
		modules := parsed(t, text)
		got, err := Formula(modules, nil)
		if err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
			continue
		}
		for i, m := range parsed(t, got) {
			check.Equal(t, got+": module", m.Place, i)
		}
		for seed := range uint64(5) {
			s := random(t, seed)
			check.Near(t, "as a formula", likelihood(t, text, s)[0], likelihood(t, got, s)[0], 1e-12, text)
		}
	}
	for text, want := range map[string]string{
		"query[color](select[square])":                    "argmax o ∈ {yellow, black}: ∃x (square(x) ∧ o(x))",
		"all-same[color](select)":                         "∃ o ∈ {yellow, black}: ∀x ((⊤) → o(x))",
		"compare[large,false](find[square],find[circle])": "∃x (square(x) ∧ large(x)) > ∃x (circle(x) ∧ large(x))",
	} {
		if got, err := Formula(parsed(t, text), colors(t)); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
}

// TestAttentionFormulasAreThePapers writes programs like the paper's Table 4.
func TestAttentionFormulasAreThePapers(t *testing.T) {
	for text, want := range map[string]string{
		"exist(filter[yellow](find[square]))": "A∃(Filter_yellow[Filter_square[1]])",
		"∃X ∀Y: Square(X) ∧ Left(X, Y)":       "A∃(Filter_square[Relate_left,∀[1]])",
		"exist(relate[circle,to the left of,o](find[square]))": "A∃(Filter_circle[Relate_{to the " +
			"left of}⁻¹,∃[Filter_square[1]]])",
		"exist(with_relation[above](find[circle], find[square]))": "A∃(Filter_circle[1] · Relate_above,∃[Filter_square[1]])",
		"verify-rel[circle,above,s](filter[not(black)](select))":  "A∃(Filter_circle[Relate_above,∃[Filter_¬black[1]]])",
		"and(exist(select[square]), none(select[circle]))":        "A∃(Filter_square[1]) · A∄(Filter_circle[1])",
		"or(select[square], not(forall(select[circle])))":         "Neg[Neg[A∃(Filter_square[1])] · Neg[Neg[A∀(Filter_circle[1])]]]",
		"query[color](select[square])":                            "argmax{o ∈ yellow, black} A∃(Filter_o[Filter_square[1]])",
		"choose-rel[circle,above|left,s](select[square])": "argmax{o ∈ above, left} A∃(Filter_c" +
			"ircle[Relate_o,∃[Filter_square[1]]])",
		"compare[large,true](find[square],find[circle])": "A∃(Filter_large[Filter_square[1]]) " +
			"< A∃(Filter_large[Filter_circle[1]])",
		"two-different[color](select[square], select[circle])": "A∄{o ∈ yellow, black} A∃(Filter_o[Filter_s" +
			"quare[1]]) · A∃(Filter_o[Filter_circle[1]])",
		"exist(intersect(not(relate[_,not(above),s](select)), select))": "A∃(Relate_above,∀[1] · 1)",
	} {
		if got, err := AttentionFormula(parsed(t, text), colors(t)); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
	_, err := AttentionFormula(parsed(t, "equal(count(find[square]), count(find[circle]))"), nil)
	check.Fails(t, "a count has a formula", err)
	if got, err := Formula(parsed(t, "∃X ∀Y: Square(X) ∧ Left(X, Y)"), nil); err != nil || got != "∃x (∀y (left(x, y)) ∧ square(x))" {
		t.Errorf("eq. 1 is written %s, %v", got, err)
	}
}

func TestWrongPrograms(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "the program is empty",
		"exist(":                     "a module name",
		"exist(find[square]":         `"," or ")"`,
		"exist(find[square])x":       "the end of the program",
		"exist(find[square":          `"]"`,
		"exist()":                    "wrong number of arguments: 0, expected 1",
		"tally(find[square])":        "no such operator",
		"exist(exist(find[square]))": "does not return a set of objects",
		"query[smell](find[square])": `no list of concepts (--concepts) contains the options for "smell"`,
		"exist(relate[above,below](find[square]))":       "name,relation,s",
		"exist(relate[a,b,c](find[square]))":             "neither s (subject) nor o (object)",
		"∃x square(y)":                                   "no quantifier binds",
		"∃x (square(x) ∧ above(x, x))":                   "two different ones",
		"∃x (square(x)":                                  `missing ")"`,
		"∃x ∃y (above(x, y) ∧ left(y, x))":               "two relations",
		"∃x ∃y (above(x, y) ∧ (left(x, y) ∨ square(y)))": "only a relation may join x and y",
		"square(x) ∧ ∃y circle(y)":                       "no quantifier binds",
		"select: a->filter: b [7]":                       "but only earlier steps have results",
		"select: a->b":                                   "operation: argument",
		"∃x " + strings.Repeat("¬", 5000) + "square(x)":  "too deep",
		"∃x " + strings.Repeat("(", 5000) + "square(x)":  "too deep",
		strings.Repeat("exist(", 5000):                   "too deep",
	} {
		modules, err := Parse(text)
		if err == nil {
			_, err = Compile(modules, colors(t))
		}
		check.Error(t, "case", err, want, text)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"exist(filter[yellow](find[square]))", "∃x (square(x) → ∀y (above(x, y) ∨ ¬black(y)))",
		"select: a (1)->query: color [0]"} {
		f.Add(seed)
	}
	s, c := random(f, 1), colors(f)
	f.Fuzz(func(t *testing.T, text string) {
		modules, err := Parse(text)
		if err != nil {
			return
		}
		p, err := Compile(modules, c)
		if err != nil {
			return
		}
		l, err := NewRunner(Settings{}).Likelihood(p, s)
		for _, p := range l {
			if err == nil && !(p >= 0 && p <= 1+1e-9) {
				t.Errorf("%q: likelihood %v", text, p)
			}
		}
		if _, err := Formula(modules, c); err != nil {
			t.Errorf("%q is compiled but not written: %v", text, err)
		}
	})
}

// A file of plain lists has classes where its name says so, else categories.
func TestPlainListsAreClassesByFileName(t *testing.T) {
	c := &ConceptCategories{}
	for name, text := range map[string]string{
		"gqa_all_class.json": `{"furniture": ["chair", "table"]}`, "gqa_all_attribute.json": `{"color": ["red", "blue"]}`,
	} {
		if err := c.Add(name, []byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for category, want := range map[string][]string{"name": {"chair", "table"}, "color": {"red", "blue"}} {
		if got, err := c.optionsOf(category, "furniture"); err != nil || !slices.Equal(got, want) {
			t.Errorf("the %s of furniture: %q, %v; want %q", category, got, err, want)
		}
	}
	for _, text := range []string{`{"color": 1}`, `{}`} {
		check.Fails(t, "lists", c.Add("lists.json", []byte(text)), text)
	}
}

func TestUnknownConceptsAreErrors(t *testing.T) {
	s := random(t, 1)
	for text, want := range map[string]UnknownConcept{
		"exist(find[dog])": {Name: "dog"}, "exist(relate[_,under,s](find[square]))": {Relation: true, Name: "under"},
		"choose[yellow|smelly](find[square])": {Name: "smelly"},
	} {
		_, err := NewRunner(Settings{Normalize: true}).Run(compiled(t, parsed(t, text), nil), s, nil)
		check.Is(t, text, err, want, text)
	}
}

// Two options with the same name are written as one, since options are keys there: each
// of them gives that answer. Anything is called as the authors' code calls it.
func TestOptionsOfOneNameAreAddedUp(t *testing.T) {
	s := random(t, 2)
	text := "compare[large,false](filter[black](find[circle]), filter[yellow](find[circle]))"
	e := &Executor{Scene: func(string) (*Scene, error) { return s, nil }}
	answered, err := e.Answer(&loaders.Example{ID: "1", Meta: map[string]string{"image": "1"}, Program: parsed(t, text)})
	check.NoError(t, err)
	if options := answered.Program[0].Output.Options; len(options) != 1 || options[0].Name != "circle" ||
		math.Abs(options[0].Probability-1) > 1e-12 {
		t.Errorf("options %v, want circle alone with 1", options)
	}
	if a := answered.Answer; a.Predicted != "circle" || a.Probability == nil || math.Abs(*a.Probability-1) > 1e-12 {
		t.Errorf("answer %+v, want circle with 1", a)
	}
	fit, err := Calibrate(Settings{}, []Question{{compiled(t, parsed(t, text), nil), s, "circle"}})
	if err != nil || math.Abs(fit.Before) > 1e-12 {
		t.Errorf("the loss of an answer that either option gives: %+v, %v", fit, err)
	}
	for _, anything := range []string{"scene", "Scene", "_"} {
		p := compiled(t, parsed(t, "compare[large,false](select["+anything+"], select[circle])"), nil)
		check.EqualLists(t, "select options", p.Options(), []string{"entity", "circle"}, anything)
	}
}

func TestChangesReachTheAnswer(t *testing.T) {
	s := random(t, 3)
	modules := parsed(t, "exist(filter[yellow](find[square]))")
	run := func(changes executor.OutputChanges) *executor.Outcome {
		o, err := NewRunner(Settings{}).Run(compiled(t, changes.Program(modules), nil), s, changes)
		check.NoError(t, err)
		return o
	}
	before := run(nil)
	none, half := 0., 0.5
	if o := run(executor.OutputChanges{2: {Scale: &none}}); *o.Probability > 1e-15 || o.Answer != "no" {
		t.Errorf("without squares: %v, %s", *o.Probability, o.Answer)
	}
	only := run(executor.OutputChanges{1: {Scale: &none, Switches: []executor.ProbabilityOverride{{Box: 3, Probability: 0.75}, {Box: 99,
		Probability: 1}}}})
	if math.Abs(*only.Probability-0.75) > 1e-12 || only.Answer != "yes" {
		t.Errorf("one box alone: %v", *only.Probability)
	}
	if o := run(executor.OutputChanges{0: {Op: "none"}}); math.Abs(*o.Probability+*before.Probability-1) > 1e-12 {
		t.Errorf("none is %v, exist %v", *o.Probability, *before.Probability)
	}
	black := run(executor.OutputChanges{1: {Text: "black"}})
	check.Equal(t, "black squares", *black.Probability, likelihood(t, "exist(filter[black](find[square]))", s)[0])
	if o := run(executor.OutputChanges{2: {Above: &half}}); *o.Probability == *before.Probability {
		t.Error("a bar at one half changes nothing")
	}
	check.Equal(t, "a change stays", *run(nil).Probability, *before.Probability)
}

// A negated relation holds of another object as far as the relation does not (eq. 12
// with 1 - P), on either side of it.
func TestNegatedRelationsHoldOfOtherObjects(t *testing.T) {
	s := table{
		N: 2, Attributes: map[string][]float64{"square": {0, 0.5}},
		Relations: map[string][][]float64{"above": {{0, 0.8}, {0.4, 0}}},
	}.scene(t)
	for text, want := range map[string]float64{
		"exist(relate[_,not(above),s](select[square]))": (1 - 0.8) * 0.5,
		"exist(relate[_,not(above),o](select[square]))": (1 - 0.4) * 0.5,
	} {
		near(t, text, likelihood(t, text, s)[0], want)
	}
}

// Queries of one category are equal as far as one option holds of both: 1 - the
// product over the options of 1 - pq.
func TestQueriesAreEqual(t *testing.T) {
	s := table{N: 2, Attributes: map[string][]float64{"square": {1, 0}, "circle": {0, 1}, "yellow": {0.8, 0.3}, "black": {0.1, 0.6}}}.scene(t)
	text := "equal(query[color](select[square]), query[color](select[circle]))"
	near(t, text, likelihood(t, text, s)[0], 1-(1-0.8*0.3)*(1-0.1*0.6))
}

// A scene without objects is the scene of the others: their likelihoods stay, alone and in
// pairs. Without any, nothing exists.
func TestRemovedObjectsLeaveTheOthersLikelihoods(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	all := table{N: 5, Attributes: map[string][]float64{}, Relations: map[string][][]float64{}}
	row := func() []float64 { return loaders.Fill(all.N, func(int) float64 { return r.Float64() }) }
	for _, name := range []string{"square", "circle", "yellow"} {
		all.Attributes[name] = row()
	}
	all.Relations["above"] = loaders.Fill(all.N, func(int) []float64 { return row() })
	for s := range 1 << all.N {
		var kept []int
		away := make([]bool, all.N)
		for i := range away {
			if away[i] = s>>i&1 == 0; !away[i] {
				kept = append(kept, i)
			}
		}
		pick := func(p []float64) []float64 { return loaders.Map(kept, func(i int) float64 { return p[i] }) }
		rest := table{N: len(kept), Attributes: map[string][]float64{}, Relations: map[string][][]float64{}}
		for name, p := range all.Attributes {
			rest.Attributes[name] = pick(p)
		}
		rest.Relations["above"] = [][]float64{}
		for _, i := range kept {
			rest.Relations["above"] = append(rest.Relations["above"], pick(all.Relations["above"][i]))
		}
		for _, text := range []string{"exist(filter[yellow](find[square]))", "exist(with_relation[above](find[circle], find[square]))"} {
			got, want := likelihood(t, text, all.scene(t).Without(away)), likelihood(t, text, rest.scene(t))
			nearAll(t, text, got, want)
			if s == 0 && got[0] > 1e-12 {
				t.Errorf("%s is %v where nothing is", text, got)
			}
		}
	}
}

// The last operator has the literals that it verifies, and none where it joins branches.
func TestBranchesKeepTheLastOperatorsArguments(t *testing.T) {
	for text, want := range map[string][]any{
		"verify[yellow](select[square])":                    {[]string{"yellow"}},
		"choose[yellow|black](select[square])":              {[]string{"yellow", "black"}},
		"and(exist(select[square]), exist(select[circle]))": {},
		"verify-rel[circle,above,s](find[square])":          {"above", true, "circle"},
		"exist(filter[black](select[square]))":              {},
	} {
		b, ok := compiled(t, parsed(t, text), colors(t)).Branches()
		if !ok || !reflect.DeepEqual(b.Last.Arguments, want) {
			t.Errorf("%s: %#v, want %#v", text, b.Last.Arguments, want)
		}
	}
}
