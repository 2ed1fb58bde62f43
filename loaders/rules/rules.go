package rules

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
)

// The rules that are chosen by looking at values.
const (
	Equal    = "equal"
	Majority = "majority"
	Number   = "number"
	Error    = "error"
	Greatest = "argmax"
	Half     = "half"
	None     = "none"
)

// Rule is a way to judge answers.
type Rule struct {
	Name   string
	Help   string // what makes an answer right
	Source string // the evaluation that judges so, "" for this program's own
	judge  judgeFunc
}

// All are the rules. With [Greatest] and [Half] the prediction is a class that numbers choose.
var All = []Rule{
	{Equal, "right = equal text or number", "", judgeEqual},
	{Majority, "right = the most frequent sample is equal", "self-consistency: Wang et al. 2023", judgeMajority},
	{"any", "right = any sample is equal", "", judgeAny},
	{Number, "right = the last numbers are equal", "Cobbe et al. 2021 (GSM8K)", judgeNumber},
	{Error, "no answer is called right: errors of numbers", "", judgeError},
	{Greatest, "right = the class of the greatest number is equal", "", judgeEqual},
	{Half, "right = equal, with 1 for .5 and more, else 0", "", judgeEqual},
	{"squad", "right = the same words but for articles, punctuation and case; with F1 of words", "SQuAD's evaluate-v2.0.py", judgeSQuAD},
	{"hotpot", "right = as by squad; yes, no and noanswer share no words", "HotpotQA's hotpot_evaluate_v1.py", scoredJudging(hotpotScores)},
	{"drop", "right = the same parts in any order; with F1 of words, rounded", "DROP's drop_eval.py", scoredJudging(dropScores)},
	{"vqa", "right = VQA's accuracy over the annotators, which gives partial credit", "VQA's vqaEval.py", judgeVQA},
	{"gqa", "right = the gold answer, and no other that ties with it", "GQA's eval.py, DFOL-VQA", tiedJudging(isIdentical)},
	{"fever", "right = equal but for letter case", "FEVER's scorer.py", tiedJudging(strings.EqualFold)},
	{"llava",
		"right = the gold answer but for case and a period at its end; for POPE and MME, the yes or no that their evaluations find in it",
		"LLaVA's convert_gqa_for_eval.py", tiedJudging(withoutStop)},
	{"yes-no", "right = the yes or no that POPE's evaluation finds in it", "Li et al. 2023 (POPE)", polarJudging(inPOPE)},
	{"mme", "right = the yes or no that MME's evaluation finds in it", "Fu et al. 2023 (MME)", polarJudging(inMME)},
	{None, "no answer is called right", "", func(judgedAnswer) {}},
}

// FindRule returns the rule called name. The error lists the names and suggests the nearest.
func FindRule(name string) (*Rule, error) {
	if at := slices.IndexFunc(All, func(r Rule) bool { return r.Name == name }); at >= 0 {
		return &All[at], nil
	}
	names := Names()
	return nil, loaders.Errorf("right=%s is not a way to judge answers (%s)%s", name, strings.Join(names, ", "), nearest.Hint(name, names))
}

// Names returns the names of all rules.
func Names() []string { return loaders.Map(All, func(r Rule) string { return r.Name }) }

// Judge judges a.Predicted, with its parts or samples, by the rule called name and gold answers in
// their parts. It sets verdict, credit and scores; a rule may change a.Predicted to what it reads
// in it. Without prediction or gold the verdict is unknown, but SQuAD's rule calls an empty
// prediction right if gold answers are empty. An unknown name changes nothing.
func Judge(name string, a *loaders.Answer, parts []string, golds ...[]string) {
	if rule, err := FindRule(name); err == nil {
		rule.judge(judgedAnswer{a, parts, golds})
	}
}
