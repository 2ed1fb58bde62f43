package pages

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// PromptfooTable reads promptfoo's CSV, with the test's variables as question, a line each.
var PromptfooTable = record.NewFormat(loaders.Format{
	Name:   "promptfoo-csv",
	About:  "promptfoo's CSV (eval -o), one run per output",
	Sign:   "[PASS] or [FAIL] before outputs, or a Grader Reason column",
	Detect: func(head []byte) bool { return outputsIn(head).names != nil },
	Parts: func(_ context.Context, src *loaders.Source, _ loaders.Options) ([]string, error) {
		return outputsIn(src.Head).names, nil
	},
}, record.RecordFormat{Gold: "in the file", Open: func(o *record.RunBuilder) {
	t := outputsIn(o.Source.Head)
	if t.names == nil {
		o.Fail(errors.New("the first row contains no promptfoo outputs"))
		return
	}
	at := t.places[max(0, slices.Index(t.names, o.Options.Part))]
	o.Run.Note = "read as: right = PASS"
	o.Rows(func(rec *record.Record, _ record.RowCells) *loaders.Example {
		cells, _ := csv.NewReader(bytes.NewReader(rec.Bytes)).Read() // [record.Opening.Rows] has read it
		ex, asked := &loaders.Example{}, cells[:t.places[0]]
		said, status := cells[at], append(cells, "")[at+1]
		if m := marked.FindStringSubmatch(said); m != nil {
			said, status = m[3], m[1]+m[2]
			asked = slices.Concat(asked, cells[t.places[0]+len(t.names):])
		}
		ex.Question = strings.TrimSpace(strings.Join(asked, "\n"))
		ex.Answer.Predicted, ex.Answer.Correct = said, verdicts[status]
		return ex
	})
}})

// outputColumns has the places and names of its
// outputs: their providers, with a number for another prompt of one.
type outputColumns struct {
	names  []string
	places []int
}

// verdicts has those that promptfoo gives. Its share of passes counts errors too, as ours does unless they are left out.
var verdicts = map[string]loaders.Verdict{"PASS": loaders.Right, "FAIL": loaders.Wrong, "ERROR": loaders.Unanswered}

// countFailedCall makes an answer Unanswered that the provider's error is instead of.
func countFailedCall(_ *record.Record, row rows.RowObject, ex *loaders.Example) {
	const isError = 2 // not an assertion
	if reason, _ := rows.NumberOf(row["failureReason"]); reason == isError {
		ex.Answer.Correct = loaders.Unanswered
	}
}

// marked matches an output with its mark and score, and with a reason before it or, in some
// versions, behind.
var marked = regexp.MustCompile(`(?s)^\[(?:(PASS)\]|(FAIL|ERROR)\](?:.*?\n---\n)?)\s*(?:\(-?\d[^)]*\)\s*)?` +
	`(.*?)(?:\s+(?:Pass|Fail) Reason: .*)?$`)

// provided matches the provider in the name of an output, which was JSON in earlier versions.
var provided = regexp.MustCompile(`(?:^|"display":")\[([^]{]+)\] `)

// outputsIn goes by the first row too, because early versions marked outputs only in cells, as [PASS]
// or [FAIL]; none if the table isn't promptfoo's.
func outputsIn(head []byte) (t outputColumns) {
	r := csv.NewReader(bytes.NewReader(head))
	columns, _ := r.Read()
	first, _ := r.Read()
	if len(first) != len(columns) || record.Delimiter(head) != ',' {
		return t
	}
	for i, cell := range first {
		m := provided.FindStringSubmatch(columns[i])
		isFollowed := m != nil && slices.Contains(columns, "Grader Reason")
		if isFollowed || marked.MatchString(cell) {
			name := append(m, "", "prompt")[1]
			if slices.Contains(t.names, name) {
				name = fmt.Sprint(name, " ", len(t.names)+1)
			}
			t.places, t.names = append(t.places, i), append(t.names, name)
		}
	}
	return t
}
