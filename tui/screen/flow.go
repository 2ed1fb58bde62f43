package screen

import (
	"image"
	"math"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Over a slow link text waits for pictures written before it. So pictures are sent in strips, each
// followed by a query (DA1) whose answer confirms it, so that text waits at most ahead beyond the
// link's own delay.

const (
	// ahead bounds how long sending all that was written takes; least is what remains of it when the
	// next strip is written.
	ahead = 57 * time.Millisecond
	least = 3 * time.Millisecond
	// firstStrip is for a link of unknown speed.
	firstStrip = 12 << 10
	// fenceFrom is the size in bytes from which tiles are followed by a query.
	fenceFrom   = 4 << 10
	answerLimit = 5 * time.Second
	// lasting is how much earlier measurements count after another answer.
	lasting = .75
	// slowBelow is in bytes a second: a picture then takes longer than the interval at which a held
	// key repeats.
	slowBelow = 4 << 20
)

type flowControl struct {
	on      bool
	flights []sentFrame // the oldest first
	pending int         // bytes written since the last query

	rate     float64       // bytes a second, 0 for unknown: sent / took
	sent     float64       // bytes that were confirmed, the latest counting most
	took     float64       // seconds that they took
	trip     time.Duration // round trip of a query with nothing before it
	answered time.Time     // when the last answer came
	busy     time.Time     // when the link will have delivered everything written so far
}

// sentFrame without bytes is a probe, which only starts the clock.
type sentFrame struct {
	bytes int
	sent  time.Time
	probe bool
}

func (f *flowControl) bytesUnderway() int {
	n := f.pending
	for _, a := range f.flights {
		n += a.bytes
	}
	return n
}

func (f *flowControl) isIdle() bool {
	return !slices.ContainsFunc(f.flights, func(a sentFrame) bool { return !a.probe })
}

func (f *flowControl) isSlow() bool { return f.on && f.rate > 0 && f.rate < slowBelow }

// stillTime is how long fast-changing pictures must stay the same before they are painted: longer
// than the interval at which a held key repeats or, on very slow links, than a person takes to
// press it again.
func (f *flowControl) stillTime() time.Duration {
	if f.rate < 512<<10 {
		return 120 * time.Millisecond
	}
	return 50 * time.Millisecond
}

func (f *flowControl) atOnce() float64 {
	switch {
	case !f.on:
		return math.Inf(1)
	case f.rate == 0:
		return firstStrip
	}
	return f.rate * ahead.Seconds()
}

// roomFor returns how many bytes may be painted now, perhaps more than byteCount. On 0, room follows the
// next answer or the time from nextRoom. Queries without an answer for answerLimit are forgotten.
func (f *flowControl) roomFor(now time.Time, byteCount int) int {
	if !f.on {
		return byteCount
	}
	if len(f.flights) > 0 && now.Sub(f.flights[0].sent) >= answerLimit { // overdue
		f.flights = nil
	}
	switch {
	case f.rate == 0 && f.isIdle():
		return firstStrip
	case f.rate == 0:
		return 0
	case !f.isIdle() && float64(f.bytesUnderway()) > f.rate*(f.trip+2*ahead).Seconds():
		return 0 // the link is slower than it was
	}
	left := ahead - max(0, f.busy.Sub(now))
	if left < ahead-least {
		return 0
	}
	return max(1, int(f.rate*left.Seconds()))
}

func (f *flowControl) nextRoom(now time.Time) (at time.Time, waiting bool) {
	switch {
	case f.isIdle():
		return time.Time{}, false
	case f.rate > 0 && f.busy.Sub(now) > least:
		return f.busy.Add(-least), true
	}
	return f.flights[0].sent.Add(answerLimit), true
}

// startProbe does nothing without flow control or during a query. Bytes before it no longer count
// as pending.
func (f *flowControl) startProbe(outputBytes []byte, now time.Time) []byte {
	if !f.on || len(f.flights) > 0 {
		return outputBytes
	}
	f.pending = 0
	f.flights = append(f.flights, sentFrame{sent: now, probe: true})
	return append(outputBytes, ansi.RequestPrimaryDeviceAttributes...)
}

func (f *flowControl) appendQuery(outputBytes []byte, now time.Time) []byte {
	if f.rate > 0 {
		if f.busy.Before(now) {
			f.busy = now
		}
		f.busy = f.busy.Add(time.Duration(float64(f.pending) / f.rate * float64(time.Second)))
	}
	f.flights = append(f.flights, sentFrame{bytes: f.pending, sent: now})
	f.pending = 0
	return append(outputBytes, ansi.RequestPrimaryDeviceAttributes...)
}

// handleAnswer measures the round trip after a probe, else the rate: the bytes between two queries
// took the time between their answers, whatever the link's delay.
func (f *flowControl) handleAnswer(now time.Time) {
	if len(f.flights) == 0 {
		return
	}
	a := f.flights[0]
	if f.flights = f.flights[1:]; f.isIdle() {
		f.busy = now
	}
	since := f.answered
	f.answered = now
	if a.probe {
		f.trip = now.Sub(a.sent)
		return
	}
	if sent := a.sent.Add(f.trip); sent.After(since) {
		since = sent // the line was idle before
	}
	const finest = time.Millisecond // of clocks and terminals
	// An answer read late and the next one at once are right together.
	f.sent, f.took = f.sent*lasting+float64(a.bytes), f.took*lasting+max(now.Sub(since), finest).Seconds()
	f.rate = f.sent / f.took
}

// sliceCells cuts about n cells off r, at least a row or MinWidth columns of one, from the bottom
// if focusArea is below r. Rows of at most 4n/3 cells stay whole. left starts with a cut row's rest.
func sliceCells(r, focusArea image.Rectangle, n int) (cut image.Rectangle, left []image.Rectangle) {
	width := r.Dx()
	if n >= width*r.Dy() {
		return r, nil
	}
	rows := min(max(1, n/width), r.Dy())
	cut, beyond := r, r
	if !focusArea.Empty() && r.Max.Y <= focusArea.Min.Y {
		cut.Min.Y = r.Max.Y - rows
		beyond.Max.Y = cut.Min.Y
	} else {
		cut.Max.Y = r.Min.Y + rows
		beyond.Min.Y = cut.Max.Y
	}
	if beside := cut; n < width*3/4 && width >= 2*MinWidth {
		cut.Max.X = cut.Min.X + max(n, MinWidth)
		beside.Min.X = cut.Max.X
		left = append(left, beside)
	}
	if !beyond.Empty() {
		left = append(left, beyond)
	}
	return cut, left
}

type terminalLink struct {
	*flowControl
	now  time.Time
	held bool // pictures change too fast to be worth sending
}

// admitsBytes always admits a few bytes, counted with those written since the last query.
func (l terminalLink) admitsBytes(n int) bool {
	return !l.isMany(n) || !l.held && l.roomFor(l.now, n) > 0
}

func (l terminalLink) isMany(n int) bool { return l.pending+n >= fenceFrom }

// writeFenced counts n bytes as pending. With flow control, many bytes have a query before, unless
// one is under way, and one behind.
func (l terminalLink) writeFenced(dst []byte, n int, appendOutput func([]byte) []byte) []byte {
	ask := l.on && l.isMany(n)
	if ask {
		dst = l.startProbe(dst, l.now)
	}
	before := len(dst)
	dst = appendOutput(dst)
	l.pending += len(dst) - before
	if ask {
		dst = l.appendQuery(dst, l.now)
	}
	return dst
}
