// Package scoringtest has what the tests of scoring's packages share: runs of
// made-up examples, and a [Specimen] per protocol with which the properties that
// every protocol must have are checked.
//
// The program does not import it.
package scoringtest
