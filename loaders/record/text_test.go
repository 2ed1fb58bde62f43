package record

import (
	"encoding/json"
	"testing"
)

// A text in quotes is read as package json reads a string.
func TestTextsAreStrings(t *testing.T) {
	for _, raw := range []string{`""`, `"a b"`, `"é"`, `"\u00e9\n\"\\"`, `"\ud83d\ude00"`, `"\ud83d"`, "\"a\xffb\"",
		"\"\xe2\x82\"", `"/"`, `"'"`} {
		var got LenientText
		var want string
		err, plain := json.Unmarshal([]byte(raw), &got), json.Unmarshal([]byte(raw), &want)
		if err != nil || plain != nil || string(got) != want {
			t.Errorf("%s is %q (%v), as a string %q (%v)", raw, got, err, want, plain)
		}
	}
}
