package evidence

import (
	"strconv"
	"strings"

	"faithscope/loaders"
)

// ObjectName returns a proposal's number, and its label if it has one.
func ObjectName(im *loaders.Image, k int) string {
	return strings.TrimSpace("#" + strconv.Itoa(k) + " " + loaders.ElementAt(im.Labels, k))
}
