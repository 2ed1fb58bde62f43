package explain

import (
	"cmp"
	"faithscope/loaders"
	"fmt"
	"slices"
	"strings"
)

// Texts lists the texts that a model reads and an [Edit] can change.
var Texts = []loaders.ScoredText{loaders.OverPassage, loaders.OverQuestion}

// Sources has each input's text: "passage" or "question".
type Sources []loaders.ScoredText

func sourceOf(input string) loaders.ScoredText {
	switch input {
	case "premise", "passage", "context", "document":
		return loaders.OverPassage
	case "hypothesis", "question", "text", "sentence":
		return loaders.OverQuestion
	}
	return ""
}

// SourcesOf reads pairs like "text=question", separated by commas, or else goes by the input's
// name. Unknown inputs or texts, and names that tell nothing, are errors.
func SourcesOf(inputs []string, pairs string) (Sources, error) {
	said := map[string]loaders.ScoredText{}
	for pair := range strings.SplitSeq(pairs, ",") {
		input, text, _ := strings.Cut(pair, "=")
		isUnknown := pairs != "" && (!slices.Contains(inputs, input) || !slices.Contains(Texts, loaders.ScoredText(text)))
		if isUnknown {
			return nil, fmt.Errorf("%q does not name one of the model's inputs (%s) and then passage or question", pair, strings.Join(inputs, ", "))
		}
		said[input] = loaders.ScoredText(text)
	}
	var sources Sources
	for _, input := range inputs {
		source := cmp.Or(said[input], sourceOf(input))
		if source == "" {
			return nil, fmt.Errorf("the model's input %q is neither a passage nor a question by its name: say which it is, as in %s=question",
				input, input)
		}
		sources = append(sources, source)
	}
	return sources, nil
}
