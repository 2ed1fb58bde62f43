package pages

import (
	"slices"
	"strings"

	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// readState sets a request's columns predicted and gold; and exact_match only if there is a mapping,
// because for free text only the values tell whether equality means anything.
func readState(_ *record.Record, row rows.RowObject) {
	if row["reference_index"] != nil {
		return
	}
	said := strings.TrimSpace(rows.Text(rows.At(row, "result.completions[0].text")))
	delete(row, "num_conditioning_tokens") // is no score
	mapping, chosen := row["output_mapping"].(rows.RowObject)
	if mapping[said] != nil {
		said = strings.TrimSpace(rows.Text(mapping[said]))
	}
	row["predicted"] = said
	references, _ := rows.At(row, "instance.references").([]any)
	var correct []any
	for _, reference := range references {
		of, _ := reference.(rows.RowObject)
		if tags, _ := of["tags"].([]any); slices.Contains(tags, any("correct")) {
			correct = append(correct, strings.TrimSpace(rows.Text(rows.At(of, "output.text"))))
		}
	}
	if correct != nil {
		row["gold"] = correct
	}
	if correct != nil && chosen {
		row["exact_match"] = slices.Contains(correct, any(said))
	}
}
