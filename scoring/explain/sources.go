package explain

import (
	"cmp"
	"faithscope/loaders"
	"fmt"
	"slices"
	"strings"
)

// Texts lists the texts that a model reads and an [TextEdits] can change.
var Texts = []loaders.ScoredText{loaders.OverPassage, loaders.OverQuestion}

// InputTexts has each input's text: "passage" or "question".
type InputTexts []loaders.ScoredText

func sourceOf(inputName string) loaders.ScoredText {
	switch inputName {
	case "premise", "passage", "context", "document":
		return loaders.OverPassage
	case "hypothesis", "question", "text", "sentence":
		return loaders.OverQuestion
	}
	return ""
}

// SourcesOf reads pairs like "text=question", separated by commas, or else goes by the input's
// name. Unknown inputs or texts, and names that tell nothing, are errors.
func SourcesOf(inputNames []string, inputPairs string) (InputTexts, error) {
	said := map[string]loaders.ScoredText{}
	for pair := range strings.SplitSeq(inputPairs, ",") {
		input, text, _ := strings.Cut(pair, "=")
		isUnknown := inputPairs != "" && (!slices.Contains(inputNames, input) || !slices.Contains(Texts, loaders.ScoredText(text)))
		if isUnknown {
			return nil, fmt.Errorf("%q is not INPUT=passage or INPUT=question for one of the model's inputs (%s)", pair, strings.Join(inputNames,
				", "))
		}
		said[input] = loaders.ScoredText(text)
	}
	var sources InputTexts
	for _, input := range inputNames {
		source := cmp.Or(said[input], sourceOf(input))
		if source == "" {
			return nil, fmt.Errorf("can't tell whether the model's input %q is a passage or a question: say which, as in %s=question",
				input, input)
		}
		sources = append(sources, source)
	}
	return sources, nil
}
