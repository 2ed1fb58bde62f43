// Package record decodes a file's records for all codecs.
//
// A format is a struct with a record's keys, a Detect that looks at [Keys], and a function from the
// struct and its [Record] to an example, passed by [As] in a [Codec] to [NewFormat]. [Real] and
// [Reals] keep a missing number apart from 0.
//
// It knows no format: each codec has its own.
package record
