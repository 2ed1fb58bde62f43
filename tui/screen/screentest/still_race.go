//go:build race

package screentest

import "time"

// still is longer under the race detector, which slows the encoding of pictures most.
const still = 600 * time.Millisecond

// Raced reports whether the race detector watches.
const Raced = true
