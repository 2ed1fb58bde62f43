// Package scoringtest has what the tests of scoring's packages share: runs of made-up examples, and
// a [Specimen] per protocol with which the properties of every protocol are checked.
package scoringtest
