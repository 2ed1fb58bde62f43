package cache

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Cache keeps entries on disk. It is safe for concurrent use, by several
// processes too. Its faults are those of a cache that has nothing: none of
// them reaches whoever asks.
type Cache struct {
	Dir     string
	Program string // its version: entries of another are not found
	Most    int64  // bytes in all
	Least   int64  // bytes of a file worth an entry
	Now     func() time.Time
}

const (
	mostBytes  = 4 << 30
	leastBytes = 8 << 20
	entryMost  = 512 << 20
	// abandoned is the age from which a temporary file is nobody's.
	abandoned = 24 * time.Hour
	// fresh is how long an entry counts as just used: noting every use would
	// write as often as the cache is read.
	fresh = time.Hour
)

// Open keeps entries in dir, which it makes where there is none. It fails for
// a folder that another person owns or may write to, since entries would be
// theirs to make.
func Open(dir, program string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if err := private(info); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return &Cache{Dir: dir, Program: program, Most: mostBytes, Least: leastBytes, Now: time.Now}, nil
}

// Entry is what an entry is of: a kind of thing, and the file by its name.
type Entry struct{ Kind, Path string }

// key is the path as every process writes it.
func (e Entry) key() string {
	if abs, err := filepath.Abs(e.Path); err == nil && !strings.Contains(e.Path, "://") {
		return abs
	}
	return e.Path
}

// file is the name in the cache's folder of an entry that has a file.
func (e Entry) file() string {
	sum := sha256.Sum256([]byte(e.Kind + "\x00" + e.key()))
	return hex.EncodeToString(sum[:16]) + "." + e.Kind
}

// Value is what an entry holds.
type Value struct {
	Beside []byte // what else it rests on, for the caller to judge
	Body   []byte
}

// digest is what an entry is bound to: the program and the files' identity.
func (c *Cache) digest(of Identity) []byte {
	sum := sha256.Sum256([]byte(c.Program + "\x00" + string(of)))
	return sum[:]
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum is a checksum of all that an entry is, and of where one part of it ends:
// SQLite has none of its own.
func (v Value) sum(digest []byte) uint32 {
	head := binary.BigEndian.AppendUint64(digest, uint64(len(v.Beside)))
	return crc32.Update(crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, v.Beside), castagnoli, v.Body)
}

// Load returns the entry if it is whole and of this identity.
func (c *Cache) Load(key Entry, of Identity) (v Value, ok bool) {
	if c == nil || of == "" {
		return Value{}, false
	}
	digest := c.digest(of)
	err := open(c.Dir, func(ctx context.Context, db *sql.DB) error {
		var used int64
		var sum uint32
		row := db.QueryRowContext(ctx, "SELECT used, sum, beside, body FROM entry WHERE kind = ? AND path = ? AND of = ?", key.Kind, key.key(), digest)
		if err := row.Scan(&used, &sum, &v.Beside, &v.Body); err != nil {
			return err
		}
		if ok = v.sum(digest) == sum; !ok {
			return nil // the next Store mends it
		}
		if c.Now().Sub(time.Unix(used, 0)).Abs() > fresh {
			// It may fail, as on a disk that is read only.
			_, _ = db.ExecContext(ctx, "UPDATE entry SET used = ? WHERE kind = ? AND path = ?", c.Now().Unix(), key.Kind, key.key())
		}
		return nil
	})
	return v, ok && err == nil
}

// Store keeps an entry, in the place of an older one. An entry that cannot be
// written is not an error: the next opening works it out again.
func (c *Cache) Store(key Entry, of Identity, v Value) {
	if c == nil || of == "" {
		return
	}
	_ = c.put(key, of, v, 0)
}

// put writes an entry that has size bytes in a file beside.
func (c *Cache) put(key Entry, of Identity, v Value, size int64) error {
	size += int64(len(v.Body) + len(v.Beside))
	if len(v.Body) > entryMost || size > c.Most/2 {
		return errors.New("too large to be kept")
	}
	digest := c.digest(of)
	return open(c.Dir, func(ctx context.Context, db *sql.DB) error {
		if err := c.evict(ctx, db, size); err != nil {
			return err
		}
		_, err := db.ExecContext(ctx, "INSERT OR REPLACE INTO entry (kind, path, of, used, size, sum, beside, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			key.Kind, key.key(), digest, c.Now().Unix(), size, v.sum(digest), v.Beside, v.Body)
		return err
	})
}

// Temporary is a file to be written and given to StoreFile, or removed.
func (c *Cache) Temporary() (*os.File, error) { return os.CreateTemp(c.Dir, "temporary-*") }

// StoreFile keeps a file that Temporary made and that is complete, with what
// there is to say about it. It reports whether the cache has it now.
func (c *Cache) StoreFile(key Entry, of Identity, f *os.File, about []byte) bool {
	info, err := f.Stat()
	if err != nil || of == "" {
		return false
	}
	if c.put(key, of, Value{Body: about}, info.Size()) != nil {
		return false
	}
	return os.Rename(f.Name(), filepath.Join(c.Dir, key.file())) == nil
}

// LoadFile opens a file that StoreFile kept, and returns what was said about
// it. Whoever reads the file checks it.
func (c *Cache) LoadFile(key Entry, of Identity) (f *os.File, about []byte, ok bool) {
	v, ok := c.Load(key, of)
	if !ok {
		return nil, nil, false
	}
	f, err := os.Open(filepath.Join(c.Dir, key.file()))
	if err != nil {
		return nil, nil, false
	}
	return f, v.Body, true
}

// MakeRoom lets go of what was used longest ago, so that there is room for
// more bytes, and of what a killed process left.
func (c *Cache) MakeRoom(more int64) {
	_ = open(c.Dir, func(ctx context.Context, db *sql.DB) error { return c.evict(ctx, db, more) })
}

func (c *Cache) evict(ctx context.Context, db *sql.DB, more int64) error {
	rows, err := db.QueryContext(ctx, "SELECT kind, path, size FROM entry ORDER BY used DESC, rowid DESC")
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // only read
	total := more
	kept := map[string]bool{}
	var old []Entry
	for rows.Next() {
		var e Entry
		var size int64
		if err := rows.Scan(&e.Kind, &e.Path, &size); err != nil {
			return err
		}
		if total += size; total > c.Most {
			old = append(old, e)
			continue
		}
		kept[e.file()] = true
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, e := range old {
		if _, err := db.ExecContext(ctx, "DELETE FROM entry WHERE kind = ? AND path = ?", e.Kind, e.Path); err != nil {
			return err
		}
		os.Remove(filepath.Join(c.Dir, e.file()))
	}
	if len(old) > 0 {
		_, err = db.ExecContext(ctx, "PRAGMA incremental_vacuum")
	}
	c.sweep(kept)
	return err
}

// sweep removes files that no entry has: of entries that went, of killed
// processes, of older programs.
func (c *Cache) sweep(kept map[string]bool) {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if kept[name] || strings.HasPrefix(name, fileName) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && c.Now().Sub(info.ModTime()) > abandoned {
			os.Remove(filepath.Join(c.Dir, name))
		}
	}
}
