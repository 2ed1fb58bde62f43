package evidence

import (
	"strconv"
	"strings"

	"faithscope/loaders"
)

func tokensOver(ex *loaders.Example, over loaders.ScoredText, own []string) (name string, tokens []string) {
	if text, tokens := ex.TokensOver(over, own); text != "" {
		return string(text), tokens
	}
	if image, ok := ex.ImageOver(over); ok {
		im := &ex.Images[image]
		return string(over), loaders.Fill(len(im.Proposals), func(k int) string { return ObjectName(im, k) })
	}
	return string(over), nil
}

// ObjectName returns a proposal's number, and its label if it has one.
func ObjectName(im *loaders.Image, k int) string {
	return strings.TrimSpace("#" + strconv.Itoa(k) + " " + elementAt(im.Labels, k))
}
