package record

import (
	"encoding/json"

	"github.com/tidwall/gjson"
)

// Functions over records and over entries of companions.
type (
	// Naming names an entry, "" for none.
	Naming func(rec *Record) string
	// Fitting returns the share of a run's records, 0 to 1, that a file answers; known is false if
	// that can't be told.
	Fitting func(path string) (share float64, known bool)
	// Check reports whether an entry is meant.
	Check func(entry *Record) bool
	// Layout returns, for the first bytes of a file, the path of its entries (see [OpenTable]) and
	// what names one; nil for its key.
	Layout func(head []byte) (path string, name Naming)
)

// At returns a [Layout] with the same path and naming for every file.
func At(path string, name Naming) Layout {
	return func([]byte) (string, Naming) { return path, name }
}

// KeyOf returns a [Naming] by the text under the first of these keys (gjson paths) that isn't
// empty; "" if all are.
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

// BlankOf returns a function that returns a JSON object with a name under each of these keys.
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
