package dfol

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/executor"
)

// TestOracleGQA compiles the real questions of ../shared/data/gqa, as package
// gqa reads semantic and as semanticStr has them.
func TestOracleGQA(t *testing.T) {
	home := filepath.Join(shared, "data", "gqa")
	c := &ConceptCategories{}
	for _, name := range []string{"gqa_all_attribute.json", "gqa_all_class.json"} {
		text, err := os.ReadFile(filepath.Join(home, name))
		if err != nil {
			t.Skip(err)
		}
		check.NoError(t, c.Add(name, text))
	}
	questions := asked(t, gqa.Questions, filepath.Join(home, "ood_testdev_head.json"))
	compiles, answers := 0, 0
	for id, ex := range questions {
		p, err := Compile(ex.Program, c)
		if err != nil {
			t.Errorf("%s: %s: %v", id, ex.Question, err)
			continue
		}
		compiles++
		if slices.ContainsFunc(p.Options(), func(option string) bool { return executor.Matches(option, ex.Answer.Gold) }) {
			answers++
		} else {
			t.Logf("%s: %q is none of the options", ex.Logical, ex.Answer.Gold)
		}
		written, err := Parse(ex.Logical)
		if err != nil {
			t.Errorf("%s: %s: %v", id, ex.Logical, err)
			continue
		}
		same := len(written) == len(ex.Program)
		for i := range written {
			a, b := &written[i], &ex.Program[i]
			same = same && a.Op == b.Op && a.Name == b.Name && a.Text == strings.TrimPrefix(b.Text, "?") && slices.Equal(a.Children, b.Children)
		}
		if !same {
			t.Errorf("%s: %s is %+v, semantic %+v", id, ex.Logical, written, ex.Program)
		}
		if _, ok := p.Branches(); !ok {
			t.Logf("%s: %s is not of DFOL-VQA's form", id, ex.Logical)
		}
	}
	if answers < len(questions)*99/100 {
		t.Errorf("%d of %d", answers, len(questions))
	}
	t.Logf("%d of %d compile, %d have their correct answer among the options", compiles, len(questions), answers)
}
