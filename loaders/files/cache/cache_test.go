package cache

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"faithscope/loaders/loadertest/check"
)

func temporary(t testing.TB) *Cache {
	t.Helper()
	c, err := Open(filepath.Join(t.TempDir(), "cache"), "a program")
	check.NoError(t, err)
	return c
}

var entry = Key{"kind", "a file"}

// has reports whether an entry is there with what was said about it, and closes
// it.
func (c *Cache) has(key Key, want string) bool {
	e, ok := c.Load(key)
	if !ok {
		return false
	}
	defer e.Close()
	return string(e.About) == want
}

func TestEntriesComeBack(t *testing.T) {
	c := temporary(t)
	c.Store(entry, []byte("one"))
	c.Store(Key{"other", "a file"}, []byte("two"))
	c.Store(Key{"kind", "another file"}, []byte("three"))
	if !c.has(entry, "one") || !c.has(Key{"other", "a file"}, "two") || !c.has(Key{"kind", "another file"}, "three") {
		t.Error("entries do not come back")
	}
	c.Store(entry, []byte("four"))
	if !c.has(entry, "four") {
		t.Error("the newer of two entries is not the one that counts")
	}
	c.Store(Key{"kind", ""}, []byte("five"))
	if _, ok := c.Load(Key{"kind", ""}); ok {
		t.Error("something is found of a file that may change")
	}
	c.Program = "a newer program"
	if _, ok := c.Load(entry); ok {
		t.Error("an entry of another version of the program is found")
	}
	none := (*Cache)(nil)
	if none.Store(entry, nil); none.has(entry, "") || none.Create() != nil {
		t.Error("no cache has something")
	}
}

func TestCacheIsEvicted(t *testing.T) {
	c := temporary(t)
	c.Most = 10_000
	key := func(i int) Key { return Key{"test", fmt.Sprint(i)} }
	body := make([]byte, 2000-tailBytes)
	for i := range 20 {
		c.Store(key(i), body)
		stored := time.Now().Add(time.Duration(i-100) * time.Hour)
		check.NoError(t, os.Chtimes(c.entryPath(key(i)), stored, stored))
		if !c.has(key(0), string(body)) {
			t.Errorf("entry 0, which is used, is gone with %d others", i)
		}
	}
	left := 0
	for i := range 20 {
		if c.has(key(i), string(body)) {
			left++
		}
	}
	if !c.has(key(19), string(body)) || left != 5 {
		t.Errorf("%d entries are left of 5 that fit", left)
	}
	if c.Store(key(20), make([]byte, 6000)); c.has(key(20), string(make([]byte, 6000))) {
		t.Error("an entry of more than half the cache is kept")
	}
	c.Now = func() time.Time { return time.Now().Add(2 * unused) }
	if c.MakeRoom(0); c.has(key(19), string(body)) {
		t.Error("what nobody used for a month is still there")
	}
}

func TestBodiesAreKeptAndDraftsSwept(t *testing.T) {
	c := temporary(t)
	d, other := c.Create(), c.Create()
	if _, err := d.WriteString("unpacked"); err != nil {
		t.Fatal(err)
	}
	d.Commit(entry, []byte("about"))
	b := make([]byte, 4)
	if _, err := d.ReadAt(b, 2); err != nil || string(b) != "pack" || d.Close() != nil || other.Discard() != nil {
		t.Errorf("%q is read of what was kept, %v", b, err)
	}
	stale := filepath.Join(c.Dir, "temporary-1")
	old := time.Now().Add(-2 * abandoned)
	check.NoError(t, errors.Join(os.WriteFile(stale, nil, 0o600), os.Chtimes(stale, old, old), os.Chtimes(c.entryPath(entry), old, old)))
	c.MakeRoom(0)
	if left, err := os.ReadDir(c.Dir); err != nil || len(left) != 1 {
		t.Errorf("%v is left of an entry, a draft that was discarded and one that a killed process left: %v", left, err)
	}
	again, ok := c.Load(entry)
	if !ok || string(again.About) != "about" || again.Size != int64(len("unpacked")) {
		t.Fatalf("%+v, %v", again, ok)
	}
	again.Close()
	if info, err := os.Stat(c.entryPath(entry)); err != nil || time.Since(info.ModTime()) > fresh {
		t.Errorf("its use is not noted: %v, %v", info, err)
	}
	c.MakeRoom(c.Most)
	if left, err := os.ReadDir(c.Dir); err != nil || len(left) != 0 {
		t.Errorf("%v is still there: %v", left, err)
	}
}

// Whatever happens to an entry, what was said about it comes back or nothing,
// and the next one is taken.
func TestDamagedEntryIsMadeAnew(t *testing.T) {
	c := temporary(t)
	about := strings.Repeat("all of it ", 2000)
	c.Store(entry, []byte(about))
	good, err := os.ReadFile(c.entryPath(entry))
	check.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	damage := map[string]func(b []byte) []byte{
		"one bit":       func(b []byte) []byte { b[r.IntN(len(b))] ^= 1 << r.IntN(8); return b },
		"in its end":    func(b []byte) []byte { b[len(b)-1-r.IntN(tailBytes)] ^= 1 << r.IntN(8); return b },
		"cut short":     func(b []byte) []byte { return b[:r.IntN(len(b))] },
		"emptied":       func([]byte) []byte { return nil },
		"no entry":      func([]byte) []byte { return []byte(strings.Repeat("text\n", 1000)) },
		"a longer body": func(b []byte) []byte { return append([]byte("x"), b...) },
	}
	for why, do := range damage {
		for range 25 {
			check.NoError(t, os.WriteFile(c.entryPath(entry), do(bytes.Clone(good)), 0o600))
			if _, ok := c.Load(entry); ok {
				t.Fatalf("%s: something comes back", why)
			}
			if c.Store(entry, []byte(about)); !c.has(entry, about) {
				t.Fatalf("%s: it was not mended", why)
			}
		}
	}
	check.NoError(t, os.Rename(c.entryPath(entry), c.entryPath(Key{"kind", "another file"})))
	if _, ok := c.Load(Key{"kind", "another file"}); ok {
		t.Error("an entry is taken for that of another file")
	}
}

// FuzzLoad writes anything over an entry: what comes back is what was said, or
// nothing.
func FuzzLoad(f *testing.F) {
	c := temporary(f)
	c.Store(entry, []byte("all of it"))
	good, err := os.ReadFile(c.entryPath(entry))
	check.NoError(f, err)
	f.Add(good)
	f.Add(bytes.Repeat([]byte{0xff}, 40))
	f.Fuzz(func(t *testing.T, bad []byte) {
		check.NoError(t, os.WriteFile(c.entryPath(entry), bad, 0o600))
		if e, ok := c.Load(entry); ok {
			if e.Close(); !bytes.Equal(bad, good) {
				t.Fatalf("%q is said about an entry that nobody kept", e.About)
			}
		}
	})
}

// Who may write to the cache decides what is on screen.
func TestWhatOthersMayWriteIsRefused(t *testing.T) {
	dir := t.TempDir()
	refused := func(why string) {
		t.Helper()
		_, err := Open(dir, "")
		check.Fails(t, "a folder is used", err, why)
	}
	for _, mode := range []os.FileMode{0o777, 0o770, 0o702} {
		check.NoError(t, os.Chmod(dir, mode))
		refused(mode.String())
	}
	check.NoError(t, os.Chmod(dir, 0o755))
	c, err := Open(dir, "")
	if err != nil {
		t.Fatalf("others may read: %v", err)
	}
	c.Store(entry, []byte("one"))
	kept := c.entryPath(entry)
	check.NoError(t, os.Chmod(kept, 0o666))
	if c.has(entry, "one") {
		t.Error("an entry that others may write is used")
	}
	other := filepath.Join(t.TempDir(), "entry")
	check.NoError(t, errors.Join(os.Chmod(kept, 0o600), os.Rename(kept, other), os.Symlink(other, kept)))
	if c.has(entry, "one") {
		t.Error("an entry behind a link is used")
	}
	if os.Getuid() == 0 {
		check.NoError(t, os.Chown(dir, 4711, -1))
		refused("it is somebody else's")
	}
}

func TestUselessFolder(t *testing.T) {
	c := temporary(t)
	check.NoError(t, os.MkdirAll(filepath.Join(c.entryPath(entry), "in the way"), 0o700))
	if c.Store(entry, []byte("one")); c.has(entry, "one") {
		t.Error("a folder is an entry")
	}
	if left, _ := filepath.Glob(filepath.Join(c.Dir, "temporary-*")); left != nil {
		t.Errorf("%q is left", left)
	}
	check.NoError(t, os.RemoveAll(c.Dir))
	if c.Store(entry, []byte("one")); c.has(entry, "one") {
		t.Error("entries are kept nowhere")
	}
	file := filepath.Join(t.TempDir(), "file")
	check.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := Open(filepath.Join(file, "below"), "")
	check.Fails(t, "a cache below a file", err)
}

// Processes that read, write and evict at once see whole entries or none.
func TestSeveralProcesses(t *testing.T) {
	dir := temporary(t).Dir
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			c, err := Open(dir, "p")
			if err != nil {
				t.Error(err)
				return
			}
			c.Most = 400_000
			for i := range 15 {
				key := Key{"kind", fmt.Sprint(i % 5)}
				c.Store(key, bytes.Repeat([]byte{byte(k)}, 100_000))
				e, ok := c.Load(key)
				if !ok {
					continue
				}
				if e.Close(); len(e.About) != 100_000 || bytes.Count(e.About, e.About[:1]) != len(e.About) {
					t.Errorf("an entry of %d bytes that is not one process's", len(e.About))
				}
			}
		})
	}
	wg.Wait()
}

func identity(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	check.NoError(t, err)
	defer f.Close()
	id := IdentityOf(f, time.Now().Add(time.Hour))
	if id == "" {
		t.Fatal("the file has no identity")
	}
	return id
}

// A file changed in the middle, whose size and time were kept, is another one.
func TestIdentityOfAChangeInTheMiddle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	b := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	check.NoError(t, os.WriteFile(path, b, 0o600))
	info, err := os.Stat(path)
	check.NoError(t, err)
	before := identity(t, path)
	check.Equal(t, "identity of the same file", identity(t, path), before)
	time.Sleep(20 * time.Millisecond) // a tick of the file system's clock
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	check.NoError(t, err)
	_, werr := f.WriteAt([]byte("X"), int64(len(b)/2+7))
	check.NoError(t, errors.Join(werr, f.Close(), os.Chtimes(path, info.ModTime(), info.ModTime())))
	if identity(t, path) == before {
		t.Error("nobody sees the change")
	}
}

// Where a file system knows no time of change, samples tell most changes.
func TestIdentitySamplesTheWholeFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run")
	const size = 1 << 20
	seen := 0
	r := rand.New(rand.NewPCG(1, 2))
	hashOf := func(b []byte) string {
		check.NoError(t, os.WriteFile(path, b, 0o600))
		id := string(identity(t, path))
		return id[strings.LastIndexByte(strings.TrimSuffix(id, "\x00"), 0):]
	}
	plain := hashOf(make([]byte, size))
	for range 50 {
		b := make([]byte, size)
		at := r.IntN(size - 40_000)
		copy(b[at:], bytes.Repeat([]byte("changed "), 5000)) // as much as a record
		if hashOf(b) != plain {
			seen++
		}
	}
	if seen < 45 {
		t.Errorf("%d of 50 records that changed were seen", seen)
	}
}
