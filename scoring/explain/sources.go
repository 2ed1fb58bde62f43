package explain

import (
	"cmp"
	"faithscope/loaders"
	"fmt"
	"slices"
	"strings"
)

// Texts are the texts of an example that a model reads and an [Edit] can change.
var Texts = []loaders.ScoredText{loaders.OverPassage, loaders.OverQuestion}

// Sources says for each of a model's inputs which text of an example it is: "passage" or
// "question".
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

// SourcesOf returns each input's text, passage or question, by pairs such as "text=question",
// separated by commas, or else by the input's name. An unknown input or text, and a name that tells
// nothing, are errors.
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
