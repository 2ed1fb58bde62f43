package record

import (
	"encoding/json"

	"github.com/tidwall/gjson"
)

// Functions over records and companions' entries.
type (
	// EntryNamer names an entry, "" for none.
	EntryNamer func(rec *Record) string
	// EntriesNamer names the entries of a record.
	EntriesNamer func(rec *Record) []string
	// AnsweredShareFunc returns the share of a run's records, 0 to 1, that a file answers; known is false if
	// unknown.
	AnsweredShareFunc func(path string) (share float64, known bool)
	// EntryCheck reports whether an entry is meant.
	EntryCheck func(entry *Record) bool
	// FileLayout returns entries' path (see [OpenTable]) and naming by a file's first bytes; nil for
	// their keys.
	FileLayout func(head []byte) (path string, name EntryNamer)
)

// At returns the same [FileLayout] for every file.
func At(listPath string, entryNamer EntryNamer) FileLayout {
	return func([]byte) (string, EntryNamer) { return listPath, entryNamer }
}

// KeyOf names by the first nonempty text under these gjson paths, otherwise "".
func KeyOf(jsonKeys ...string) EntryNamer {
	return func(rec *Record) string {
		for _, key := range jsonKeys {
			if name := gjson.GetBytes(rec.Bytes, key).String(); name != "" {
				return name
			}
		}
		return ""
	}
}

// BlankOf returns a function for a JSON object with a name under each of these keys.
func BlankOf(jsonKeys ...string) func(name string) []byte {
	return func(name string) []byte {
		blank := map[string]string{}
		for _, key := range jsonKeys {
			blank[key] = name
		}
		b, _ := json.Marshal(blank) // marshalling texts never fails
		return b
	}
}
