package tabular

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// Rows of one word each, with a score and the labels repeated, are one example with an
// attribution for each text.
func TestWords(t *testing.T) {
	cells := strings.Join([]string{"text,word,shap_value,predicted_label,true_label,is_correct",
		"not good,not,-0.5,neg,neg,True", "not good,good,0.25,neg,neg,True",
		"so so it is,so,0.125,pos,neg,False", "so so it is,so,0.25,pos,neg,False", "so so it is,it,0,pos,neg,False",
		"so so it is,is,0.5,pos,neg,False"}, "\n") + "\n"
	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(cells), "\n")[1:] {
		c := strings.Split(line, ",")
		lines = append(lines, `{"sentence":"`+c[0]+`","token":"`+c[1]+`","weight":`+c[2]+`,"prediction":"`+c[3]+`","gold":"`+c[4]+`"}`)
	}
	for name, text := range map[string]string{"cells": cells, "lines": strings.Join(lines, "\n")} {
		run := opened(t, text, "")
		if run.Len() != 2 {
			t.Fatalf("%s: %d examples by %s", name, run.Len(), run.Columns.Map)
		}
		ex := run.Example(1)
		if ex.Question != "so so it is" || strings.Join(ex.Tokens, " ") != "so so it is" || ex.Answer.Correct != loaders.Wrong {
			t.Errorf("%s: %+v", name, ex)
		}
		if len(ex.Attributions) != 1 || len(ex.Attributions[0].Scores) != 4 || ex.Attributions[0].Scores[3] != .5 ||
			!run.Example(0).Attributions[0].Signed {
			t.Errorf("%s: %+v", name, ex.Attributions)
		}
		loadertest.Problems(t, run)
	}
}
