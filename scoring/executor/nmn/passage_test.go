package nmn

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/nmndrop"
	"faithscope/scoring/executor"
	"faithscope/scoring/scoringtest"
)

func TestTokensSwitchAndWhatIsAboveIsFrozen(t *testing.T) {
	ex := scoringtest.CountedPassage()
	if o, err := (PassageExecutor{}).Run(ex, nil); err != nil || o.Answer != "3" || o.Undefined != "" || strings.Join(o.Frozen, "") != "" {
		t.Errorf("unchanged: %+v, %v", o, err)
	}
	o, err := PassageExecutor{}.Run(ex, moved(2, 0, 7))
	check.NoError(t, err)
	check.EqualLists(t, "without its first token", o.Outputs[2].Tokens, []float64{0, 1, 0, 0})
	if o.Frozen[2] != "" || o.Frozen[1] == "" || o.Frozen[0] == "" || o.Answer != "" || o.Undefined != "" {
		t.Errorf("frozen %q, answer %q, undefined %q", o.Frozen, o.Answer, o.Undefined)
	}
	check.EqualLists(t, "a frozen module has another output", o.Outputs[1].Tokens, ex.Program[1].Output.Tokens)
	if o, _ := (PassageExecutor{}).Run(ex, executor.OutputChanges{1: {Output: &loaders.Output{Tokens: []float64{1, 0, 0, 0}}},
		2: {Switches: []executor.ProbabilityOverride{{Box: 1}}}}); o.Frozen[1] != "" || o.Outputs[1].Tokens[0] != 1 {
		t.Errorf("a module that was given its output is frozen: %q", o.Frozen)
	}
	for what, changes := range map[string]executor.OutputChanges{"another argument": {2: {Text: "x"}}, "another operator": {0: {Op: "sum"}}} {
		_, err := (PassageExecutor{}).Run(ex, changes)
		check.Fails(t, "changes", err, what)
	}
	for _, ex := range []*loaders.Example{{}, {Program: ex.Program}} {
		_, err := (PassageExecutor{}).Run(ex, nil)
		check.Fails(t, "a program", err, ex)
	}
}

// events returns an example over "A 49 - yard kick , then 20 yards in May 1990 and 2001": two
// finds, each read by a module, and what is done with the two.
func events(op, reader string, first, second map[int]float64) *loaders.Example {
	tokens := strings.Fields("A 49 - yard kick , then 20 yards in May 1990 and 2001")
	over := func(p map[int]float64) loaders.Output {
		out := make([]float64, len(tokens))
		for i, x := range p {
			out[i] = x
		}
		return loaders.Output{Tokens: out}
	}
	ex := &loaders.Example{Answer: loaders.Answer{Predicted: "?", Gold: "29"}, Passage: &loaders.Passage{Tokens: tokens, Dates: []loaders.Date{
		{Span: loaders.Span{Start: 10, End: 12}, Year: 1990, Month: 5, Day: -1},
		{Span: loaders.Span{Start: 13, End: 14}, Year: 2001, Month: -1, Day: -1},
	}}, Program: []loaders.Module{
		node(op, 1, 3),
		{Op: reader, Children: []int{2}, Output: over(first)}, {Op: "find", Output: over(map[int]float64{4: 1})},
		{Op: reader, Children: []int{4}, Output: over(second)}, {Op: "find", Output: over(map[int]float64{8: 1})},
	}}
	if strings.HasPrefix(op, "find-") {
		ex.Program = slices.Insert(ex.Program[:3], 0, node("find-num", 1))
		ex.Program[1].Children, ex.Program[2].Children = []int{2}, []int{3}
	}
	return ex
}

// TestPassageComputes compares with distributions worked by hand: X is 49 with .75 and 20
// with .25, Y is 49 or 20.
func TestPassageComputes(t *testing.T) {
	x, y := map[int]float64{1: .75, 7: .25}, map[int]float64{1: .5, 7: .5}
	late := map[int]float64{10: .125, 11: .125, 13: .75}
	for _, c := range []struct {
		op, reader string
		a, b       map[int]float64
		want       map[string]float64
		answer     string
	}{
		{"difference", "find-num", x, y, map[string]float64{"0": .5, "29": .375}, "0"},
		{"sum", "find-num", x, y, map[string]float64{"40": .125, "69": .5, "98": .375}, "69"},
		{"find-max-num", "find-num", x, nil, map[string]float64{"20": .015625, "49": .984375}, "49"},
		{"find-min-num", "find-num", x, nil, map[string]float64{"20": .578125, "49": .421875}, "20"},
		{"find-max-num", "find-num", map[int]float64{1: 3, 2: 7, 7: 1}, nil, map[string]float64{"20": .015625, "49": .984375}, "49"},
		{"time-diff", "find-date", late, map[int]float64{10: 1}, map[string]float64{"0": .25, "11": .75}, "11"},
		{"sum", "find-num", y, map[int]float64{1: 1}, map[string]float64{"69": .5, "98": .5}, "69 | 98"},
	} {
		ex := events(c.op, c.reader, c.a, c.b)
		ask := func(*loaders.Example, *loaders.Module, []loaders.Output) ([][]float64, error) {
			t.Errorf("the network is asked for a %s, which a formula computes", c.op)
			return nil, nil
		}
		o, err := PassageExecutor{Network: &executor.Network{Modules: []string{c.op}, Ask: ask}}.Run(ex, nil)
		check.NoError(t, err)
		got := map[string]float64{}
		for _, option := range o.Outputs[0].Options {
			got[option.Name] = option.Probability
		}
		if o.Answer != c.answer || !reflect.DeepEqual(got, c.want) || strings.Join(o.Frozen, "") != "" {
			t.Errorf("%s: %q of %v, frozen %q, want %q of %v", c.op, o.Answer, got, o.Frozen, c.answer, c.want)
		}
	}
	for op, want := range map[string][2]float64{"compare-num-lt": {.125, .375}, "compare-num-gt": {.375, .125}} {
		o, err := PassageExecutor{}.Run(events(op, "find-num", x, y), nil)
		if err != nil || o.Outputs[0].Tokens[4] != want[0] || o.Outputs[0].Tokens[8] != want[1] || o.Answer != "?" {
			t.Errorf("%s: %v of %q, want %v, %v", op, o.Outputs[0].Tokens, o.Answer, want, err)
		}
	}
	for op, want := range map[string][2]float64{"compare-date-lt": {0, .75}, "compare-date-gt": {.75, 0}} {
		o, err := PassageExecutor{}.Run(events(op, "find-date", late, map[int]float64{10: 1}), nil)
		if err != nil || o.Outputs[0].Tokens[4] != want[0] || o.Outputs[0].Tokens[8] != want[1] {
			t.Errorf("%s: %v, want %v, %v", op, o.Outputs[0].Tokens, want, err)
		}
	}
}

func TestPassageUnderChanges(t *testing.T) {
	ex := events("difference", "find-num", map[int]float64{1: 1}, map[int]float64{1: 1})
	run := func(changes executor.OutputChanges) *executor.Outcome {
		o, err := PassageExecutor{}.Run(ex, changes)
		check.NoError(t, err)
		return o
	}
	check.Equal(t, "49 - 20",
		run(moved(3, 1, 7)).Answer, "29")
	if o := run(executor.OutputChanges{0: {Op: "sum"}}); o.Answer != "98" || o.Frozen[0] != "" {
		t.Errorf("49 + 49 is %q, %q", o.Answer, o.Frozen[0])
	}
	if o := run(switched(4, 7, 1)); o.Answer != "" || o.Undefined != "" ||
		o.Frozen[3] != networkReads || o.Frozen[0] != unknownInput {
		t.Errorf("another event: %q, %q, frozen %q", o.Answer, o.Undefined, o.Frozen)
	}
	ex = events("find-max-num", "find-num", map[int]float64{1: 1}, nil)
	ex.Program[1].Output.Tokens = []float64{0, 0, 0, 0, 1}
	if o := run(nil); o.Outputs[1].Options != nil || o.Answer != "49" {
		t.Errorf("the logged attention of a maximum becomes %+v of %q", o.Outputs[1], o.Answer)
	}
	if o := run(moved(2, 1, 7)); o.Outputs[1].Tokens != nil ||
		len(o.Outputs[1].Options) != 1 || o.Answer != "20" {
		t.Errorf("the maximum of 20 is %+v, %q", o.Outputs[1], o.Answer)
	}
	if o := run(switched(1, 4, 0)); o.Undefined != "" ||
		o.Frozen[0] != networkReads {
		t.Errorf("under another attention of the maximum: %q, frozen %q", o.Answer, o.Frozen)
	}
	ex = events("time-diff", "find-date", map[int]float64{13: 1}, map[int]float64{10: 1})
	ex.Passage.Dates = nil
	if o := run(nil); o.Answer != "?" || o.Undefined != "" {
		t.Errorf("without dates: %q, %q", o.Answer, o.Undefined)
	}
	if o := run(executor.OutputChanges{1: {Output: &ex.Program[1].Output}}); o.Answer != "" || o.Undefined == "" ||
		o.Frozen[0] != unknownInput {
		t.Errorf("changed, without dates: %q, %q, frozen %q", o.Answer, o.Undefined, o.Frozen)
	}
}

func TestDatesAreOrderedAsFarAsTheyAreKnown(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"1990 5 -1", "2001 -1 -1", true}, {"2001 -1 -1", "1990 5 -1", false}, {"-1 5 1", "1990 6 1", false}, {"-1 5 1", "-1 6 1", true},
		{"1990 5 1", "1990 6 -1", true}, {"1990 -1 1", "1990 6 2", false}, {"1990 5 1", "1990 5 2", true}, {"1990 5 1", "1990 5 1", false},
		{"1990 5 -1", "1990 5 2", false},
	} {
		read := func(text string) *loaders.Date {
			var parts [3]int
			for i, part := range strings.Fields(text) {
				parts[i], _ = strconv.Atoi(part)
			}
			return &loaders.Date{Year: parts[0], Month: parts[1], Day: parts[2]}
		}
		check.Equal(t, c.a, isEarlier(read(c.a), read(c.b)), c.want, "before", c.b)
	}
}

// TestPassageGivesTheRunsAnswers runs the programs of the demo's two runs on DROP: every
// answer that they have is the number that is computed from the attention of find-num. With
// find-num at its gold, as many wrong answers become right as a script of our own finds that
// computes the extreme of three draws from gold spans and the annotations' values of numbers.
func TestPassageGivesTheRunsAnswers(t *testing.T) {
	for name, mended := range map[string]int{"lexical-narrow": 23, "lexical-wide": 30} {
		src, err := files.OpenSource(files.DiskFiles{}, filepath.Join("..", "..", "..", "cmd", "faithscope", "demo", "drop", name+".jsonl.gz"))
		check.NoError(t, err)
		run, err := nmndrop.Format.Open(context.Background(), src, loaders.Options{})
		check.NoError(t, err)
		defer run.Close()
		check.NoError(t, run.Wait(context.Background(), math.MaxInt))
		answered, all := 0, executor.GoldEffects{}
		for i := range run.Len() {
			ex := run.Scan(i)
			all.Add(PassageExecutor{}, ex, .5)
			if ex.Answer.Predicted == "" {
				continue
			}
			answered++
			if o, err := (PassageExecutor{}).Run(ex, nil); err != nil || o.Answer != ex.Answer.Predicted {
				t.Errorf("%s, %s: %+v, and the run has %q, %v", name, ex.Question, o, ex.Answer.Predicted, err)
			}
		}
		check.Equal(t, name+": answers", answered, 79)
		for _, row := range all.Rows() {
			computed := row.Type == "find-num" || row.Type == "all"
			if recomputed := row.Wrong + row.Right; computed && (recomputed != 73 || row.Mended != mended || row.Broken != 0) ||
				!computed && recomputed != 0 {
				t.Errorf("%s: %+v, want %d mended, none broken", name, row, mended)
			}
		}
	}
}

// TestNumbersAreThoseOfTheAnnotations compares what is read as a number with what the
// annotators' passages say is one.
func TestNumbersAreThoseOfTheAnnotations(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "..", "cmd", "faithscope", "demo", "drop", "drop_module_output_annotations.json.zst"))
	check.NoError(t, err)
	defer f.Close()
	text, err := zstd.NewReader(f)
	check.NoError(t, err)
	var passages map[string]struct {
		Tokens string   `json:"tokenized_passage"`
		Said   [][3]any `json:"passage_NUM_mens"` // text, token, value
	}
	check.NoError(t, json.NewDecoder(text).Decode(&passages))
	seen := 0
	for id, p := range passages {
		want := map[int]any{}
		for _, said := range p.Said {
			want[int(said[1].(float64))] = said[2]
		}
		for i, token := range strings.Split(p.Tokens, " ") {
			if x, ok := numberOf(token); ok != (want[i] != nil) || ok && x != want[i] {
				t.Errorf("%s, token %d: %q is %v %v, want %v", id, i, token, x, ok, want[i])
			}
		}
		seen += len(want)
	}
	check.Equal(t, "numbers", seen, 2229)
}
