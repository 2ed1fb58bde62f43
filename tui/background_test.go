package tui

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
)

// arriving holds records of a file that is still being searched.
type arriving struct {
	listed
	searched int64 // of 1000 bytes
}

func (a *arriving) Complete() bool                { return a.searched == 1000 }
func (a *arriving) Progress() (done, total int64) { return a.searched, 1000 }

// waiting returns a program on a run of which the test controls how much has been
// read.
func waiting(t *testing.T, records loaders.Records) *terminalProgram {
	t.Helper()
	run := loaders.NewRun("run.json", "test", records, func(int) (*loaders.Example, error) { return &loaders.Example{}, nil })
	run.Name = "run"
	s := &views.Session{Data: views.Data{Runs: []*session.ScoredRun{session.New(run, session.Protocols())}, Settings: scoring.Defaults()}}
	p := withoutPixels(t, Options{Session: s})
	p.Update(tea.WindowSizeMsg{Width: 100, Height: 24})
	return p
}

func TestTheRestIsEstimated(t *testing.T) {
	records := &arriving{listed: 1000, searched: 500} // 2000, as it looks
	p := waiting(t, records)
	read, start := 0, time.Unix(1_000_000, 0)
	for _, tt := range []struct {
		at       time.Duration
		read     int
		searched int64
		want     string
		why      string
	}{
		{0, 0, 500, "scoring run 0 of 1000", "nothing is known at first"},
		{time.Second, 50, 500, "scoring run 50 of 1000", "a second says little"},
		{10 * time.Second, 100, 500, "scoring run 100 of 1000, 3 min left", "half of the file is searched: 1900 are left, 10 a second"},
		{20 * time.Second, 200, 1000, "scoring run 200 of 1000, 1 min left", "all are found: 800 are left"},
		{50 * time.Second, 800, 1000, "scoring run 800 of 1000, 13 s left", "16 a second"},
	} {
		for ; read < tt.read; read++ {
			p.session.Runs[0].Hold(read)
		}
		records.searched = tt.searched
		p.Update(clockTick{start.Add(tt.at)})
		check.Equal(t, tt.why, describeWorks(p.listWorks()), tt.want)
	}
}

// The views of a large run are refreshed when much is new, or after a second.
func TestLargeRunsRefreshSeldom(t *testing.T) {
	p := waiting(t, &arriving{listed: 1000, searched: 500})
	start, read := time.Unix(1_000_000, 0), 0
	refreshed := func(at time.Duration, more int) bool {
		for end := read + more; read < end; read++ {
			p.session.Runs[0].Hold(read)
		}
		before := p.reader.told
		p.Update(clockTick{start.Add(at)})
		return p.reader.told != before
	}
	refreshed(0, 1)
	for _, tt := range []struct {
		at   time.Duration
		more int
		want bool
		why  string
	}{
		{100 * time.Millisecond, 3, false, "three of a thousand"},
		{200 * time.Millisecond, 30, true, "more than a fiftieth"},
		{300 * time.Millisecond, 3, false, "three again"},
		{1300 * time.Millisecond, 0, true, "they have waited for a second"},
		{2600 * time.Millisecond, 0, false, "nothing is new"},
	} {
		check.Equal(t, tt.why+": refreshed", refreshed(tt.at, tt.more), tt.want)
	}
}

// A run that does not reopen stays, and the reason is shown once.
func TestReopenFails(t *testing.T) {
	p := waiting(t, listed(3))
	old, asked := p.session.Run(0), 0
	p.session.Host.Reopen = func(context.Context, *loaders.Run, bool) (*loaders.Run, error) {
		asked++
		return nil, loaders.ErrFollow
	}
	cmd := p.reader.reopenRun(0, followFile, "")
	if p.reader.reopenRun(0, followFile, "") != nil {
		t.Error("it is opened twice at once")
	}
	p.Update(cmd())
	if p.session.Run(0) != old || !strings.Contains(p.content, "can be followed") || asked != 1 {
		t.Errorf("asked %d times; the screen is\n%s", asked, p.content)
	}
	if p.reader.reopenRun(0, followFile, "") == nil {
		t.Error("it cannot be tried again")
	}
}
