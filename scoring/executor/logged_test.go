package executor

import (
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
)

// passage has a program over four tokens: a count of a filtered find.
func passage() *loaders.Example {
	return &loaders.Example{
		ID: "p", Answer: loaders.Answer{Predicted: "3", Gold: "2"},
		Passage: &loaders.Passage{Tokens: []string{"two", "field", "goals", "won"}},
		Program: []loaders.Module{
			{Op: "count", Children: []int{1}},
			{Op: "filter", Children: []int{2}, Output: loaders.Output{Tokens: []float64{.25, .25, .25, .25}}},
			{Op: "find", Output: loaders.Output{Tokens: []float64{.5, .5, 0, 0}},
				Gold: &loaders.Gold{Spans: []loaders.Span{{Start: 0, End: 1}, {Start: 2, End: 4}, {Start: 9, End: 12}}}},
		},
	}
}

func TestTokensSwitchAndWhatIsAboveIsFrozen(t *testing.T) {
	ex := passage()
	if o, err := (Logged{}).Run(ex, nil); err != nil || o.Answer != "3" || o.Undefined != "" || strings.Join(o.Frozen, "") != "" {
		t.Errorf("unchanged: %+v, %v", o, err)
	}
	o, err := Logged{}.Run(ex, Changes{2: {Switches: []Switch{{Box: 0}, {Box: 7, Probability: 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := o.Outputs[2].Tokens; !slices.Equal(got, []float64{0, 1, 0, 0}) {
		t.Errorf("without its first token: %v", got)
	}
	if o.Frozen[2] != "" || o.Frozen[1] == "" || o.Frozen[0] == "" || o.Answer != "" || o.Undefined == "" {
		t.Errorf("frozen %q, answer %q, undefined %q", o.Frozen, o.Answer, o.Undefined)
	}
	if !slices.Equal(o.Outputs[1].Tokens, ex.Program[1].Output.Tokens) {
		t.Error("a frozen module has another output")
	}
	if o, _ := (Logged{}).Run(ex, Changes{1: {Output: &loaders.Output{Tokens: []float64{1, 0, 0, 0}}},
		2: {Switches: []Switch{{Box: 1}}}}); o.Frozen[1] != "" || o.Outputs[1].Tokens[0] != 1 {
		t.Errorf("a module that was given its output is frozen: %q", o.Frozen)
	}
	for what, changes := range map[string]Changes{"another argument": {2: {Text: "x"}}, "another operator": {0: {Op: "sum"}}} {
		if _, err := (Logged{}).Run(ex, changes); err == nil {
			t.Errorf("%s: nothing is run again, and there is an outcome", what)
		}
	}
	for _, ex := range []*loaders.Example{{}, {Program: ex.Program}} {
		if _, err := (Logged{}).Run(ex, nil); err == nil {
			t.Errorf("%+v can be run", ex)
		}
	}
}

func TestSwitchedTokensStayADistribution(t *testing.T) {
	on := Change{Switches: []Switch{{Box: 2, Probability: 1}}}
	if got := on.Tokens([]float64{.5, .5, 0}); !slices.Equal(got, []float64{.25, .25, .5}) {
		t.Errorf("one more token: %v", got)
	}
	if got := on.Tokens([]float64{.9, .9, 0}); !slices.Equal(got, []float64{.9, .9, 1}) {
		t.Errorf("a sum of other than 1: %v", got)
	}
	none := Change{Output: &loaders.Output{Tokens: make([]float64, 3)}}
	if got := none.Tokens([]float64{1, 0, 0}); !slices.Equal(got, []float64{0, 0, 0}) {
		t.Errorf("no token: %v", got)
	}
	if got := on.Tokens([]float64{math.NaN(), 0, 0}); got[2] != 1 {
		t.Errorf("beside no number: %v", got)
	}
}

// Every gold span that the passage has gets the same share.
func TestGoldOfSpans(t *testing.T) {
	out, ok := Gold(passage(), 2, .5)
	if !ok || !slices.Equal(out.Tokens, []float64{.5, 0, .25, .25}) {
		t.Errorf("%v, %v", out.Tokens, ok)
	}
}
