package files

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"faithscope/loaders/loadertest/check"
)

// A server that fails is asked again after pauses that grow, and not waited for once it is given up.
func TestRetryPausesBetweenTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var at []time.Duration
		r := &remoteFile{ctx: t.Context()}
		err := r.retry(func() error {
			at = append(at, time.Since(start))
			return errors.New("no")
		})
		check.EqualLists(t, "tries", at, []time.Duration{0, 200 * time.Millisecond, 600 * time.Millisecond})
		if spent := time.Since(start); err == nil || spent != 600*time.Millisecond {
			t.Errorf("%v after %v, want the error right after the last try", err, spent)
		}
	})
}
