package pages

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// readTests counts like EvalPlus: plus includes the base tests. Until February 2024 a row had all
// samples of a task, and no solutions.
func readTests(_ *record.Record, row rows.RowObject) {
	base, plus := passedSamples(row, "base"), passedSamples(row, "plus")
	for i := range min(len(base), len(plus)) {
		plus[i] *= base[i]
	}
	for tests, passed := range map[string][]float64{"base": base, "plus": plus} {
		if delete(row, tests); len(passed) > 0 {
			row[tests] = floats.Sum(passed) / float64(len(passed))
		}
	}
	if status := rows.Text(row["status"]); status != "" && base == nil { // BigCodeBench's
		row["passed"] = status == "pass"
	}
	if len(base) == 1 {
		all := slices.Concat(base, plus)
		row["passed"] = all[len(all)-1] == 1
	}
}

// passedSamples returns 1 for each sample that passes, otherwise 0.
func passedSamples(row rows.RowObject, tests string) (passed []float64) {
	samples, _ := row[tests].([]any)
	if status := rows.Text(row[tests+"_status"]); status != "" {
		samples = []any{[]any{status}}
	}
	for _, sample := range samples {
		result, _ := sample.([]any)
		hasPassed := len(result) > 0 && (result[0] == "pass" || result[0] == "success")
		passed = append(passed, loaders.IfElse(hasPassed, 1., 0))
	}
	return passed
}

// readJudgment drops the score -1, which says that the judge gave none, and reads two games as
// FastChat's show_result.py does: models that win one each tie.
func readJudgment(_ *record.Record, row rows.RowObject) {
	nameAgain(row, "question_id", "turn", "1")
	if x, ok := rows.NumberOf(row["score"]); ok && x < 0 {
		delete(row, "score")
	}
	switch a, b := row["g1_winner"], row["g2_winner"]; {
	case a == nil || a == "error" || b == "error":
	case a == b && a != "tie":
		row["win"] = a == "model_1"
	default:
		row["win"] = .5
	}
}
