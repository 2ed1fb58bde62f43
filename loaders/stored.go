package loaders

import (
	"errors"
	"fmt"
	"io"
)

// Stored reads the file at any place: for archives and column files, which
// are no stream. It fails for a packed file, and in a file system whose files
// are read from the start only.
func (src *Source) Stored() (io.ReaderAt, error) {
	if src.unpacked != "" {
		return nil, fmt.Errorf("is packed with %s; unpack it first", src.unpacked)
	}
	at, ok := src.file.(io.ReaderAt)
	if !ok {
		return nil, errors.New("is where files can be read from the start only; copy it to a disk first")
	}
	return at, nil
}

// Preview notes a row for example i, 0 ≤ i < Len, from what is known of the
// example before anybody has decoded it: from a table of contents. Once it is
// decoded, its own row takes the place.
func (r *Run) Preview(i int, ex *Example) {
	row := rowOf(ex)
	kept := pack(&row)
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.rows.at(i); !ok {
		r.rows.set(i, kept)
	}
}
