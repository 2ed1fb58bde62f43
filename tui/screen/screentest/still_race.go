//go:build race

package screentest

import "time"

// still is longer because the race detector slows encoding pictures.
const still = 600 * time.Millisecond

// Raced reports whether the race detector watches.
const Raced = true
