package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"

	"faithscope/loaders"

	fast "github.com/segmentio/encoding/json"
)

// Decode parses the record into v, a pointer to the zero value of a struct with
// fields of type [Real] and [Reals] for its numbers. A value of the wrong type is a
// problem and left out; the rest is decoded. Python's bare NaN, Infinity and
// -Infinity are read as null and reported, as are bytes that are not UTF-8 and keys
// that an object has twice. It fails for what is not a JSON object, for nesting
// deeper than [MaxDepth], and before it decodes what would take too much memory.
func (rec *Record) Decode(v any) error {
	p, err := rec.plain()
	if err != nil || p.decodes(v, 0) {
		return err
	}
	return rec.unmarshal(p.text, v)
}

// DecodeKnown is Decode that also reports the keys for which v has no field,
// once per run each.
func (rec *Record) DecodeKnown(v any) error {
	p, err := rec.plain()
	if err != nil || p.decodes(v, fast.DisallowUnknownFields) {
		return err
	}
	for _, key := range unknownKeys(p.text, v) {
		rec.FileProblem(loaders.Say("unknown key %q", key), loaders.Say("ignored"))
	}
	return rec.unmarshal(p.text, v)
}

func (rec *Record) plain() (*plain, error) {
	p, err := plainJSON(rec.Bytes)
	if err != nil {
		return nil, err
	}
	if string(bytes.TrimSpace(rec.Bytes)) == "null" {
		return nil, errors.New("a JSON null where an object belongs")
	}
	if p.bare > 0 {
		rec.Problem(loaders.Say("%d numbers are NaN or Infinity", p.bare), loaders.Say("read as missing"))
	}
	if p.invalid {
		rec.Problem(loaders.Say("some of its bytes are not UTF-8"), loaders.Say("each shown as \ufffd"))
	}
	for _, key := range p.repeated {
		rec.Problem(loaders.Say("an object has the key %q more than once", key), loaders.Say("the last one counts"))
	}
	return p, nil
}

// decodes decodes the text into v with the faster package, and reports whether
// that is what encoding/json would have made of it. Where it is not, v is zero
// again: encoding/json decodes what is doubtful, wrong or broken, since what is then
// kept, and how the error reads, is what users see.
func (p *plain) decodes(v any, flags fast.ParseFlags) bool {
	if !p.invalid && !p.long && len(p.repeated) == 0 {
		if rest, err := fast.Parse(p.text, v, flags); err == nil && len(rest) == 0 {
			return true
		}
	}
	reflect.ValueOf(v).Elem().SetZero()
	return false
}

func (rec *Record) unmarshal(b []byte, v any) error {
	err := json.Unmarshal(b, v)
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		rec.Problem(loaders.Say("%s: a JSON %s where %s belongs", wrong.Field, wrong.Value, nameOf(wrong.Type)), loaders.Say("left out, and so is any other value of a wrong type in this record"))
		return nil
	case errors.As(err, &wrong):
		return loaders.Errorf("a JSON %s where an object belongs", wrong.Value)
	case rec.Cut && errors.As(err, &syntax) && syntax.Offset >= int64(len(b)):
		return loaders.Errorf("the record is cut off: %w", err)
	}
	return loaders.Errorf("not JSON: %w", err)
}
