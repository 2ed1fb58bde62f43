package record

import (
	"cmp"
	"context"
	"regexp"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// Opening is a run while a codec opens it. One method opens the records, which the run then owns
// with the source; until then both are the caller's. It keeps the first error, after which its
// methods do nothing, so that codecs need not check each.
type Opening struct {
	Run     *loaders.Run
	Source  *loaders.Source
	Options loaders.Options

	format string
	ctx    context.Context
	at     string
	opened bool
	err    error
	decode Decode
	record func(i int) (*Record, error) // of the file
	beside *CompanionTable
	told   sync.Map // records with more problems than are kept
}

// Context returns the context of background work; it ends with the run.
func (o *Opening) Context() context.Context { return o.ctx }

// Fail keeps the first non-nil err and reports whether there is one.
func (o *Opening) Fail(err error) (failed bool) {
	o.err = cmp.Or(o.err, err)
	return o.Failed()
}

// Failed reports whether the opening has an error.
func (o *Opening) Failed() bool { return o.err != nil }

// Mentions reports whether the file's first bytes have this key, so that records without it lack
// something.
func (o *Opening) Mentions(key string) bool {
	return regexp.MustCompile(`"` + key + `"\s*:`).Match(o.Source.Head)
}

// FindPictures is [files.FindPictures]. It fails if a named folder can't be opened, and does
// nothing after a failure.
func (o *Opening) FindPictures() {
	if o.Failed() {
		return
	}
	if err := files.FindPictures(o.Run, o.Source, o.Options); err != nil {
		o.Fail(loaders.Errorf("pictures: %w", err))
	}
}

// Records sets records, owned by the run, that the methods below can't open.
func (o *Opening) Records(records loaders.Records, decode func(i int) *loaders.Example) {
	o.opened = true
	o.Run.Read(o.Source.Path, o.format, records, func(i int) (*loaders.Example, error) { return decode(i), nil })
}

// Lines opens one example per line, from record first on (1 after a header), or per element of a
// list or value over several lines.
func (o *Opening) Lines(first int, decode Decode) {
	if all := o.openEntries(""); all != nil {
		all.Skip(first)
		o.openElements(all, decode)
	}
}

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

func (o *Opening) openElements(all *index.Elements, decode Decode) {
	if all == nil {
		return
	}
	o.decode, o.record = decode, func(i int) (*Record, error) { return ElementRecord(all, i) }
	o.Records(all, func(i int) *loaders.Example {
		rec, err := ElementRecord(all, i)
		return o.decodeRecord(rec, err, decode)
	})
}

// Elements opens one example per element at path; see [index.FindElements] and, for "",
// [Opening.Lines]. It fails if they can't be opened.
func (o *Opening) Elements(path string, decode Decode) {
	o.at = path
	o.openElements(o.openEntries(path), decode)
}

// A record with more problems than are kept reports once, because examples are decoded again.
func (o *Opening) decodeRecord(rec *Record, err error, decode Decode) *loaders.Example {
	rec.run, rec.beside = o.Run, o.beside
	_, rec.told = o.told.Load(rec.Index)
	var ex *loaders.Example
	if err != nil {
		ex = rec.Broken(err)
	} else if ex = decode(rec); ex.ID == "" {
		ex.ID = cmp.Or(rec.Key, loaders.Place(rec.Index))
	}
	if rec.told {
		return ex
	}
	if rec.dropped > 0 {
		o.told.Store(rec.Index, nil)
	}
	rec.Report(&o.Run.Problems, o.Run.Path, ex.ID)
	return ex
}
