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

func (op RunOpener) NearestFormat(head string) string { return op.nearestFormat([]byte(head)) }
func (a *NameOpener) Client() *http.Client            { return a.client }
func (a *NameOpener) SetSpool(n int64)                { a.spool = n }
func (a *NameOpener) SetPause(pause time.Duration)    { a.pause = pause }
