//go:build !unix

package serve

import "os"

// closable returns f: without pseudo-terminals nothing more is needed.
func closable(f *os.File) (*os.File, error) { return f, nil }

// owner reports that the owner is unknown, so that only the mode decides what
// others may do.
func owner(os.FileInfo) (uid int, known bool) { return 0, false }
