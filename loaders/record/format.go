package record

import (
	"context"

	"faithscope/loaders"
)

// Codec is how the files of a format whose examples are records are read.
type Codec struct {
	// Dataset is the data set of the runs, "" if the file names it.
	Dataset string
	// Gold is "in the file" where the file has it. Else it is the companion
	// that is joined with --gold.
	Gold string
	// Pictures says that records name pictures, whose folder is then found.
	Pictures bool
	// Beside are the files that a run can come with, which Open joins: the format
	// takes the flags that name them. Where Open is nil the records are
	// joined with the one that there is.
	Beside []Companion
	// At is where the records are: a path of [index.FindElements], or "" for lines
	// and what is read like them (see [Opening.Lines]).
	At     string
	Decode Decode
	// Open, instead of At and Decode, opens the records and joins the
	// companions of the file. It calls [Opening.Fail] where that fails.
	Open func(o *Opening)
}

// As returns the [Decode] of records that are JSON objects with the fields of T: each is decoded by
// [Record.Decode] and handed to example. What does not decode is [Record.Broken].
func As[T any](example func(in *T, rec *Record) *loaders.Example) Decode {
	return func(rec *Record) *loaders.Example {
		var in T
		if err := rec.Decode(&in); err != nil {
			return rec.Broken(err)
		}
		return example(&in, rec)
	}
}

// NewFormat returns f with an Open that reads its files as c says, and with the flags of c's
// companions and pictures added to f.Takes. Without f.Detect it detects nothing. Runs have the
// boxes of f unless c.Open says otherwise. Where opening fails after the records were opened, Open
// returns run and error.
func NewFormat(f loaders.Format, c Codec) loaders.Format {
	if f.Detect == nil { // it is for Confirm to say
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
