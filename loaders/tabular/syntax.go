package tabular

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// mostChecked bounds a JSON text whose fault is looked for, in bytes.
const mostChecked = 64 << 20

// describeSyntax returns where and why src isn't JSON; "" if it is, or is too long.
func describeSyntax(src *loaders.Source) string {
	b, err := record.ReadWhole(src, src.Path, mostChecked)
	if err != nil {
		return ""
	}
	var all json.RawMessage
	fault, isFault := errors.AsType[*json.SyntaxError](json.Unmarshal(b, &all))
	if !isFault || strings.HasSuffix(fault.Error(), "after top-level value") { // they are lines
		return ""
	}
	at := max(0, min(int(fault.Offset)-1, len(b)))
	before, rest := b[:at], b[at:]
	if bytes.HasPrefix(rest, []byte("NaN")) || bytes.HasPrefix(rest, []byte("Infinity")) || bytes.HasSuffix(before, []byte("-")) {
		return "" // a number of Python's
	}
	return fmt.Sprintf("it isn't valid JSON: line %d, column %d: %v", 1+bytes.Count(before, []byte("\n")),
		len(before)-bytes.LastIndexByte(before, '\n'), fault)
}
