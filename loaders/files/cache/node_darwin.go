package cache

import "syscall"

func changeOf(s *syscall.Stat_t) *syscall.Timespec { return &s.Ctimespec }
