// Package addresses ends the program with a sentence where the shell leaves it fewer addresses than
// it needs, of which the runtime would die without one.
//
// It is set up when it is imported, and needs so little itself that this comes before the tables of
// other packages. When those are there, nothing may be left for the sentence: Go puts its heap at a
// random place in 64 MB, so that a few megabytes more may need as much again, and with cgo every
// thread reserves 8 to 136 MB. For that reason the runtime itself, of which no sentence can come, may
// lack some below 1.8 GB, and without cgo below 1.4 GB.
package addresses
