package record

import (
	"cmp"
	"context"
	"regexp"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// Opening is a run while a codec opens it. One of its methods below opens the
// records, which the run then owns with the source; until then both are the
// caller's. It keeps the first error, after which its methods do nothing, so
// that a codec need not check each.
type Opening struct {
	Run     *loaders.Run
	Source  *loaders.Source
	Options loaders.Options

	format string
	ctx    context.Context
	at     string // where the records are
	opened bool
	err    error
	decode Decode
	record func(i int) (*Record, error) // of the file
	beside *Table                       // joined last
}

// Context ends with the run.
func (o *Opening) Context() context.Context { return o.ctx }

// Fail ends the opening with an error, unless it is nil or the opening has failed
// before. It reports whether there is one now.
func (o *Opening) Fail(err error) (failed bool) {
	if o.err == nil {
		o.err = err
	}
	return o.err != nil
}

// Failed reports whether there was an error.
func (o *Opening) Failed() bool { return o.err != nil }

// Mentions reports whether the first bytes of the file have a key: a kind of file whose
// records may all do without it then has it.
func (o *Opening) Mentions(key string) bool {
	return regexp.MustCompile(`"` + key + `"\s*:`).Match(o.Source.Head)
}

// FindPictures finds the folder of the run's pictures.
func (o *Opening) FindPictures() {
	if o.Failed() {
		return
	}
	if err := files.FindPictures(o.Run, o.Source, o.Options); err != nil {
		o.Fail(loaders.Errorf("pictures: %w", err))
	}
}

// Records opens records of another kind than those below.
func (o *Opening) Records(records loaders.Records, decode func(i int) *loaders.Example) {
	o.opened = true
	o.Run.Read(o.Source.Path, o.format, records, func(i int) (*loaders.Example, error) { return decode(i), nil })
}

// Lines opens one example a line, from record first on (1 where line one is a
// header). The elements of a list, and values over several lines, are read as
// lines are.
func (o *Opening) Lines(first int, decode Decode) {
	if all := o.openEntries(""); all != nil {
		all.Skip(first)
		o.openElements(all, decode)
	}
}

// openEntries opens the elements at a path of the file, at "" its records; nil if that fails.
func (o *Opening) openEntries(path string) *index.Elements {
	if o.Failed() {
		return nil
	}
	all, err := openEntries(o.ctx, o.Source, path, &o.Run.Problems)
	if o.Fail(err) {
		return nil
	}
	return all
}

// openElements are decoded one by one; nil of what did not open.
func (o *Opening) openElements(all *index.Elements, decode Decode) {
	if all == nil {
		return
	}
	o.decode, o.record = decode, func(i int) (*Record, error) { return elementRecord(all, i) }
	o.Records(all, func(i int) *loaders.Example {
		rec, err := elementRecord(all, i)
		return o.decodeRecord(rec, err, decode)
	})
}

// Elements opens one example per element at path; see [index.FindElements] for
// paths, and [Opening.Lines] for what it opens at "".
func (o *Opening) Elements(path string, decode Decode) {
	o.at = path
	o.openElements(o.openEntries(path), decode)
}

// decodeRecord decodes a record, unless reading it failed with err, and reports
// on it.
func (o *Opening) decodeRecord(rec *Record, err error, decode Decode) *loaders.Example {
	rec.run, rec.beside = o.Run, o.beside
	var ex *loaders.Example
	if err != nil {
		ex = rec.Broken(err)
	} else if ex = decode(rec); ex.ID == "" {
		ex.ID = cmp.Or(rec.Key, loaders.Place(rec.Index))
	}
	rec.Report(&o.Run.Problems, o.Run.Path, ex.ID)
	return ex
}
