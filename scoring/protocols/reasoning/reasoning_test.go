package reasoning

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/rules"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/scoringtest"
)

// answered returns a question with an answer, judged as GQA's loader does.
func answered(predicted, gold string) *loaders.Example {
	return judged(&loaders.Example{ID: "q", Answer: loaders.Answer{Predicted: predicted, Gold: gold}})
}

func judged(ex *loaders.Example) *loaders.Example {
	ex.Answer.Correct, ex.Answer.Scores = loaders.Unknown, nil
	rules.Judge("gqa", &ex.Answer, rules.OptionsOf(ex), []string{ex.Answer.Gold})
	return ex
}

func TestMatch(t *testing.T) {
	judgedAs := func(v loaders.Verdict, predicted, gold string) *loaders.Example {
		ex := answered(predicted, gold)
		ex.Answer.Correct = v
		return ex
	}
	joined := func(predicted, n string) *loaders.Example {
		ex := answered(predicted, "dog")
		ex.Meta = map[string]string{"tied": n}
		return judged(ex)
	}
	scored := func(share float64) *loaders.Example {
		ex := judgedAs(loaders.Wrong, `["bus", "dog"]`, "dogs")
		ex.Answer.Score(rules.ShareScore, share)
		return ex
	}
	probable := answered("a", "a")
	probable.Program = []loaders.Module{
		{Op: "query", Output: loaders.Output{Options: []loaders.Option{{Name: "a", Probability: .5}, {Name: "b", Probability: .5}}}},
	}
	for _, c := range []struct {
		why              string
		ex               *loaders.Example
		exact, substring float64
		ok               bool
	}{
		{"exact", answered("man", "man"), 1, 1, true},
		{"woman contains man", answered("woman", "man"), 0, 1, true},
		{"man does not contain woman", answered("man", "woman"), 0, 0, true},
		{"case counts", answered("Man", "man"), 0, 0, true},
		{"one of two tied", answered(`["bus", "dog"]`, "dog"), .5, .5, true},
		{"tied, and one contains it", answered(`["bus", "hot dog"]`, "dog"), 0, .5, true},
		{"tied in words", joined("bus | dog", "2"), .5, .5, true},
		{"a bar in an answer", joined("bus | dog", "1"), 0, 1, true},
		{"a list of one is one answer", answered(`["dog"]`, "dog"), 1, 1, true},
		{"a list of none is wrong", answered(`[]`, "dog"), 0, 0, true},
		{"a bracket that is not a list", answered(`[dog`, "[dog"), 1, 1, true},
		{"a share that a rule gave", scored(.5), .5, .5, true},
		{"a share larger than n options have", scored(7), .5, .5, true},
		{"a share of nothing", scored(math.NaN()), 0, 0, true},
		{"the answer of a run whose options tie", probable, 1, 1, true},
		{"the file's verdict", judgedAs(loaders.Right, "Man.", "man"), 1, 1, true},
		{"it is of exact answers", judgedAs(loaders.Wrong, "woman", "man"), 0, 1, true},
		{"nothing but a verdict", judgedAs(loaders.Wrong, "", ""), 0, 0, true},
		{"a verdict on tied answers", judgedAs(loaders.Right, `["bus", "dog"]`, "dog"), 1, 1, true},
		{"no verdict on equal answers", judgedAs(loaders.Unknown, "dog", "dog"), 0, 0, false},
		{"no gold", answered("man", ""), 0, 0, false},
		{"no answer", answered("", "man"), 0, 0, false},
	} {
		got, ok := matchOf(c.ex)
		check.Equal(t, c.why, got, BaseMatch{c.exact, c.substring, false})
		check.Equal(t, c.why+": it is known", ok, c.ok)
	}
}

// A base without any answer splits nothing.
func TestABaseThatAnswersNothingSplitsNothing(t *testing.T) {
	unanswered, right := &loaders.Example{ID: "a", Answer: loaders.Answer{Gold: "x", Correct: loaders.Unanswered}},
		&loaders.Example{ID: "b", Answer: loaders.Answer{Gold: "x", Predicted: "x", Correct: loaders.Right}}
	if base := Split(slices.Values([]*loaders.Example{unanswered})); base == nil || len(base) > 0 {
		t.Errorf("%v without an answer", base)
	}
	check.Equal(t, "one", len(Split(slices.Values([]*loaders.Example{unanswered, right}))), 2)
}

func TestSplit(t *testing.T) {
	first, again, broken, silent := answered("man", "man"), answered("dog", "man"), answered("man", "man"), answered("", "man")
	broken.ID, broken.Broken, silent.ID = "broken", "no JSON", "silent"
	base := Split(slices.Values([]*loaders.Example{first, again, broken, silent}))
	if len(base) != 1 || base["q"] != (BaseMatch{1, 1, false}) {
		t.Errorf("%+v, want the first record of q alone", base)
	}
	if got := Split(func(func(*loaders.Example) bool) {}); got == nil || len(got) != 0 {
		t.Errorf("a run of nothing: %+v", got)
	}
}

func TestPrepare(t *testing.T) {
	tagged := func(tags ...string) *loaders.Example {
		ex := answered("a", "a")
		ex.Tags = tags
		return ex
	}
	kind := func(kind string, entailed ...string) *loaders.Example {
		ex := answered("a", "a")
		ex.Kind, ex.Entailed = kind, entailed
		return ex
	}
	omitsNone := scoring.Defaults()
	for _, c := range []struct {
		why        string
		ex         *loaders.Example
		base       BaseModel
		taken      bool
		hard, easy bool
	}{
		{"any answer", answered("a", "a"), nil, false, false, false},
		{"another data set's type", kind("max_find_qtype"), nil, false, false, false},
		{"a type of GQA", kind("logical"), nil, true, false, false},
		{"entails others", kind("", "p"), nil, true, false, false},
		{"unbalanced", tagged("unbalanced"), nil, true, false, false},
		{"hard by tag", tagged("odd", "hard"), nil, true, true, false},
		{"easy by tag", tagged("easy"), nil, true, false, true},
		{"unbalanced ones are in no set", tagged("easy", "unbalanced"), nil, true, false, false},
		{"hard for the base model, whatever the tag", tagged("easy"), BaseModel{"q": {}}, true, true, false},
		{"easy if it contains gold: only with the option", answered("a", "a"), BaseModel{"q": {Substring: 1}}, true, true, false},
		{"not answered by the base model", tagged("hard"), BaseModel{"q": {Unanswered: true}}, true, true, false},
		{"not asked of the base model", tagged("hard"), BaseModel{"p": {}}, true, false, false},
	} {
		e, taken := With(c.base).Prepare(c.ex).(*exampleEvidence)
		if taken != c.taken {
			t.Errorf("%s: accepted %v, want %v", c.why, taken, c.taken)
		} else if taken && (e.isWithin(hard, &omitsNone) != c.hard || e.isWithin(easy, &omitsNone) != c.easy) {
			t.Errorf("%s: hard %v, easy %v, want %v, %v", c.why, e.isWithin(hard, &omitsNone), e.isWithin(easy, &omitsNone), c.hard, c.easy)
		}
	}
	omitting := scoring.Settings{Missing: scoring.Omit}
	if e := With(BaseModel{"q": {Unanswered: true}}).Prepare(tagged("hard")).(*exampleEvidence); e.isWithin(hard, &omitting) {
		t.Error("a question that the base model doesn't answer stays in the hard set without missing answers")
	}
	check.Equal(t, "evidence of an answer alone", Protocol.Prepare(answered("a", "a")), nil)
}

// examples makes a run of n questions with sets by tag, some without verdict.
func examples(n int) []*loaders.Example {
	r := rand.New(rand.NewPCG(5, 6))
	list := make([]*loaders.Example, n)
	for i := range list {
		ex := &loaders.Example{
			ID: fmt.Sprint("q", i), Kind: structural[r.IntN(len(structural))],
			Meta:   map[string]string{"semantic type": semantic[r.IntN(len(semantic))]},
			Answer: loaders.Answer{Predicted: []string{"a", "b", `["a", "b"]`}[r.IntN(3)], Gold: []string{"a", "b"}[r.IntN(2)]},
			Tags:   []string{[]string{"hard", "easy", "odd"}[r.IntN(3)]},
		}
		for range r.IntN(4) {
			ex.Entailed = append(ex.Entailed, fmt.Sprint("q", r.IntN(n+5)))
		}
		if r.IntN(5) == 0 {
			ex.Tags = append(ex.Tags, "unbalanced")
		}
		if i%9 == 8 {
			ex.Answer.Gold = ""
		}
		list[i] = judged(ex)
	}
	return list
}

func aggregated(s scoring.Settings, list []*loaders.Example) *aggregate {
	a := Protocol.Aggregate(s).(*aggregate)
	for _, ex := range list {
		if e := Protocol.Prepare(ex); e != nil {
			a.Add(e)
		}
	}
	return a
}

// A run whose own answers made the sets has no accuracy on them: it would be 0 whatever the run
// answers. One other answer, and it has.
func TestSetsOfTheRunsOwnAnswersHaveNoAccuracy(t *testing.T) {
	list := examples(150)
	base := Split(slices.Values(list))
	for _, differs := range []bool{false, true} {
		if differs {
			i := slices.IndexFunc(list, func(ex *loaders.Example) bool { return !base[ex.ID].Easy(ByEquality) && ex.Answer.Gold != "" })
			list[i].Answer.Predicted = list[i].Answer.Gold
			judged(list[i])
		}
		a := Protocol.Aggregate(scoring.Defaults())
		for _, ex := range list {
			if e := With(base).Prepare(ex); e != nil {
				a.Add(e)
			}
		}
		for _, score := range a.Scores() {
			ofSets := slices.Contains([]string{"acc_hard", "err_easy"}, score.Metric)
			if _, ok := score.Value.Float(); ofSets && score.Count > 0 && ok != differs {
				t.Errorf("another answer: %v; %s of %s: %+v", differs, score.Metric, score.Of, score.Value)
			} else if !ok && ofSets && score.Count > 0 && !strings.Contains(score.Value.Why(), "by construction") {
				t.Errorf("%s of %s: %s", score.Metric, score.Of, score.Value.Why())
			}
		}
	}
}

// TestWhatIsLeftOut holds the conventions of consistency one by one.
func TestWhatIsLeftOut(t *testing.T) {
	q := func(id, predicted string, entailed ...string) *loaders.Example {
		ex := answered(predicted, "yes")
		ex.ID, ex.Kind, ex.Entailed = id, "verify", entailed
		return ex
	}
	unbalanced := q("u", "yes")
	unbalanced.Tags = []string{"unbalanced"}
	untold := q("x", "")
	for _, c := range []struct {
		why  string
		list []*loaders.Example
		want float64 // -1 for undefined
	}{
		{"itself does not count", []*loaders.Example{q("a", "yes", "a")}, -1},
		{"a wrong answer has no consistency", []*loaders.Example{q("a", "no", "b"), q("b", "yes")}, -1},
		{"nor has a tied one", []*loaders.Example{q("a", `["yes", "no"]`, "b"), q("b", "yes")}, -1},
		{"an entailed tied one is wrong", []*loaders.Example{q("a", "yes", "b"), q("b", `["yes", "no"]`)}, 0},
		{"an id listed twice counts twice", []*loaders.Example{q("a", "yes", "b", "c", "c"), q("b", "yes"), q("c", "no")}, 1. / 3},
		{"an id that the run does not have", []*loaders.Example{q("a", "yes", "b", "gone"), q("b", "yes")}, 1},
		{"one that has no verdict", []*loaders.Example{q("a", "yes", "b", "x"), q("b", "yes"), untold}, 1},
		{"unbalanced ones count where they are entailed", []*loaders.Example{q("a", "yes", "b", "u"), q("b", "no"), unbalanced}, .5},
		{"and only there", []*loaders.Example{func() *loaders.Example { ex := *unbalanced; ex.Entailed = []string{"b"}; return &ex }(),
			q("b", "yes")}, -1},
	} {
		score := byName(aggregated(scoring.Defaults(), c.list).Scores())["consistency overall"]
		if x, ok := score.Value.Float(); ok != (c.want >= 0) || ok && math.Abs(x-c.want) > 1e-12 {
			t.Errorf("%s: %v %s, want %v", c.why, x, score.Value.Why(), c.want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add(`["a", "b"]`, "a", "2", .5)
	f.Add("[", "", "x", math.NaN())
	f.Fuzz(func(t *testing.T, predicted, gold, tied string, share float64) {
		ex := answered(predicted, gold)
		ex.Meta = map[string]string{"tied": tied}
		ex.Answer.Score(rules.ShareScore, share)
		m, ok := matchOf(ex)
		if m.Exact < 0 || m.Exact > m.Substring || m.Substring > 1 || !ok && m != (BaseMatch{}) {
			t.Errorf("%q for %q: %+v %v", predicted, gold, m, ok)
		}
	})
}

// A run has one accuracy: an answer that ties with others is not right, for its verdict as for
// consistency, and only accuracy_shared gives it a share.
func TestTiesHaveOneRule(t *testing.T) {
	tied := answered(`["bus", "dog", "cat", "cow"]`, "dog")
	list := []*loaders.Example{tied, answered("dog", "dog"), answered("cat", "dog"), answered(`["cat", "cow"]`, "dog")}
	reasoned, verdicts := Protocol.Aggregate(scoring.Defaults()), answers.Protocol.Aggregate(scoring.Defaults())
	for i, ex := range list {
		ex.ID, ex.Kind = fmt.Sprint(i), "query"
		reasoned.Add(Protocol.Prepare(ex))
		verdicts.Add(answers.Protocol.Prepare(ex))
	}
	found := byName(reasoned.Scores())
	accuracy := byName(verdicts.Scores())["accuracy overall"].Value
	for key, want := range map[string]scoring.Value{
		"accuracy overall": accuracy, "accuracy open": accuracy, "accuracy query": accuracy,
		"accuracy_shared overall": scoring.Defined(1.25 / 4), "accuracy_shared open": scoring.Defined(1.25 / 4),
	} {
		if got := found[key]; got.Value != want || got.Count != 4 {
			t.Errorf("%s: %+v of %d, want %+v of 4", key, got.Value, got.Count, want)
		}
	}
	check.Equal(t, "accuracy by verdicts", accuracy, scoring.Defined(.25))
}

// BenchmarkReasoning scores 12,000 questions, as many as GQA's testdev has.
func BenchmarkReasoning(b *testing.B) { scoringtest.Bench(b, Protocol, examples(12_000), nil) }

// Questions that the base run lacks are in neither set, and a score counts them.
func TestQuestionsThatTheBaseRunLacks(t *testing.T) {
	question := func(id string, verdict loaders.Verdict) *loaders.Example {
		return &loaders.Example{ID: id, Kind: "query", Answer: loaders.Answer{Correct: verdict}}
	}
	p := With(BaseModel{"a": {Exact: 1, Substring: 1}, "b": {}})
	whole, part := p.Aggregate(scoring.Defaults()), p.Aggregate(scoring.Defaults())
	for i, ex := range []*loaders.Example{
		question("a", loaders.Right), question("b", loaders.Right), question("c", loaders.Wrong), {ID: "of no type"},
	} {
		if whole.Add(p.Prepare(ex)); i < 2 {
			part.Add(p.Prepare(ex))
		}
	}
	found := map[string]scoring.Score{}
	for _, s := range whole.Scores() {
		found[s.Metric+" "+s.Of] = s
	}
	if s := found["not_in_base overall"]; s.Value != scoring.Defined(2) || s.Count != 4 {
		t.Errorf("%+v, want 2 of 4", s)
	}
	check.Equal(t, "accuracy rests on questions", found["accuracy overall"].Count, 3)
	for _, s := range part.Scores() {
		if s.Metric == "not_in_base" {
			t.Errorf("nothing is missing, and the score is %+v", s)
		}
	}
}

// Accuracy by type is over the balanced questions, as eval.py has it.
func TestAccuracyByTypeIsOfBalancedQuestions(t *testing.T) {
	for _, semantic := range []string{"global", "obj"} {
		a := Protocol.Aggregate(scoring.Defaults())
		for i, x := range []struct {
			tag     string
			verdict loaders.Verdict
		}{{"balanced", loaders.Right}, {"unbalanced", loaders.Wrong}, {"unbalanced", loaders.Right}} {
			a.Add(Protocol.Prepare(&loaders.Example{
				ID: fmt.Sprint(i), Kind: "query", Tags: []string{x.tag}, Meta: map[string]string{"semantic type": semantic},
				Answer: loaders.Answer{Correct: x.verdict},
			}))
		}
		checked := 0
		for _, s := range a.Scores() {
			if s.Metric == "accuracy" && (s.Of == "query" || s.Of == semantic) {
				if checked++; s.Value != scoring.Defined(1) || s.Count != 1 {
					t.Errorf("accuracy of %s is %+v over %d, want 1 over 1", s.Of, s.Value, s.Count)
				}
			}
		}
		check.Equal(t, "scored types", checked, 2, "want query and", semantic)
	}
}

// A question without an answer is wrong, or has no verdict, and makes no group
// right.
func TestUnanswered(t *testing.T) {
	right, silent := answered("yes", "yes"), answered("", "yes")
	right.Kind, right.Groups, silent.Kind, silent.Groups = "verify", []string{"g"}, "verify", []string{"g"}
	silent.ID, silent.Answer.Correct = "s", loaders.Unanswered
	for policy, want := range map[scoring.MissingNumberPolicy]map[string]float64{
		scoring.Zero: {"accuracy": .5, "accuracy_shared": .5, "unknown": 0, "consistency_groups": 0},
		scoring.Omit: {"accuracy": 1, "accuracy_shared": 1, "unknown": 1},
	} {
		s := scoring.Defaults()
		s.Missing = policy
		a := Protocol.Aggregate(s)
		for _, ex := range []*loaders.Example{right, silent} {
			a.Add(Protocol.Prepare(ex))
		}
		for _, score := range a.Scores() {
			x, ok := score.Value.Float()
			if w, told := want[score.Metric]; score.Of == "overall" && (told && x != w || ok && !told) {
				t.Errorf("%v: %+v, want %v", policy, score, w)
			}
		}
	}
}
