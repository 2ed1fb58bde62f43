// Package addresses ends the program with a sentence if the shell's limit leaves it too few
// addresses; the runtime would die without explaining.
//
// It runs when imported, and needs so little that it comes before other packages' tables. After
// those nothing may be left for the sentence: Go puts its heap at a random place in 64 MB, so that
// a few megabytes more may need as much again, and with cgo every thread reserves 8 to 136 MB. The
// runtime itself, which can't explain, may therefore lack addresses below 1.8 GB, and without cgo
// below 1.4 GB.
package addresses
