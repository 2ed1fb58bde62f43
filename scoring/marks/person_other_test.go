//go:build !linux

package marks

import "testing"

// unprivileged does nothing, since tests never run as root here.
func unprivileged(*testing.T) {}
