package pages

import (
	"slices"
	"strings"

	"faithscope/loaders/record"
	"faithscope/loaders/tabular"
)

// readState sets a HELM request's columns predicted, through its mapping of letters to answers, and
// gold, the references that are tagged correct, if any. A request about one of several references
// has no answer of its own and stays as it is.
func readState(_ *record.Record, row tabular.Row) {
	if row["reference_index"] != nil {
		return
	}
	said := strings.TrimSpace(tabular.Text(tabular.At(row, "result.completions[0].text")))
	row["predicted"] = said
	if mapping, _ := row["output_mapping"].(tabular.Row); mapping[said] != nil {
		row["predicted"] = mapping[said]
	}
	references, _ := tabular.At(row, "instance.references").([]any)
	var correct []any
	for _, reference := range references {
		of, _ := reference.(tabular.Row)
		if tags, _ := of["tags"].([]any); slices.Contains(tags, any("correct")) {
			correct = append(correct, strings.TrimSpace(tabular.Text(tabular.At(of, "output.text"))))
		}
	}
	if correct != nil {
		row["gold"] = correct
	}
}
