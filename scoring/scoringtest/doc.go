// Package scoringtest has made-up runs, and a [Specimen] per protocol to check every protocol's
// properties.
package scoringtest
