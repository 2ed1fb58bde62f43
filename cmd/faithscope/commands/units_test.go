package commands

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// passagesRun writes a run whose passages have so many examples, of which right says which are
// answered rightly, by passage and by place in it. Every second example has the tag even.
func passagesRun(t *testing.T, sizes []int, right func(passage, i int) bool) string {
	t.Helper()
	var text strings.Builder
	id := 0
	for passage, n := range sizes {
		for i := range n {
			answer := map[bool]string{true: "yes", false: "no"}[right(passage, i)]
			line, err := json.Marshal(map[string]any{
				"id": fmt.Sprint("q", id), "question": fmt.Sprintf("is %d?", id), "passage": fmt.Sprint("the text ", passage),
				"answer": map[string]string{"gold": "yes", "predicted": answer}, "tags": [][]string{{"even"}, {"odd"}}[i%2],
			})
			check.NoError(t, err)
			id++
			text.Write(append(line, '\n'))
		}
	}
	path := newFile(t, "run.jsonl", text.String())
	return path
}

// A run that falls in its largest passages alone neither passes nor fails: these weigh as one or
// two of equal size. A significant fall fails whatever the sizes, and passages of equal size count
// as they are.
func TestGateCountsEffectiveUnits(t *testing.T) {
	one := append([]int{293}, slices.Repeat([]int{1}, 7)...)
	two := append([]int{140, 140}, slices.Repeat([]int{2}, 10)...)
	// wrongUpTo makes the first examples of the passages of more than two wrong, or of all.
	wrongUpTo := func(sizes []int, n int, all bool) func(passage, i int) bool {
		return func(passage, i int) bool { return i >= n || !all && sizes[passage] <= 2 }
	}
	for _, c := range []struct {
		name         string
		sizes        []int
		before, then int
		all          bool
		code         int
		says         []string
	}{
		{"one large passage falls", one, 21, 199, false, 2, []string{
			"accuracy 0.337, was 0.930", "rests on 8 independent units of unequal size, effectively 1, " +
				"and needs 6; a fall of up to 0.604 could go unnoticed"}},
		{"two large passages fall", two, 8, 95, false, 2, []string{
			"rests on 12 independent units of unequal size, effectively 2, and needs 6; a fall of up to 0.609 could go unnoticed"}},
		{"all unequal passages fall", one, 0, 300, true, 1, []string{"worse: answers overall accuracy 0.000, was 1.000"}},
		{"one passage", []int{300}, 10, 200, false, 2, []string{"rests on 1 independent unit and needs 6; any fall could go unnoticed"}},
		{"equal passages fall", slices.Repeat([]int{25}, 12), 1, 12, false, 1, []string{"worse: answers overall accuracy"}},
		{"equal passages stay", slices.Repeat([]int{25}, 6), 1, 1, false, 0, []string{"passes       6          6      6"}},
	} {
		a, b := passagesRun(t, c.sizes, wrongUpTo(c.sizes, c.before, c.all)), passagesRun(t, c.sizes, wrongUpTo(c.sizes, c.then, c.all))
		out, _, err := command(t, "gate", a, b, "--trials", "1000")
		if code := codeOf(err); code != c.code {
			t.Errorf("%s: exit code %d, want %d\n%s", c.name, code, c.code, out)
		}
		check.Contains(t, out, c.says...)
	}
}

// A comparison over passages names the scores that rest on too few of them, by what they weigh; one
// over examples names none.
func TestCompareNamesWhatRestsOnTooFewUnits(t *testing.T) {
	sizes := append([]int{293}, slices.Repeat([]int{1}, 7)...)
	a, b := passagesRun(t, sizes, func(int, int) bool { return true }), passagesRun(t, sizes, func(p, i int) bool { return p > 0 || i > 100 })
	for cluster, says := range map[string]bool{"picture": true, "example": false} {
		out := printed(t, "compare", a, b, "--trials", "100", "--cluster", cluster)
		const want = "too few independent passages to detect one: answers overall accuracy (1)"
		if strings.Contains(out, want) != says {
			t.Errorf("by %s: %s", cluster, out)
		}
	}
}

// Within passages that weigh as one no slice differs from the rest; among many it does.
func TestSlicesCountEffectiveUnits(t *testing.T) {
	uneven := func(_, i int) bool { return i%2 == 0 && i%10 != 4 || i%20 == 1 }
	for _, c := range []struct {
		sizes []int
		says  string
	}{
		{append([]int{293}, slices.Repeat([]int{1}, 7)...), "tested over 8 passages, effectively 1: too few to tell any part from the rest"},
		{slices.Repeat([]int{10}, 30), "2 differ from the rest"},
	} {
		out := printed(t, "slices", passagesRun(t, c.sizes, uneven), "--of", "accuracy")
		if !strings.Contains(out, c.says) || strings.Contains(out, `tag="even"`) != strings.HasPrefix(c.says, "2") {
			t.Errorf("%v: no %q in\n%s", c.sizes, c.says, out)
		}
	}
}

// What B leaves unanswered counts as lost where --missing omit leaves it out.
func TestGateBoundsWhatIsNotAnswered(t *testing.T) {
	var all [2]string
	for k, answered := range []int{60, 10} {
		var text strings.Builder
		for i := range 60 {
			predicted := ""
			if i < answered {
				predicted = `, "predicted": "yes"`
			}
			fmt.Fprintf(&text, `{"id": "q%d", "question": "is it?", "answer": {"gold": "%s"%s}}`+"\n", i, []string{"yes", "no"}[i%2], predicted)
		}
		all[k] = newPath(t, "run.jsonl")
		writeFile(t, all[k], text.String())
	}
	for _, c := range []struct {
		more string
		code int
		says string
	}{
		{"--missing omit", 1, "examples: 50 of 60 are missing, unreadable or unanswered in B; faithscope open"},
		{"--missing omit --lost 49", 1, "filter verdict=unknown'"},
		{"--missing omit --lost 50", 0, "left out: 50 examples that A answers and B does not"},
	} {
		out, _, err := command(t, append([]string{"gate", all[0], all[1], "--trials", "100"}, strings.Fields(c.more)...)...)
		if code := codeOf(err); code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%s: exit code %d, want %d, and %q in\n%s", c.more, code, c.code, c.says, out)
		}
	}
	if out, _, err := command(t, "gate", all[1], all[0], "--trials", "100", "--missing", "omit"); codeOf(err) != 0 {
		t.Errorf("what A does not answer is lost: %v\n%s", err, out)
	}
}
