package tui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Twenty keys pressed while a picture is on its way, at times drawn by a seed: their text waits
// for what was sent ahead, which is little beside the line's own delay, and the picture is
// there in time all the same.
func TestKeysWaitLittleForAPicture(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long, and is in one goroutine at a time")
	}
	for k, l := range links {
		whole := []time.Duration{3 * time.Second, 600 * time.Millisecond}[k]
		for seed := range uint64(1) { // three take half a minute, and say the same
			synctest.Test(t, func(t *testing.T) {
				f, random := newFarLab(t, l.link), rand.New(rand.NewPCG(seed, 1))
				var lags, took []time.Duration
				for n := range 20 {
					start := time.Now()
					f.show(nil)
					time.Sleep(time.Duration(random.Int64N(int64(whole) * 8 / 10 / int64(1+2*k))))
					pressed, text := time.Now(), fmt.Sprintf("key %d.", n)
					f.frame(text)
					for _, a := range f.line.arrivals() {
						if strings.Contains(a.text, text) {
							lags = append(lags, a.at.Sub(pressed)-f.line.link.Delay)
						}
					}
					f.settle()
					all := f.line.pictures(t, start)
					took = append(took, all[len(all)-1].at.Sub(start)-f.trip())
				}
				slices.Sort(lags)
				slices.Sort(took)
				t.Logf("%s, seed %d: keys wait %v, %v, %v; the picture takes %v to %v", l.name, seed, lags[0], lags[10], lags[19], took[0], took[19])
				if len(lags) != 20 || lags[10] > 40*time.Millisecond || lags[19] > 100*time.Millisecond {
					t.Errorf("%s, seed %d: keys wait %v", l.name, seed, lags)
				}
				if took[19] > whole {
					t.Errorf("%s, seed %d: the picture takes %v", l.name, seed, took)
				}
			})
		}
	}
}
