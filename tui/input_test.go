package tui

import (
	"bytes"
	"context"
	"image"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// bounded returns what reaches a parser when text arrives in pieces of n bytes.
func bounded(text string, n int) string {
	var s inputFilter
	var kept []byte
	for len(text) > 0 {
		piece := []byte(text[:min(n, len(text))])
		text = text[len(piece):]
		kept = append(kept, s.admitBytes(piece)...)
	}
	return string(kept)
}

func TestBoundsKeepWhatTerminalsSend(t *testing.T) {
	for _, text := range []string{
		"plain, Ünïcödé 漢字 🏴‍☠️ \x1b \x1bx \x1b[A \x1bOP",
		"\x1b[<35;120;40M\x1b[27;5;106~\x1b[97:65;2:1;65:768u",
		"\x1b[?62;1;2;4;6;9;15;16;17;18;21;22;28;29;42;52c",
		"\x1b[48;50;120;1000;1200t\x1b[?2026;2$y",
		"\x1bP>|XTerm(390)\x1b\\\x1b]11;rgb:ffff/ffff/ffff\x07\x1b_Gi=4211;OK\x1b\\",
		"\x1b[200~" + strings.Repeat("pasted\n", 1000) + "\x1b[201~q",
		"\x1b曛M\x1b[曛M\x1bO曛M",
	} {
		for _, n := range []int{1, 2, 3, 1 << 20} {
			if got := bounded(text, n); got != text {
				t.Errorf("in pieces of %d: %q becomes %q", n, text, got)
			}
		}
	}
}

// What exceeds the limits is dropped whole, also in pieces, unless its first bytes came alone
// and may be keys: then it is cut.
func TestBoundsDrop(t *testing.T) {
	params := strings.Repeat("1;", 1000)
	for _, c := range []struct{ text, want, cut string }{
		{"\x1b[" + params + "mx", "x", "\x1b[" + params[:2*maxParams-1] + "mx"},
		{"\x1b[" + strings.Repeat("9", 100) + ";5Ax", "x", "\x1b[9999999Ax"},
		{"\x1b]11;" + strings.Repeat("x", 1<<20) + "\x07q", "q", "\x1b]11;" + strings.Repeat("x", maxString-3) + "\x07q"},
		{"\x1b_G" + strings.Repeat("x", 1<<20) + "\x1b\\q", "q", "\x1b_G" + strings.Repeat("x", maxString-1) + "\x1b\\q"},
		{"\x1b]" + strings.Repeat("x", 1<<20) + "\x1b[Aq", "\x1b[Aq", "\x1b]" + strings.Repeat("x", maxString) + "\x1b[Aq"},
		{"\x9bM12\xc3 \xe6\x9b\x9bM\xe6\x9b\xff\x9bM", "M12 曛MM", "M12 曛MM"},
		{"\x1b]11;\xe6\x9c\x9bMÜ\x9c\x07q", "\x1b]11;MÜ\x07q", "\x1b]11;MÜ\x07q"},
		{"\x1bP" + params + "qx\x1b\\", "", "\x1bP" + params[:2*maxParams-1] + "q\x1b\\"},
		{"\x1b([" + params + "qx", "x", "\x1b([" + params[:2*maxParams-1] + "qx"},
		{"\x1b[200~" + strings.Repeat("x", 1<<20) + "\x1b[201~q", "\x1b[200~" + strings.Repeat("x", maxPaste) + "\x1b[201~q",
			"\x1b[200~" + strings.Repeat("x", maxPaste) + "\x1b[201~q"},
		{"\x1b]half a string\x03", "\x03", "\x1b]half a string\x03"},
	} {
		for n, want := range map[int]string{1: c.cut, 4: c.want, 100: c.want, 1 << 21: c.want} {
			if got := bounded(c.text, n); got != want {
				t.Errorf("in pieces of %d: %.40q… becomes %d bytes, want %d: %.90q", n, c.text, len(got), len(want), got)
			}
		}
	}
}

// ctrl+c is seen in whatever it stands, and the second one within a second is told apart.
func TestCtrlCIsSeenWhereItIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []bool
		in := &terminalInput{stop: func(again bool) { got = append(got, again) }}
		for _, sent := range []string{"jj\x1b[12", "\x03", "\x1bPx\x03", "c", "\x1b[200~x\x1b[99;5u"} {
			in.noticeStops([]byte(sent))
			time.Sleep(600 * time.Millisecond)
		}
		check.EqualLists(t, "seen", got, []bool{false, true, false})
	})
}

// It ends the program behind many keys, and in what never ends.
func TestCtrlCEndsTheProgram(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"", "\x1b[12", "\x1bPabc", "\x1b]11;", "\x1b[200~pasted", "\x1b[200~" + strings.Repeat("x", 3*maxPaste)} {
		terminal, done := start(t, screentest.TerminalConfig{Cols: 100, Rows: 30}, runProgram)
		terminal.WaitFor("right, not faithful")
		terminal.Type(before)
		terminal.Type("\x03")
		wantRestored(t, terminal, <-done)
	}
}

// An answer is not parsed before it is complete: the parser takes the rest of one that comes
// slowly for keys. What may be keys is not held back.
func TestIncompleteAnswersWait(t *testing.T) {
	var s inputFilter
	for _, c := range []struct{ sent, want string }{
		{"j\x1b]11;rgb:", "j"}, {"ffff/ff", ""}, {"ff/ffff\x1b", ""}, {"\\k", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\k"},
		{"\x1b[<35;", ""}, {"1;2M", "\x1b[<35;1;2M"}, {"\x1b", "\x1b"}, {"[", "["}, {"A\x1b]", "A\x1b]"}, {"\x1b\\", "\x1b\\"},
	} {
		check.Equal(t, c.sent+" gives", string(s.admitBytes([]byte(c.sent))), c.want)
	}
}

// FuzzTerminalAnswers passes anything that a terminal may send to every parser:
// none may crash.
func FuzzTerminalAnswers(f *testing.F) {
	for _, seed := range []string{
		"\x1b[" + strings.Repeat("1;", 40) + "c", "\x1b[48;50000;50000;1;1t", "\x1b[?1;" + strings.Repeat(":", 40) + "S",
		"\x1bP" + strings.Repeat(";", 40) + "1", "\x1b([1" + strings.Repeat(":", 40) + "1q",
		"\x1bP1+r544e=" + strings.Repeat("78", 40) + "\x1b\\", "\x1b_Gi=4211;OK\x1b\\", "\x1b[<0;99999999999;1M", "\x1b[M\xff\xff\xff",
		"\x9bM123", "\xe6\x9b\x9bM123", "\x1b]x\xe6\x9c\x9bM123", "\x1b[200~x\x1b[201~", "\x9b33$\x1b[1;2;3_",
		"\x1b[" + strings.Repeat("\x1b[", 50), "\xf0\x9b\x1b]52;c;!!!\x07",
	} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, sent []byte, piece uint8) {
		kept := bounded(string(sent), int(piece)+1)
		if len(kept) > len(sent) {
			t.Fatalf("%d bytes became %d", len(sent), len(kept))
		}
		var found TerminalFindings
		found.acceptAll([]byte(kept))
		if c := found.Cell; c.X > largestCell || c.Y > largestCell {
			t.Errorf("a cell of %v", c)
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		events := make(chan uv.Event, 2*len(kept)+16)
		reader := uv.NewTerminalReader(iotest.OneByteReader(bytes.NewReader([]byte(kept))), "xterm-256color")
		check.NoError(t, reader.StreamEvents(ctx, events))
		for len(events) > 0 {
			if size, ok := (<-events).(uv.WindowSizeEvent); ok {
				clamped := trueSize(func() image.Point { return image.Point{} }, largestScreen(true))(nil, tea.WindowSizeMsg(size)).(tea.WindowSizeMsg)
				if err := checkUsable(image.Pt(clamped.Width, clamped.Height), largestScreen(true)); err != nil || clamped.Width < 0 ||
					clamped.Height < 0 {
					t.Errorf("%v is clamped to %v", size, clamped)
				}
			}
		}
	})
}

// TestRunSurvivesItsTerminal sends a running program answers that used to
// crash it.
func TestRunSurvivesItsTerminal(t *testing.T) {
	t.Parallel()
	terminal, done := start(t, screentest.TerminalConfig{Cols: 100, Rows: 30}, runProgram)
	terminal.WaitFor("5 Results")
	for _, answer := range []string{
		"\x1b[" + strings.Repeat("1;", 33) + "m", "\x1b[?" + strings.Repeat("4;", 5000) + "c", "\x1b[48;50000;50000;50000;50000t",
		"\x1b[8;50000;50000t", "\x1b[6;50000;50000t", "\x1b]11;" + strings.Repeat("f", 1<<20) + "\x07", "\x1b[48;0;0;0;0t",
		"\x1b[48;99999999999999999999;1;1;1t", "\x9bM123", "\x1bP" + strings.Repeat(";", 40) + "1\x1b\\",
	} {
		terminal.Type(answer)
	}
	terminal.Resize(90, 28)
	terminal.WaitFor("5 Results")
	terminal.Walk("?", "enter pick")
	terminal.Type("\x03")
	end := <-done
	check.NoError(t, end.err)
	wantRestored(t, terminal, end)
}

func TestUsable(t *testing.T) {
	for _, c := range []struct {
		size image.Point
		ok   bool
	}{{image.Pt(65535, 65535), false}, {image.Pt(80, 60000), false}, {image.Pt(0, 0), true}, {largestScreen(false), true}} {
		if err := checkUsable(c.size, largestScreen(false)); (err == nil) != c.ok {
			t.Errorf("%v: %v", c.size, err)
		}
	}
}
