package screen

import (
	"image"
	"math"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Over a slow link a picture takes seconds, and text written after it has to
// wait. So pictures are sent in strips, each followed by a query (DA1) whose
// answer shows that the terminal has read the strip. The data under way then
// never delays text by more than ahead beyond the link's own delay.

const (
	// ahead is how long sending all that was written may take, and least how long
	// it takes when the next strip is written: the rest is one strip.
	ahead = 57 * time.Millisecond
	least = 3 * time.Millisecond
	// firstStrip is the number of bytes sent first on a link of unknown speed.
	firstStrip = 12 << 10
	// fenceFrom is the size in bytes from which tiles are followed by a query.
	fenceFrom = 4 << 10
	// answerLimit is how long to wait for an answer before assuming that none
	// will come.
	answerLimit = 5 * time.Second
	// lasting is how much of what is known of the speed counts after another answer.
	lasting = .75
	// slowBelow is the speed in bytes a second below which a link counts as slow:
	// a picture then takes longer than the interval at which a held key repeats.
	slowBelow = 4 << 20
)

// flow holds what is known about a link and the data under way on it.
type flow struct {
	on      bool
	flights []flight // the oldest first
	pending int      // bytes written since the last query

	rate     float64       // bytes a second, 0 for unknown: sent / took
	sent     float64       // bytes that were confirmed, the latest counting most
	took     float64       // seconds that they took
	trip     time.Duration // round trip of a query with nothing before it
	answered time.Time     // when the last answer came
	busy     time.Time     // when the link will have delivered everything written so far
}

// flight is a query under way and the bytes between the previous query and this
// one. A probe has no bytes before it; it only starts the clock.
type flight struct {
	bytes int
	sent  time.Time
	probe bool
}

func (f *flow) bytesUnderway() int {
	n := f.pending
	for _, a := range f.flights {
		n += a.bytes
	}
	return n
}

func (f *flow) isIdle() bool {
	return !slices.ContainsFunc(f.flights, func(a flight) bool { return !a.probe })
}

func (f *flow) isSlow() bool { return f.on && f.rate > 0 && f.rate < slowBelow }

// stillTime returns how long the pictures on a slow link must stay the same before they are
// painted, once two changes came within that time: 50 ms, which is longer than the interval at
// which a held key repeats, or below 512 KiB a second 120 ms, longer than it takes a person to
// press the key again.
func (f *flow) stillTime() time.Duration {
	if f.rate < 512<<10 {
		return 120 * time.Millisecond
	}
	return 50 * time.Millisecond
}

func (f *flow) atOnce() float64 {
	switch {
	case !f.on:
		return math.Inf(1)
	case f.rate == 0:
		return firstStrip
	}
	return f.rate * ahead.Seconds()
}

// roomFor returns how many bytes may be painted now, which may be more than need: what the link
// carries in the time that is left of ahead; a first strip while its rate is unknown; need without
// flow control. It returns 0 while the link lags, is busy for nearly all of ahead, or is still to
// answer the first strip: there will be room after the next answer or at the time that nextRoom
// returns. Queries without an answer for 5 seconds are forgotten.
func (f *flow) roomFor(now time.Time, need int) int {
	if !f.on {
		return need
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

func (f *flow) nextRoom(now time.Time) (at time.Time, waiting bool) {
	switch {
	case f.isIdle():
		return time.Time{}, false
	case f.rate > 0 && f.busy.Sub(now) > least:
		return f.busy.Add(-least), true
	}
	return f.flights[0].sent.Add(answerLimit), true
}

// startProbe appends a query that starts the clock to out, unless flow control is off or a query is
// under way. Bytes written before it are no longer counted as pending.
func (f *flow) startProbe(out []byte, now time.Time) []byte {
	if !f.on || len(f.flights) > 0 {
		return out
	}
	f.pending = 0
	f.flights = append(f.flights, flight{sent: now, probe: true})
	return append(out, ansi.RequestPrimaryDeviceAttributes...)
}

// appendQuery appends a query that confirms the bytes written since the last one to out, and counts
// on the time that these will take.
func (f *flow) appendQuery(out []byte, now time.Time) []byte {
	if f.rate > 0 {
		if f.busy.Before(now) {
			f.busy = now
		}
		f.busy = f.busy.Add(time.Duration(float64(f.pending) / f.rate * float64(time.Second)))
	}
	f.flights = append(f.flights, flight{bytes: f.pending, sent: now})
	f.pending = 0
	return append(out, ansi.RequestPrimaryDeviceAttributes...)
}

// handleAnswer handles the answer to the oldest query, if one is under way: it measures the round
// trip after a probe, else the rate. The bytes between two queries took the time between their
// answers, however long the delay of the link.
func (f *flow) handleAnswer(now time.Time) {
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
	// An answer that is read late, and the next one at once, together say the same.
	f.sent, f.took = f.sent*lasting+float64(a.bytes), f.took*lasting+max(now.Sub(since), finest).Seconds()
	f.rate = f.sent / f.took
}

// sliceCells cuts about n cells, but at least a row or MinWidth columns of one, off r, and returns
// the remaining parts, the rest of a cut row first. It begins at the bottom if focus is below r,
// otherwise at the top. It cuts whole rows unless a row has more than 4n/3 cells, and all of r if n
// suffices.
func sliceCells(r, focus image.Rectangle, n int) (cut image.Rectangle, left []image.Rectangle) {
	if n >= r.Dx()*r.Dy() {
		return r, nil
	}
	rows := min(max(1, n/r.Dx()), r.Dy())
	cut, beyond := r, r
	if !focus.Empty() && r.Max.Y <= focus.Min.Y {
		cut.Min.Y = r.Max.Y - rows
		beyond.Max.Y = cut.Min.Y
	} else {
		cut.Max.Y = r.Min.Y + rows
		beyond.Min.Y = cut.Max.Y
	}
	if beside := cut; n < r.Dx()*3/4 && r.Dx() >= 2*MinWidth {
		cut.Max.X = cut.Min.X + max(n, MinWidth)
		beside.Min.X = cut.Max.X
		left = append(left, beside)
	}
	if !beyond.Empty() {
		left = append(left, beyond)
	}
	return cut, left
}

// link is the state of the connection to the terminal at one moment.
type link struct {
	*flow
	now  time.Time
	held bool // pictures change too fast to be worth sending
}

// admitsBytes reports whether n bytes of an image may be written now: if there is room and pictures
// do not change too fast. A few bytes, counted together with those written since the last query,
// are always admitted.
func (l link) admitsBytes(n int) bool {
	return !l.isMany(n) || !l.held && l.roomFor(l.now, n) > 0
}

func (l link) isMany(n int) bool { return l.pending+n >= fenceFrom }

// writeFenced calls write, which appends n bytes of an image to dst, and counts them as pending. If
// there are many and flow control is on, it puts a query before, unless one is under way, and one
// behind.
func (l link) writeFenced(dst []byte, n int, write func([]byte) []byte) []byte {
	ask := l.on && l.isMany(n)
	if ask {
		dst = l.startProbe(dst, l.now)
	}
	before := len(dst)
	dst = write(dst)
	l.pending += len(dst) - before
	if ask {
		dst = l.appendQuery(dst, l.now)
	}
	return dst
}
