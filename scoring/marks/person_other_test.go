//go:build !linux

package marks

import "testing"

// unprivileged does nothing: nobody tests as root here.
func unprivileged(*testing.T) {}
