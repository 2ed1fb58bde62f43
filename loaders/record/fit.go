package record

import (
	"context"
	"io/fs"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// Bounds of what is read to see whether files belong together.
const (
	mostAsked   = 20_000
	mostFitting = 128 << 20 // bytes of a companion, packed or not
)

// Asked are the names by which records ask for an entry of a companion, each
// with what else has to agree for the entry to be meant; nil for nothing else.
type Asked map[string]func(entry *Record) bool

// Look calls f for the elements at path within a file (at "" its records), in
// order, until f returns false or ctx ends. What is wrong with them is for who
// reads the file for good. It reports whether it has seen all of them.
func Look(ctx context.Context, fsys fs.FS, file, path string, f func(rec *Record) bool) (all bool, err error) {
	src, err := files.OpenSource(fsys, file)
	if err != nil {
		return false, err
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	var ignored loaders.Problems
	e, err := entries(inner, src, path, &ignored)
	if err != nil {
		src.Close()
		return false, err
	}
	defer e.Close() //nolint:errcheck // it was only read
	for i := 0; ; i++ {
		if err := e.Wait(ctx, i+1); err != nil {
			return false, err
		}
		if i >= e.Len() {
			return true, nil
		}
		if rec, err := element(e, i); err == nil && !f(rec) {
			return false, nil
		}
	}
}

// AskedBy reads by which names the records of a run ask, up to some thousands
// of them. key names a record and says what else has to agree; "" asks for
// nothing. It is nil, which fits anything, where the file cannot be read.
func AskedBy(ctx context.Context, src *loaders.Source, path string, key func(rec *Record) (name string, agrees func(entry *Record) bool)) Asked {
	asked := Asked{}
	if _, err := Look(ctx, src.Files, src.Path, path, func(rec *Record) bool {
		if name, agrees := key(rec); name != "" {
			asked[name] = agrees
		}
		return len(asked) < mostAsked
	}); err != nil {
		return nil
	}
	return asked
}

// Fits says which share of what is asked a file answers, for
// [Companion.Fits]. entries says where its elements are, by its first bytes,
// and what names one.
func (asked Asked) Fits(ctx context.Context, src *loaders.Source, entries func(head []byte) (path string, key func(rec *Record) string)) func(file string) (share float64, known bool) {
	return func(file string) (float64, bool) {
		info, err := fs.Stat(src.Files, file)
		head, headErr := HeadOf(src, file)
		if len(asked) == 0 || err != nil || headErr != nil || info.Size() > mostFitting {
			return 0, false
		}
		path, key := entries(head)
		met, some := map[string]bool{}, false
		all, err := Look(ctx, src.Files, file, path, func(rec *Record) bool {
			some = true
			name := rec.Key
			if key != nil {
				name = key(rec)
			}
			if agrees, ok := asked[name]; ok && (agrees == nil || agrees(rec)) {
				met[name] = true
			}
			return len(met) < len(asked)
		})
		if err != nil || !some || !all && len(met) < len(asked) {
			return 0, false
		}
		// Gold of a few of many records fits too, as long as there are more
		// records than were looked at.
		if len(met) == 0 && len(asked) >= mostAsked {
			return 0, false
		}
		return float64(len(met)) / float64(len(asked)), true
	}
}

// HeadOf returns the first bytes of a companion, up to [loaders.HeadSize].
func HeadOf(src *loaders.Source, path string) ([]byte, error) {
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Head, nil
}
