package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"faithscope/loaders/files/writer"
)

// Cache keeps entries on disk, safe for concurrent use, also by several processes. If something
// fails, it behaves as if it had nothing, so that no fault reaches its users; so does nil.
type Cache struct {
	Dir     string
	Program string // version; entries of others aren't found
	Most    int64  // bytes of all entries
	Least   int64  // bytes of a file worth an entry
	Now     func() time.Time
}

const (
	mostBytes  = 4 << 30
	leastBytes = 8 << 20
	aboutMost  = 512 << 20
	abandoned  = 24 * time.Hour
	unused     = 30 * 24 * time.Hour
	// fresh entries count as just used, so that not every read writes.
	fresh = time.Hour
)

// Open returns a cache of up to 4 GB in dir, which it makes if missing. It fails if another person
// owns dir or may write to it, because they could make entries. programVersion is the version whose
// entries it finds.
func Open(dir, programVersion string) (*Cache, error) {
	if err := writer.MakePrivateFolder(dir); err != nil {
		return nil, err
	}
	return &Cache{Dir: dir, Program: programVersion, Most: mostBytes, Least: leastBytes, Now: time.Now}, nil
}

// Key is a kind of result, and the files that it was computed from.
type Key struct {
	Kind string
	Of   string // see [IdentityOf]
}

func (c *Cache) digest(key Key) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%q %q %q", c.Program, key.Kind, key.Of))
}

func (c *Cache) entryPath(key Key) string {
	digest := c.digest(key)
	return filepath.Join(c.Dir, hex.EncodeToString(digest[:16])+"."+key.Kind)
}

// Entry is a cached body, checked by its reader, and its description.
type Entry struct {
	*os.File
	Size  int64
	About []byte
}

// tailBytes are a checksum and the length of the description.
const tailBytes = 4 + 8

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (c *Cache) entryChecksum(key Key, bodySize int64, description []byte) uint32 {
	digest := c.digest(key)
	return crc32.Update(crc32.Checksum(binary.LittleEndian.AppendUint64(digest[:], uint64(bodySize)), castagnoli), castagnoli, description)
}

// Load opens an entry, which the caller closes; ok is false if there is none, its description is
// damaged, c is nil or the key's identity "". Loading counts as a use, which keeps the entry from
// being removed. The body isn't checked.
func (c *Cache) Load(key Key) (e *Entry, ok bool) {
	if c == nil || key.Of == "" {
		return nil, false
	}
	f, info, err := writer.Open(c.entryPath(key), os.O_RDONLY, writer.Private)
	if err != nil {
		return nil, false
	}
	if e, ok = c.readEntry(f, key, info.Size()); !ok {
		f.Close()
		return nil, false // the next Commit mends it
	}
	if c.Now().Sub(info.ModTime()).Abs() > fresh {
		_ = os.Chtimes(f.Name(), c.Now(), c.Now()) // it may fail, as on a disk that is read only
	}
	return e, true
}

// readEntry compares a checksum over the key too, because an entry may be damaged or another key's.
func (c *Cache) readEntry(f *os.File, key Key, fileSize int64) (e *Entry, ok bool) {
	var tail [tailBytes]byte
	if _, err := f.ReadAt(tail[:], fileSize-tailBytes); err != nil {
		return nil, false
	}
	length := binary.LittleEndian.Uint64(tail[4:])
	if length > aboutMost || int64(length) > fileSize-tailBytes {
		return nil, false
	}
	e = &Entry{f, fileSize - tailBytes - int64(length), make([]byte, length)}
	if _, err := f.ReadAt(e.About, e.Size); err != nil {
		return nil, false
	}
	return e, binary.LittleEndian.Uint32(tail[:]) == c.entryChecksum(key, e.Size, e.About)
}

// Draft is an entry's body being written.
type Draft struct {
	*os.File
	cache *Cache
	kept  atomic.Bool
}

// Create returns a draft in the cache's folder; nil if impossible. The caller must commit or
// discard it.
func (c *Cache) Create() *Draft {
	if c == nil {
		return nil
	}
	f, err := writer.Temporary(c.Dir, "temporary-*")
	if err != nil {
		return nil
	}
	return &Draft{File: f, cache: c}
}

// Commit adds the description to a complete draft and makes it key's entry. If the draft is larger
// than half the cache, key has no identity, or writing fails, the draft is removed. The file stays
// open either way.
func (d *Draft) Commit(key Key, description []byte) {
	c := d.cache
	info, err := d.Stat()
	if err != nil {
		d.removeFile()
		return
	}
	size, length := info.Size(), int64(len(description))
	if key.Of == "" || length > aboutMost || size+length > c.Most/2 {
		d.removeFile()
		return
	}
	c.MakeRoom(length)
	tail := binary.LittleEndian.AppendUint32(nil, c.entryChecksum(key, size, description))
	tail = binary.LittleEndian.AppendUint64(tail, uint64(length))
	_, err = d.WriteAt(description, size)
	_, wrong := d.WriteAt(tail, size+length)
	if err != nil || wrong != nil || writer.Replace(d.File, c.entryPath(key)) != nil {
		d.removeFile()
		return
	}
	d.kept.Store(true)
}

func (d *Draft) removeFile() { os.Remove(d.Name()) }

// Discard closes a draft, and removes its file unless the cache keeps it.
func (d *Draft) Discard() error {
	if !d.kept.Load() {
		d.removeFile()
	}
	return d.Close()
}

// Store keeps an entry without a body. Failures are ignored: the next opening computes it again.
func (c *Cache) Store(key Key, description []byte) {
	if d := c.Create(); d != nil {
		d.Commit(key, description)
		d.Close()
	}
}

// Remove removes key's entry, if any.
func (c *Cache) Remove(key Key) { os.Remove(c.entryPath(key)) }

// MakeRoom removes the entries used longest ago until neededBytes fit into c.Most, entries unused
// for 30 days, and drafts older than a day, left by killed processes. What can't be removed stays.
func (c *Cache) MakeRoom(neededBytes int64) {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, info := range files {
		oldest := unused
		if filepath.Ext(info.Name()) == "" {
			oldest = abandoned // it is a draft
		}
		if neededBytes += info.Size(); neededBytes > c.Most || c.Now().Sub(info.ModTime()) > oldest {
			neededBytes -= info.Size()
			os.Remove(filepath.Join(c.Dir, info.Name()))
		}
	}
}

const (
	// settled: within one tick of the file system's clock a file could change again unseen.
	settled  = 2 * time.Second
	endBytes = 64 << 10
	// Samples are hashed only on a disk because elsewhere each can cost a request.
	sampleBytes = 4 << 10
	samples     = 32
)

// IdentityOf identifies an open file by a text: its size, time of change, inode and the inode's time
// of change where known, and a hash of its ends and, on a disk, of samples. It is "" for a file that
// may still change unnoticed (changed less than two seconds before now, or without a time) or can't
// be read at offsets.
func IdentityOf(f fs.File, now time.Time) string {
	at, ok := f.(io.ReaderAt)
	info, err := f.Stat()
	mayStillChange := !ok || err != nil || info.ModTime().IsZero() || now.Sub(info.ModTime()) < settled
	if mayStillChange {
		return ""
	}
	inode, changed := inodeOf(info)
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
	return fmt.Sprintf("%d\x00%d\x00%d\x00%d\x00%x\x00", size, info.ModTime().UnixNano(), inode, changed.UnixNano(), hash.Sum(nil))
}
