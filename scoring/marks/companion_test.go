//go:build unix

package marks

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// journal is an SQLite journal that rolls nothing back, and whose
// super-journal, which SQLite deletes afterwards, is the file at path.
func journal(path string, pages uint32) []byte {
	magic := []byte{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7}
	var sum uint32
	for _, c := range []byte(path) {
		sum += uint32(int8(c)) //nolint:gosec // as SQLite sums it
	}
	var b bytes.Buffer
	number := func(n uint32) { b.Write(binary.BigEndian.AppendUint32(nil, n)) }
	b.Write(magic)
	for _, n := range []uint32{0, 0, pages, 512, 4096} { // records, seed, pages of the file, sector, page
		number(n)
	}
	b.Write(make([]byte, 512-b.Len()))
	number(1<<30/4096 + 1)
	b.WriteString(path)
	number(uint32(len(path))) //nolint:gosec // a short path
	number(sum)
	b.Write(magic)
	return b.Bytes()
}

// A file of marks that has a companion is not opened: whoever made the companion
// decides what SQLite would do.
func TestCompanion(t *testing.T) {
	for name, lay := range map[string]func(path, victim string) error{
		"journal": func(path, victim string) error { return os.WriteFile(path+"-journal", journal(victim, 3), 0o600) },
		"pipe":    func(path, _ string) error { return syscall.Mkfifo(path+"-journal", 0o600) },
		"log":     func(path, _ string) error { return os.WriteFile(path+"-wal", nil, 0o600) },
		"link":    func(path, _ string) error { return os.Symlink("nowhere", path+"-shm") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			at := Location{Folder: filepath.Join(dir, "theirs"), Name: "run", Own: filepath.Join(dir, "own"), Path: "/run"}
			if err := os.Mkdir(at.Folder, 0o700); err != nil {
				t.Fatal(err)
			}
			theirs := open(t, at)
			apply(t, theirs, Change{ID: "a", Module: Whole, Kind: Mark})
			if err := theirs.Close(); err != nil {
				t.Fatal(err)
			}
			path, victim := filepath.Join(at.Folder, FileName), filepath.Join(dir, "victim")
			if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := lay(path, victim); err != nil {
				t.Fatal(err)
			}
			b, err := Open(t.Context(), at)
			defer b.Close()
			if err == nil || !strings.Contains(err.Error(), path+"-") {
				t.Errorf("the companion is not named: %v", err)
			}
			apply(t, b, Change{ID: "b", Module: Whole, Kind: Mark})
			if !b.Marked("b") || !open(t, Location{Own: at.Own, Path: at.Path}).Marked("b") {
				t.Error("not kept in the person's own file")
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the file beside the run was changed (%v)", err)
			}
			if _, err := os.Stat(victim); err != nil {
				t.Errorf("another file is gone: %v", err)
			}
		})
	}
}
