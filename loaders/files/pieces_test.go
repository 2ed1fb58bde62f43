package files

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest/check"
)

// An archive may be made of several pieces, as pzstd and bgzip write them; all of them are
// its content.
func TestArchivesAreReadAtAnyPlace(t *testing.T) {
	content := filestest.Lines(3000, 100)
	for _, tt := range []struct {
		why    string
		packed []byte
	}{
		{"zstd in frames", filestest.Frames(t, content, 50_000)},
		{"gzip in blocks", filestest.Blocks(t, content)},
		{"zstd in one frame", filestest.Zstd(t, content)},
		{"gzip in one member", filestest.Gzip(t, content)},
		{"gzip in members", append(filestest.Gzip(t, content[:len(content)/2]), filestest.Gzip(t, content[len(content)/2:])...)},
	} {
		src, err := OpenSource(DiskFiles{}, filestest.Write(t, tt.packed))
		check.NoError(t, err)
		c, err := OpenContent(src, nil, nil)
		check.NoError(t, err)
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
