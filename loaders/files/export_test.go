package files

import (
	"context"
	"net/http"
	"time"
)

// What tests from outside, which open runs, see of the inside.
var (
	ErrNoRecord  = errNoRecord
	ErrStdin     = errStdin
	ContentRange = contentRange
)

func BucketAddress(name string) (func(ctx context.Context) (string, error), error) {
	return bucketAddress(name, newClient())
}

func (a *Anywhere) Client() *http.Client         { return a.client }
func (a *Anywhere) SetSpool(n int64)             { a.spool = n }
func (a *Anywhere) SetPause(pause time.Duration) { a.pause = pause }
