// Package scoringtest has what the tests of scoring's packages share: runs of
// examples made up on the spot, and a [Specimen] per protocol, from which the
// properties that every protocol has to keep are checked.
package scoringtest
