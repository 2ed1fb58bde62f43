package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"

	fast "github.com/segmentio/encoding/json"
	"github.com/tidwall/gjson"

	"faithscope/loaders"
)

func unknownKeys(b []byte, v any) (found []string) {
	if gjson.ValidBytes(b) {
		findUnknown(gjson.ParseBytes(b), reflect.TypeOf(v), "", &found)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// findUnknown skips types that decode themselves, because they accept any keys.
func findUnknown(v gjson.Result, t reflect.Type, keyPath string, foundPaths *[]string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	isList := v.IsArray() && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array)
	isEither := isList || v.IsObject() && t.Kind() == reflect.Struct
	if !isEither || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return
	}
	var fields map[string]reflect.Type
	if !isList {
		fields = fieldsOf(t)
	}
	v.ForEach(func(key, value gjson.Result) bool {
		switch field, ok := fields[strings.ToLower(key.Str)]; {
		case isList:
			findUnknown(value, t.Elem(), keyPath, foundPaths)
		case ok:
			findUnknown(value, field, keyPath+key.Str+".", foundPaths)
		default:
			*foundPaths = append(*foundPaths, keyPath+key.Str)
		}
		return true
	})
}

func fieldsOf(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for _, field := range reflect.VisibleFields(t) {
		tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		fields[strings.ToLower(tag)] = field.Type
	}
	return fields
}

// Decode parses the record into v, a pointer to a zero struct with [LenientNumber] and [LenientNumbers]. A value of
// the wrong type is a problem and left out; a whole number may have a point (25.0). Python's bare NaN, Infinity and -Infinity are read as
// null and reported, as are bytes that aren't UTF-8 and repeated keys. It fails for what isn't a
// JSON object, for nesting deeper than [MaxDepth], and for too much memory.
func (rec *Record) Decode(v any) error {
	p, err := rec.plainText()
	if err != nil || p.decodesInto(v, 0) {
		return err
	}
	return rec.unmarshal(p.text, v)
}

// DecodeKnown is [Record.Decode] that also reports unknown keys, once per file.
func (rec *Record) DecodeKnown(v any) error {
	p, err := rec.plainText()
	if err != nil || p.decodesInto(v, fast.DisallowUnknownFields) {
		return err
	}
	if !rec.told {
		for _, key := range unknownKeys(p.text, v) {
			rec.FileProblem("unknown key %q; ignored", key)
		}
	}
	if p.decodesInto(v, 0) {
		return nil
	}
	return rec.unmarshal(p.text, v)
}

// plainText fails for null, which encoding/json would accept as an object.
func (rec *Record) plainText() (*scannedJSON, error) {
	p, err := scanJSON(rec.Bytes)
	if err != nil {
		return nil, err
	}
	if string(bytes.TrimSpace(rec.Bytes)) == "null" {
		return nil, errors.New("JSON null instead of an object")
	}
	if p.bare > 0 {
		rec.Problem("numbers that are NaN or Infinity: %d; read as missing", p.bare)
	}
	if p.invalid {
		rec.Problem(invalidBytes)
	}
	for _, key := range p.repeated {
		rec.Problem("an object has the key %q more than once; the last one is used", key)
	}
	return p, nil
}

// decodesInto leaves v zero if encoding/json would differ from the faster package: bytes that
// aren't UTF-8, long integers, repeated keys, wrong types, broken JSON.
func (p *scannedJSON) decodesInto(v any, parseFlags fast.ParseFlags) bool {
	if !p.invalid && !p.long && len(p.repeated) == 0 {
		if rest, err := fast.Parse(p.text, v, parseFlags); err == nil && len(rest) == 0 {
			return true
		}
	}
	reflect.ValueOf(v).Elem().SetZero()
	return false
}

// wholeFraction matches a text, or a whole number that is written as 25.0, as numpy's are.
var wholeFraction = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?\d+\.0+\b`)

func trimFractions(b []byte) []byte {
	return wholeFraction.ReplaceAllFunc(b, func(token []byte) []byte {
		if token[0] == '"' {
			return token
		}
		return token[:bytes.IndexByte(token, '.')]
	})
}

// mostWrong bounds how often a record is decoded again, a long one only fewWrong times and mostReread bytes.
const mostWrong, fewWrong, mostReread = 100, 4, 32 << 20

// withoutValue returns b with null in place of the value of the wrong type; nil if it isn't found.
func withoutValue(b []byte, wrong *json.UnmarshalTypeError) []byte {
	end := int(wrong.Offset)
	if end < 1 || end > len(b) || wrong.Field == "" {
		return nil
	}
	start := end - 1
	switch b[start] {
	case '[', '{': // the error is behind it, and in other values at their ends
		var whole json.RawMessage
		d := json.NewDecoder(bytes.NewReader(b[start:]))
		if d.Decode(&whole) != nil {
			return nil
		}
		end = start + int(d.InputOffset())
	case '"':
		for start--; start > 0 && (b[start] != '"' || isEscaped(b, start)); start-- {
		}
	default:
		start = bytes.LastIndexAny(b[:end], ",:[ \t\r\n") + 1
	}
	without := slices.Concat(b[:start], []byte("null"), b[end:])
	return loaders.IfElse(json.Valid(without), without, nil)
}

func isEscaped(b []byte, index int) bool {
	return (index-len(bytes.TrimRight(b[:index], `\`)))%2 == 1
}

// decodeKnownTypes decodes b into v, with null for values of the wrong type, of which it returns the first, because
// encoding/json would make pointers to 0 of them. err is about one that is left.
func decodeKnownTypes(b []byte, v any) (first *json.UnmarshalTypeError, err error) {
	for range 1 + min(mostWrong, fewWrong+mostReread/max(1, len(b))) {
		reflect.ValueOf(v).Elem().SetZero()
		err = json.Unmarshal(b, v)
		wrong, isType := errors.AsType[*json.UnmarshalTypeError](err)
		if !isType {
			break
		}
		first = cmp.Or(first, wrong)
		if b = withoutValue(b, wrong); b == nil {
			break
		}
	}
	return first, err
}

// A field of the wrong type is only a problem, so that the rest counts.
func (rec *Record) unmarshal(b []byte, v any) error {
	err := json.Unmarshal(b, v)
	wrong, isType := errors.AsType[*json.UnmarshalTypeError](err)
	if isType {
		wrong, err = decodeKnownTypes(trimFractions(b), v)
	}
	_, isType = errors.AsType[*json.UnmarshalTypeError](err)
	var syntax *json.SyntaxError
	switch {
	case wrong != nil && wrong.Field != "" && (err == nil || isType):
		rec.Problem("%s: JSON %s instead of %s; left out, like any other value of the wrong type in this record", wrong.Field,
			wrong.Value, nameOf(wrong.Type))
		return nil
	case err == nil:
		return nil
	case isType:
		return loaders.Errorf("JSON %s instead of an object", wrong.Value)
	case rec.Cut && errors.As(err, &syntax) && syntax.Offset >= int64(len(b)):
		return loaders.Errorf("the record is cut off: %w", err)
	}
	return loaders.Errorf("not JSON: %w", err)
}
