package boxes

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
)

// asked returns a module that was asked for text and found all of its gold, or
// none.
func asked(op, text string, found bool) loaders.Module {
	m := loaders.Module{Op: op, Text: text, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{{X1: 1, Y1: 1}}}}}
	m.Output.Boxes = [][]float64{{0}}
	if found {
		m.Output.Boxes[0][0] = 1
	}
	return m
}

func TestByArgument(t *testing.T) {
	image := []loaders.Image{{Proposals: []loaders.Box{{X1: 1, Y1: 1}}}}
	silent := asked("find", "tower", true)
	silent.Output = loaders.Output{}
	var evidence []scoring.Evidence
	for _, program := range [][]loaders.Module{
		{asked("filter", "red", true), asked("find", "Tower", true)},
		{asked("find", "tower ", false), asked("find", "dog", false), silent},
		{asked("find", "", true), asked("find", "a\x1b[31m "+strings.Repeat("é", 500), true)},
		{asked("count", "tower", true), asked("find", "dog", true), asked("find", "dog", false)},
	} {
		evidence = append(evidence, Protocol.Prepare(&loaders.Example{Images: image, Program: program}))
	}
	whole, first, second := ByArgument(scoring.Defaults()), ByArgument(scoring.Defaults()), ByArgument(scoring.Defaults())
	for i, e := range evidence {
		whole.Add(e)
		[]scoring.Aggregate{first, second}[i%2].Add(e)
	}
	first.Merge(second)
	for how, scores := range map[string][]scoring.Score{"one pass": whole.Scores(), "merged": first.Scores()} {
		var got []string
		for _, s := range scores {
			x, _ := s.Value.Float()
			got = append(got, fmt.Sprintf("%s %.3f %d", s.Of, x, s.Count))
		}
		want := []string{"find[dog] 0.333 3", "find[tower] 0.500 2", "find[a", "filter[red] 1.000 1"}
		if len(got) != len(want) {
			t.Fatalf("%s: %q, want %q", how, got, want)
		}
		for i := range want {
			if !strings.HasPrefix(got[i], want[i]) || len(got[i]) > 90 || strings.ContainsRune(got[i], '\x1b') {
				t.Errorf("%s: %q, want %q", how, got[i], want[i])
			}
		}
	}
	if scores := ByArgument(scoring.Defaults()).Scores(); scores != nil {
		t.Errorf("of nothing: %v", scores)
	}
}
