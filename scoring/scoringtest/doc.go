// Package scoringtest has made-up runs, and a [ProtocolCheck] per protocol to check every protocol's
// properties.
package scoringtest
