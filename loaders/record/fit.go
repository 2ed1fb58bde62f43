package record

import (
	"context"
	"io/fs"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

const (
	mostAsked   = 20_000
	mostFitting = 128 << 20 // of a companion, packed or not
)

// RequestedEntries are the entries that records ask for, each with a further condition or nil.
type RequestedEntries map[string]EntryCheck

// Look calls f for the readable elements in order, until f returns false or ctx ends, and reports
// no problems. all means the end of the file. It fails if the file can't be opened or ctx has
// ended.
func Look(ctx context.Context, pathInFile PathInFile, f func(rec *Record) bool) (all bool, err error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	e, err := entriesAt(inner, pathInFile, &loaders.Problems{})
	if err != nil {
		return false, err
	}
	defer e.Close() //nolint:errcheck // it was only read
	for rec, err := range elementsOf(ctx, e) {
		if err == nil && !f(rec) {
			return false, nil
		}
	}
	return ctx.Err() == nil, ctx.Err()
}

// AskedBy returns the names that src's records ask for, at most 20,000. requestOf returns a name, "" for
// none, and a further condition, or nil. It is nil if the file can't be read.
func AskedBy(ctx context.Context, src *loaders.Source, recordsPath string, requestOf func(rec *Record) (name string,
	agrees EntryCheck)) RequestedEntries {
	asked := RequestedEntries{}
	if _, err := Look(ctx, Within(src, recordsPath), func(rec *Record) bool {
		if name, agrees := requestOf(rec); name != "" {
			asked[name] = agrees
		}
		return len(asked) < mostAsked
	}); err != nil {
		return nil
	}
	return asked
}

// Fits returns for [CompanionFile.Fits] the share of the asked names that a file has. It is unknown if
// nothing was asked, if the file is larger than 128 MB, unreadable or without elements, or if none
// of very many names is met.
func (asked RequestedEntries) Fits(ctx context.Context, src *loaders.Source, fileLayout FileLayout) AnsweredShareFunc {
	return func(file string) (float64, bool) {
		info, err := fs.Stat(src.Files, file)
		head, headErr := headOf(src, file)
		isUnknown := len(asked) == 0 || err != nil || headErr != nil || info.Size() > mostFitting
		if isUnknown {
			return 0, false
		}
		path, key := fileLayout(head)
		met, some := map[string]bool{}, false
		all, err := Look(ctx, PathInFile{src.Files, file, path}, func(rec *Record) bool {
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
		isUnfit := err != nil || !some || !all && len(met) < len(asked)
		if isUnfit {
			return 0, false
		}
		// Gold of a few of many records fits too.
		if len(met) == 0 && len(asked) >= mostAsked {
			return 0, false
		}
		return float64(len(met)) / float64(len(asked)), true
	}
}

func headOf(src *loaders.Source, path string) ([]byte, error) {
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Head, nil
}
