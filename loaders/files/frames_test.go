package files

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"testing"

	"faithscope/loaders/files/filestest"
)

// filestest.Frames packs content in frames of size bytes each.

// filestest.Blocks packs content as bgzip does.

func TestArchivesOfFramesAreReadInPlace(t *testing.T) {
	content := filestest.Lines(3000, 100)
	for _, tt := range []struct {
		why    string
		packed []byte
		place  bool
	}{
		{"zstd in frames", filestest.Frames(t, content, 50_000), true},
		{"gzip in blocks", filestest.Blocks(t, content), true},
		{"zstd in one frame", filestest.Zstd(t, content), false},
		{"zstd in frames that are too large", filestest.Frames(t, bytes.Repeat(content, 50), 10<<20), false},
		{"gzip in one member", filestest.Gzip(t, content), false},
		{"gzip in members of unknown size", append(filestest.Gzip(t, content[:len(content)/2]), filestest.Gzip(t, content[len(content)/2:])...),
			false},
	} {
		src, err := OpenSource(Disk{}, filestest.Write(t, tt.packed))
		if err != nil {
			t.Fatal(err)
		}
		c, err := OpenContent(src, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, place := c.(*frames); place != tt.place {
			t.Errorf("%s: read in place %v, want %v", tt.why, place, tt.place)
		}
		all, err := io.ReadAll(c.Stream())
		if err != nil || !bytes.HasPrefix(all, content) {
			t.Fatalf("%s: a stream of %d bytes, %v", tt.why, len(all), err)
		}
		for at := 0; at < len(content)-90; at += 9973 {
			part := make([]byte, 90)
			if _, err := c.ReadAt(part, int64(at)); err != nil || !bytes.Equal(part, content[at:at+90]) {
				t.Fatalf("%s: at %d %q, %v", tt.why, at, part, err)
			}
		}
		if err := errors.Join(c.Close(), src.Close()); err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
}

// Damage in one frame costs the records in it, and what the search does not
// reach; nothing is made up.
func TestDamagedFrames(t *testing.T) {
	content := filestest.Lines(3000, 100)
	packed := filestest.Frames(t, content, 50_000)
	path := filestest.Write(t, packed)
	src, err := OpenSource(Disk{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	f := framesOf(src, nil)
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
	f.Add(filestest.Frames(f, filestest.Lines(20, 5), 100))
	f.Add(filestest.Blocks(f, filestest.Lines(20, 5)))
	f.Fuzz(func(t *testing.T, packed []byte) {
		src, err := OpenSource(Disk{}, filestest.Write(t, packed))
		if err != nil {
			return
		}
		defer src.Close()
		frames := framesOf(src, nil)
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
