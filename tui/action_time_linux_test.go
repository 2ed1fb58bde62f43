package tui

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// timed is a program whose commands run at the same time, as Bubble Tea runs them, and which
// measures how long each message occupies the goroutine of the screen.
type timed struct {
	*driven
	messages  chan tea.Msg
	cpu, wall time.Duration // the most since both were set to 0
	during    string        // what took cpu
}

// start runs a command in the background and sends its message.
func (p *timed) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				p.start(c)
			}
		default:
			p.messages <- msg
		}
	}()
}

// cpuTime returns what the present thread has computed so far.
func cpuTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	_ = syscall.Getrusage(thread, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// measure runs do on the goroutine of the screen.
func (p *timed) measure(what string, do func() tea.Cmd) {
	wall, cpu := time.Now(), cpuTime()
	cmd := do()
	if took := cpuTime() - cpu; took > p.cpu {
		p.cpu, p.during = took, what
	}
	p.wall = max(p.wall, time.Since(wall))
	p.start(cmd)
}

// soon is for how long an action's results are waited for: most screens have them by then, and of
// what takes longer only the beginning and the end occupy the screen.
const soon = 100 * time.Millisecond

// settle handles messages until none comes for a while and the screen waits for nothing, or
// until most has passed.
func (p *timed) settle(most time.Duration) {
	for start := time.Now(); time.Since(start) < most; {
		select {
		case msg := <-p.messages:
			p.measure(fmt.Sprintf("%T", msg), func() tea.Cmd {
				_, cmd := p.Update(msg)
				return cmd
			})
		case <-time.After(20 * time.Millisecond):
			if !p.isWaiting() {
				return
			}
		}
	}
}

// open goes from the first screen to another by keys, and waits for each screen for at most most.
func (p *timed) open(keys string, most time.Duration) {
	p.measure("the first screen", p.resetPlaces)
	p.settle(most)
	for key := range strings.FieldsSeq(keys) {
		p.messages <- viewtest.Key(key)
		p.settle(most)
	}
}

// valuesOf returns the values with which an action is tried: "" for none, and of those that it
// offers the first and the last.
func valuesOf(a widget.Action) (values []string) {
	if a.Run != nil {
		values = append(values, "")
	}
	if a.With != nil {
		offered := []string{"x"}
		if a.Values != nil {
			offered = a.Values()
		}
		if len(offered) > 0 {
			values = append(values, offered[0], offered[len(offered)-1])
		}
	}
	return slices.Compact(values)
}

// isSlow reports whether something has occupied the screen for longer than a person notices.
func (p *timed) isSlow() bool { return p.cpu > 100*time.Millisecond || p.wall > 5*time.Second }

func (p *timed) complainIfSlow(keys, what string) {
	if p.isSlow() {
		p.t.Errorf("after %q, %s: %v of computing in %s, %v in all", keys, what, p.cpu, p.during, p.wall)
	}
}

// No action on any screen over two runs of 60,000 examples occupies the goroutine of the screen
// for as long as a person notices: neither itself, nor a message that comes of it, nor the frame
// after it. What the thread computes is counted, whatever else the machine does, and a wait for
// what is computed elsewhere if it lasts. The thread also collects garbage that others leave, so that what
// was slow is tried up to three times more, without any. With FAITHSCOPE_TEST_DRAW an eighth of the actions is tried: those whose
// place has the number's rest.
func TestActionsOverLongRunsAreQuick(t *testing.T) {
	if os.Getenv("FAITHSCOPE_TEST_LONG") == "" {
		t.Skip("takes minutes; .ci/run runs it")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p := &timed{driven: drive(t, twoRuns(60_000), 120, 36), messages: make(chan tea.Msg, 1000)}
	draw, err := strconv.Atoi(os.Getenv("FAITHSCOPE_TEST_DRAW"))
	isAll := err != nil
	tried, passed := 0, 0
	for _, keys := range []string{"", "2", "2 enter", "3", "3 enter", "4", "4 tab", "4 enter", "5", "5 enter", "!", "g a"} {
		for tries := 0; tries < 4 && (tries == 0 || p.isSlow()); tries++ {
			if tries > 0 {
				runtime.GC()
			}
			p.cpu, p.wall = 0, 0
			p.open(keys, time.Minute)
		}
		p.complainIfSlow(keys, "opening")
		t.Logf("after %q, %d actions tried", keys, tried)
		all := func() []widget.Action {
			if keys == "" {
				return slices.Concat(p.topActions(), p.globalActions())
			}
			return p.topActions()
		}
		for _, a := range all() {
			if a.Why() != "" || a.Effect == widget.Leaves || a.Effect == widget.Writes {
				continue
			}
			if passed++; !isAll && passed%8 != draw%8 {
				continue
			}
			for _, value := range valuesOf(a) {
				for tries := 0; tries < 4 && (tries == 0 || p.isSlow()); tries++ {
					if tries > 0 {
						runtime.GC()
					}
					p.open(keys, soon)
					now, ok := widget.First(all(), func(of widget.Action) bool { return of.Name == a.Name && of.Why() == "" })
					p.cpu, p.wall = 0, 0
					if !ok {
						break
					}
					tried++
					p.measure("itself", func() tea.Cmd {
						act := func() tea.Cmd { return p.runAction(now) }
						if value != "" {
							act = func() tea.Cmd { return now.With(value) }
						}
						return tea.Batch(act(), p.settleMessages(), p.composeScreen())
					})
					p.settle(soon)
				}
				p.complainIfSlow(keys, a.Name+" "+value)
			}
		}
	}
	if tried < 35 || isAll && tried < 300 {
		t.Errorf("only %d actions were tried", tried)
	}
}
