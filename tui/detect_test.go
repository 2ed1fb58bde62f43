package tui

import (
	"bytes"
	"context"
	"image"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"github.com/charmbracelet/colorprofile"
	"github.com/creack/pty"

	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

func TestFindingsTakeAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, answers string
		want          Capabilities
		typed         string
	}{
		{"nothing", "", Capabilities{}, ""},
		{"no sixel", "\x1b[?1;2c", Capabilities{Answered: true}, ""},
		{"sixel", "\x1b[?62;4;22c", Capabilities{Answered: true, Sixel: true}, ""},
		{"a conformance level of 4 does not mean sixel", "\x1b[?4;22c", Capabilities{Answered: true}, ""},
		{"all", "\x1b[6;20;10t\x1b[?1;0;256S\x1b[?2;0;1000;684S\x1bP>|XTerm(379)\x1b\\\x1b[?64;4c", Capabilities{
			Answered: true, Sixel: true, Cell: image.Pt(10, 20), Largest: image.Pt(1000, 684), Registers: 256, Version: "XTerm(379)",
		}, ""},
		{"keys in between", "jj\x1b[A\x1b[6;20;10t\x1bq\x1b[?64;4cé", Capabilities{Answered: true, Sixel: true, Cell: image.Pt(10, 20)},
			"j j up alt+q é"},
		{"a refusal", "\x1b[?2;3;0S\x1b[?64c", Capabilities{Answered: true}, ""},
		{"cells of no size", "\x1b[6;0;0t\x1b[6;20;99999t\x1b[6;t", Capabilities{}, ""},
		{"the window's size, where the cell's is missing", "\x1b[4;480;800t", Capabilities{Cell: image.Pt(10, 20)}, ""},
		{"the cell's size before the window's", "\x1b[6;18;9t\x1b[4;480;800t", Capabilities{Cell: image.Pt(9, 18)}, ""},
		{"a version with a title in it", "\x1bP>|a\x1b]0;b\a\x1b\\", Capabilities{Version: "a"}, ""},
		{"a version with controls", "\x1bP>|a\x07b\x1b\\", Capabilities{Version: "a\ufffdb"}, ""},
		{"a description's name", "\x1bP1+r544E=787465726d2d6b69747479\x1b\\", Capabilities{}, ""},
		{"no description", "\x1bP0+r\x1b\\", Capabilities{}, ""},
		{"kitty's protocol", "\x1b_Gi=4211;OK\x1b\\", Capabilities{Kitty: true}, ""},
		{"kitty's protocol without pictures", "\x1b_Gi=4211;ENOTSUPPORTED:no\x1b\\", Capabilities{}, ""},
		{"an answer that nobody asked for", "\x1b_Gi=7;OK\x1b\\", Capabilities{}, ""},
		{"tmux and the terminal around it", "\x1bP>|tmux 3.4\x1b\\\x1b[?1;2;4c\x1bP>|kitty(0.35.1)\x1b\\\x1b[?62;c",
			Capabilities{Answered: true, Sixel: true, Version: "tmux 3.4", Outer: "kitty(0.35.1)"}, ""},
		{"an answer cut off", "\x1b[?62;4", Capabilities{}, ""},
	} {
		f := TerminalFindings{Window: WindowSize{Cells: image.Pt(80, 24)}}
		f.acceptAll([]byte(tt.answers))
		check.Equal(t, tt.name, f.Capabilities, tt.want)
		check.Equal(t, tt.name+": keys", keyNames(f.Typed), tt.typed)
	}
}

// keyNames returns the names of keys.
func keyNames(keys []tea.Msg) string {
	return strings.Join(loaders.Map(keys, func(k tea.Msg) string { return k.(tea.KeyPressMsg).String() }), " ")
}

// FuzzAnswers: whatever a terminal sends, in whatever pieces, nothing breaks
// and every byte is taken at most once.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte("\x1b[6;20;10t\x1b[?2;0;1000;684S\x1bP>|XTerm(379)\x1b\\\x1b[?64;4c"), uint8(3))
	f.Add([]byte("\x1b_Gi=4211;OK\x1b\\jk\x1b[A\x1bP1+r544e=78\x1b\\\x1b"), uint8(1))
	f.Add([]byte("\x1b]11;rgb:0/0/0\a\x9b6;1;1t\x90>|x\x9c"), uint8(200))
	f.Fuzz(func(t *testing.T, data []byte, piece uint8) {
		var found TerminalFindings
		found.Passthrough = piece%2 == 0
		for _, q := range listQuestions(found.Passthrough) {
			found.Replies = append(found.Replies, QuestionReply{Question: q})
		}
		var got []byte
		for rest := data; len(rest) > 0; {
			n := min(len(rest), int(piece)+1)
			got, rest = append(got, rest[:n]...), rest[n:]
			taken := found.acceptAll(got)
			if taken > len(got) {
				t.Fatalf("took %d of %d bytes", taken, len(got))
			}
			got = got[taken:]
		}
		if len(found.Typed) > len(data) {
			t.Fatalf("%d bytes typed of %d", len(found.Typed), len(data))
		}
		if c := found.Cell; c.X < 0 || c.Y < 0 || c.X > largestCell || c.Y > largestCell {
			t.Fatalf("a cell of %v", c)
		}
		if strings.ContainsFunc(found.Version+found.Outer, func(r rune) bool { return r < ' ' }) {
			t.Fatalf("control characters in %q or %q", found.Version, found.Outer)
		}
		if found.Protocol() == "" || len(found.Verdicts()) != len(listRungs()) {
			t.Fatal("no protocol")
		}
		keyNames(found.Typed)
	})
}

// scripted returns a terminal that answers with pieces of text, each after a delay.
func scripted(t *testing.T, wish Preferences, window pty.Winsize, pieces ...piece) TerminalFindings {
	t.Helper()
	ptmx, tty, err := pty.Open()
	check.NoError(t, err)
	defer ptmx.Close()
	defer tty.Close()
	check.NoError(t, pty.Setsize(ptmx, &window))
	asked := make(chan string, 1)
	go func() {
		var got []byte
		buf := make([]byte, 4096)
		for !strings.Contains(string(got), "\x1b[c") {
			n, err := ptmx.Read(buf)
			if err != nil {
				break
			}
			got = append(got, buf[:n]...)
		}
		for _, p := range pieces {
			time.Sleep(p.after)
			if _, err := ptmx.WriteString(p.text); err != nil {
				break
			}
		}
		asked <- string(got)
	}()
	f := detectTerminal(t.Context(), tty, tty, wish)
	check.Lacks(t, <-asked, "\x1b[18t")
	f.Colors = colorprofile.TrueColor // of the test's environment otherwise
	return f
}

type piece struct {
	after time.Duration
	text  string
}

func TestDetectScriptedTerminals(t *testing.T) {
	t.Parallel()
	const long = screentest.Patience // never waited for
	window := pty.Winsize{Cols: 80, Rows: 24, X: 804, Y: 484}
	answers := func(text string) []piece { return []piece{{0, text}} }
	for _, tt := range []struct {
		name   string
		wish   Preferences
		pieces []piece
		want   string
		cell   image.Point
		typed  string
		whole  bool // before the limit
	}{
		{"xterm as a VT340, without window operations", Preferences{Wait: long},
			answers("\x1b[?1;0;256S\x1b[?2;0;1000;684S\x1bP>|XTerm(379)\x1b\\\x1bP0+r\x1b\\\x1b[?64;1;2;4;6;9;15;16;17;18;21;22;28c"),
			"sixel", image.Pt(10, 20), "", true},
		{"xterm as it comes", Preferences{Wait: long}, answers("\x1bP>|XTerm(379)\x1b\\\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"),
			"blocks", image.Pt(10, 20), "", true},
		{"kitty 0.26", Preferences{Wait: long},
			answers("\x1b[6;18;9t\x1b[4;432;720t\x1bP>|kitty(0.26.5)\x1b\\\x1bP1+r544e=787465726d2d6b69747479\x1b\\\x1b_Gi=4211;OK\x1b\\\x1b[?62;c"),
			"kitty", image.Pt(9, 18), "", true},
		{"mlterm", Preferences{Wait: long}, answers("\x1b[6;17;8t\x1b[4;408;640t\x1b[?1;0;256S\x1b[?63;1;2;3;4;7;29c"),
			"sixel", image.Pt(8, 17), "", true},
		{"tmux without sixel, with a driver that knows pixels", Preferences{Wait: long}, answers("\x1bP>|tmux 3.3a\x1b\\\x1b[?1;2c"),
			"blocks", image.Pt(10, 20), "", true},
		{"tmux with sixel", Preferences{Wait: long}, answers("\x1bP>|tmux 3.4\x1b\\\x1b[?1;2;4c"),
			"sixel", image.Pt(10, 20), "", true},
		{"tmux in a kitty with placeholders, unasked", Preferences{Wait: long}, answers("\x1bP>|tmux 3.4\x1b\\\x1b[?1;2c"),
			"blocks", image.Pt(10, 20), "", true},
		{"and asked", Preferences{Wait: long, Passthrough: true}, []piece{
			{0, "\x1bP>|tmux 3.4\x1b\\\x1b[?1;2c"}, {10 * time.Millisecond, "\x1bP>|kitty(0.35.1)\x1b\\\x1b_Gi=4212;OK\x1b\\\x1b[?62;c"}},
			"kitty", image.Pt(10, 20), "", true},
		{"WezTerm, which has all", Preferences{Wait: long}, answers("\x1b[6;18;9t\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\\x1b_Gi=4211;" +
			"OK\x1b\\\x1b[?65;4;6;18;22c"),
			"iterm", image.Pt(9, 18), "", true},
		{"dumb", Preferences{Wait: 20 * time.Millisecond}, nil, "blocks", image.Pt(10, 20), "", false},
		{"in pieces, keys in between", Preferences{Wait: long}, []piece{{0, "j\x1b[6;1"}, {5 * time.Millisecond, "8;9tk\x1b[?6"},
			{5 * time.Millisecond, "2;4c"}},
			"sixel", image.Pt(9, 18), "j k", true},
		{"half of an answer", Preferences{Wait: time.Second}, answers("\x1b[6;18;9t\x1b[?62;4"), "blocks", image.Pt(9, 18), "", false},
		{"garbage", Preferences{Wait: long}, answers("\x1b[?c\x1b[6;t\x1b_Gi=;\x1b\\\x1bP>|\x1b\\\x1b[4;99999999999;1t"), "blocks", image.Pt(10,
			20), "",
			true},
		{"a cell by the person", Preferences{Wait: long, Cell: image.Pt(7, 14)}, answers("\x1b[6;18;9t\x1b[?62;4c"), "sixel", image.Pt(7, 14),
			"", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := scripted(t, tt.wish, window, tt.pieces...)
			check.Equal(t, "protocol", f.Protocol(), tt.want, f.Capabilities)
			check.Equal(t, "cell", f.Cell, tt.cell)
			check.Equal(t, "typed", keyNames(f.Typed), tt.typed)
			if f.Complete() != tt.whole {
				t.Errorf("complete: %v; replies %q", f.Complete(), f.Replies)
			}
		})
	}
}

func TestDetectLetsKeysThrough(t *testing.T) {
	t.Parallel()
	f := scripted(t, Preferences{Wait: time.Second}, pty.Winsize{Cols: 80, Rows: 24}, piece{0, "jG\x1b[6;18;9t\x1b[B\x1b"})
	check.Equal(t, "keys", keyNames(f.Typed), "j G down esc")
}

func TestDetectInTheEmulator(t *testing.T) {
	for _, tt := range []struct {
		name   string
		config screentest.TerminalConfig
		want   Capabilities
	}{
		{"sixel", screentest.TerminalConfig{Sixel: true, Largest: image.Pt(800, 600)},
			Capabilities{Answered: true, Sixel: true, Cell: image.Pt(10, 20), Largest: image.Pt(800, 600), Version: "screentest(1)"}},
		{"kitty", screentest.TerminalConfig{Kitty: true, Version: "kitty(0.26.5)"},
			Capabilities{Answered: true, Kitty: true, Cell: image.Pt(10, 20), Version: "kitty(0.26.5)"}},
		{"text", screentest.TerminalConfig{}, Capabilities{Answered: true, Cell: image.Pt(10, 20), Version: "screentest(1)"}},
		{"silent: the driver knows the cell", screentest.TerminalConfig{Silent: true, Sixel: true}, Capabilities{Cell: image.Pt(10, 20)}},
	} {
		got := make(chan Capabilities, 1)
		screentest.Run(t, tt.config, func(ctx context.Context, tty *os.File) {
			limit := screentest.Patience
			if tt.config.Silent {
				limit = 20 * time.Millisecond
			}
			got <- detectTerminal(ctx, tty, tty, Preferences{Wait: limit}).Capabilities
		})
		c := <-got
		c.Colors = colorprofile.Unknown
		check.Equal(t, tt.name, c, tt.want)
	}
}

func TestDetectWithoutTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	check.NoError(t, err)
	defer null.Close()
	f := detectTerminal(t.Context(), null, null, Preferences{Wait: screentest.Patience})
	if f.Err == nil || len(f.Replies) > 0 || f.Took >= screentest.Patience {
		t.Errorf("asked what is not a terminal: %+v", f)
	}
	if got := f.Protocol(); got != "blocks" && got != "none" {
		t.Errorf("protocol %s", got)
	}
}

// Pictures made of text need no answers.
func TestDetectAsksNothingForText(t *testing.T) {
	for _, wish := range []Preferences{{Graphics: "blocks", Blocks: "half"}, {Graphics: "none"}} {
		graphics := wish.Graphics
		ptmx, tty, err := pty.Open()
		check.NoError(t, err)
		wish.Wait = time.Minute
		f := detectTerminal(t.Context(), tty, tty, wish)
		if len(f.Replies) > 0 || f.Took > 0 {
			t.Errorf("%s: asked %d questions", graphics, len(f.Replies))
		}
		if all := Ask(t.Context(), tty, tty, Preferences{Graphics: graphics,
			Wait: time.Millisecond}); len(all.Replies) == 0 || all.Want != graphics {
			t.Errorf("%s: a report asks all the same: %+v", graphics, all)
		}
		ptmx.Close()
		tty.Close()
	}
}

func TestProtocol(t *testing.T) {
	cell := image.Pt(10, 20)
	for _, tt := range []struct {
		caps Capabilities
		want string
	}{
		{Capabilities{}, "blocks"},
		{Capabilities{Want: "auto", Answered: true, Sixel: true, Cell: cell}, "sixel"},
		{Capabilities{Answered: true, Sixel: true}, "blocks"}, // where a cell ends is not known
		{Capabilities{Want: "sixel"}, "sixel"},
		{Capabilities{Want: "kitty", Version: "tmux 3.3a"}, "kitty"},
		{Capabilities{Want: "blocks", Sixel: true, Cell: cell}, "blocks"},
		{Capabilities{Want: "none", Sixel: true, Cell: cell}, "none"},
		{Capabilities{Kitty: true, Answered: true, Sixel: true, Cell: cell}, "kitty"}, // what a terminal has, it keeps
		{Capabilities{Kitty: true, Version: "Konsole 23.08.1", Cell: cell}, "iterm"},
		{Capabilities{Version: "iTerm2 3.5.0", Cell: cell, Answered: true, Sixel: true}, "sixel"},
		{Capabilities{Version: "iTerm2 3.5.0", Cell: cell, Answered: true}, "iterm"},
		{Capabilities{Version: "iTerm2 3.5.0"}, "blocks"},
		{Capabilities{Kitty: true, Passthrough: true, Version: "tmux 3.4", Outer: "kitty(0.26.5)", Cell: cell}, "blocks"}, // no placeholders
		{Capabilities{Kitty: true, Passthrough: true, Version: "tmux 3.4", Outer: "ghostty 1.0.1", Cell: cell}, "kitty"},
		{Capabilities{Colors: colorprofile.ASCII}, "none"},
		{Capabilities{Colors: colorprofile.ASCII, Want: "blocks"}, "none"}, // blocks are nothing but colours
		{Capabilities{ASCII: true}, "none"},
		{Capabilities{ASCII: true, Want: "blocks"}, "none"},
		{Capabilities{ASCII: true, Want: "kitty", Kitty: true, Cell: cell}, "none"},
		{Capabilities{Colors: colorprofile.ANSI}, "blocks"},
	} {
		check.Equal(t, "protocol", tt.caps.Protocol(), tt.want, tt.caps)
	}
}

func TestPlaceholders(t *testing.T) {
	for _, tt := range []struct {
		caps Capabilities
		want bool
	}{
		{Capabilities{Version: "kitty(0.26.5)"}, false},
		{Capabilities{Version: "kitty(0.28.0)"}, true},
		{Capabilities{Version: "kitty(0.28.0)", Colors: colorprofile.ANSI}, false}, // no colour for a number
		{Capabilities{Version: "kitty(0.28.0)", Colors: colorprofile.ANSI256}, true},
		{Capabilities{Version: "kitty(1.0)"}, true},
		{Capabilities{Version: "ghostty 1.1.3"}, true},
		{Capabilities{Version: "WezTerm 20240203"}, false},
		{Capabilities{}, false},
	} {
		if got := tt.caps.Placeholders(); got != tt.want {
			t.Errorf("%+v: %v", tt.caps, got)
		}
	}
}

func TestNameAndVersion(t *testing.T) {
	for _, tt := range []struct {
		text, name string
		version    versionNumber
	}{
		{"kitty(0.26.5)", "kitty", versionNumber{0, 26, 5}},
		{"tmux 3.3a", "tmux", versionNumber{3, 3}},
		{"XTerm(379)", "xterm", versionNumber{379}},
		{"WezTerm 20240203-110809-5046fc22", "wezterm", versionNumber{20240203}},
		{"mlterm", "mlterm", nil},
		{"", "", nil},
		{"a(", "a", nil},
		{"a(99999999999999999999)", "a", nil},
	} {
		k := knownOf(tt.text)
		if k.name != tt.name || !reflect.DeepEqual(k.version, tt.version) {
			t.Errorf("%q: %q %v, want %q %v", tt.text, k.name, k.version, tt.name, tt.version)
		}
	}
}

// The keys that are kept until the program starts are bounded.
func TestKeysBeforeTheStartAreBounded(t *testing.T) {
	var f TerminalFindings
	f.acceptAll(bytes.Repeat([]byte("a"), 2*mostTyped))
	check.Equal(t, "keys are kept", len(f.Typed), mostTyped)
}
