package answering

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders/native"
)

// Part is the beginning of a run that is being written: lines in a file beside
// it, so that one that was stopped can be continued.
type Part struct {
	Path    string
	file    *os.File
	w       *bufio.Writer
	encoder *native.Encoder
	Done    int // examples in it
}

// OpenPart opens the part of the run at out, which is empty or has the same
// header, else it is an error, as is a run that is there already. With force it
// begins again, and replaces the run.
func OpenPart(out string, h native.Header, force bool) (*Part, error) {
	if info, err := os.Stat(out); err == nil && (!force || !info.Mode().IsRegular()) {
		return nil, fmt.Errorf("%s: exists; --force replaces it", out)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	p := &Part{Path: out + ".part"}
	var err error
	if p.file, err = os.OpenFile(p.Path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if err = output.Lock(p.file); errors.Is(err, output.ErrLocked) {
		err = fmt.Errorf("%s: %w", p.Path, err)
	} else if err = nil; force {
		err = p.file.Truncate(0)
	}
	if err == nil {
		err = p.resume(h)
	}
	if err != nil {
		p.file.Close()
		return nil, err
	}
	return p, nil
}

// resume counts the examples that are there, and cuts off a line without end. It
// fails for a file with another header.
func (p *Part) resume(h native.Header) error {
	var head bytes.Buffer
	var err error
	if p.encoder, err = native.NewEncoder(&head, h); err != nil {
		return err
	}
	size, lines, err := wholeLines(p.file, head.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w; --force begins again", p.Path, err)
	}
	if err := p.file.Truncate(size); err != nil {
		return err
	}
	if _, err := p.file.Seek(size, io.SeekStart); err != nil {
		return err
	}
	p.w = bufio.NewWriterSize(p.file, 256<<10)
	if lines == 0 {
		_, err := p.w.Write(head.Bytes())
		return err
	}
	p.Done = lines - 1
	return nil
}

// wholeLines counts the lines that have an end, and their bytes. The first has to
// be the header.
func wholeLines(r io.Reader, head []byte) (size int64, lines int, err error) {
	piece := make([]byte, max(len(head), 1<<16))
	n, err := io.ReadFull(r, piece[:len(head)])
	switch first := piece[:n]; {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return 0, 0, err
	case n < len(head) && !bytes.Contains(first, []byte("\n")):
		return 0, 0, nil // it was cut off
	case !bytes.Equal(first, head):
		return 0, 0, errors.New("it is of another run, by its first line")
	}
	size, lines = int64(n), 1
	for at := size; ; at += int64(n) {
		n, err = r.Read(piece)
		if end := bytes.LastIndexByte(piece[:n], '\n'); end >= 0 {
			size, lines = at+int64(end)+1, lines+bytes.Count(piece[:n], []byte("\n"))
		}
		if errors.Is(err, io.EOF) {
			return size, lines, nil
		} else if err != nil {
			return 0, 0, err
		}
	}
}

// write writes an example, a line with its end.
func (p *Part) write(line []byte) error {
	_, err := p.w.Write(line)
	if err == nil {
		p.Done++
	}
	return err
}

// Close keeps what was written.
func (p *Part) Close() error {
	if p.file == nil {
		return nil
	}
	err := errors.Join(p.w.Flush(), p.file.Close())
	p.file = nil
	return err
}

// Finish makes the part the run that goes to a target.
func (p *Part) Finish(ctx context.Context, to *output.Target) error {
	if err := p.w.Flush(); err != nil {
		return err
	}
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := to.Write(ctx, nil, func(w io.Writer) error {
		_, err := io.Copy(w, p.file)
		return err
	}); err != nil {
		return err
	}
	return errors.Join(p.Close(), os.Remove(p.Path))
}
