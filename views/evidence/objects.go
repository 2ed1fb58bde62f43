package evidence

import (
	"strconv"
	"strings"

	"faithscope/loaders"
)

// ObjectName returns a proposal's number and any label.
func ObjectName(im *loaders.Image, k int) string {
	return strings.TrimSpace("#" + strconv.Itoa(k) + " " + loaders.ElementAt(im.Labels, k))
}
