package loaders

import "time"

// WaitAtMost returns once work, which runs on a goroutine of its own, has ended or limit has passed.
func WaitAtMost(limit time.Duration, work func()) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		work()
	}()
	select {
	case <-ended:
	case <-time.After(limit):
	}
}
