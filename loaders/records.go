package loaders

import (
	"context"
	"errors"
)

// Records are the examples of a file before they are decoded.
type Records interface {
	// Len is the number of records found so far; it only grows.
	Len() int
	// Complete reports whether Len is final.
	Complete() bool
	// Wait blocks until there are at least n records or no more will come.
	Wait(ctx context.Context, n int) error
	// Progress returns bytes examined and bytes in all, of the stored file.
	Progress() (done, total int64)
	Close() error
}

// What records may offer besides. A [Run] asks for each by its interface.
type (
	// Sized records know the bytes of record i, 0 if they are unknown. The cache of decoded
	// examples is bounded by their sum too.
	Sized interface{ Size(i int) int }
	// Numbered records know the 1-based line of the file in which record i
	// begins. It reads no file.
	Numbered interface{ Number(i int) int }
	// Stored records have the bytes of record i as the file has them, unpacked
	// and without the line end, and the number of its line, 0 where unknown.
	Stored interface {
		Record(i int) (record []byte, number int, err error)
	}
	// Growing records may continue after the end of the file.
	Growing interface{ Following() FollowState }
	// Leaving is the records of a shard, which know which entries they leave to other
	// shards.
	ShardRecords interface {
		Left(ctx context.Context) (UnaskedEntries, error)
	}
)

// UnaskedEntries are the entries of a companion that no record of a shard asks for: those
// that no other shard asks for either are examples of the whole run.
type UnaskedEntries struct {
	Names   []string            // in the order of the companion; entry i can be decoded after the records
	Problem func(n int) Problem // says that n are left; nil without names
}

// FollowState is the state of a file that is followed.
type FollowState struct {
	// On says that new records are still read.
	On bool
	// Changed says why they no longer are: the file is not the one that was
	// opened, and should be reopened. "" while it is.
	Changed string
}

// ErrFollow means that a run cannot be followed: only plain JSON Lines grow
// at their end.
var ErrFollow = errors.New("only plain JSON Lines on a disk can be followed")

// errNoRaw means that a run has no stored bytes per example.
var errNoRaw = errors.New("the run has no raw records")

// ExaminedRecords is embedded by the [Records] of a file that was examined as a whole when it was opened.
type ExaminedRecords struct {
	Growth
	Source *Source
}

// Progress implements [Records]: nothing is left to examine.
func (e *ExaminedRecords) Progress() (done, total int64) { return e.Source.Size, e.Source.Size }
