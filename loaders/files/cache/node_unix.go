//go:build linux || darwin

package cache

import (
	"os"
	"syscall"
	"time"
)

// inodeOf returns a file's inode and when that last changed, which no program can set back; zeros
// if they are unknown.
func inodeOf(info os.FileInfo) (inode uint64, changed time.Time) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ino, time.Unix(changeOf(s).Unix())
	}
	return 0, time.Time{}
}
