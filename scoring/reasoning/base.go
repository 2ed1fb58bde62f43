package reasoning

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
)

// digest tells two base models' answers apart, "" for none.
func (b Base) digest() string {
	if b == nil {
		return ""
	}
	h := sha256.New()
	for _, id := range slices.Sorted(maps.Keys(b)) {
		fmt.Fprintf(h, "%q %x %x\n", id, b[id].Exact, b[id].Substring)
	}
	return fmt.Sprintf("base %x", h.Sum(nil)[:8])
}
