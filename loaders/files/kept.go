package files

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files/cache"
)

// Kept is what the cache has of one source, bound to the file as it was when
// it was opened. A nil Kept has nothing and takes nothing.
type Kept struct {
	cache *cache.Cache
	src   *loaders.Source
	of    cache.Identity
}

// Keep returns what the cache has of src, nil where it keeps nothing of it.
func Keep(src *loaders.Source) *Kept {
	c := fileOf(src).cache
	if of := identityOf(src); of != "" {
		return &Kept{c, src, of}
	}
	return nil
}

// Load reads what was stored of the source under a kind into v, as
// encoding/gob does.
func (k *Kept) Load(kind string, v any) bool {
	if k == nil {
		return false
	}
	e, ok := k.cache.Load(k.entry(kind), k.of)
	return ok && gob.NewDecoder(bytes.NewReader(e.Body)).Decode(v) == nil
}

// Store keeps v under a kind.
func (k *Kept) Store(kind string, v any) {
	if k == nil {
		return
	}
	var b bytes.Buffer
	if gob.NewEncoder(&b).Encode(v) == nil {
		k.cache.Store(k.entry(kind), k.of, cache.Value{Body: b.Bytes()})
	}
}

// blocks are the checksums of a file that the cache keeps, and its size.
type blocks struct {
	Length int64
	Sums   []uint32 // per [spoolBlock]
}

// storeFile keeps a file that the cache made and that holds blocks, and
// reports whether it did.
func (k *Kept) storeFile(kind string, f *os.File, is blocks) bool {
	var b bytes.Buffer
	return gob.NewEncoder(&b).Encode(is) == nil && k.cache.StoreFile(k.entry(kind), k.of, f, b.Bytes())
}

// loadFile opens a file that storeFile kept, if it has its size.
func (k *Kept) loadFile(kind string) (f *os.File, is blocks, ok bool) {
	if k == nil {
		return nil, is, false
	}
	f, about, ok := k.cache.LoadFile(k.entry(kind), k.of)
	if !ok {
		return nil, is, false
	}
	info, err := f.Stat()
	if err != nil || gob.NewDecoder(bytes.NewReader(about)).Decode(&is) != nil ||
		is.Length != info.Size() || int64(len(is.Sums)) != (is.Length+spoolBlock-1)/spoolBlock {
		f.Close()
		return nil, is, false
	}
	return f, is, true
}

// Holds reports whether the file is still the one that was opened.
func (k *Kept) Holds() bool { return k != nil && identityOf(k.src) == k.of }

func (k *Kept) entry(kind string) cache.Entry { return cache.Entry{Kind: kind, Path: k.src.Path} }

// identityOf is that of the source's file, "" where its cache keeps nothing of
// it.
func identityOf(src *loaders.Source) cache.Identity {
	f := fileOf(src)
	if f.cache == nil || f.follow || src.Size < f.cache.Least {
		return ""
	}
	return cache.IdentityOf(f.File, f.cache.Now())
}

// namedIdentity is that of a file by its name. A folder's changes with the
// names in it.
func namedIdentity(files fs.FS, name string, now time.Time) cache.Identity {
	f, err := files.Open(name)
	if err != nil {
		return cache.Identity(name + "\x00missing\x00")
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return cache.Identity(fmt.Sprintf("%s\x00folder\x00%d\x00", name, info.ModTime().UnixNano()))
	}
	return cache.IdentityOf(f, now)
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

// Local implements [Local].
func (w *witness) Local(name string) bool { return isLocal(w.FS, name) }

func (w *witness) saw(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen[name] = true
}

// unused are the flags that name what nobody opened.
func (w *witness) unused(o loaders.Options) (flags []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range []struct{ flag, name string }{{"--gold", o.Gold}, {"--programs", o.Programs}, {"--scenes", o.Scenes}, {"--images", o.Images}} {
		if f.name != "" && !w.seen[f.name] {
			flags = append(flags, f.flag)
		}
	}
	return flags
}

// companions are the identities of what was seen so far, by name, without the
// run's own file. ok is false where one cannot be told for sure.
func (w *witness) companions(own string, now time.Time) (_ map[string]cache.Identity, ok bool) {
	w.mu.Lock()
	names := slices.Collect(maps.Keys(w.seen))
	w.mu.Unlock()
	all := map[string]cache.Identity{}
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

// keptRun is the [loaders.Cache] of a run.
type keptRun struct {
	*Kept
	path    string
	witness *witness
	options string
}

// Load implements [loaders.Cache].
func (k *keptRun) Load(kind, version string) (body []byte, ok bool) {
	e, ok := k.cache.Load(cache.Entry{Kind: kind, Path: k.path}, k.of+cache.Identity(k.options+version))
	var then map[string]cache.Identity
	if !ok || json.Unmarshal(e.Beside, &then) != nil {
		return nil, false
	}
	now, ok := k.witness.companions(k.src.Path, k.cache.Now())
	if !ok {
		return nil, false
	}
	for name, was := range then {
		if namedIdentity(k.witness.FS, name, k.cache.Now()) != was {
			return nil, false
		}
		delete(now, name)
	}
	return e.Body, len(now) == 0 // a file that was not there then
}

// Store implements [loaders.Cache].
func (k *keptRun) Store(kind, version string, body []byte) {
	if !k.Holds() {
		return
	}
	companions, ok := k.witness.companions(k.src.Path, k.cache.Now())
	if !ok {
		return
	}
	if beside, err := json.Marshal(companions); err == nil {
		k.cache.Store(cache.Entry{Kind: kind, Path: k.path}, k.of+cache.Identity(k.options+version), cache.Value{Beside: beside, Body: body})
	}
}

// spoolBlock is how many bytes of an unpacked file share a checksum.
const spoolBlock = 64 << 10
