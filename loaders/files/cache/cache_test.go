package cache

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func temporary(t testing.TB) *Cache {
	t.Helper()
	c, err := Open(filepath.Join(t.TempDir(), "cache"), "a program")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var entry = Entry{"kind", "a file"}

func (c *Cache) has(key Entry, of Identity, want string) bool {
	v, ok := c.Load(key, of)
	return ok && string(v.Body) == want && string(v.Beside) == "beside "+want
}

func (c *Cache) keep(key Entry, of Identity, body string) {
	c.Store(key, of, Value{Beside: []byte("beside " + body), Body: []byte(body)})
}

func TestEntriesComeBack(t *testing.T) {
	c := temporary(t)
	c.keep(entry, "x", "one")
	c.keep(Entry{"other", "a file"}, "x", "two")
	if !c.has(entry, "x", "one") || !c.has(Entry{"other", "a file"}, "x", "two") {
		t.Error("entries do not come back")
	}
	c.keep(entry, "y", "three")
	if _, ok := c.Load(entry, "x"); ok || !c.has(entry, "y", "three") {
		t.Error("the newer of two entries of one file is not the one that counts")
	}
	if _, ok := c.Load(entry, ""); ok {
		t.Error("something is found of a file that may change")
	}
	c.Program = "a newer program"
	if _, ok := c.Load(entry, "y"); ok {
		t.Error("an entry of another version of the program is found")
	}
	if _, ok := (*Cache)(nil).Load(entry, "x"); ok {
		t.Error("no cache has something")
	}
}

func TestCacheIsEvicted(t *testing.T) {
	c := temporary(t)
	c.Most = 10_000
	at := time.Now()
	c.Now = func() time.Time { at = at.Add(2 * fresh); return at }
	key := func(i int) Entry { return Entry{"test", fmt.Sprint(i)} }
	for i := range 20 {
		c.Store(key(i), "x", Value{Body: make([]byte, 2000)})
		if _, ok := c.Load(key(0), "x"); !ok {
			t.Errorf("entry 0, which is used, is gone with %d others", i)
		}
	}
	left := 0
	for i := range 20 {
		if _, ok := c.Load(key(i), "x"); ok {
			left++
		}
	}
	if _, ok := c.Load(key(19), "x"); !ok || left != 5 {
		t.Errorf("%d entries are left of 5 that fit, the newest %v", left, ok)
	}
	if info, err := os.Stat(filepath.Join(c.Dir, fileName)); err != nil || info.Size() > 10*32768 {
		t.Errorf("the file does not shrink: %v, %v", info, err)
	}
	c.Store(key(20), "x", Value{Body: make([]byte, 6000)})
	if _, ok := c.Load(key(20), "x"); ok {
		t.Error("an entry of more than half the cache is kept")
	}
}

func TestFilesAreKeptAndSwept(t *testing.T) {
	c := temporary(t)
	f, err := c.Temporary()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("unpacked"); err != nil || !c.StoreFile(entry, "x", f, []byte("about")) {
		t.Fatalf("not kept: %v", err)
	}
	stale := filepath.Join(c.Dir, "temporary-1")
	old := time.Now().Add(-2 * abandoned)
	if err := errors.Join(os.WriteFile(stale, nil, 0o600), os.Chtimes(stale, old, old), os.Chtimes(filepath.Join(c.Dir, entry.file()), old, old)); err != nil {
		t.Fatal(err)
	}
	c.MakeRoom(0)
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Error("what a killed process left is still there")
	}
	again, about, ok := c.LoadFile(entry, "x")
	if !ok || string(about) != "about" {
		t.Fatalf("about %q, %v", about, ok)
	}
	again.Close()
	if _, _, ok := c.LoadFile(entry, "y"); ok {
		t.Error("found for another file")
	}
	c.MakeRoom(c.Most)
	if _, err := os.Stat(filepath.Join(c.Dir, entry.file())); !errors.Is(err, os.ErrNotExist) {
		t.Error("the file of an entry that went is still there")
	}
}

// Whatever happens to the store, it gives back what was stored or nothing, and
// takes the next entry.
func TestDamagedStoreIsMadeAnew(t *testing.T) {
	c := temporary(t)
	path := filepath.Join(c.Dir, fileName)
	body := strings.Repeat("all of it ", 20_000)
	c.keep(entry, "x", body)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	damage := map[string]func(b []byte) []byte{
		"one bit":       func(b []byte) []byte { b[r.IntN(len(b))] ^= 1 << r.IntN(8); return b },
		"in its header": func(b []byte) []byte { b[r.IntN(100)] ^= 1 << r.IntN(8); return b },
		"a whole page":  func(b []byte) []byte { clear(b[32768*(r.IntN(len(b)/32768)):][:32768]); return b },
		"cut short":     func(b []byte) []byte { return b[:r.IntN(len(b))] },
		"emptied":       func([]byte) []byte { return nil },
		"no store":      func([]byte) []byte { return []byte(strings.Repeat("text\n", 1000)) },
	}
	for why, do := range damage {
		for range 25 {
			if err := os.WriteFile(path, do(bytes.Clone(good)), 0o600); err != nil {
				t.Fatal(err)
			}
			if v, ok := c.Load(entry, "x"); ok && string(v.Body) != body {
				t.Fatalf("%s: another body comes back", why)
			}
			c.keep(entry, "x", body)
			if !c.has(entry, "x", body) {
				t.Fatalf("%s: it was not mended", why)
			}
		}
	}
}

// FuzzStore writes anything over a part of the store, cuts it and leaves a
// journal beside it: what comes back is what was stored or nothing, and the
// next entry is taken.
func FuzzStore(f *testing.F) {
	c := temporary(f)
	path := filepath.Join(c.Dir, fileName)
	body := strings.Repeat("all of it ", 5000)
	c.keep(entry, "x", body)
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	whole := uint32(len(good))
	f.Add(uint32(0), []byte("SQLite format 3\x00"), whole, []byte(nil))
	f.Add(uint32(18), []byte{2, 2}, whole, []byte(nil)) // its mode is that of a write-ahead log
	f.Add(uint32(18), []byte{3}, whole, []byte(nil))    // it says that it is read only
	f.Add(uint32(28), []byte{0, 0, 0, 1}, whole, []byte(nil))
	f.Add(uint32(60), []byte{0, 0, 0, 9, 0, 0, 0, 0}, whole, []byte("x"))
	f.Add(uint32(100), []byte{13, 0, 0, 255, 255}, whole, []byte{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7, 0, 0, 0, 1})
	f.Add(uint32(32768), []byte{5}, whole-1, []byte(nil))
	f.Add(uint32(bytes.Index(good, []byte("INTEGER"))), []byte("INT,GER"), whole, []byte(nil)) // another column
	f.Fuzz(func(t *testing.T, at uint32, over []byte, size uint32, journal []byte) {
		bad := bytes.Clone(good)
		copy(bad[at%whole:], over)
		bad = bad[:min(size, whole)]
		for name, data := range map[string][]byte{path: bad, path + "-journal": journal} {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, ok := c.Load(entry, "x"); ok && !c.has(entry, "x", body) {
			t.Fatal("another entry comes back")
		}
		if c.keep(entry, "x", body); !c.has(entry, "x", body) {
			t.Fatal("it was not mended")
		}
	})
}

func TestStoreOfAnotherProgram(t *testing.T) {
	for why, statements := range map[string]string{
		"another schema":  "CREATE TABLE entry (a, b)",
		"another program": "PRAGMA application_id = 7",
		"a newer version": fmt.Sprintf("CREATE TABLE %s; PRAGMA application_id = 0x66736370; PRAGMA user_version = %d", schema.Table, schema.Version+1),
	} {
		c := temporary(t)
		db, err := sql.Open("sqlite", filepath.Join(c.Dir, fileName))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(statements); err != nil {
			t.Fatalf("%s: %v", why, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if _, ok := c.Load(entry, "x"); ok {
			t.Errorf("%s: something is found", why)
		}
		if c.keep(entry, "x", "one"); !c.has(entry, "x", "one") {
			t.Errorf("%s: it is not made again", why)
		}
	}
}

// TestPartsKeepTheirBoundary moves a byte from one part of an entry to the
// other: what follows what stays the same, and the entry does not.
func TestPartsKeepTheirBoundary(t *testing.T) {
	c := temporary(t)
	c.keep(entry, "x", "one")
	db, err := sql.Open("sqlite", filepath.Join(c.Dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	done, err := db.Exec("UPDATE entry SET beside = ?, body = ?", []byte("beside oneo"), []byte("ne"))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := done.RowsAffected(); n != 1 || err != nil {
		t.Fatalf("%d entries, %v", n, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if v, ok := c.Load(entry, "x"); ok {
		t.Errorf("%q beside %q is taken for what was stored", v.Body, v.Beside)
	}
}

// Who may write to the cache decides what is on screen.
func TestWhatOthersMayWriteIsRefused(t *testing.T) {
	dir := t.TempDir()
	refused := func(why string) {
		t.Helper()
		if _, err := Open(dir, ""); err == nil {
			t.Errorf("a folder is used: %s", why)
		}
	}
	for _, mode := range []os.FileMode{0o777, 0o770, 0o702} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		refused(mode.String())
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c, err := Open(dir, "")
	if err != nil {
		t.Fatalf("others may read: %v", err)
	}
	c.keep(entry, "x", "one")
	store := filepath.Join(dir, fileName)
	if err := os.Chmod(store, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Load(entry, "x"); ok {
		t.Error("a store that others may write is used")
	}
	other := filepath.Join(t.TempDir(), "store")
	if err := errors.Join(os.Chmod(store, 0o600), os.Rename(store, other), os.Symlink(other, store)); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Load(entry, "x"); ok {
		t.Error("a store behind a link is used")
	}
	if os.Getuid() == 0 {
		if err := os.Chown(dir, 4711, -1); err != nil {
			t.Fatal(err)
		}
		refused("it is somebody else's")
	}
}

func TestUselessFolder(t *testing.T) {
	c := temporary(t)
	if err := os.MkdirAll(filepath.Join(c.Dir, fileName, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if c.keep(entry, "x", "one"); c.has(entry, "x", "one") {
		t.Error("a folder keeps entries")
	}
	if err := os.RemoveAll(c.Dir); err != nil {
		t.Fatal(err)
	}
	if c.keep(entry, "x", "one"); c.has(entry, "x", "one") {
		t.Error("entries are kept nowhere")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(file, "below"), ""); err == nil {
		t.Error("a cache below a file")
	}
}

// Processes that read and write at once see whole entries or none.
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
				key := Entry{"kind", fmt.Sprint(i % 5)}
				c.Store(key, "x", Value{Body: bytes.Repeat([]byte{byte(k)}, 100_000)})
				v, ok := c.Load(key, "x")
				if ok && (len(v.Body) != 100_000 || bytes.Count(v.Body, v.Body[:1]) != len(v.Body)) {
					t.Errorf("an entry of %d bytes that is not one process's", len(v.Body))
				}
			}
		})
	}
	wg.Wait()
}

func identity(t *testing.T, path string) Identity {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	before := identity(t, path)
	if identity(t, path) != before {
		t.Error("one file has two identities")
	}
	time.Sleep(20 * time.Millisecond) // a tick of the file system's clock
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, werr := f.WriteAt([]byte("X"), int64(len(b)/2+7))
	if err := errors.Join(werr, f.Close(), os.Chtimes(path, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
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
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
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

// Whoever is first makes the store, and nobody takes another's away for it.
func TestFirstUseByManyAtOnce(t *testing.T) {
	for range 10 {
		dir := temporary(t).Dir
		var wg sync.WaitGroup
		key := func(k int) Entry { return Entry{"kind", fmt.Sprint(k)} }
		for k := range 6 {
			wg.Go(func() {
				if c, err := Open(dir, "p"); err != nil {
					t.Error(err)
				} else {
					c.keep(key(k), "x", "one")
				}
			})
		}
		wg.Wait()
		c, err := Open(dir, "p")
		if err != nil {
			t.Fatal(err)
		}
		for k := range 6 {
			if !c.has(key(k), "x", "one") {
				t.Errorf("what process %d kept is gone", k)
			}
		}
	}
}
