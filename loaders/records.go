package loaders

import (
	"context"
	"errors"
)

// Records are a file's examples before decoding.
type Records interface {
	// Len is the number of records so far, which only grows.
	Len() int
	// Complete reports whether Len is final.
	Complete() bool
	// Wait blocks until there are n records or no more will come.
	Wait(ctx context.Context, n int) error
	// Progress counts the stored file's bytes, examined and in all.
	Progress() (done, total int64)
	Close() error
}

// Abilities of some records.
type (
	// SizedRecords records know record i's bytes, 0 if unknown.
	SizedRecords interface{ Size(i int) int }
	// LineNumberRecords records know record i's 1-based line without reading.
	LineNumberRecords interface{ Number(i int) int }
	// RawRecords records have record i as in the file, unpacked, without the line end.
	RawRecords interface{ Record(i int) ([]byte, error) }
	// GrowingRecords records may continue after the end of the file.
	GrowingRecords interface{ Following() FollowState }
	// ShardRecords know which entries of a companion they don't ask for.
	ShardRecords interface {
		Left(ctx context.Context) (UnrequestedEntries, error)
	}
)

// UnrequestedEntries are a companion's entries that no record of a shard asks for: if no other shard
// does, they are examples of the whole run.
type UnrequestedEntries struct {
	Names   []string            // in order; entry i can be decoded after the records
	Problem func(n int) Problem // reports that n are left; nil without names
}

// FollowState is the state of a followed file.
type FollowState struct {
	// On means that new records are read.
	On bool
	// Changed is why following ended: the file should be reopened.
	Changed string
}

// ErrFollow means that the file isn't plain JSON Lines, which grow at their end.
var ErrFollow = errors.New("only plain JSON Lines on disk can be followed")

var errNoRaw = errors.New("the run has no raw records")

// ExaminedRecords examined the whole file while opening it.
type ExaminedRecords struct {
	Growth
	Source *Source
}

// Progress implements [Records].
func (e *ExaminedRecords) Progress() (done, total int64) { return e.Source.Size, e.Source.Size }
