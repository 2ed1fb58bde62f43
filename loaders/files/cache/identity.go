package cache

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Identity says which files something was worked out of, "" where that cannot
// be told for sure. It is long, and compared by its hash.
type Identity string

const (
	// settled is how long ago a file must have changed: within one tick of its
	// file system's clock it could change again unseen.
	settled = 2 * time.Second
	// endBytes is how much of either end of a file its identity looks at.
	endBytes = 64 << 10
	// sampleBytes are read at each of samples places between the ends of a
	// file on a disk: on another machine a place can cost a request.
	sampleBytes = 4 << 10
	samples     = 32
)

// IdentityOf is that of an open file: its size, time of change, its
// inode and the time of its inode's change where the system has them, and a
// hash of its ends and of samples between them. It is "" for a file that may
// still change unseen: changed a moment ago, or, as its clock has it, in the
// future.
func IdentityOf(f fs.File, now time.Time) Identity {
	at, ok := f.(io.ReaderAt)
	info, err := f.Stat()
	if !ok || err != nil || info.ModTime().IsZero() || now.Sub(info.ModTime()) < settled {
		return ""
	}
	inode, changed := node(info)
	if !changed.IsZero() && now.Sub(changed) < settled {
		return ""
	}
	hash := sha256.New()
	sample := func(from, n int64) bool {
		_, err := io.Copy(hash, io.NewSectionReader(at, from, n))
		return err == nil
	}
	size := info.Size()
	whole := sample(0, min(endBytes, size)) && sample(max(0, size-endBytes), min(endBytes, size))
	if _, disk := f.(*os.File); disk && size > 2*endBytes {
		for k := range int64(samples) {
			whole = whole && sample(size/(samples+1)*(k+1), sampleBytes)
		}
	}
	if !whole {
		return ""
	}
	return Identity(fmt.Sprintf("%d\x00%d\x00%d\x00%d\x00%x\x00", size, info.ModTime().UnixNano(), inode, changed.UnixNano(), hash.Sum(nil)))
}
