//go:build linux || darwin

package cache

import (
	"os"
	"syscall"
	"time"
)

func inodeOf(info os.FileInfo) (inode uint64, changed time.Time) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ino, time.Unix(changeOf(s).Unix())
	}
	return 0, time.Time{}
}
