//go:build unix

package marks

import (
	"io/fs"
	"os"
	"syscall"
)

func inheritOwner(h *os.File, originalInfo fs.FileInfo) error {
	of, ok := originalInfo.Sys().(*syscall.Stat_t)
	if !ok || int(of.Uid) != os.Geteuid() {
		return fs.ErrPermission
	}
	return h.Chown(-1, int(of.Gid))
}
