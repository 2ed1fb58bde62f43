package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// raw is what a command writes to the terminal, "" for nothing.
func raw(cmd tea.Cmd) string {
	if cmd == nil {
		return ""
	}
	if msg, ok := cmd().(tea.RawMsg); ok {
		return fmt.Sprint(msg.Msg)
	}
	return ""
}

// Long work is shown in the tab of a terminal that is known to show it, and nowhere else:
// others would notify of every step.
func TestProgressInTheTab(t *testing.T) {
	t.Parallel()
	s := twoRuns(100)
	if err := s.Runs[0].Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	of, start := &watch{session: s}, time.Unix(1, 0)
	for _, c := range []struct {
		name    string
		without []string
		shown   bool
	}{
		{"ghostty 1.2.0", nil, true}, {"ghostty 1.1.3", nil, false}, {"ghostty 1.3.1", []string{inTab}, false},
		{"ghostty 1.3.1", []string{notified, withScheme}, true}, {"iTerm2 3.6.6", nil, true}, {"iTerm2 3.5.14", nil, false},
		{"VTE(8003)", nil, true}, {"VTE(7600)", nil, false}, {"WezTerm 20240203-110809-5046fc22", nil, false},
		{"kitty(0.42.1)", nil, false}, {"tmux 3.6", nil, false}, {"", nil, false},
	} {
		com := comforts{name: c.name, without: c.without}
		for _, after := range []time.Duration{0, leastShown - 1, leastShown} {
			com.Update(tick{start.Add(after)}, of)
			bar := com.progress(of)
			if shown := c.shown && after == leastShown; (bar != nil) != shown || shown && bar.Value != 0 {
				t.Errorf("%s without %q, after %v: %+v", c.name, c.without, after, bar)
			}
		}
	}
	com := comforts{name: "ghostty 1.2.0"}
	com.Update(tick{start}, of)
	if err := s.Runs[1].Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	com.Update(tick{start.Add(time.Hour)}, of)
	if bar := com.progress(of); bar != nil {
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
		of, start := &watch{session: s}, time.Unix(1, 0)
		com := comforts{name: c.name, without: c.without}
		var said strings.Builder
		send := func(msg tea.Msg) { said.WriteString(raw(com.Update(msg, of))) }
		for _, msg := range append(c.focus, tick{start}, tick{start.Add(c.took)}) {
			send(msg)
		}
		for _, run := range s.Runs {
			if err := run.Read(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		send(scored{})
		send(scored{})
		send(tick{start.Add(time.Hour)})
		if said.String() != c.want {
			t.Errorf("%s without %q, %v, %T: %q, want %q", c.name, c.without, c.took, c.focus, &said, c.want)
		}
	}
}

// A terminal that has a name is asked whether it reports the desktop's scheme, and told to
// if it can, until the program leaves it.
func TestScheme(t *testing.T) {
	t.Parallel()
	com := comforts{}
	if said := raw(com.ask()); said != "" {
		t.Errorf("a terminal without a name is asked %q", said)
	}
	said := raw(com.Update(tea.TerminalVersionMsg{Name: "ghostty 1.3.1"}, nil))
	if again := raw(com.ask()); said != ansi.RequestModeLightDark || again != "" {
		t.Errorf("asked %q, and then %q", said, again)
	}
	if off := (&comforts{name: "foot", without: []string{withScheme}}); raw(off.ask()) != "" {
		t.Error("the question is asked although nobody wants to know")
	}
	for _, value := range []ansi.ModeSetting{ansi.ModeNotRecognized, ansi.ModePermanentlyReset} {
		if raw(com.Update(tea.ModeReportMsg{Mode: ansi.ModeLightDark, Value: value}, nil)) != "" || com.leave() != "" {
			t.Errorf("turned on after the answer %d", value)
		}
	}
	if cmd := com.Update(uv.DarkColorSchemeEvent{}, nil); cmd != nil {
		t.Error("a report that was not asked for is heard")
	}
	on := raw(com.Update(tea.ModeReportMsg{Mode: ansi.ModeLightDark, Value: ansi.ModeReset}, nil))
	again := raw(com.Update(tea.ResumeMsg{}, nil))
	if on != ansi.SetModeLightDark || again != on || com.leave() != ansi.ResetModeLightDark {
		t.Errorf("turned on by %q, resumed by %q, left by %q", on, again, com.leave())
	}
	for _, msg := range []tea.Msg{uv.DarkColorSchemeEvent{}, uv.LightColorSchemeEvent{}} {
		if cmd := com.Update(msg, nil); cmd == nil || cmd() != tea.RequestBackgroundColor() {
			t.Errorf("after %T the background is not asked for", msg)
		}
	}
}
