package index

import (
	"context"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// FindElements starts to find the values at a path in src: the elements of its array, the entries
// of its object with their keys, or values further inside. Problems and closing are as in
// [OpenLines].
//
// A path is a list of keys, and places in arrays from 0, with dots between them (\. in a key),
// where "*" is every element of an array or every entry of an object, "*!a!b" at the end every
// entry but a and b:
//
//	"*"                          [{}, {}], or {"id": {}, "id": {}}
//	"annotations.*"              {"images": [], "annotations": [{}, {}]}
//	"*.qa_pairs.*"               {"id": {"passage": "", "qa_pairs": [{}, {}]}}
//	"data.*.paragraphs.*.qas.*"  SQuAD's
//	""                           the text as a whole, or each of several in a
//	                             row, on as many lines as they like
//
// Other values are skipped unread. A cut-off element is found, and decoding it fails. Prefer
// [OpenLines] for JSON Lines: there an unclosed bracket costs one line, not all after it.
func FindElements(ctx context.Context, src *loaders.Source, jsonPath string, problems *loaders.Problems) (*FileElements, error) {
	return openSearch(ctx, src, problems, usual, newElementBounds(jsonPath, files.Mark(src)))
}

// OpenLines finds the nonblank lines of src in the background, until ctx ends or the lines are
// closed. Problems of the file itself (a truncated archive, a line over the limit) go to problems;
// lines found before stay. The lines own src; if OpenLines fails, the caller does.
func OpenLines(ctx context.Context, src *loaders.Source, problems *loaders.Problems) (*FileElements, error) {
	return openSearch(ctx, src, problems, usual, &lineSplitter{start: files.Mark(src), blank: true})
}

// OpenRows is [OpenLines] for rows with cells separated by the delimiter, which may have line ends in
// quotes, unless [HasLoneQuotes]. The header is a row.
func OpenRows(ctx context.Context, src *loaders.Source, delimiter byte, problems *loaders.Problems) (*FileElements, error) {
	if delimiter == '\t' && HasLoneQuotes(src.Head) {
		return OpenLines(ctx, src, problems)
	}
	return openSearch(ctx, src, problems, usual, &rowSplitter{start: files.Mark(src), between: delimiter})
}

func openSearch(
	ctx context.Context, src *loaders.Source, problems *loaders.Problems, most sizeLimits, split recordSplitter,
) (*FileElements, error) {
	l := &FileElements{src: src, problems: problems, done: make(chan struct{})}
	s := &recordSearch{lines: l, most: most, split: split, number: 1}
	l.listenTo(split)
	var err error
	if l.following, err = files.Follows(l.src, l.lines); err != nil {
		return nil, err
	}
	l.kept = files.CachedFor(l.src)
	if l.content, err = files.OpenContent(l.src, l.kept, &l.examined); err != nil {
		return nil, err
	}
	indexed := l.lines && !l.following
	inner, stop := context.WithCancel(ctx)
	l.stop = stop
	go func() {
		defer close(l.done)
		in := l.content.Stream()
		defer in.Close()
		size := l.content.Size()
		if indexed && size > 0 && l.restorePlaces(size) {
			return
		}
		why := s.searchThrough(inner, in, size)
		if why == nil && ctx.Err() != nil {
			why = loaders.Errorf("reading stopped: %w", ctx.Err())
		}
		if why != nil {
			l.problems.Add(loaders.Problem{File: l.src.Path, Line: int(s.number), Lost: true}.Worded("%w; shown up to this point", why))
		}
		l.addFound(s.found, loaders.AllThere, s.cut)
		if why == nil && inner.Err() == nil {
			l.cacheFound(indexed)
		}
	}()
	return l, nil
}

// listenTo reports only the first empty place in lists, because a broken file may have millions.
func (l *FileElements) listenTo(split recordSplitter) {
	switch split := split.(type) {
	case *lineSplitter:
		l.lines = true
	case *elementSplitter:
		l.keyed = true
		split.empty = func(line uint32) {
			l.problems.Add(loaders.Problem{File: l.src.Path, Line: int(line)}.Worded("a comma with nothing before it; skipped"))
		}
	}
}
