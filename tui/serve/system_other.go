//go:build !unix

package serve

import "os"

// closable would be needed where there are pseudo-terminals.
func closable(f *os.File) (*os.File, error) { return f, nil }
