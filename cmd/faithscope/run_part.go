package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"faithscope/loaders/native"
)

// part is the beginning of a run that is being written: lines in a file beside
// it, so that one that was stopped can be taken up again.
type part struct {
	path    string
	file    *os.File
	w       *bufio.Writer
	encoder *native.Encoder
	done    int // examples in it
}

// openPart opens the part of the run at out, which is empty or has the same
// header. With force it begins again.
func openPart(out string, h native.Header, force bool) (*part, error) {
	if info, err := os.Stat(out); err == nil && (!force || !info.Mode().IsRegular()) {
		return nil, fmt.Errorf("%s: exists; --force replaces it", out)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	p := &part{path: out + ".part"}
	if force {
		if err := os.Remove(p.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	file, err := os.OpenFile(p.path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	p.file = file
	if err := p.takeUp(h); err != nil {
		file.Close()
		return nil, err
	}
	return p, nil
}

// takeUp counts the examples that are there, and cuts off a line without end.
func (p *part) takeUp(h native.Header) error {
	var head bytes.Buffer
	var err error
	if p.encoder, err = native.NewEncoder(&head, h); err != nil {
		return err
	}
	r := bufio.NewReaderSize(p.file, 1<<20)
	size, lines := int64(0), 0
	for {
		n, whole, err := line(r, &head, lines == 0)
		if err != nil {
			return fmt.Errorf("%s: %w; --force begins again", p.path, err)
		}
		if !whole {
			break
		}
		size, lines = size+n, lines+1
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
	p.done = lines - 1
	return nil
}

// line reads a line and returns its length; whole is false at the file's end
// and for what has no end. The first has to be the header.
func line(r *bufio.Reader, head *bytes.Buffer, first bool) (n int64, whole bool, err error) {
	same := true
	for {
		piece, err := r.ReadSlice('\n')
		if first {
			at := min(int(n), head.Len())
			same = same && bytes.HasPrefix(head.Bytes()[at:], piece)
		}
		n += int64(len(piece))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			return 0, false, nil
		case err != nil:
			return 0, false, err
		case first && !same:
			return 0, false, errors.New("it is of another run, by its first line")
		}
		return n, true, nil
	}
}

// write writes an example.
func (p *part) write(line []byte) error {
	_, err := p.w.Write(line)
	if err == nil {
		p.done++
	}
	return err
}

// close keeps what was written.
func (p *part) close() error {
	if p.file == nil {
		return nil
	}
	err := errors.Join(p.w.Flush(), p.file.Close())
	p.file = nil
	return err
}

// finish makes the part the run at out, packed as its name says.
func (p *part) finish(ctx context.Context, out string, force bool) error {
	if err := p.w.Flush(); err != nil {
		return err
	}
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	whole, err := create(ctx, out, nil, force)
	if err != nil {
		return err
	}
	defer whole.drop()
	if _, err := io.Copy(whole, p.file); err != nil {
		return err
	}
	if err := whole.close(); err != nil {
		return err
	}
	return errors.Join(p.close(), os.Remove(p.path))
}
