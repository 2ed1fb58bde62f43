package screen

import (
	"image"
	"math"
	"testing"
	"time"

	"faithscope/loaders/loadertest/check"
)

// line is a link for tests: data arrives after everything written before it,
// and its answer comes back after the link's delay.
type line struct {
	rate  float64
	delay time.Duration // one way
	free  time.Time     // when the last byte before has left
}

// carry returns the time at which the answer to a query after n bytes, written
// at now, has come back.
func (l *line) carry(now time.Time, n int) time.Time {
	if now.After(l.free) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(float64(n) / l.rate * float64(time.Second)))
	return l.free.Add(2 * l.delay)
}

// A picture of 300 KB on links of all kinds: text never waits much longer than
// a strip takes, the measured speed is the link's, and the line is used well.
func TestFlowFillsTheLineAndNoMore(t *testing.T) {
	for _, tt := range []struct {
		name  string
		rate  float64 // bytes a second
		delay time.Duration
		wait  time.Duration // the longest that a text waits behind strips
		total float64       // the time for all of it, by that of the line alone
	}{
		{"1 Mbit/s, 100 ms there and back", 125e3, 50 * time.Millisecond, 130 * time.Millisecond, 1.2},
		{"1 Mbit/s, 200 ms there and back", 125e3, 100 * time.Millisecond, 130 * time.Millisecond, 1.3},
		{"10 Mbit/s, 30 ms", 1250e3, 15 * time.Millisecond, 210 * time.Millisecond, 1.7},
		{"a modem", 7e3, 100 * time.Millisecond, 1800 * time.Millisecond, 1.2}, // the first strip
	} {
		const picture = 300 << 10
		l := &line{rate: tt.rate, delay: tt.delay}
		f := &flowControl{on: true}
		start := time.Unix(0, 0)
		now, left := start, picture
		var answers []time.Time
		send := func(n int) {
			f.pending += n
			f.appendQuery(nil, now)
			answers = append(answers, l.carry(now, n))
		}
		for left > 0 || len(answers) > 0 {
			if room := f.roomFor(now, left); left > 0 && room > 0 {
				if len(f.flights) == 0 {
					f.startProbe(nil, now)
					answers = append(answers, l.carry(now, 3))
				}
				n := min(room, left)
				send(n)
				left -= n
				if wait := l.free.Sub(now); wait > tt.wait {
					t.Errorf("%s: a text waits %v behind strips, want at most %v", tt.name, wait, tt.wait)
				}
				continue
			}
			at, waiting := f.nextRoom(now)
			switch {
			case waiting && left > 0 && (len(answers) == 0 || at.Before(answers[0])):
				now = at
			case len(answers) == 0:
				t.Fatalf("%s: stuck with %d bytes left", tt.name, left)
			default:
				now, answers = answers[0], answers[1:]
				f.handleAnswer(now)
			}
		}
		if off := math.Abs(f.rate/tt.rate - 1); off > .1 {
			t.Errorf("%s: found %.0f bytes a second, want %.0f", tt.name, f.rate, tt.rate)
		}
		if by := now.Sub(start).Seconds() / (picture / tt.rate); by > tt.total {
			t.Errorf("%s: took %.2f of the line's own time, want at most %.2f", tt.name, by, tt.total)
		}
	}
}

func TestFlowAnswersNobodyAskedFor(t *testing.T) {
	f := &flowControl{on: true}
	f.handleAnswer(time.Now())
	if f.rate != 0 || len(f.flights) != 0 {
		t.Errorf("rate %v, flights %v", f.rate, f.flights)
	}
	f.on = false
	check.Equal(t, "room without a fence", f.roomFor(time.Now(), 1<<30), 1<<30)
}

func TestSliceCoversAll(t *testing.T) {
	for n := range 600 {
		// Empty, above what is cut, below it.
		focus := []image.Rectangle{{}, image.Rect(5, 0, 9, 2), image.Rect(5, 7, 9, 8)}[n%3]
		n /= 3
		seen := map[image.Point]int{}
		rest := []image.Rectangle{image.Rect(3, 2, 33, 7)}
		for pieces := 0; len(rest) > 0; pieces++ {
			cut, left := sliceCells(rest[0], focus, n)
			if cut.Empty() || pieces > 150 {
				t.Fatalf("%d cells at a time: no end, or an empty piece", n)
			}
			for _, r := range left {
				if focus.Min.Y >= 7 && r.Min.Y > cut.Min.Y || !focus.Empty() && focus.Max.Y <= 2 && r.Max.Y < cut.Max.Y {
					t.Fatalf("%d cells at a time: %v is cut before %v, which is nearer to %v", n, cut, r, focus)
				}
			}
			for y := cut.Min.Y; y < cut.Max.Y; y++ {
				for x := cut.Min.X; x < cut.Max.X; x++ {
					seen[image.Pt(x, y)]++
				}
			}
			rest = append(left, rest[1:]...)
		}
		for p, k := range seen {
			if k != 1 {
				t.Fatalf("%d cells at a time: %v is painted %d times", n, p, k)
			}
		}
		if len(seen) != 150 {
			t.Fatalf("%d cells at a time: %d of 150 painted", n, len(seen))
		}
	}
}
