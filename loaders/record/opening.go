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

// RunBuilder is a run while a codec opens it. One method opens the records, which the run then owns
// with the source; until then both are the caller's. It keeps the first error, after which its
// methods do nothing, so that codecs need not check each.
type RunBuilder struct {
	Run     *loaders.Run
	Source  *loaders.Source
	Options loaders.Options

	format string
	ctx    context.Context
	at     string
	err    error
	// Both are nil unless the records are elements.
	elements *index.FileElements
	decode   ExampleDecoder
	beside   *CompanionTable
	told     sync.Map // records with more problems than are kept
}

// Context returns the context of background work; it ends with the run.
func (o *RunBuilder) Context() context.Context { return o.ctx }

// Fail keeps the first non-nil err and reports whether there is one.
func (o *RunBuilder) Fail(err error) (failed bool) {
	o.err = cmp.Or(o.err, err)
	return o.Failed()
}

// Failed reports whether the opening has an error.
func (o *RunBuilder) Failed() bool { return o.err != nil }

// Mentions reports whether the file's first bytes have this key, so that records without it lack
// something.
func (o *RunBuilder) Mentions(jsonKey string) bool {
	return regexp.MustCompile(`"` + jsonKey + `"\s*:`).Match(o.Source.Head)
}

// FindPictures is [files.FindPictures]. It fails if a named folder can't be opened, and does
// nothing after a failure.
func (o *RunBuilder) FindPictures() {
	if o.Failed() {
		return
	}
	if err := files.FindPictures(o.Run, o.Source, o.Options); err != nil {
		o.Fail(loaders.Errorf("pictures: %w", err))
	}
}

// Records sets records, owned by the run, that the methods below can't open.
func (o *RunBuilder) Records(records loaders.Records, decode func(i int) *loaders.Example) {
	o.Run.Read(o.Source.Path, o.format, records, func(i int) (*loaders.Example, error) { return decode(i), nil })
}

// Lines opens one example per line, from firstRecord on (1 after a header), or per element of a
// list or value over several lines.
func (o *RunBuilder) Lines(firstRecord int, decode ExampleDecoder) {
	if all := o.openEntries(""); all != nil {
		all.Skip(firstRecord)
		o.openElements(all, decode)
	}
}

func (o *RunBuilder) openEntries(listPath string) *index.FileElements {
	if o.Failed() {
		return nil
	}
	all, err := openEntries(o.ctx, o.Source, listPath, &o.Run.Problems)
	if o.Fail(err) {
		return nil
	}
	return all
}

func (o *RunBuilder) openElements(elements *index.FileElements, decode ExampleDecoder) {
	if elements == nil {
		return
	}
	o.elements, o.decode = elements, decode
	o.Records(elements, func(i int) *loaders.Example {
		rec, err := ElementRecord(elements, i)
		return o.decodeRecord(rec, err, decode)
	})
}

// Elements opens one example per element at listPath; see [index.FindElements] and, for "",
// [Opening.Lines]. It fails if they can't be opened.
func (o *RunBuilder) Elements(listPath string, decode ExampleDecoder) {
	o.at = listPath
	o.openElements(o.openEntries(listPath), decode)
}

// A record with more problems than are kept reports once, because examples are decoded again.
func (o *RunBuilder) decodeRecord(rec *Record, err error, decode ExampleDecoder) *loaders.Example {
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
