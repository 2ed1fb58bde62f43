package index

import (
	"context"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// OpenLines starts to look for lines in src, until all are found, ctx ends or
// the lines are closed. What is wrong with the file itself (a truncated
// archive, a line over the limit) goes to problems, and what was found before
// it stays. The lines own src; where OpenLines fails, the caller does.
func OpenLines(ctx context.Context, src *loaders.Source, problems *loaders.Problems) (*Lines, error) {
	return openLines(ctx, src, problems, usual)
}

// OpenRows is OpenLines for the rows of a table with a byte between its cells
// (a comma), in which line ends in quotes belong to a cell.
func OpenRows(ctx context.Context, src *loaders.Source, between byte, problems *loaders.Problems) (*Lines, error) {
	return openRecords(ctx, src, problems, usual, &csvRows{start: files.Mark(src), between: between})
}

func openLines(ctx context.Context, src *loaders.Source, problems *loaders.Problems, most limits) (*Lines, error) {
	return openRecords(ctx, src, problems, most, &lineEnds{start: files.Mark(src), blank: true})
}

// openRecords starts a search for the records that split tells apart.
func openRecords(ctx context.Context, src *loaders.Source, problems *loaders.Problems, most limits, split bounds) (*Lines, error) {
	l := newLines(src, problems)
	if err := l.open(ctx, most, split); err != nil {
		return nil, err
	}
	return l, nil
}

func newLines(src *loaders.Source, problems *loaders.Problems) *Lines {
	return &Lines{src: src, mark: files.Mark(src), problems: problems, done: make(chan struct{})}
}

// open starts the search.
func (l *Lines) open(ctx context.Context, most limits, split bounds) error {
	_, lines := split.(*lineEnds)
	var err error
	if l.following, err = files.Follows(l.src, lines); err != nil {
		return err
	}
	l.kept = files.Keep(l.src)
	if l.content, err = files.OpenContent(l.src, l.kept, &l.examined); err != nil {
		return err
	}
	indexed := lines && !l.following
	inner, stop := context.WithCancel(ctx)
	l.stop = stop
	go func() {
		defer close(l.done)
		in := l.content.Stream()
		defer in.Close()
		if size := l.content.Size(); indexed && size > 0 && l.restore(size) {
			return
		}
		s := search{lines: l, most: most, split: split, number: 1}
		why := s.run(inner, in)
		if why == nil && ctx.Err() != nil {
			why = loaders.Errorf("reading stopped: %w", ctx.Err())
		}
		if why != nil {
			l.problems.Add(loaders.Problem{File: l.src.Path, Line: int(s.number), What: loaders.Because(why), Done: loaders.Say("what came before it is shown"), Lost: true})
		}
		l.grow(s.found, true, s.cut)
		if why == nil && inner.Err() == nil {
			l.keep(indexed)
		}
	}()
	return nil
}

// keep leaves what was found to the cache, unless the file changed meanwhile.
func (l *Lines) keep(indexed bool) {
	if !l.kept.Holds() {
		return
	}
	l.content.Keep()
	if indexed {
		l.keepPlaces()
	}
}
