package tui

import (
	"image/color"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
)

// late holds records of which none is there until the others are.
type late struct {
	listed
	there *bool
}

func (n late) Len() int       { return loaders.IfElse(*n.there, int(n.listed), 0) }
func (n late) Complete() bool { return *n.there }

// Keys typed before there are rows wait for them, and those after enter for the example; esc
// forgets them.
func TestKeysWaitForAList(t *testing.T) {
	for _, test := range []struct{ keys, want string }{
		{"2 j enter", "Examples: ex-1"}, {"2 enter esc", "Examples"}, {"2", "Examples"}, {"2 q", "Runs"}, {"2 enter q", "Examples"},
	} {
		s, there := twoRuns(4), false
		for _, run := range s.Runs {
			run.Run.Records = late{4, &there}
		}
		d := drive(t, s, 80, 24)
		d.keys(test.keys)
		there = true
		for _, run := range s.Runs {
			check.NoError(t, run.Read(t.Context()))
		}
		d.send(views.RefreshViews{})
		check.Equal(t, "crumbs", d.crumbs(), test.want, "after", test.keys)
	}
}

// Until the terminal says what its background is, or for a while, faint text has its colour too.
func TestTextIsReadableOnAnyGround(t *testing.T) {
	d := drive(t, twoRuns(4), 80, 24)
	d.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	coloured := d.session.Theme.Faint
	d.wardrobe.askBackground()
	d.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	if fg := d.session.Theme.Faint.Fg; fg != nil {
		t.Errorf("on an unknown ground faint text is %v", fg)
	}
	d.send(backgroundUnknown{})
	check.Equal(t, "later text is", d.session.Theme.Faint, coloured)
	d.wardrobe.askBackground()
	if d.send(tea.BackgroundColorMsg{Color: color.White}); d.session.Theme.Faint == coloured {
		t.Error("on white text is as on black")
	}
}

// A guest's next key waits for as long as the last one took, with what it had computed, times the
// guests; what is computed meanwhile makes it wait longer, and ctrl+c never waits.
func TestGuestsWaitForWhatTheyCost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var beside time.Duration
		const guests = 9
		q := inputQueue{price: func(took time.Duration) time.Duration { took, beside = took+beside, 0; return took * guests }}
		first, next := tea.KeyPressMsg{Code: '<'}, tea.KeyPressMsg{Code: '4'}
		if q.admitMessage(first) != first {
			t.Fatal("the first key waits")
		}
		time.Sleep(10 * time.Millisecond) // it is handled
		q.releaseNext()
		start := time.Now()
		if q.admitMessage(next) != (queueTick{}) {
			t.Fatal("the next key does not wait")
		}
		wait := q.releaseNext()
		if end := (tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}); q.admitMessage(end) != end {
			t.Error("ctrl+c waits")
		}
		beside = 20 * time.Millisecond // was computed
		q.admitMessage(tea.FocusMsg{})
		q.releaseNext()
		got := q.admitMessage(wait())
		for got == (queueTick{}) {
			got = q.admitMessage(q.releaseNext()())
		}
		if took := time.Since(start); got != next || took != guests*30*time.Millisecond {
			t.Errorf("%v comes after %v", got, took)
		}
	})
}

// Keys that come while one is handled wait in their order, a paste and a click among them,
// and ctrl+c passes them all.
func TestCtrlCPassesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q inputQueue
		key := func(n int) tea.Msg { return tea.KeyPressMsg{Code: rune('a' + n%26), Text: strconv.Itoa(n)} }
		if got := q.admitMessage(key(0)); got != key(0) {
			t.Fatalf("the first key waits: %v", got)
		}
		if q.releaseNext() != nil {
			t.Error("there is a turn for nobody")
		}
		if got := q.admitMessage(key(1)); got != (queueTick{}) {
			t.Fatalf("the second key does not begin a queue: %v", got)
		}
		next := q.releaseNext()
		const many = 20_000
		for n := 2; n < many; n++ {
			if got := q.admitMessage(key(n)); got != nil {
				t.Fatalf("key %d: %v", n, got)
			}
		}
		if q.admitMessage(tea.PasteMsg{Content: "pasted"}) != nil || q.admitMessage(tea.MouseClickMsg{}) != nil {
			t.Error("a paste or a click passes the keys")
		}
		end := tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
		check.Equal(t, "ctrl+c waits", q.admitMessage(end), tea.Msg(end))
		if other := (tea.FocusMsg{}); q.admitMessage(other) != other {
			t.Error("what is not input waits")
		}
		for n := 1; n < many; n++ {
			if got := q.admitMessage(next()); got != key(n) {
				t.Fatalf("turn %d: %v", n, got)
			}
			next = q.releaseNext()
		}
		check.Equal(t, "then comes", q.admitMessage(next()), tea.Msg(tea.PasteMsg{Content: "pasted"}))
		check.Equal(t, "then comes", q.admitMessage(q.releaseNext()()), tea.Msg(tea.MouseClickMsg{}))
		if q.releaseNext() != nil {
			t.Error("the queue has no end")
		}
		time.Sleep(2 * pause)
		check.Equal(t, "after a rest a key waits", q.admitMessage(key(7)), key(7))
	})
}

// A queue is bounded.
func TestQueueIsBounded(t *testing.T) {
	q := inputQueue{free: time.Now().Add(time.Hour)}
	for range 1<<16 + 1000 {
		q.admitMessage(tea.KeyPressMsg{Code: 'j'})
	}
	check.Equal(t, "keys wait", len(q.waiting), 1<<16)
}

// The keys of a menu that is empty while an example is read wait for it too.
func TestMenuKeysWaitForAnExample(t *testing.T) {
	d := drive(t, twoRuns(2), 80, 24)
	d.keys("2")
	_, read := d.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	d.Update(tea.KeyPressMsg{Code: 'w', Text: "w"})
	d.Update(tea.KeyPressMsg{Code: 'g', Text: "g"})
	if d.run(read); strings.Contains(d.screen(), "g  first") {
		t.Errorf("w was lost:\n%s", d.screen())
	}
}
