package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/rules"
)

// Every rule judges by a list of correct answers, of which any may be the one.
func TestRulesTakeListsOfGoldAnswers(t *testing.T) {
	right := map[string]string{
		"equal": "1.0 of 0|1", "caseless": "B of a|b", "majority": "1.0 of 0|1", "any": "x,1 of 0|1", "number": "so 1,000 of 5|#### 1000",
		"argmax": "b of a|b",
		"half":   "1 of 0|1", "squad": "The cat! of dog|a cat", "hotpot": "Yes. of no|yes", "drop": "two,7 of 5|7.0;two", "gqa": "b of a|b",
		"llava": "B. of a|b", "fever": "B of a|b", "yes-no": "I do not. of yes|no", "mme": "Yes, it is of no|Yes",
		"vqa": "two. of two;1|2;2|2;3|2;4", "error": "3 of 7|2.5", "none": "a of a",
		"contains": "the big cats of cats", "letter": "So: (B). of B",
		"boxed":         `so \boxed{2} or $\boxed{\left(\dfrac12, 1{,}000\right)}$. of 2|(\frac{1}{2},1000)`,
		"letter_from_1": "So: (B). of B", "set": "b,a of a|b", "exact": "4.10 of 4.1|4.10", "rounded": "2.5 of 3|2",
		"entailment": "neutral of non-entailment", "relaxed": "10.5 of 7|10",
	}
	wrong := map[string]bool{"error": true, "none": true}
	for _, name := range rules.Names() {
		said, gold, ok := strings.Cut(right[name], " of ")
		if !ok {
			t.Errorf("%s is not tried here", name)
			continue
		}
		parts := strings.Split(said, ",")
		if name == "boxed" || name == "number" || name == "mme" || name == "entailment" || strings.HasPrefix(name, "letter") {
			parts = []string{said}
		}
		golds := loaders.Map(strings.Split(gold, "|"), func(g string) []string { return strings.Split(g, ";") })
		a := loaders.Answer{Predicted: strings.Join(parts, " or "), Gold: gold}
		if name == "boxed" || name == "number" || name == "mme" || name == "entailment" || strings.HasPrefix(name, "letter") {
			a.Predicted = said
		}
		rules.Judge(name, &a, parts, golds...)
		if (a.Correct == loaders.Right) == wrong[name] {
			t.Errorf("%s: %q for %q: %v %v", name, said, golds, a.Correct, a.Scores)
		}
		if name == "error" && a.Scores[loaders.AbsoluteError] != .5 {
			t.Errorf("error: %v", a.Scores)
		}
		for _, lacking := range [][][]string{nil, {{""}}} {
			b := loaders.Answer{Predicted: "x"}
			if rules.Judge(name, &b, []string{"x"}, lacking...); b.Correct == loaders.Right {
				t.Errorf("%s: right without gold", name)
			}
		}
	}
}

// A text that is a number is that number, whole.
func TestLastNumbers(t *testing.T) {
	for _, c := range [][3]string{{".5", "0.5", "right"}, {"1e3", "1000", "right"}, {"it is .5", "5", "wrong"},
		{"−5", "5", "wrong"}, {"it is −5", "-5", "right"}} {
		a := loaders.Answer{Predicted: c[0], Gold: c[1]}
		if rules.Judge("number", &a, []string{c[0]}, []string{c[1]}); a.Correct.String() != c[2] {
			t.Errorf("%q for %q is %v", c[0], c[1], a.Correct)
		}
	}
}

// The numbers that evaluations give.
func TestScores(t *testing.T) {
	for _, c := range []struct{ rule, said, gold, want string }{
		{"squad", "the black cat", "cat", "em 0 f1 0.67"},
		{"squad", "cat", "", "em 0 f1 0"},
		{"squad", "the", "", "em 1 f1 1"},
		{"hotpot", "the black cat", "cat", "em 0 f1 0.67 precision 0.5 recall 1"},
		{"hotpot", "no cat", "no", "em 0 f1 0 precision 0 recall 0"},
		{"hotpot", "the", "a", "em 1 f1 0 precision 0 recall 0"},
		{"drop", "2 cats|dogs", "2 cats", "em 0 f1 0.5"},
		{"drop", "3 cats", "2 cats", "em 0 f1 0"},
		{"vqa", "a cat", "cat|cat|dog|dog", "vqa_accuracy 0.5"},
		{"gqa", "cat|dog", "cat", "match 0.5"},
		{"gqa", "cow|dog", "cat", "match 0"},
		{"llava", "Cat.", "cat", ""},
		{"yes-no", "yes", "no", ""},
	} {
		said := strings.Split(c.said, "|")
		golds := [][]string{{c.gold}}
		if c.rule == "vqa" {
			golds = loaders.Map(strings.Split(c.gold, "|"), func(g string) []string { return []string{g} })
		}
		a := loaders.Answer{Predicted: c.said, Gold: c.gold}
		rules.Judge(c.rule, &a, said, golds...)
		got := strings.Join(loaders.Map(slices.Sorted(maps.Keys(a.Scores)), func(name string) string {
			return fmt.Sprintf("%s %.2g", name, a.Scores[name])
		}), " ")
		check.Equal(t, c.rule+": "+c.said+" for "+c.gold, got, c.want)
	}
}

func TestUnknownRule(t *testing.T) {
	_, err := rules.FindRule("sqaud")
	if err == nil || !strings.Contains(err.Error(), "(equal, exact, caseless,") || !strings.Contains(err.Error(), "did you mean squad?") {
		t.Error(err)
	}
	a := loaders.Answer{Predicted: "a", Gold: "a"}
	if rules.Judge("sqaud", &a, []string{"a"}, []string{"a"}); a.Correct != loaders.Unknown {
		t.Error(a)
	}
}

func TestLettersInAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"The pair that fails is A) (99, 10).": "A", "The correct answer is 'D)80'.": "D", "A) 1 or B) 2": "A",
		"is it A) 1 or B) 2?":              "is it A) 1 or B) 2?",
		"The answer is (B), since A) is 1": "B", "C) 5": "C",
		"正确答案是：B。": "B", "因此选C": "C", "正解は（D）です": "D", "no option fits": "no option fits",
	} {
		check.Equal(t, text, rules.LetterIn(text), want)
	}
}
