package explain

import (
	"cmp"
	"strings"

	"faithscope/loaders"
)

// Words describes changes: "without “not”", "question “sits” → “sleeps”"; nil if nothing changes.
func (e TextEdits) Words(ex *loaders.Example) (texts []string) {
	for _, text := range Texts {
		c, was, units := e[text], TextEdits(nil).Units(ex, text), e.Units(ex, text)
		if c.Text != nil {
			gone, typed := Differences(was, units)
			before, after := quoteUnits(was, gone), quoteUnits(units, typed)
			texts = append(texts, ex.NameOf(text)+" "+cmp.Or(before, "nothing")+" → "+cmp.Or(after, "nothing"))
		}
		if away := quoteUnits(units, c.Away); away != "" {
			texts = append(texts, map[string]string{"": "without ", Unk: "unknown words for ", Zero: "zeros for "}[c.By]+away)
		}
	}
	return texts
}

func quoteUnits(unitTexts []string, unitIndices []int) string {
	var parts []string
	for i, u := range unitIndices {
		switch {
		case u >= len(unitTexts):
		case i > 0 && unitIndices[i-1] == u-1:
			parts[len(parts)-1] += " " + unitTexts[u]
		default:
			parts = append(parts, unitTexts[u])
		}
	}
	if parts == nil {
		return ""
	}
	return "“" + strings.Join(parts, "”, “") + "”"
}
