package cache

import "syscall"

// changeOf returns the time of the inode's change.
func changeOf(s *syscall.Stat_t) *syscall.Timespec { return &s.Ctimespec }
