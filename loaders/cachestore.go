package loaders

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Cache keeps on disk what took long to work out of a run file: where its
// records are, its rows and scores, its content unpacked. An entry says of
// which file it is (by size, time of change and hashes of both ends) and
// carries a checksum: one of another file, of another version of the program
// or with a single wrong bit is as if it were not there. It is safe for
// several processes. A nil Cache keeps nothing.
type Cache struct {
	dir     string
	program string
	most    int64 // bytes in all
	least   int64 // bytes of a file worth an entry
	now     func() time.Time
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

// OpenCache keeps entries in dir, which it makes where there is none. program
// is the version of the program: it reads no entry of another.
func OpenCache(dir, program string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return &Cache{dir: dir, program: program, most: cacheMost, least: cacheLeast, now: time.Now}, nil
}

// entryKey is what an entry is of: a kind of thing, and the file by its name.
type entryKey struct{ kind, path string }

func (c *Cache) file(k entryKey) string {
	path := k.path
	if abs, err := filepath.Abs(path); err == nil && !strings.Contains(path, "://") {
		path = abs
	}
	sum := sha256.Sum256([]byte(k.kind + "\x00" + path))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+"."+k.kind)
}

// digest is what an entry is bound to: the program and the files' identity.
func (c *Cache) digest(of identity) [sha256.Size]byte {
	return sha256.Sum256([]byte(c.program + "\x00" + string(of)))
}

// load returns the entry of key if it is whole and of this identity.
func (c *Cache) load(key entryKey, of identity) (payload []byte, ok bool) {
	if c == nil || of == "" {
		return nil, false
	}
	name := c.file(key)
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
	_ = os.Chtimes(name, time.Time{}, c.now())
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

// store keeps an entry, in the place of an older one. An entry that cannot be
// written is no error: the next opening works it out again.
func (c *Cache) store(key entryKey, of identity, payload []byte) {
	if c == nil || of == "" || len(payload) > entryMost-1024 {
		return
	}
	b := sealed(payload, c.digest(of))
	c.evict(int64(len(b)))
	f, err := os.CreateTemp(c.dir, "temporary-*")
	if err != nil {
		return
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), c.file(key))
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// evict makes room for more bytes: what was used longest ago goes first, and
// temporary files that a killed process left.
func (c *Cache) evict(more int64) {
	entries, err := os.ReadDir(c.dir)
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
		if strings.HasPrefix(e.Name(), "temporary-") && c.now().Sub(info.ModTime()) > abandoned {
			os.Remove(filepath.Join(c.dir, e.Name()))
			continue
		}
		all = append(all, old{e.Name(), info.Size(), info.ModTime()})
		total += info.Size()
	}
	slices.SortFunc(all, func(a, b old) int { return a.used.Compare(b.used) })
	for _, e := range all {
		if total <= c.most {
			return
		}
		if os.Remove(filepath.Join(c.dir, e.name)) == nil {
			total -= e.size
		}
	}
}

// identity says which files something was worked out of, "" where that cannot
// be told for sure. It is long, and compared by its hash.
type identity string

// endBytes is how much of either end of a file its identity looks at.
const endBytes = 64 << 10

// identityOf is that of an open file. It is "" for a file that may still
// change unseen: changed a moment ago, or, as its clock has it, in the future.
func identityOf(path string, f fs.File, now time.Time) identity {
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
	return identity(fmt.Sprintf("%s\x00%d\x00%d\x00%x\x00", path, info.Size(), info.ModTime().UnixNano(), hash.Sum(nil)))
}

// identity is that of the source's file, "" where its cache keeps nothing of
// it.
func (src *Source) identity() identity {
	if src.cache == nil || src.follow || src.Size < src.cache.least {
		return ""
	}
	return identityOf(src.Path, src.file, src.cache.now())
}

// namedIdentity is that of a file by its name. A folder's changes with the
// names in it.
func namedIdentity(files fs.FS, name string, now time.Time) identity {
	f, err := files.Open(name)
	if err != nil {
		return identity(name + "\x00missing\x00")
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return identity(fmt.Sprintf("%s\x00folder\x00%d\x00", name, info.ModTime().UnixNano()))
	}
	return identityOf(name, f, now)
}

// witness is a file system that remembers what was opened: what a run rests
// on beside its own file.
type witness struct {
	fs.FS
	mu   sync.Mutex
	seen map[string]bool
}

// Open implements [fs.FS].
func (w *witness) Open(name string) (fs.File, error) {
	w.saw(name)
	return w.FS.Open(name)
}

// ReadDir implements [fs.ReadDirFS].
func (w *witness) ReadDir(name string) ([]fs.DirEntry, error) {
	w.saw(name)
	return fs.ReadDir(w.FS, name)
}

// Local implements what [isLocal] asks.
func (w *witness) Local(name string) bool { return isLocal(w.FS, name) }

func (w *witness) saw(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen[name] = true
}

// companions are the identities of what was seen so far, by name, without the
// run's own file. ok is false where one cannot be told for sure.
func (w *witness) companions(own string, now time.Time) (_ map[string]identity, ok bool) {
	w.mu.Lock()
	names := slices.Collect(maps.Keys(w.seen))
	w.mu.Unlock()
	all := map[string]identity{}
	for _, name := range names {
		if name == own {
			continue
		}
		if all[name] = namedIdentity(w.FS, name, now); all[name] == "" {
			return nil, false
		}
	}
	return all, true
}

// kept ties a run to the cache.
type kept struct {
	cache   *Cache
	source  *Source
	witness *witness
	options string
	of      identity // when the run was opened
}

// Caches reports whether what is worked out of the run can be kept.
func (r *Run) Caches() bool { return r.kept != nil && r.kept.of != "" }

// LoadCached returns what [Run.StoreCached] kept under a kind, if the run's
// file, the files that it was joined with, the options and version, whatever
// the caller likes, are the same.
func (r *Run) LoadCached(kind, version string) (body []byte, ok bool) {
	k := r.kept
	if k == nil || k.of == "" {
		return nil, false
	}
	b, ok := k.cache.load(entryKey{kind, r.Path}, k.of+identity(k.options+version))
	if !ok {
		return nil, false
	}
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(len(b)-used) {
		return nil, false
	}
	var then map[string]identity
	if json.Unmarshal(b[used:used+int(n)], &then) != nil {
		return nil, false
	}
	now, ok := k.witness.companions(k.source.Path, k.cache.now())
	if !ok {
		return nil, false
	}
	for name, was := range then {
		if namedIdentity(k.witness.FS, name, k.cache.now()) != was {
			return nil, false
		}
		delete(now, name)
	}
	return b[used+int(n):], len(now) == 0 // a file that was not there then
}

// StoreCached keeps what was worked out of the whole run, unless its files
// have changed since it was opened, or are being followed.
func (r *Run) StoreCached(kind, version string, body []byte) {
	k := r.kept
	if k == nil || k.of == "" || k.source.identity() != k.of {
		return
	}
	companions, ok := k.witness.companions(k.source.Path, k.cache.now())
	if !ok {
		return
	}
	names, err := json.Marshal(companions)
	if err != nil {
		return
	}
	b := append(binary.AppendUvarint(nil, uint64(len(names))), names...)
	k.cache.store(entryKey{kind, r.Path}, k.of+identity(k.options+version), append(b, body...))
}
