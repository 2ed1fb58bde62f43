package evidence

import (
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// tokensOver returns the tokens that a row over a part of the example belongs to, and what they
// are called ([loaders.Example.TokensOver]); for a part "image N" the objects of that image; nil
// for an unknown part.
func tokensOver(ex *loaders.Example, over string, own []string) (name string, tokens []string) {
	if name, tokens = ex.TokensOver(over, own); name != "" {
		return name, tokens
	}
	if image, ok := imageOf(ex, over); ok {
		im := &ex.Images[image]
		return over, loaders.Fill(len(im.Proposals), func(k int) string { return ObjectName(im, k) })
	}
	return over, nil
}

// imageOf returns the image over whose objects a row is, from "image N"; ok is false if it is over
// anything else, or the example has fewer.
func imageOf(ex *loaders.Example, over string) (image int, ok bool) {
	_, err := fmt.Sscanf(over, "image %d", &image)
	return image, err == nil && image >= 0 && image < len(ex.Images)
}

// ObjectName returns a proposal's number, and its label if it has one.
func ObjectName(im *loaders.Image, k int) string {
	return strings.TrimSpace("#" + strconv.Itoa(k) + " " + elementAt(im.Labels, k))
}
