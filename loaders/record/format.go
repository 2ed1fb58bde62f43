package record

import (
	"context"

	"faithscope/loaders"
)

// RecordFormat reads files whose examples are records.
type RecordFormat struct {
	// Dataset is "" if the file names it.
	Dataset string
	// Gold is "in the file", or "" if --gold names a companion.
	Gold string
	// Pictures looks for the folder of pictures that records name.
	Pictures bool
	// Beside are the companions, with the format's flags, joined unless Open is set.
	Beside []CompanionFile
	// At is the records' path (see [index.FindElements]), "" for [Opening.Lines].
	At     string
	Decode ExampleDecoder
	// Open replaces At and Decode: it opens records, joins companions, and calls [Opening.Fail].
	Open func(o *RunBuilder)
}

// As returns the [ExampleDecoder] of JSON objects by [Record.Decode] into T and decodeExample.
// Undecodable records are [Record.Broken].
func As[T any](decodeExample func(in *T, rec *Record) *loaders.Example) ExampleDecoder {
	return func(rec *Record) *loaders.Example {
		var in T
		if err := rec.Decode(&in); err != nil {
			return rec.Broken(err)
		}
		return decodeExample(&in, rec)
	}
}

// NewFormat returns f with an Open by c, and c's flags. Without f.Detect it detects nothing. c.Open
// may replace f's boxes. If opening fails after the records were opened, Open returns run and
// error.
func NewFormat(f loaders.Format, c RecordFormat) loaders.Format {
	if f.Detect == nil { // Confirm decides
		f.Detect = func([]byte) bool { return false }
	}
	for _, of := range c.Beside {
		if of.Flag != (loaders.Flag{}) {
			f.Takes = append(f.Takes, loaders.FormatFlag{Flag: of.Flag, What: of.What, Detect: of.Is})
		}
	}
	if c.Pictures {
		f.Takes = append(f.Takes, loaders.FormatFlag{Flag: loaders.ImageFolder})
	}
	f.Open = func(ctx context.Context, src *loaders.Source, options loaders.Options) (*loaders.Run, error) {
		o := &RunBuilder{Source: src, Options: options, format: f.Name, ctx: ctx}
		o.Run = &loaders.Run{Path: src.Path, RunDescription: loaders.RunDescription{Dataset: c.Dataset, Gold: c.Gold, Boxes: f.Boxes}}
		open := c.Open
		if open == nil {
			open = func(o *RunBuilder) { o.Elements(c.At, c.Decode) }
		}
		if open(o); c.Open == nil {
			for _, of := range c.Beside {
				o.Join(of)
			}
		}
		if c.Pictures {
			o.FindPictures()
		}
		if o.Run.Records == nil {
			return nil, o.err
		}
		return o.Run, o.err
	}
	return f
}
