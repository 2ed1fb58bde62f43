package tui

import (
	"faithscope/views"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
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
			bar := com.progressBar(of)
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
	if said := raw(com.askScheme()); said != "" {
		t.Errorf("a terminal without a name is asked %q", said)
	}
	said := raw(com.Update(tea.TerminalVersionMsg{Name: "ghostty 1.3.1"}, nil))
	if again := raw(com.askScheme()); said != ansi.RequestModeLightDark || again != "" {
		t.Errorf("asked %q, and then %q", said, again)
	}
	if off := (&comforts{name: "foot", without: []string{withScheme}}); raw(off.askScheme()) != "" {
		t.Error("the question is asked although nobody wants to know")
	}
	for _, value := range []ansi.ModeSetting{ansi.ModeNotRecognized, ansi.ModePermanentlyReset} {
		if raw(com.Update(tea.ModeReportMsg{Mode: ansi.ModeLightDark, Value: value}, nil)) != "" || com.endReports() != "" {
			t.Errorf("turned on after the answer %d", value)
		}
	}
	if cmd := com.Update(uv.DarkColorSchemeEvent{}, nil); cmd != nil {
		t.Error("a report that was not asked for is heard")
	}
	on := raw(com.Update(tea.ModeReportMsg{Mode: ansi.ModeLightDark, Value: ansi.ModeReset}, nil))
	again := raw(com.Update(tea.ResumeMsg{}, nil))
	if on != ansi.SetModeLightDark || again != on || com.endReports() != ansi.ResetModeLightDark {
		t.Errorf("turned on by %q, resumed by %q, left by %q", on, again, com.endReports())
	}
	for _, msg := range []tea.Msg{uv.DarkColorSchemeEvent{}, uv.LightColorSchemeEvent{}} {
		if cmd := com.Update(msg, nil); cmd == nil || cmd() != tea.RequestBackgroundColor() {
			t.Errorf("after %T the background is not asked for", msg)
		}
	}
}

// The whole of a text that is cut is shown while the mouse rests on it, in terminals that
// gave their name and not to guests, whose mouse would take the bytes of their keys.
func TestCutTextIsWholeUnderTheMouse(t *testing.T) {
	t.Parallel()
	s := twoRuns(4)
	s.Runs[0].Run.Name = strings.Repeat("a long name, ", 20) + "at its end"
	d := drive(t, s, 80, 24)
	if d.View().MouseMode != tea.MouseModeCellMotion {
		t.Error("a terminal without a name reports the way of the mouse")
	}
	d.send(tea.TerminalVersionMsg{Name: "xterm(379)"})
	if d.View().MouseMode != tea.MouseModeAllMotion {
		t.Error("a terminal with a name does not report the way of the mouse")
	}
	var at image.Point
	for y, line := range strings.Split(d.screen(), "\n") {
		if x := strings.Index(line, "a long na"); x >= 0 && strings.Contains(line, "…") {
			at = image.Pt(ansi.StringWidth(line[:x]), y)
		}
	}
	whole := func() bool { return strings.Contains(d.screen(), "a long name, at its end  ") }
	for _, step := range []struct {
		msg   tea.Msg
		shown bool
	}{
		{tea.MouseMotionMsg{X: at.X, Y: at.Y}, true}, {tea.MouseMotionMsg{X: at.X + 1, Y: at.Y}, true}, {tick{time.Now()}, true},
		{tea.MouseMotionMsg{X: at.X, Y: at.Y + 15}, false}, {tea.MouseMotionMsg{X: at.X, Y: at.Y}, true},
		{tea.KeyPressMsg{Code: 'j', Text: "j"}, false},
	} {
		if d.send(step.msg); whole() != step.shown {
			t.Fatalf("after %T %+[1]v: %t\n%s", step.msg, whole(), d.screen())
		}
	}
	d.comforts.without = []string{underMouse}
	if d.View().MouseMode != tea.MouseModeCellMotion {
		t.Error("hover cannot be done without")
	}
	d.comforts.without, d.guest = nil, true
	if d.View().MouseMode != tea.MouseModeCellMotion {
		t.Error("a guest's terminal reports the way of the mouse")
	}
}

// Paths lead to their files on this machine, in terminals that gave their name and not for
// guests; paths that no file has lead nowhere.
func TestPathsAreLinks(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a run;\u202e\x1b.jsonl")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
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
		if d.send(tick{time.Now()}); !slices.Equal(links(), c.want) {
			t.Errorf("%+v: %q", c, links())
		}
	}
	d.send(views.Wrote("the table is in", path, nil))
	if got := links(); len(got) != 2 || got[0] != got[1] {
		t.Errorf("what was written leads to %q", got)
	}
}
