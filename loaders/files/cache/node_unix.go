//go:build linux || darwin

package cache

import (
	"os"
	"syscall"
	"time"
)

func inodeOf(fileInfo os.FileInfo) (inode uint64, changed time.Time) {
	if s, ok := fileInfo.Sys().(*syscall.Stat_t); ok {
		return s.Ino, time.Unix(changeOf(s).Unix())
	}
	return 0, time.Time{}
}
