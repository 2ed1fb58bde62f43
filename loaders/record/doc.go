// Package record decodes records for all codecs and knows no format.
//
// A format has a struct with a record's keys, a Detect by [Keys], and a function from the struct to
// an example, passed by [As] in a [RecordFormat] to [NewFormat]. [LenientNumber] and [LenientNumbers] keep a missing number
// apart from 0.
package record
