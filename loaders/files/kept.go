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
	of    string
}

// CachedFor returns nil without a cache or if the file is followed, small, or may still change.
func CachedFor(src *loaders.Source) *SourceCache {
	if of := identityOf(src); of != "" {
		return &SourceCache{fileOf(src).cache, src, of}
	}
	return nil
}

// Load returns the description of this kind; ok is false without one or a cache.
func (k *SourceCache) Load(resultKind string) (about []byte, ok bool) {
	if k == nil {
		return nil, false
	}
	e, ok := k.cache.Load(k.keyOf(resultKind))
	if !ok {
		return nil, false
	}
	e.Close()
	return e.About, true
}

// Store replaces the description of this kind, ignoring failures.
func (k *SourceCache) Store(resultKind string, description []byte) {
	if k != nil {
		k.cache.Store(k.keyOf(resultKind), description)
	}
}

// Holds reports whether the file is still the opened one; false for nil.
func (k *SourceCache) Holds() bool { return k != nil && identityOf(k.src) == k.of }

func (k *SourceCache) keyOf(resultKind string) cache.Key {
	return cache.Key{Kind: resultKind, Of: k.of}
}

func identityOf(src *loaders.Source) string {
	f := fileOf(src)
	if f.cache == nil || f.follow || src.Size < f.cache.Least {
		return ""
	}
	return cache.IdentityOf(f.File, f.cache.Now())
}

// namedIdentity returns "" if uncertain. A missing file has an identity too, so that its appearance
// is noticed.
func namedIdentity(files fs.FS, name string, now time.Time) string {
	f, err := files.Open(name)
	if err != nil {
		return name + "\x00missing\x00"
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return fmt.Sprintf("%s\x00folder\x00%d\x00", name, info.ModTime().UnixNano())
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

func (w *openedFiles) unusedFlags(f *loaders.Format, flagValues loaders.FlagValues) (flags []string) {
	w.Lock()
	defer w.Unlock()
	for _, name := range loaders.SortedKeys(flagValues) {
		if !slices.ContainsFunc(f.Takes, func(taken loaders.FormatFlag) bool {
			file := taken.Value == loaders.OneFile || taken.Value == loaders.OneFolder
			return taken.Name == name && (!file || w.seen[flagValues[name]])
		}) {
			flags = append(flags, "--"+name)
		}
	}
	return flags
}

type companionFile struct{ Name, Is string }

type companionList struct{ List []companionFile }

// listCompanions returns false if an identity is uncertain, because then nothing may be cached.
func (w *openedFiles) listCompanions(runPath string, now time.Time) (list []companionFile, ok bool) {
	w.Lock()
	names := loaders.SortedKeys(w.seen)
	w.Unlock()
	for _, name := range names {
		if name == runPath {
			continue
		}
		is := namedIdentity(w.FS, name, now)
		if is == "" {
			return nil, false
		}
		list = append(list, companionFile{name, is})
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

func (k *runCache) ownCleanup(cleanUp func() error) {
	k.Lock()
	defer k.Unlock()
	k.open = append(k.open, cleanUp)
}

func (k *runCache) key(resultKind, codecVersion string) cache.Key {
	return cache.Key{Kind: resultKind, Of: k.of + k.options + codecVersion}
}

// Load reports ok only if the run depends on the same, unchanged other files as the entry.
func (k *runCache) Load(resultKind, codecVersion string) (body *io.SectionReader, about []byte, ok bool) {
	e, ok := k.cache.Load(k.key(resultKind, codecVersion))
	if !ok {
		return nil, nil, false
	}
	k.ownCleanup(e.Close)
	now, ok := k.witness.listCompanions(k.src.Path, k.cache.Now())
	c := coding.Reader(e.About)
	var then companionList
	c.Struct(&then)
	hasChanged := func(f companionFile) bool { return namedIdentity(k.witness.FS, f.Name, k.cache.Now()) != f.Is }
	// A file that is only listed now was missing then.
	ok = ok && loaders.Without(now, then.List) == nil && !slices.ContainsFunc(then.List, hasChanged)
	return io.NewSectionReader(e, 0, e.Size), c.Rest(), ok
}

func (k *runCache) Forget(resultKind, codecVersion string) {
	k.cache.Remove(k.key(resultKind, codecVersion))
}

func (k *runCache) Create(resultKind, codecVersion string) loaders.CacheDraft {
	d := k.cache.Create()
	if d == nil {
		return nil
	}
	draft := &runDraft{Draft: d, of: k, key: k.key(resultKind, codecVersion)}
	k.ownCleanup(draft.Discard)
	return draft
}

type runDraft struct {
	*cache.Draft
	of  *runCache
	key cache.Key
}

func (d *runDraft) Commit(description []byte) {
	list, ok := d.of.witness.listCompanions(d.of.src.Path, d.of.cache.Now())
	if !ok || !d.of.Holds() {
		return
	}
	c := coding.Writer()
	c.Struct(&companionList{list})
	d.Draft.Commit(d.key, append(c.Written(), description...))
}

const spoolBlock = 64 << 10
