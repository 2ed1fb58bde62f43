package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestCacheIsEvicted(t *testing.T) {
	c, err := Open(filepath.Join(t.TempDir(), "cache"), "a program")
	if err != nil {
		t.Fatal(err)
	}
	c.Most = 10_000
	at := time.Now()
	c.Now = func() time.Time { at = at.Add(time.Second); return at }
	for i := range 20 {
		key := Entry{"test", fmt.Sprint(i)}
		c.Store(key, "x", make([]byte, 2000))
		used := at.Add(time.Duration(i) * time.Second)
		if err := os.Chtimes(c.File(key), used, used); err != nil {
			t.Fatal(err)
		}
		if _, ok := c.Load(Entry{"test", "0"}, "x"); !ok && i < 4 {
			t.Errorf("entry 0 is gone with %d others", i)
		}
	}
	total := int64(0)
	entries, err := filepath.Glob(filepath.Join(c.Dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := os.Stat(e)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if _, ok := c.Load(Entry{"test", "19"}, "x"); !ok || total > c.Most || total < c.Most/2 {
		t.Errorf("%d bytes are kept of %d, the newest %v", total, c.Most, ok)
	}
	stale := filepath.Join(c.Dir, "temporary-1")
	if err := os.WriteFile(stale, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(stale, old, old); err != nil {
		t.Fatal(err)
	}
	c.Evict(0)
	if _, err := os.Stat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Error("what a killed process left is still there")
	}
}

func FuzzEntries(f *testing.F) {
	f.Add(sealed([]byte("anything"), [32]byte{1}))
	f.Add([]byte(cacheMagic))
	f.Fuzz(func(_ *testing.T, b []byte) { opened(b, [32]byte{1}) })
}
