package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/files/cache"
)

// SourceCache keeps results for a source as opened. Nil stores nothing.
type SourceCache struct {
	cache *cache.Cache
	src   *loaders.Source
	of    cache.Identity
}

// CachedFor returns nil without a cache or if the file is followed, small, or may still change.
func CachedFor(src *loaders.Source) *SourceCache {
	c := fileOf(src).cache
	if of := identityOf(src); of != "" {
		return &SourceCache{c, src, of}
	}
	return nil
}

// Load returns the description of kind; ok is false without one or a cache.
func (k *SourceCache) Load(kind string) (about []byte, ok bool) {
	if k == nil {
		return nil, false
	}
	e, ok := k.cache.Load(k.keyOf(kind))
	if !ok {
		return nil, false
	}
	e.Close()
	return e.About, true
}

// Store replaces the description of kind, ignoring failures.
func (k *SourceCache) Store(kind string, about []byte) {
	if k != nil {
		k.cache.Store(k.keyOf(kind), about)
	}
}

// Holds reports whether the file is still the opened one; false for nil.
func (k *SourceCache) Holds() bool { return k != nil && identityOf(k.src) == k.of }

func (k *SourceCache) keyOf(kind string) cache.Key { return cache.Key{Kind: kind, Of: k.of} }

func identityOf(src *loaders.Source) cache.Identity {
	f := fileOf(src)
	if f.cache == nil || f.follow || src.Size < f.cache.Least {
		return ""
	}
	return cache.IdentityOf(f.File, f.cache.Now())
}

// namedIdentity returns "" if uncertain. A missing file has an identity too, so that its appearance
// is noticed.
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

type openedFiles struct {
	fs.FS
	sync.Mutex
	seen map[string]bool
}

func (w *openedFiles) Open(name string) (fs.File, error) {
	w.recordSeen(name)
	return w.FS.Open(name)
}

func (w *openedFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	w.recordSeen(name)
	return fs.ReadDir(w.FS, name)
}

func (w *openedFiles) Local(name string) bool { return isLocal(w.FS, name) }

func (w *openedFiles) recordSeen(name string) {
	w.Lock()
	defer w.Unlock()
	w.seen[name] = true
}

func (w *openedFiles) unusedFlags(f *loaders.Format, named loaders.FlagValues) (flags []string) {
	w.Lock()
	defer w.Unlock()
	for _, name := range loaders.SortedKeys(named) {
		if !slices.ContainsFunc(f.Takes, func(taken loaders.FormatFlag) bool {
			file := taken.Value == loaders.OneFile || taken.Value == loaders.OneFolder
			return taken.Name == name && (!file || w.seen[named[name]])
		}) {
			flags = append(flags, "--"+name)
		}
	}
	return flags
}

type companion struct {
	Name, Is string
}

type companions struct{ List []companion }

// If an identity is uncertain, nothing may be cached.
func (w *openedFiles) listCompanions(runFile string, now time.Time) (list []companion, ok bool) {
	w.Lock()
	names := loaders.SortedKeys(w.seen)
	w.Unlock()
	for _, name := range names {
		if name == runFile {
			continue
		}
		is := namedIdentity(w.FS, name, now)
		if is == "" {
			return nil, false
		}
		list = append(list, companion{name, string(is)})
	}
	return list, true
}

type runCache struct {
	*SourceCache
	witness *openedFiles
	options string

	sync.Mutex
	open []func() error
}

func (k *runCache) Close() error {
	k.Lock()
	defer k.Unlock()
	var err error
	for _, end := range k.open {
		err = errors.Join(err, end())
	}
	return err
}

func (k *runCache) ownCleanup(end func() error) {
	k.Lock()
	defer k.Unlock()
	k.open = append(k.open, end)
}

func (k *runCache) key(kind, version string) cache.Key {
	return cache.Key{Kind: kind, Of: k.of + cache.Identity(k.options+version)}
}

// ok is true only if the run depends on the same, unchanged other files as the entry.
func (k *runCache) Load(kind, version string) (body *io.SectionReader, about []byte, ok bool) {
	e, ok := k.cache.Load(k.key(kind, version))
	if !ok {
		return nil, nil, false
	}
	k.ownCleanup(e.Close)
	now, ok := k.witness.listCompanions(k.src.Path, k.cache.Now())
	c := coding.Reader(e.About)
	var then companions
	c.Struct(&then)
	for _, then := range then.List {
		ok = ok && string(namedIdentity(k.witness.FS, then.Name, k.cache.Now())) == then.Is
		now = slices.DeleteFunc(now, func(f companion) bool { return f.Name == then.Name })
	}
	return io.NewSectionReader(e, 0, e.Size), c.Rest(), ok && len(now) == 0 // otherwise a file was missing then
}

func (k *runCache) Forget(kind, version string) { k.cache.Remove(k.key(kind, version)) }

func (k *runCache) Create(kind, version string) loaders.Draft {
	d := k.cache.Create()
	if d == nil {
		return nil
	}
	draft := &runDraft{Draft: d, of: k, key: k.key(kind, version)}
	k.ownCleanup(draft.Discard)
	return draft
}

type runDraft struct {
	*cache.Draft
	of  *runCache
	key cache.Key
}

func (d *runDraft) Commit(about []byte) {
	list, ok := d.of.witness.listCompanions(d.of.src.Path, d.of.cache.Now())
	if !ok || !d.of.Holds() {
		return
	}
	c := coding.Writer()
	c.Struct(&companions{list})
	d.Draft.Commit(d.key, append(c.Written(), about...))
}

const spoolBlock = 64 << 10
