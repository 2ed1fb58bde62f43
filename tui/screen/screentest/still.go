//go:build !race

package screentest

import "time"

// still is how long a program writes nothing before it counts as done.
const still = 250 * time.Millisecond

// Raced reports whether the race detector watches.
const Raced = false
