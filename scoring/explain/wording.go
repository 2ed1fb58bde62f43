package explain

import (
	"cmp"
	"strings"

	"faithscope/loaders"
)

// Words describes changes: "without “not”", "question “sits” → “sleeps”"; nil if nothing changes.
func (e Edit) Words(ex *loaders.Example) (said []string) {
	for _, text := range Texts {
		c, was, units := e[text], Edit(nil).Units(ex, text), e.Units(ex, text)
		if c.Text != nil {
			gone, typed := Differences(was, units)
			before, after := quoteUnits(was, gone), quoteUnits(units, typed)
			said = append(said, ex.NameOf(text)+" "+cmp.Or(before, "nothing")+" → "+cmp.Or(after, "nothing"))
		}
		if away := quoteUnits(units, c.Away); away != "" {
			said = append(said, map[string]string{"": "without ", Unk: "unknown words for ", Zero: "zeros for "}[c.By]+away)
		}
	}
	return said
}

func quoteUnits(units []string, places []int) string {
	var parts []string
	for i, u := range places {
		switch {
		case u >= len(units):
		case i > 0 && places[i-1] == u-1:
			parts[len(parts)-1] += " " + units[u]
		default:
			parts = append(parts, units[u])
		}
	}
	if parts == nil {
		return ""
	}
	return "“" + strings.Join(parts, "”, “") + "”"
}
