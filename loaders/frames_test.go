package loaders

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// framed packs content in frames of size bytes each.
func framed(t testing.TB, content []byte, size int) []byte {
	t.Helper()
	out := []byte{0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'n', 'y'} // a skippable frame
	for part := range slices.Chunk(content, size) {
		out = append(out, zstandard(t, part)...)
	}
	return out
}

// blocked packs content as bgzip does.
func blocked(t testing.TB, content []byte) []byte {
	t.Helper()
	var out []byte
	for part := range slices.Chunk(append(slices.Clone(content), 0), 60_000) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Extra = []byte{'B', 'C', 2, 0, 0, 0}
		if len(out)+len(part) > len(content) {
			part = bytes.TrimSuffix(part, []byte{0})
		}
		if _, err := z.Write(part); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		block := b.Bytes()
		block[9] = 0xff
		binary.LittleEndian.PutUint16(block[16:], uint16(len(block)-1))
		out = append(out, block...)
	}
	return out
}

func TestArchivesOfFramesAreReadInPlace(t *testing.T) {
	content := idLines(3000, 100)
	for _, tt := range []struct {
		why    string
		packed []byte
		place  bool
	}{
		{"zstd in frames", framed(t, content, 50_000), true},
		{"gzip in blocks", blocked(t, content), true},
		{"zstd in one frame", zstandard(t, content), false},
		{"zstd in frames that are too large", framed(t, bytes.Repeat(content, 50), 10<<20), false},
		{"gzip in one member", gzipped(t, content), false},
		{"gzip in members of unknown size", append(gzipped(t, content[:len(content)/2]), gzipped(t, content[len(content)/2:])...), false},
	} {
		l, problems := openedLines(t, tt.packed, usual)
		if (l.frames != nil) != tt.place || (l.spool != nil) == tt.place {
			t.Errorf("%s: read in place %v, want %v", tt.why, l.frames != nil, tt.place)
		}
		got := all(t, l)
		want := strings.Split(strings.TrimSpace(string(content)), "\n")
		if len(got) < len(want) {
			t.Fatalf("%s: %d records", tt.why, len(got))
		}
		for i, line := range want {
			if _, text, _ := strings.Cut(got[i], ":"); text != line {
				t.Fatalf("%s: record %d is %q, want %q", tt.why, i, text, line)
			}
		}
		if list := whats(problems); list != nil {
			t.Errorf("%s: problems %q", tt.why, list)
		}
	}
}

// Damage in one frame costs the records in it, and what the search does not
// reach; nothing is made up.
func TestDamagedFrames(t *testing.T) {
	content := idLines(3000, 100)
	packed := framed(t, content, 50_000)
	path := written(t, packed)
	src, err := OpenSource(Disk{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	f := framesOf(src)
	if f == nil {
		t.Fatal("not read in place")
	}
	defer f.Close()
	b := slices.Clone(packed)
	b[f.list[2].at+20] ^= 0xff
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	part := make([]byte, 100)
	if _, err := f.ReadAt(part, f.list[2].content); err == nil {
		t.Error("a damaged frame is read")
	}
	if _, err := f.ReadAt(part, f.list[3].content); err != nil || !bytes.Equal(part, content[f.list[3].content:][:100]) {
		t.Errorf("the frame after it: %q, %v", part, err)
	}
}

func FuzzFrames(f *testing.F) {
	f.Add(framed(f, idLines(20, 5), 100))
	f.Add(blocked(f, idLines(20, 5)))
	f.Fuzz(func(t *testing.T, packed []byte) {
		src, err := OpenSource(Disk{}, written(t, packed))
		if err != nil {
			return
		}
		defer src.Close()
		frames := framesOf(src)
		if frames == nil {
			return
		}
		defer frames.Close()
		b := make([]byte, 100)
		for _, at := range []int64{0, frames.size / 2, frames.size - 1} {
			frames.ReadAt(b, at)
		}
	})
}
