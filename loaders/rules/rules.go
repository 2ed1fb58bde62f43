package rules

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
)

// Rule is a way to judge answers.
type Rule struct {
	Name   string
	Help   string    // what makes an answer right
	Source string    // the evaluation that judges so, "" for this program's own
	judge  judgeFunc // nil for [CompareAnswers]
}

// All are the rules. With [Greatest] and [Half] the prediction is a class that numbers choose.
var All = []Rule{
	{Equal, "right = equal text or number", "", nil},
	{Exact, "right = the same text", "", nil},
	{Caseless, "right = equal, ignoring case", "", nil},
	{Majority, "right = the most frequent sample matches", "self-consistency: Wang et al. 2023", judgeMajority},
	{"any", "right = any sample matches", "", judgeAny},
	{Set, "right = the same labels in any order", "", judgeSet},
	{Number, "right = the last numbers are equal", "Cobbe et al. 2021 (GSM8K)", nil},
	{Error, "measures the numeric error; answers aren't judged", "", judgeError},
	{Greatest, "right = the class with the highest score matches", "", nil},
	{Rounded, "right = equal after rounding half to even", "", nil},
	{Half, "right = equal after rounding to 1 (.5 or more) or 0", "", nil},
	{Contains, "right = contains a correct answer's words", "", nil},
	{Relaxed, "right = within 5 %, or equal, ignoring case", "Masry et al. 2022 (ChartQA)", nil},
	{Letter, "right = the same option, by letter, text or index", "", nil},
	{Letter1, "right = like letter, with indices from 1", "", nil},
	{Boxed, `right = the same formula, alone or in \boxed{}`, "Hendrycks et al. 2021 (MATH)", nil},
	{SQuAD, "right = the same words, ignoring articles, punctuation and case; with word F1", "SQuAD's evaluate-v2.0.py", judgeSQuAD},
	{"hotpot", "right = like squad, but yes, no and noanswer match only themselves", "HotpotQA's hotpot_evaluate_v1.py",
		scoredJudging(hotpotScores)},
	{"drop", "right = the same parts in any order; with rounded word F1", "DROP's drop_eval.py", scoredJudging(dropScores)},
	{VQA, "right = VQA's accuracy over the annotators, which gives partial credit", "VQA's vqaEval.py", judgeVQA},
	{"gqa", "right = the correct answer, with no other answer tied", "GQA's eval.py, DFOL-VQA",
		tiedJudging(func(option, gold string) bool { return option == gold })},
	{"fever", "right = equal, ignoring case", "FEVER's scorer.py", tiedJudging(strings.EqualFold)},
	{"llava",
		"right = the correct answer, ignoring case and a final full stop; for POPE and MME, the yes or no that their evaluations find",
		"LLaVA's convert_gqa_for_eval.py", tiedJudging(withoutStop)},
	{"yes-no", "right = the yes or no that POPE's evaluation finds in the answer", "Li et al. 2023 (POPE)", polarJudging(inPOPE)},
	{MME, "right = the yes or no that MME's evaluation finds in the answer", "Fu et al. 2023 (MME)", polarJudging(inMME)},
	{Entailment, "right = equal, counting neutral and contradiction as non-entailment", "McCoy et al. 2019 (HANS)", nil},
	{None, "answers aren't judged", "", func(judgedAnswer) {}},
}

// FindRule returns the rule called ruleName. The error lists the names and suggests the nearest.
func FindRule(ruleName string) (*Rule, error) {
	if at := slices.IndexFunc(All, func(r Rule) bool { return r.Name == ruleName }); at >= 0 {
		return &All[at], nil
	}
	names := Names()
	return nil, loaders.Errorf("right=%s is not a rule for judging answers (%s)%s", ruleName, strings.Join(names, ", "), nearest.Hint(ruleName,
		names))
}

// Names returns the names of all rules.
func Names() []string { return loaders.Map(All, func(r Rule) string { return r.Name }) }

// Judge judges a.Predicted, with its parts or samples, by the rule called ruleName and correct answers
// in their parts. It sets verdict, credit and scores; a rule may change a.Predicted to what it reads
// in it. Without prediction or gold the verdict is unknown, but SQuAD's rule calls an empty
// prediction right if correct answers are empty. An unknown name changes nothing.
func Judge(ruleName string, a *loaders.Answer, predictedParts []string, goldAnswers ...[]string) {
	switch rule, err := FindRule(ruleName); {
	case err != nil:
	case rule.judge == nil:
		a.Correct = CompareAnswers(ruleName, a.Predicted, goldAnswers)
	default:
		rule.judge(judgedAnswer{a, predictedParts, goldAnswers})
	}
}
