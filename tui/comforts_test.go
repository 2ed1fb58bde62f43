package tui

import (
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// raw returns what a command writes to the terminal, "" for nothing.
func raw(cmd tea.Cmd) string {
	if cmd == nil {
		return ""
	}
	if msg, ok := cmd().(tea.RawMsg); ok {
		return fmt.Sprint(msg.Msg)
	}
	return ""
}

// Long work is shown in the tab of a terminal that is known to support it, and nowhere else:
// others would notify of every step.
func TestProgressInTheTab(t *testing.T) {
	t.Parallel()
	s := twoRuns(100)
	check.NoError(t, s.Runs[0].Read(t.Context()))
	of, start := &progressWatch{session: s}, time.Unix(1, 0)
	for _, c := range []struct {
		name    string
		without []string
		shown   bool
	}{
		{"ghostty 1.2.0", nil, true}, {"ghostty 1.1.3", nil, false}, {"ghostty 1.3.1", []string{inTab}, false},
		{"ghostty 1.3.1", []string{notified, withLinks}, true}, {"iTerm2 3.6.6", nil, true}, {"iTerm2 3.5.14", nil, false},
		{"VTE(8003)", nil, true}, {"VTE(7600)", nil, false}, {"WezTerm 20240203-110809-5046fc22", nil, false},
		{"kitty(0.42.1)", nil, false}, {"tmux 3.6", nil, false}, {"", nil, false},
	} {
		com := terminalExtras{name: c.name, without: c.without}
		for _, after := range []time.Duration{0, leastShown - 1, leastShown} {
			com.Update(clockTick{start.Add(after)}, of)
			bar := com.progressBar(of)
			if shown := c.shown && after == leastShown; (bar != nil) != shown || shown && bar.Value != 0 {
				t.Errorf("%s without %q, after %v: %+v", c.name, c.without, after, bar)
			}
		}
	}
	com := terminalExtras{name: "ghostty 1.2.0"}
	com.Update(clockTick{start}, of)
	check.NoError(t, s.Runs[1].Read(t.Context()))
	com.Update(clockTick{start.Add(time.Hour)}, of)
	if bar := com.progressBar(of); bar != nil {
		t.Errorf("when all is done: %+v", bar)
	}
}

// The end of long work is notified once, where nobody looks and the terminal is known to
// notify.
func TestNotification(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		without []string
		took    time.Duration
		focus   []tea.Msg
		want    string
	}{
		{"kitty(0.42.1)", nil, time.Minute, []tea.Msg{tea.BlurMsg{}}, "\x1b]99;;faithscope: scored in 1m0s: \ufffd[31m, sum_count\x1b\\"},
		{"foot(1.17.2)", nil, leastNotified, []tea.Msg{tea.BlurMsg{}}, "\x1b]777;notify;faithscope;scored in 30s: \ufffd[31m, sum_count\x1b\\"},
		{"iTerm2 3.4", nil, time.Minute, []tea.Msg{tea.BlurMsg{}}, "\x1b]9;faithscope: scored in 1m0s: \ufffd[31m, sum_count\x1b\\"},
		{"kitty(0.42.1)", nil, leastNotified - 1, []tea.Msg{tea.BlurMsg{}}, ""},
		{"kitty(0.42.1)", nil, time.Minute, nil, ""},
		{"kitty(0.42.1)", nil, time.Minute, []tea.Msg{tea.BlurMsg{}, tea.FocusMsg{}}, ""},
		{"kitty(0.42.1)", []string{notified}, time.Minute, []tea.Msg{tea.BlurMsg{}}, ""},
		{"XTerm(379)", nil, time.Minute, []tea.Msg{tea.BlurMsg{}}, ""},
		{"", nil, time.Minute, []tea.Msg{tea.BlurMsg{}}, ""},
	} {
		s := twoRuns(2)
		s.Run(0).Name = "\x1b[31m"
		of, start := &progressWatch{session: s}, time.Unix(1, 0)
		com := terminalExtras{name: c.name, without: c.without}
		var said strings.Builder
		send := func(msg tea.Msg) { said.WriteString(raw(com.Update(msg, of))) }
		for _, msg := range append(c.focus, clockTick{start}, clockTick{start.Add(c.took)}) {
			send(msg)
		}
		for _, run := range s.Runs {
			check.NoError(t, run.Read(t.Context()))
		}
		send(runScored{})
		send(runScored{})
		send(clockTick{start.Add(time.Hour)})
		if said.String() != c.want {
			t.Errorf("%s without %q, %v, %T: %q, want %q", c.name, c.without, c.took, c.focus, &said, c.want)
		}
	}
}

// Paths lead to their files on this machine, in terminals that gave their name and not for
// guests; paths that no file has lead nowhere.
func TestPathsAreLinks(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a run;\u202e\x1b.jsonl")
	check.NoError(t, os.WriteFile(path, nil, 0o600))
	host, err := os.Hostname()
	check.NoError(t, err)
	s := twoRuns(4)
	s.Runs[0].Run.Path = path
	d := drive(t, s, 80, 24)
	links := func() (all []string) {
		for _, part := range strings.Split(d.View().Content, "\x1b]8;")[1:] {
			to, _, _ := strings.Cut(part, "\a")
			if _, to, _ = strings.Cut(to, ";"); to != "" {
				all = append(all, to)
			}
		}
		return all
	}
	for _, c := range []struct {
		name    string
		without []string
		guest   bool
		want    []string
	}{
		{"", nil, false, nil}, {"foot(1.2)", []string{withLinks}, false, nil}, {"foot(1.2)", nil, true, nil},
		{"foot(1.2)", nil, false, []string{"file://" + host + filepath.Dir(path) + "/a%20run;%E2%80%AE%1B.jsonl"}},
	} {
		d.comforts.name, d.comforts.without, d.guest = c.name, c.without, c.guest
		if d.send(clockTick{time.Now()}); !slices.Equal(links(), c.want) {
			t.Errorf("%+v: %q", c, links())
		}
	}
	d.send(views.Wrote("table saved to", path, nil))
	if got := links(); len(got) != 2 || got[0] != got[1] {
		t.Errorf("what was written leads to %q", got)
	}
}
