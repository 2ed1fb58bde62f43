package record

import (
	"encoding/json"

	"github.com/tidwall/gjson"
)

// Functions over records and companions' entries.
type (
	// Naming names an entry, "" for none.
	Naming func(rec *Record) string
	// Fitting returns the share of a run's records, 0 to 1, that a file answers; known is false if
	// unknown.
	Fitting func(path string) (share float64, known bool)
	// Check reports whether an entry is meant.
	Check func(entry *Record) bool
	// Layout returns entries' path (see [OpenTable]) and naming by a file's first bytes; nil for
	// their keys.
	Layout func(head []byte) (path string, name Naming)
)

// At returns the same [Layout] for every file.
func At(path string, name Naming) Layout {
	return func([]byte) (string, Naming) { return path, name }
}

// KeyOf names by the first nonempty text under these gjson paths, otherwise "".
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

// BlankOf returns a function for a JSON object with a name under each of these keys.
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
