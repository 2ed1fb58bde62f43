package loaders

import (
	"strconv"
	"strings"
)

// Count writes a count with its noun: "1 gold box", "2 gold boxes". The noun
// has a regular plural.
func Count(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "x"):
		noun += "es"
	default:
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
