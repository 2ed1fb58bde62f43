package screen

import (
	"image"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Over a slow link a picture takes seconds, and text written after it comes
// after it. So pictures go out in strips, each followed by a question (DA1)
// whose answer says that the terminal has read it: what is on its way never
// takes longer than strip beyond the link's own delay.

const (
	// strip is how long one strip should travel.
	strip = 80 * time.Millisecond
	// firstStrip is how many bytes go out on a link of unknown speed.
	firstStrip = 12 << 10
	// fenceFrom is the size of tiles from which on an answer is asked for.
	fenceFrom = 4 << 10
	// answerLimit is how long a terminal may take to answer before it is taken
	// for one that does not.
	answerLimit = 5 * time.Second
	// slowBelow is the speed in bytes a second below which a link is slow:
	// there a picture takes longer than a key held down repeats.
	slowBelow = 4 << 20
)

// flow is what is known of a link, and what is on its way.
type flow struct {
	on      bool
	flights []flight // the oldest first
	pending int      // bytes written since the last question

	rate     float64       // bytes a second, 0 for unknown
	trip     time.Duration // of a question with nothing before it, and back
	answered time.Time     // when the last answer came
	busy     time.Time     // when the link will have carried what was written
}

// flight is a question on its way and the bytes between the one before it
// and it; a probe has none, it only starts the clock.
type flight struct {
	bytes int
	sent  time.Time
	probe bool
}

// underway is how many bytes have no answer yet.
func (f *flow) underway() int {
	n := f.pending
	for _, a := range f.flights {
		n += a.bytes
	}
	return n
}

// idle reports whether no strip is on its way.
func (f *flow) idle() bool {
	return !slices.ContainsFunc(f.flights, func(a flight) bool { return !a.probe })
}

// slow reports whether the link is known to be slow.
func (f *flow) slow() bool { return f.on && f.rate > 0 && f.rate < slowBelow }

// still is how long pictures must not change on a slow link before the next one
// is painted, once two came within that time: longer than a key held down takes to
// repeat, and where a picture takes long also than a person who presses it again.
func (f *flow) still() time.Duration {
	if f.rate < 512<<10 {
		return 120 * time.Millisecond
	}
	return 50 * time.Millisecond
}

// room returns how many bytes of need may be painted now. Where that is 0,
// the next answer makes room, or the time that next returns.
func (f *flow) room(now time.Time, need int) int {
	if !f.on {
		return need
	}
	if len(f.flights) > 0 && now.Sub(f.flights[0].sent) >= answerLimit { // overdue
		f.flights = nil
	}
	switch {
	case f.rate == 0 && f.idle():
		return firstStrip
	case f.rate == 0:
		return 0
	case !f.idle() && float64(f.underway()) > f.rate*(f.trip+2*strip).Seconds():
		return 0 // the link is slower than it was
	}
	left := strip - max(0, f.busy.Sub(now))
	if left < strip/2 {
		return 0
	}
	return max(1, int(f.rate*left.Seconds()))
}

// next returns when there will be room again even without an answer.
func (f *flow) next(now time.Time) (at time.Time, waiting bool) {
	switch {
	case f.idle():
		return time.Time{}, false
	case f.rate > 0 && f.busy.Sub(now) > strip/2:
		return f.busy.Add(-strip / 2), true
	}
	return f.flights[0].sent.Add(answerLimit), true
}

// probe appends a question that starts the clock, if nothing is on its way.
func (f *flow) probe(out []byte, now time.Time) []byte {
	if !f.on || len(f.flights) > 0 {
		return out
	}
	f.pending = 0
	f.flights = append(f.flights, flight{sent: now, probe: true})
	return append(out, ansi.RequestPrimaryDeviceAttributes...)
}

// ask appends a question after what was written.
func (f *flow) ask(out []byte, now time.Time) []byte {
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

// answer takes the answer to the oldest question: what lay between two of
// them took the time between their answers, however long the way is.
func (f *flow) answer(now time.Time) {
	if len(f.flights) == 0 {
		return
	}
	a := f.flights[0]
	if f.flights = f.flights[1:]; f.idle() {
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
	const least = time.Millisecond // clocks and terminals are not finer
	rate := float64(a.bytes) / max(now.Sub(since), least).Seconds()
	if f.rate > 0 {
		rate = (f.rate + min(rate, 2*f.rate)) / 2
	}
	f.rate = rate
}

// slice cuts about n cells from r on the side of focus, whole rows where a row is less
// than twice as many, and returns what is left: first the rest of a row that was cut.
// The top is where it begins when focus is empty or beside r.
func slice(r, focus image.Rectangle, n int) (cut image.Rectangle, left []image.Rectangle) {
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
	if beside := cut; n < r.Dx()/2 && r.Dx() >= 2*MinWidth {
		cut.Max.X = cut.Min.X + max(n, MinWidth)
		beside.Min.X = cut.Max.X
		left = append(left, beside)
	}
	if !beyond.Empty() {
		left = append(left, beyond)
	}
	return cut, left
}

// link is the way to the terminal at one moment.
type link struct {
	*flow
	now  time.Time
	held bool // pictures follow one another too fast to send them
}

// admits reports whether n bytes of an image may be written. Few always may,
// counted with what was written since the last question.
func (l link) admits(n int) bool {
	return !l.many(n) || !l.held && l.room(l.now, n) > 0
}

// many reports whether n more bytes are worth a question.
func (l link) many(n int) bool { return l.pending+n >= fenceFrom }

// fenced calls write, which appends n bytes of an image to dst, and asks for
// an answer where there are many.
func (l link) fenced(dst []byte, n int, write func([]byte) []byte) []byte {
	ask := l.on && l.many(n)
	if ask {
		dst = l.probe(dst, l.now)
	}
	before := len(dst)
	dst = write(dst)
	l.pending += len(dst) - before
	if ask {
		dst = l.ask(dst, l.now)
	}
	return dst
}
