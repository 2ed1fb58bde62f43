package record

import (
	"context"

	"faithscope/loaders"
)

// OpenUnique is [OpenJSONL] for files that programs append to when they run
// again: of records with the same key only the first is an example. key is
// called for every record, in order, in the background; a record of key "" is
// an example of its own. How many were left out is a problem, and so is each
// of the first of them.
func OpenUnique(ctx context.Context, src *loaders.Source, format string, key func(record []byte) string, decode func(rec *Record) (*loaders.Example, error)) (*loaders.Run, error) {
	run := &loaders.Run{}
	lines, err := entries(ctx, src, "", &run.Problems)
	if err != nil {
		return nil, err
	}
	u := unique{newGroups(ctx, lines)}
	go u.find(key)
	run.Read(src.Path, format, u, func(i int) (*loaders.Example, error) {
		return u.decoded(run, i, func(group []*Record) (*loaders.Example, error) { return decode(group[0]) }), nil
	})
	return run, nil
}

// unique are the first lines of their key, a group each.
type unique struct{ *groups }

// Following is that of the lines.
func (u unique) Following() loaders.Follow { return u.elements.Following() }

// find looks for new keys.
func (u unique) find(key func(record []byte) string) {
	defer close(u.done)
	seen := map[string]struct{}{}
	again := 0
	u.each(key, func(k int, name string) {
		if _, twice := seen[name]; twice {
			if again++; again <= maxListed {
				u.elements.Report(loaders.Problem{File: u.elements.Path(), Line: u.elements.Number(k), Example: name, What: loaders.Say("a record of an id that was there before"), Done: loaders.Say("left out")})
			}
			return
		}
		if name != "" {
			seen[name] = struct{}{}
		}
		u.add(k, k+1)
	})
	if again > 0 {
		u.elements.Report(loaders.Problem{File: u.elements.Path(), What: loaders.Say("%d records repeat an id that was there before", again), Done: loaders.Say("each id is one example, the first")})
	}
	u.Grow(u.Len(), true)
}
