// Package cache keeps on disk what took long to work out of run files.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Cache keeps on disk what took long to work out of a run file: where its
// records are, its rows and scores, its content unpacked. An entry says of
// which file it is (by size, time of change and hashes of both ends) and
// carries a checksum: one of another file, of another version of the program
// or with a single wrong bit is as if it were not there. It is safe for
// several processes. A nil Cache keeps nothing.
type Cache struct {
	Dir     string
	Program string
	Most    int64 // bytes in all
	Least   int64 // bytes of a file worth an entry
	Now     func() time.Time
}

const (
	cacheMagic = "faithscope cache 1\n"
	cacheMost  = 4 << 30
	cacheLeast = 8 << 20
	entryMost  = 1 << 30
	// settled is how long ago a file must have changed: within one tick of its
	// file system's clock it could change again unseen.
	settled = 2 * time.Second
	// abandoned is the age from which a temporary file is nobody's.
	abandoned = 24 * time.Hour
)

// Open keeps entries in dir, which it makes where there is none. program
// is the version of the program: it reads no entry of another.
func Open(dir, program string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return &Cache{Dir: dir, Program: program, Most: cacheMost, Least: cacheLeast, Now: time.Now}, nil
}

// Entry is what an entry is of: a kind of thing, and the file by its name.
type Entry struct{ Kind, Path string }

// File is where an entry is kept that is a file of its own.
func (c *Cache) File(k Entry) string {
	path := k.Path
	if abs, err := filepath.Abs(path); err == nil && !strings.Contains(path, "://") {
		path = abs
	}
	sum := sha256.Sum256([]byte(k.Kind + "\x00" + path))
	return filepath.Join(c.Dir, hex.EncodeToString(sum[:16])+"."+k.Kind)
}

// digest is what an entry is bound to: the program and the files' identity.
func (c *Cache) digest(of Identity) [sha256.Size]byte {
	return sha256.Sum256([]byte(c.Program + "\x00" + string(of)))
}

// Load returns the entry of key if it is whole and of this identity.
func (c *Cache) Load(key Entry, of Identity) (payload []byte, ok bool) {
	if c == nil || of == "" {
		return nil, false
	}
	name := c.File(key)
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > entryMost {
		return nil, false
	}
	b := make([]byte, info.Size())
	if _, err := io.ReadFull(f, b); err != nil {
		return nil, false
	}
	if payload, ok = opened(b, c.digest(of)); !ok {
		return nil, false
	}
	// What is used lives longer. It may fail, as on a disk that is read only.
	_ = os.Chtimes(name, time.Time{}, c.Now())
	return payload, true
}

// sealed is an entry as it is on disk: magic, digest, length, payload, and a
// checksum of all that.
func sealed(payload []byte, digest [sha256.Size]byte) []byte {
	b := make([]byte, 0, len(cacheMagic)+2*sha256.Size+8+len(payload))
	b = append(append(b, cacheMagic...), digest[:]...)
	b = append(binary.LittleEndian.AppendUint64(b, uint64(len(payload))), payload...)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

func opened(b []byte, digest [sha256.Size]byte) (payload []byte, ok bool) {
	const head = len(cacheMagic) + sha256.Size + 8
	if len(b) < head+sha256.Size {
		return nil, false
	}
	body, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if own := sha256.Sum256(body); !bytes.Equal(own[:], sum) {
		return nil, false
	}
	if !bytes.HasPrefix(body, []byte(cacheMagic)) || !bytes.Equal(body[len(cacheMagic):head-8], digest[:]) {
		return nil, false
	}
	payload = body[head:]
	return payload, binary.LittleEndian.Uint64(body[head-8:head]) == uint64(len(payload))
}

// Store keeps an entry, in the place of an older one. An entry that cannot be
// written is not an error: the next opening works it out again.
func (c *Cache) Store(key Entry, of Identity, payload []byte) {
	if c == nil || of == "" || len(payload) > entryMost-1024 {
		return
	}
	b := sealed(payload, c.digest(of))
	c.Evict(int64(len(b)))
	f, err := c.Temporary()
	if err != nil {
		return
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), c.File(key))
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// Temporary is a file to be written and then given the name of an entry.
func (c *Cache) Temporary() (*os.File, error) { return os.CreateTemp(c.Dir, "temporary-*") }

// Reopen opens an entry that is a file of its own.
func (c *Cache) Reopen(k Entry) (*os.File, error) {
	f, err := os.Open(c.File(k))
	if err == nil {
		_ = os.Chtimes(f.Name(), c.Now(), c.Now()) // it is used, and lives longer
	}
	return f, err
}

// Evict makes room for more bytes: what was used longest ago goes first, and
// temporary files that a killed process left.
func (c *Cache) Evict(more int64) {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return
	}
	type old struct {
		name string
		size int64
		used time.Time
	}
	var all []old
	total := more
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if strings.HasPrefix(e.Name(), "temporary-") && c.Now().Sub(info.ModTime()) > abandoned {
			os.Remove(filepath.Join(c.Dir, e.Name()))
			continue
		}
		all = append(all, old{e.Name(), info.Size(), info.ModTime()})
		total += info.Size()
	}
	slices.SortFunc(all, func(a, b old) int { return a.used.Compare(b.used) })
	for _, e := range all {
		if total <= c.Most {
			return
		}
		if os.Remove(filepath.Join(c.Dir, e.name)) == nil {
			total -= e.size
		}
	}
}

// Identity says which files something was worked out of, "" where that cannot
// be told for sure. It is long, and compared by its hash.
type Identity string

// endBytes is how much of either end of a file its identity looks at.
const endBytes = 64 << 10

// IdentityOf is that of an open file. It is "" for a file that may still
// change unseen: changed a moment ago, or, as its clock has it, in the future.
func IdentityOf(path string, f fs.File, now time.Time) Identity {
	at, ok := f.(io.ReaderAt)
	info, err := f.Stat()
	if !ok || err != nil || info.ModTime().IsZero() || now.Sub(info.ModTime()) < settled {
		return ""
	}
	hash := sha256.New()
	for _, from := range []int64{0, max(0, info.Size()-endBytes)} {
		if _, err := io.Copy(hash, io.NewSectionReader(at, from, min(endBytes, info.Size()))); err != nil {
			return ""
		}
	}
	return Identity(fmt.Sprintf("%s\x00%d\x00%d\x00%x\x00", path, info.Size(), info.ModTime().UnixNano(), hash.Sum(nil)))
}
