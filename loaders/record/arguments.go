package record

import (
	"bytes"
	"encoding/json"
)

// Arguments are the arguments of a call, which raw has as JSON or as a string
// with JSON in it: as they are kept, and as a text that stands for them, which is
// the one that there is or else all of them. Both are "" for null and for none.
func Arguments(raw json.RawMessage) (arguments, text string) {
	var quoted string
	if json.Unmarshal(raw, &quoted) == nil {
		if inner := []byte(quoted); len(inner) > 0 && (inner[0] == '{' || inner[0] == '[') && Valid(inner) {
			return Arguments(inner)
		}
		if quoted == "" {
			return "", ""
		}
		return string(bytes.TrimSpace(raw)), quoted
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return "", ""
	}
	var one map[string]string
	if json.Unmarshal(raw, &one) == nil && len(one) < 2 {
		for _, text = range one {
			return b.String(), text
		}
		return b.String(), ""
	}
	return b.String(), b.String()
}
