package loaders

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Record is one record of a JSON Lines file while a codec decodes it. The
// codec reports through it what is wrong; file, line and example are filled
// in.
type Record struct {
	Bytes []byte // without the line end
	Index int    // 0-based among the examples of the run
	Line  int    // 1-based in the file
	// Cut is set for a last line without a line end: a file that is still
	// being written, or was cut off.
	Cut bool

	found []Problem
}

// OpenJSONL opens src as a run with one example a line, from record first on
// (1 where line one is a header). decode is called from several goroutines
// with one record each, when somebody asks for the example; its error makes
// the example Broken. An example without ID is named after its place. The
// run owns src from here on, also when OpenJSONL fails.
func OpenJSONL(ctx context.Context, src *Source, format string, first int, decode func(rec *Record) (*Example, error)) (*Run, error) {
	run := &Run{}
	lines, err := OpenLines(ctx, src, &run.Problems)
	if err != nil {
		return nil, err
	}
	run.init(src.Path, format, after{lines, first}, func(i int) (*Example, error) {
		rec := &Record{Index: i}
		rec.Bytes, rec.Line, err = lines.Record(first + i)
		ex := run.example(rec, err, decode)
		for _, p := range rec.found {
			p.File, p.Line, p.Example = src.Path, rec.Line, ex.ID
			run.Problems.Add(p)
		}
		return ex, nil
	})
	return run, nil
}

func (r *Run) example(rec *Record, err error, decode func(rec *Record) (*Example, error)) *Example {
	var ex *Example
	if err == nil {
		ex, err = decode(rec)
	}
	if err != nil {
		rec.Problem(err.Error(), "kept as an example without scores")
		return &Example{ID: place(rec.Index), Broken: err.Error()}
	}
	if ex.ID == "" {
		ex.ID = place(rec.Index)
	}
	return ex
}

// Problem reports something wrong in the record and what was done about it.
func (rec *Record) Problem(what, done string) {
	rec.found = append(rec.found, Problem{What: what, Done: done})
}

// Decode parses the record into v, a pointer to a struct with fields of type
// [Real] and [Reals] for its numbers. A value of the wrong type is a problem
// and left out; the rest is decoded. Python's bare NaN, Infinity and -Infinity
// are read as null and reported. It fails for what is no JSON object and for
// nesting deeper than [MaxDepth].
func (rec *Record) Decode(v any) error {
	b, bare, err := plainJSON(rec.Bytes)
	if err != nil {
		return err
	}
	if bare > 0 {
		rec.Problem(fmt.Sprintf("%d numbers are NaN or Infinity", bare), "read as missing")
	}
	err = json.Unmarshal(b, v)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		rec.Problem(fmt.Sprintf("%s: a JSON %s where a %s belongs", wrong.Field, wrong.Value, wrong.Type.Kind()), "the value is left out")
		return nil
	}
	if err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	return nil
}

// after leaves out the first records of a file.
type after struct {
	*Lines
	first int
}

func (a after) Len() int { return max(0, a.Lines.Len()-a.first) }

func (a after) Wait(ctx context.Context, n int) error { return a.Lines.Wait(ctx, n+a.first) }
