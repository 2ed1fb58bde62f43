package loaders

import (
	"context"
	"errors"
)

// Records are the examples of a file before decoding.
type Records interface {
	// Len is the number of records found so far, which only grows.
	Len() int
	// Complete reports whether Len is final.
	Complete() bool
	// Wait blocks until there are n records or no more will come.
	Wait(ctx context.Context, n int) error
	// Progress counts bytes of the stored file, examined and in all.
	Progress() (done, total int64)
	Close() error
}

// Abilities that some records have.
type (
	// Sized records know the bytes of record i, 0 if unknown, by which decoded examples are
	// bounded.
	Sized interface{ Size(i int) int }
	// Numbered records know the 1-based line on which record i begins, without reading the file.
	Numbered interface{ Number(i int) int }
	// Stored records have record i as in the file, unpacked and without the line end, and its line,
	// 0 if unknown.
	Stored interface {
		Record(i int) (record []byte, number int, err error)
	}
	// Growing records may continue after the end of the file.
	Growing interface{ Following() FollowState }
	// ShardRecords know which entries of a companion they don't ask for.
	ShardRecords interface {
		Left(ctx context.Context) (UnaskedEntries, error)
	}
)

// UnaskedEntries are the entries of a companion that no record of a shard asks for: if no other
// shard does either, they are examples of the whole run.
type UnaskedEntries struct {
	Names   []string            // in the companion's order; entry i can be decoded after the records
	Problem func(n int) Problem // says that n are left; nil without names
}

// FollowState is the state of a followed file.
type FollowState struct {
	// On says that new records are read.
	On bool
	// Changed says why they aren't any more: the file isn't the opened one, and should be reopened.
	Changed string
}

// ErrFollow means that a run can't be followed: only plain JSON Lines grow at their end.
var ErrFollow = errors.New("only plain JSON Lines on a disk can be followed")

var errNoRaw = errors.New("the run has no raw records")

// ExaminedRecords is embedded by [Records] that examined the whole file while opening it.
type ExaminedRecords struct {
	Growth
	Source *Source
}

// Progress implements [Records]: nothing is left to examine.
func (e *ExaminedRecords) Progress() (done, total int64) { return e.Source.Size, e.Source.Size }
