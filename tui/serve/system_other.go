//go:build !unix

package serve

import "os"

// closable would be needed where there are pseudo-terminals.
func closable(f *os.File) (*os.File, error) { return f, nil }

// owner is unknown: what others may do is said by the mode alone.
func owner(os.FileInfo) (uid int, known bool) { return 0, false }
