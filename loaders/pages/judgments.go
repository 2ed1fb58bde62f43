package pages

import (
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// readTests leaves plus out where only the base tests ran.
func readTests(_ *record.Record, row rows.RowObject) {
	row["passed"] = true
	for _, tests := range []string{"base", "plus"} {
		if status := rows.Text(row[tests+"_status"]); status != "" {
			row[tests] = status == "pass"
			row["passed"] = row["passed"] == true && row[tests] == true
		}
	}
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
