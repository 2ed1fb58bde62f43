package marks

import (
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// unprivileged has the test go on as nobody where it began as root, to whom no
// file is read only.
func unprivileged(t *testing.T) {
	if os.Geteuid() != 0 {
		return
	}
	runtime.LockOSThread() // and the thread ends with the test
	if err := unix.Setfsuid(65534); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { unix.Setfsuid(0) }) //nolint:errcheck // it was 0 before
}
