package record

import (
	"encoding/json"

	"github.com/tidwall/gjson"
)

// Functions over the entries of companions, and over records.
type (
	// Naming names an entry, "" if it has no name.
	Naming func(rec *Record) string
	// Fitting is the share of a run's records, 0 to 1, that a file answers; known is false
	// if that cannot be told.
	Fitting func(path string) (share float64, known bool)
	// Check reports whether an entry is meant.
	Check func(entry *Record) bool
	// Layout says, by the first bytes of a file, at which path its entries are
	// (see [OpenTable]), and what names one; nil for its key.
	Layout func(head []byte) (path string, name Naming)
)

// At returns a [Layout] that says for every file that its entries are at path and named by name.
func At(path string, name Naming) Layout {
	return func([]byte) (string, Naming) { return path, name }
}

// KeyOf returns a [Naming] that names an element, a JSON object, by the text under the first of
// these keys (gjson paths) that is not empty; "" if none has one.
func KeyOf(keys ...string) Naming {
	return func(rec *Record) string {
		for _, key := range keys {
			if name := gjson.GetBytes(rec.Bytes, key).String(); name != "" {
				return name
			}
		}
		return ""
	}
}

// BlankOf returns a function that returns a JSON object which has a name under each of these keys.
func BlankOf(keys ...string) func(name string) []byte {
	return func(name string) []byte {
		blank := map[string]string{}
		for _, key := range keys {
			blank[key] = name
		}
		b, _ := json.Marshal(blank) // marshalling texts never fails
		return b
	}
}
