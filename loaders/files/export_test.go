package files

import (
	"net/http"
	"time"
)

// What tests from outside, which open runs, see of the inside.
var (
	ErrNoRecord  = errNoRecord
	ErrStdin     = errStdin
	ContentRange = contentRange
)

func (op Opener) NearestFormat(head string) string { return op.nearestFormat([]byte(head)) }
func (a *Anywhere) Client() *http.Client           { return a.client }
func (a *Anywhere) SetSpool(n int64)               { a.spool = n }
func (a *Anywhere) SetPause(pause time.Duration)   { a.pause = pause }
