package files

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"sync/atomic"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"faithscope/loaders"
)

// openUnpacked also returns "gzip", "zstd", an encoding of text, or "". It prefers the open file, because
// another file may have taken the name.
func openUnpacked(src *loaders.Source, bytesRead *atomic.Int64) (io.ReadCloser, string, error) {
	f := fileOf(src)
	var in io.ReadCloser
	if s, ok := f.File.(*remoteFile); ok {
		in = s.Stream()
	} else if at, ok := f.File.(io.ReaderAt); ok {
		// Not up to Size: the file may grow.
		in = io.NopCloser(io.NewSectionReader(at, 0, math.MaxInt64))
	} else {
		again, err := src.Files.Open(src.Path)
		if err != nil {
			return nil, "", err
		}
		in = again
	}
	buffer := min(cmp.Or(src.Size, usualBuffer), usualBuffer) // a run may have thousands of small files
	r, kind, err := unpackIn(int(buffer), countingReader{in, bytesRead})
	if err != nil {
		in.Close()
		return nil, kind, err
	}
	return unpackedReader{r, in}, kind, nil
}

type countingReader struct {
	io.Reader
	n *atomic.Int64 // nil counts nothing
}

func (c countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.n != nil {
		c.n.Add(int64(n))
	}
	return n, err
}

type unpackedReader struct {
	io.ReadCloser
	file io.Closer
}

func (u unpackedReader) Close() error { return errors.Join(u.ReadCloser.Close(), u.file.Close()) }

const usualBuffer = 256 << 10

func unpackIn(bufferSize int, r io.Reader) (io.ReadCloser, string, error) {
	b := bufio.NewReaderSize(r, bufferSize)
	magic, _ := b.Peek(4)
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, "gzip", fmt.Errorf("invalid gzip data: %w", err)
		}
		return z, "gzip", nil
	case isZstd(magic):
		// Without a bound a few bytes could claim any amount of memory.
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
		if err != nil {
			return nil, "zstd", fmt.Errorf("invalid zstd data: %w", err)
		}
		return z.IOReadCloser(), "zstd", nil
	case workbookParts.Match(peekBuffered(b)):
		return readWorkbook(b)
	case isUTF16(magic):
		return io.NopCloser(unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(b)), "UTF-16", nil
	}
	switch head := peekBuffered(b); {
	case isPrinted(head):
		return io.NopCloser(&printedReader{Reader: b}), "Python", nil
	case !isPlainText(head):
	case arffData.Match(head):
		return readTable(b, "ARFF", arffTable)
	case isConsole(head):
		return readTable(b, "console", printedTable)
	case isMarkdown(head):
		return readTable(b, "Markdown", markdownTable)
	case isWestern(head):
		return io.NopCloser(charmap.Windows1252.NewDecoder().Reader(b)), "Windows-1252", nil
	case bytes.Contains(head, []byte("\r")) && !bytes.Contains(head, []byte("\n")):
		return io.NopCloser(carriageReturnReader{b}), "old Mac", nil
	}
	return io.NopCloser(b), "", nil
}

func readWorkbook(in io.Reader) (io.ReadCloser, string, error) {
	r, kind, err := readTable(in, "Excel", sheetText)
	if err != nil {
		err = fmt.Errorf("invalid workbook: %w", err)
	}
	return r, kind, err
}

func readTable(in io.Reader, kind string, tableOf func(text []byte) ([]byte, error)) (io.ReadCloser, string, error) {
	text, err := readPart(in)
	if err == nil {
		text, err = tableOf(text)
	}
	if err != nil {
		return nil, kind, err
	}
	return io.NopCloser(bytes.NewReader(text)), kind, nil
}

// peekBuffered doesn't wait for more, which may come slowly.
func peekBuffered(b *bufio.Reader) []byte {
	head, _ := b.Peek(b.Buffered())
	return head
}

func isPlainText(head []byte) bool {
	return len(head) > 0 && !bytes.ContainsAny(head[:1], "{[") && !bytes.Contains(head, []byte{0})
}

// isWestern reports whether bytes beyond ASCII are mostly alone: Chinese letters would be pairs.
func isWestern(head []byte) bool {
	alone, all := 0, 0
	for i := range head {
		if head[i] < utf8.RuneSelf {
			continue
		}
		if r, size := utf8.DecodeRune(head[i:]); r != utf8.RuneError || size > 1 {
			return false
		}
		if all++; i+1 == len(head) || head[i+1] < utf8.RuneSelf {
			alone++
		}
	}
	return 4*alone > 3*all
}

// carriageReturnReader reads lines that end with \r.
type carriageReturnReader struct{ io.Reader }

func (r carriageReturnReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	for i := range p[:n] {
		p[i] = loaders.IfElse(p[i] == '\r', '\n', p[i])
	}
	return n, err
}

func isUTF16(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff"))
}

func isZstd(firstBytes []byte) bool {
	return bytes.HasPrefix(firstBytes, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(firstBytes) == 4 && firstBytes[0]&0xf0 == 0x50 && bytes.Equal(firstBytes[1:], []byte{0x2a, 0x4d, 0x18})
}
