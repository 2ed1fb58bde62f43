package tabular

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// Answers by id are joined with those that --gold names, whatever ids and answers look like.
func TestAnswersByIDAreJoined(t *testing.T) {
	for _, id := range []string{"%d", "q%d", "a/b.%d.png", "56be4db0acb8001400a502%02x", "3f2a9c1e-5b7d-4e8f-9a6b-%012d", "answer%.0d"} {
		for _, values := range []string{`"yes" "no"`, "1 0", "true false", `"3" "4" "5" "6"`} {
			texts := [2]string{}
			for k, v := range strings.Fields(values) {
				name := strings.Replace(fmt.Sprintf(id, k), "answer", []string{"answer", "question", "gold", "text"}[k], 1)
				texts[0] += fmt.Sprintf(`, "%s": %s`, name, v)
				texts[1] += fmt.Sprintf(`, "%s": %s`, name, strings.Fields(values)[0])
			}
			run := formats.Open(t, beside("{"+texts[0][2:]+"}", "{"+texts[1][2:]+"}\n"), "run", goldBeside)
			n := len(strings.Fields(values))
			if run.Len() != n || run.Example(0).Answer.Correct != loaders.Right || run.Example(n-1).Answer.Correct != loaders.Wrong {
				t.Errorf("%s: %d examples: %+v", texts[0], run.Len(), run.Example(0).Answer)
			}
		}
	}
}

// An object that holds a list of rows is a table, in gold and in a run.
func TestRowsWithinAnObjectAreJoined(t *testing.T) {
	gold := `{"annotations": [{"id": 1, "answer": "x"}, {"id": 2, "answer": "y"}, {"id": 3, "answer": "z"}]}`
	for _, text := range []string{
		`{"results": [{"id": 1, "question": "a", "prediction": "x"}, {"id": 2, "question": "b", "prediction": "x"}]}`,
		"{\"id\": 1, \"question\": \"a\", \"prediction\": \"x\"}\n{\"id\": 2, \"question\": \"b\", \"prediction\": \"x\"}\n",
	} {
		check.Equal(t, text, lettersOf(formats.Open(t, beside(text, gold), "run", goldBeside)), "rw")
	}
}
