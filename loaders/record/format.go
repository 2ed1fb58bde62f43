package record

import (
	"context"

	"faithscope/loaders"
)

// Codec reads files whose examples are records.
type Codec struct {
	// Dataset is "" if the file names it.
	Dataset string
	// Gold is "in the file", or "" if --gold names a companion.
	Gold string
	// Pictures looks for the folder of pictures that records name.
	Pictures bool
	// Beside are the companions, with the format's flags, joined unless Open is set.
	Beside []Companion
	// At is the records' path (see [index.FindElements]), "" for [Opening.Lines].
	At     string
	Decode Decode
	// Open replaces At and Decode: it opens records, joins companions, and calls [Opening.Fail].
	Open func(o *Opening)
}

// As returns the [Decode] of JSON objects by [Record.Decode] into T and example. Undecodable
// records are [Record.Broken].
func As[T any](example func(in *T, rec *Record) *loaders.Example) Decode {
	return func(rec *Record) *loaders.Example {
		var in T
		if err := rec.Decode(&in); err != nil {
			return rec.Broken(err)
		}
		return example(&in, rec)
	}
}

// NewFormat returns f with an Open by c, and c's flags. Without f.Detect it detects nothing. c.Open
// may replace f's boxes. If opening fails after the records were opened, Open returns run and
// error.
func NewFormat(f loaders.Format, c Codec) loaders.Format {
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
		o := &Opening{Source: src, Options: options, format: f.Name, ctx: ctx}
		o.Run = &loaders.Run{Path: src.Path, About: loaders.About{Dataset: c.Dataset, Gold: c.Gold, Boxes: f.Boxes}}
		open := c.Open
		if open == nil {
			open = func(o *Opening) { o.Elements(c.At, c.Decode) }
		}
		if open(o); c.Open == nil {
			for _, of := range c.Beside {
				o.Join(of)
			}
		}
		if c.Pictures {
			o.FindPictures()
		}
		if !o.opened {
			return nil, o.err
		}
		return o.Run, o.err
	}
	return f
}
