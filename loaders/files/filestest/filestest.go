// Package filestest writes the files that tests of reading need.
package filestest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Packs are the ways to pack a file; nil for none.
var Packs = map[string]func(testing.TB, []byte) []byte{"plain": nil, "gzip": Gzip, "zstd": Zstd}

// Gzip returns content as one gzip member. Here and below, a failure ends the test.
func Gzip(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Zstd returns content as one zstd frame.
func Zstd(t testing.TB, content []byte) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }() // EncodeAll leaves nothing to write
	return z.EncodeAll(content, nil)
}

// Frames returns content in zstd frames of frameSize bytes each, after one that readers must skip.
func Frames(t testing.TB, content []byte, frameSize int) []byte {
	t.Helper()
	out := []byte{0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'n', 'y'}
	for part := range slices.Chunk(content, frameSize) {
		out = append(out, Zstd(t, part)...)
	}
	return out
}

// Blocks returns content as bgzip writes it: gzip members of up to 60,000 bytes, each with its
// packed size in the header, and an empty one at the end where the content ends with a member.
func Blocks(t testing.TB, content []byte) []byte {
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

// Write writes content to run.jsonl in a new temporary folder and returns the path.
func Write(t testing.TB, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Append appends text to a file, which it creates if missing.
func Append(t testing.TB, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// Age sets a file's time of change to an hour ago, so that it counts as settled.
func Age(t testing.TB, path string) {
	t.Helper()
	ago := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, ago, ago); err != nil {
		t.Fatal(err)
	}
}

// Lines returns n lines {"id":"0","x":"xxx…"}, with ids from 0 and lineSize letters x each.
func Lines(n, lineSize int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "{\"id\":\"%d\",\"x\":\"%s\"}\n", i, strings.Repeat("x", lineSize))
	}
	return b.Bytes()
}
