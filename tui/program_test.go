package tui

import (
	"context"
	"fmt"
	"image"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"charm.land/bubbles/v2/spinner"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/widget"
)

// listed holds records that are all available, like those of a small file.
type listed int

func (n listed) Len() int                              { return int(n) }
func (n listed) Complete() bool                        { return true }
func (n listed) Wait(ctx context.Context, _ int) error { return ctx.Err() }
func (n listed) Progress() (done, total int64)         { return int64(n), int64(n) }
func (n listed) Close() error                          { return nil }

// twoRuns has two runs of n examples each, one find with boxes in each of
// them: every second answer is right, none faithful.
func twoRuns(n int) *views.Session {
	s := &views.Session{Data: views.Data{Settings: scoring.Defaults()}}
	here, there := loaders.Box{X1: .4, Y1: .4}, loaders.Box{X0: .5, Y0: .5, X1: .9, Y1: .9}
	for _, name := range []string{"layer_count", "sum_count"} {
		run := loaders.NewRun(name+".json", "test", listed(n), func(i int) (*loaders.Example, error) {
			return &loaders.Example{
				ID: fmt.Sprintf("ex-%d", i), Question: "there is a dog", Answer: loaders.Answer{Correct: loaders.VerdictOf(i%2 == 0)},
				Images: []loaders.Image{{Proposals: []loaders.Box{here, there}}},
				Program: []loaders.Module{{
					Op: "find", Output: loaders.Output{Boxes: [][]float64{{.1, .8}}}, Gold: &loaders.Gold{Boxes: [][]loaders.Box{{here}}},
				}},
			}, nil
		})
		run.Name = name
		s.Runs = append(s.Runs, session.New(run, session.Protocols()))
	}
	return s
}

// driven is a program without a terminal, whose commands run to their end at
// once.
type driven struct {
	*terminalProgram
	t    *testing.T
	quit bool
	sent []tea.Msg // what Bubble Tea itself would handle
}

// withoutPixels returns a program that draws no pixels.
func withoutPixels(t testing.TB, o Options) *terminalProgram {
	t.Helper()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	check.NoError(t, err)
	t.Cleanup(func() { null.Close() })
	graphics := newGraphics(Capabilities{Want: "none"}, null, nil)
	t.Cleanup(func() { graphics.Close() })
	return newProgram(context.Background(), o, graphics)
}

// drive starts a program with session s, completely scored, on w×h cells.
func drive(t *testing.T, s *views.Session, w, h int) *driven {
	t.Helper()
	for _, run := range s.Runs {
		check.NoError(t, run.Read(context.Background()))
	}
	d := &driven{terminalProgram: withoutPixels(t, Options{Session: s, Mouse: true}), t: t}
	d.run(d.topView().Init())
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
	return d
}

func (d *driven) send(msg tea.Msg) {
	d.t.Helper()
	_, cmd := d.Update(msg)
	d.run(cmd)
}

func (d *driven) run(cmd tea.Cmd) {
	d.t.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case tea.QuitMsg:
		d.quit = true
	default:
		d.sent = append(d.sent, msg)
		d.send(msg)
	}
}

// keys presses keys, spelled as in an action table.
func (d *driven) keys(keys string) {
	d.t.Helper()
	special := map[string]rune{"esc": tea.KeyEscape, "enter": tea.KeyEnter, "tab": tea.KeyTab, "down": tea.KeyDown}
	for _, k := range strings.Fields(keys) {
		switch {
		case k == "ctrl+c":
			d.send(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl})
		case k == "space":
			d.send(tea.KeyPressMsg{Code: tea.KeySpace, Text: " "})
		case special[k] != 0:
			d.send(tea.KeyPressMsg{Code: special[k]})
		default:
			for _, r := range k {
				d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
	}
}

func (d *driven) screen() string { return ansi.Strip(d.View().Content) }

// crumbs returns the place marked in the first row and the trail.
func (d *driven) crumbs() string {
	_, place, _ := strings.Cut(strings.Split(d.screen(), "\n")[0], "[")
	place, _, _ = strings.Cut(place[2:], "]")
	trail := d.trailTitles()
	if over, ok := d.topView().(*views.Modal); ok && over.Title() != "" {
		trail = append(trail, over.Title())
	}
	if len(trail) > 0 {
		return place + ": " + strings.Join(trail, " › ")
	}
	return place
}

// at presses keys, and wants the crumbs and the texts that they lead to.
func (d *driven) at(keys, crumbs string, texts ...string) {
	d.t.Helper()
	d.keys(keys)
	if d.crumbs() != crumbs || d.quit {
		d.t.Errorf("%s: at %q (quit: %v), want %q:\n%s", keys, d.crumbs(), d.quit, crumbs, d.screen())
	}
	check.Contains(d.t, d.screen(), texts...)
}

// click presses the left button where text begins on screen.
func (d *driven) click(text string) {
	d.t.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			d.send(tea.MouseClickMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft})
			return
		}
	}
	d.t.Fatalf("no %q on screen:\n%s", text, d.screen())
}

// What is dragged is drawn from where the button was pressed to where it is released,
// inside the area in which that began.
func TestADragEndsInItsArea(t *testing.T) {
	p := &terminalProgram{}
	p.frame = widget.NewFrame(20, 10)
	var got image.Rectangle
	p.frame.Drag(image.Rect(2, 2, 10, 8), func(from, to image.Point) tea.Cmd {
		got = image.Rectangle{Min: from, Max: to}
		return nil
	})
	p.handleMouse(tea.MouseClickMsg{X: 4, Y: 3, Button: tea.MouseLeft})
	p.handleMouse(tea.MouseReleaseMsg{X: 15, Y: 7, Button: tea.MouseLeft})
	check.Equal(t, "dragged", got, image.Rect(4, 3, 9, 7))
	got = image.Rectangle{}
	p.handleMouse(tea.MouseClickMsg{X: 1, Y: 3, Button: tea.MouseLeft})
	p.handleMouse(tea.MouseReleaseMsg{X: 5, Y: 5, Button: tea.MouseLeft})
	check.Equal(t, "a drag from outside is", got, (image.Rectangle{}))
}

// On a short line the parents in the trail are cut before the current view.
func TestTheLastCrumbIsWhole(t *testing.T) {
	for _, test := range []struct {
		w    int
		want string
	}{
		{60, "Overview lexical-narrow dd50c040-b10e-4ee9 what if"},
		{44, "Overview lexical-… dd50c040… what if"},
		{30, "Overview lexical-narrow dd50c040-b10e-4ee9 what if"}, // it would not help
	} {
		crumbs := []string{"Overview", "lexical-narrow", "dd50c040-b10e-4ee9", "what if"}
		most := shortenCrumbs(crumbs, test.w)
		for i := range crumbs[:3] {
			crumbs[i] = ansi.Truncate(crumbs[i], most, "…")
		}
		if got := strings.Join(crumbs, " "); got != test.want {
			t.Errorf("in %d cells: %q, want %q", test.w, got, test.want)
		}
	}
}

// At 80×24 an id costs no line: the other places are known by their numbers, if their names don't fit.
func TestTheTrailIsOnTheFirstLine(t *testing.T) {
	d := drive(t, twoRuns(20), 80, 24)
	d.keys("2 enter")
	first := func() string {
		line, _, _ := strings.Cut(d.screen(), "\n")
		return line
	}
	if got := first(); !strings.HasPrefix(got, "1 Runs [2 Examples] 3 Groups 4 Compare 5 Results › "+d.trailTitles()[0]) {
		t.Errorf("the first line is %q", got)
	}
	d.session.Runs[0].Run.Name = strings.Repeat("long", 5)
	d.keys("j")
	if got := first(); !strings.HasPrefix(got, "1 [2 Examples] 3 4 5 › "+d.trailTitles()[0]) {
		t.Errorf("the first line is %q", got)
	}
	check.Equal(t, "first line of the example", d.areaOf(d.topView()).Min.Y, 1)
}

func TestEscUnwindsOneLayerAndNeverQuits(t *testing.T) {
	for _, test := range []struct{ keys, want string }{
		{"esc esc esc", "Runs"},
		{"x", "Examples: layer_count"},
		{"2 esc", "Examples"},
		{"x esc", "Examples: layer_count"}, // the filter that opened the list stays
		{"2 x esc esc", "Examples"},
		{"x ?", "Examples: layer_count › Help"},
		{"x ? / iou", "Examples: layer_count › Help"},
		{"x ? / iou esc", "Examples: layer_count › Help"},
		{"x ? / iou enter esc", "Examples: layer_count › Help"},
		{"x ? / iou enter esc esc", "Examples: layer_count"},
		{"2 ? / iou esc esc esc", "Examples"},
		{"x : iou esc", "Examples: layer_count"},
		{"2 f esc", "Examples"},
		{"2 = esc", "Examples"},
		{"x ! esc", "Runs: layer_count › Problems"}, // q goes back
	} {
		t.Run(test.keys, func(t *testing.T) {
			drive(t, twoRuns(4), 80, 24).at(test.keys, test.want)
		})
	}
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		keys string
		quit bool
		why  string
	}{
		{"q", false, "q asks before it leaves faithscope"},
		{"q q", true, "and then does"},
		{"q j q", false, "unless something else was done"},
		{"x q", false, "elsewhere it goes back"},
		{"x q q q", true, "and then asks"},
		{"2 3 q q q", false, "from place to place"},
		{"2 3 q q q q", true, "to where the person began"},
		{"x Q", true, "Q quits anywhere"},
		{"ctrl+c", true, "ctrl+c as well"},
		{"x ? ctrl+c", true, "over a popup"},
		{": ctrl+c", true, "and while typing"},
		{": q", false, "a letter that is typed is not a key"},
		{": quit enter", true, "by name"},
		{"? q", false, "q closes help"},
		{"Q", true, ""},
	} {
		d := drive(t, twoRuns(4), 80, 24)
		d.keys(test.keys)
		check.Equal(t, "quit", d.quit, test.quit, test.keys, test.why)
	}
}

// A digit shows a place as it was left, and the digit of the current place its
// first screen; q goes back to where the user came from.
func TestPlacesStayAsTheyWereLeft(t *testing.T) {
	t.Parallel()
	d := drive(t, twoRuns(12), 80, 24)
	d.at("2 j j j", "Examples", "▸ 3   there")
	d.at("enter", "Examples: ex-3")
	d.at("3", "Groups")
	d.at("2", "Examples: ex-3")
	d.at("2", "Examples")
	d.at("enter 1", "Runs")
	d.at("q", "Examples: ex-3")
	d.at("1 j 2", "Examples") // another run is in scope
}

// The terminal's cursor is on the selected row, where screen readers and
// magnifiers look for it, or in the text being typed.
func TestCursorStandsOnTheSelectedRow(t *testing.T) {
	t.Parallel()
	d := drive(t, twoRuns(12), 80, 24)
	for _, step := range []struct {
		keys, mark string
		blinks     bool
	}{
		{"2 j j", "▸", false}, {"?", "▸", false}, {"esc : io", "i", true}, {"esc enter", "▸", false},
	} {
		d.keys(step.keys)
		c := d.View().Cursor
		if c == nil {
			t.Fatalf("%s: no cursor:\n%s", step.keys, d.screen())
		}
		row := strings.Split(d.screen(), "\n")[c.Y]
		at := ansi.Cut(row, c.X, c.X+1)
		if !strings.Contains(row, step.mark) || !step.blinks && at != step.mark || c.Blink != step.blinks {
			t.Errorf("%s: the cursor is on %q of %q, blinking: %v", step.keys, at, row, c.Blink)
		}
	}
}

// `:plain` has words and blanks for bars and rules, until it is typed again.
func TestPlain(t *testing.T) {
	d := drive(t, twoRuns(4), 100, 24)
	ruled := d.screen()
	d.keys(":plain enter")
	if plain := d.screen(); strings.ContainsAny(plain, "─│█▒") || !strings.Contains(plain, "2 of 2     100 %") ||
		!strings.Contains(plain, "4 elsewhere") {
		t.Errorf("the plain screen is\n%s", plain)
	}
	if d.keys(":plain enter"); d.screen() != ruled {
		t.Errorf("rules and bars do not come back:\n%s", d.screen())
	}
}

// The settings row changes the chosen setting, and esc restores the settings; u
// undoes a change, and U redoes it.
func TestSettingsRow(t *testing.T) {
	d := drive(t, twoRuns(4), 100, 30)
	for _, step := range []struct {
		keys           string
		threshold, iou float64
	}{
		{">", .55, .5}, {"< <", .45, .5}, {"u", .5, .5}, {"U", .45, .5},
		{"= l >", .45, .55}, {"> esc", .45, .5}, {"= > q", .45, .55}, {">", .45, .6},
		{"= h enter .3 enter q", .3, .6}, {"u u u", .45, .5},
	} {
		d.keys(step.keys)
		if x := d.session.Settings; x.Threshold != step.threshold || x.IoU != step.iou {
			t.Errorf("after %s p is %v and IoU %v, want %v and %v:\n%s", step.keys, x.Threshold, x.IoU, step.threshold, step.iou, d.screen())
		}
	}
}

func TestFooterSaysWhereQLeads(t *testing.T) {
	t.Parallel()
	d := drive(t, twoRuns(4), 120, 24)
	for _, step := range []struct{ keys, want string }{
		{"", "q quit"}, {"2", "q back to Runs"}, {"enter", "q back"}, {"q q", "q quit"},
	} {
		d.keys(step.keys)
		check.Contains(t, d.screen(), step.want)
	}
}

// A menu of which nothing can be done says where it can be, or why not; tab says which side it goes to.
func TestAnEmptyMenuSaysWhereItWorks(t *testing.T) {
	t.Parallel()
	d := drive(t, twoRuns(4), 120, 24)
	for _, step := range []struct{ keys, want string }{
		{"w", "w (what if) works in Example"}, {"5 f", "f (filter by) works in Examples"},
		{"3 f", "f (filter by) works in Examples"},
		{"1 }", "} (next run) works in Examples, Groups, Example, Compare and Results"}, {"3 tab", "tab list"}, {"tab", "tab contents"},
	} {
		d.keys(step.keys)
		check.Contains(t, d.screen(), step.want)
	}
}

func TestCommandLineAndHelpRunOnTheViewBelow(t *testing.T) {
	for _, test := range []struct{ keys, want string }{
		{": rnf enter", "Examples: layer_count"},
		{"j : examples enter", "Examples"},
		{"? / examples enter enter", "Examples"},
		{"? / examples enter enter ? esc", "Examples"},
		{": problems enter", "Runs: Problems"},
		{": help enter", "Runs: Help"},
	} {
		drive(t, twoRuns(4), 80, 24).at(test.keys, test.want)
	}
}

func TestStatusLine(t *testing.T) {
	t.Parallel()
	d := drive(t, twoRuns(4), 80, 24)
	status := func() string { return strings.TrimSpace(strings.Split(d.screen(), "\n")[22]) }
	if !strings.HasPrefix(status(), "p ‹.50›  as in the papers · = change") {
		t.Errorf("status is %q before there is anything to say", status())
	}
	d.send(views.FlashMessage{Text: "no \x1b[2Jway", Bad: true})
	check.Equal(t, "status is", status(), "! no \uFFFD[2Jway")
	d.keys("j")
	check.Lacks(t, status(), "way")
	d.keys("3")
	if want := "right, examples: 2"; !strings.HasPrefix(status(), want) {
		t.Errorf("status is %q, want %q:\n%s", status(), want, d.screen())
	}
}

// The header of the smallest screen says how long a range is, and the line above the list how many there are.
func TestARangeIsSaidOnASmallScreen(t *testing.T) {
	t.Parallel()
	runs := twoRuns(4)
	runs.Run(0).Name = "graph_count_decont_pretrain"
	d := drive(t, runs, 80, 24)
	d.keys("2 V j j")
	lines := strings.Split(d.screen(), "\n")
	if !strings.Contains(lines[0], "range of 3 · ") || !strings.Contains(strings.Join(lines[1:4], "\n"), "4 of 4") {
		t.Errorf("the range or the count is cut:\n%s", d.screen())
	}
}

func TestProgressIsShownUntilAllIsScored(t *testing.T) {
	s := twoRuns(4)
	d := &driven{terminalProgram: withoutPixels(t, Options{Session: s, Notice: "b.json: not a run"}), t: t}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	check.Contains(t, d.screen(), "layer_count", "scoring layer_count 0 of 4 · 1 more", "b.json: not a run")
	d.run(d.reader.scoreRun(0))
	check.Contains(t, d.screen(), "scoring sum_count 0 of 4")
	d.run(d.reader.scoreRun(1))
	if strings.Contains(d.screen(), "scoring") || d.reader.reportProgress() != nil {
		t.Errorf("still scoring, or asking:\n%s", d.screen())
	}
	d.keys("l l")
	check.Contains(t, d.screen(), "50 %")
}

func TestSmallScreens(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {2, 2}, {5, 3}, {30, 8}, {79, 24}, {80, 22}} {
		d := drive(t, twoRuns(4), size.X, size.Y)
		for _, keys := range []string{"", "?", "esc", ":", "esc", "x", "?", "esc", "!"} {
			d.keys(keys)
			lines := strings.Split(d.screen(), "\n")
			if len(lines) > size.Y || d.View().Content == "" {
				t.Fatalf("%v: %d lines", size, len(lines))
			}
			for _, line := range lines {
				if ansi.StringWidth(strings.TrimRight(line, " \r")) > size.X {
					t.Fatalf("%v: %q is too long", size, line)
				}
			}
		}
		if size.X >= 30 && !strings.Contains(d.screen(), "too small: 80x24 needed") {
			t.Errorf("%v: nothing says that it is too small:\n%s", size, d.screen())
		}
	}
	for _, height := range []int{24, 23} { // 23: 80x24 in tmux, below its status line
		check.Lacks(t, drive(t, twoRuns(4), 80, height).screen(), "too small")
	}
}

func TestResizeReachesHiddenViews(t *testing.T) {
	d := drive(t, twoRuns(200), 80, 24)
	d.keys("2 ?")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.keys("esc G")
	check.Contains(t, d.screen(), "▸ 199 ", " 170 ")
	d.keys("q")
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	check.Equal(t, "the way", d.crumbs(), "Runs")
}

// From 110×30 on, every screen has a closed frame, also below a popup.
func TestScreensHaveClosedFrames(t *testing.T) {
	d := drive(t, twoRuns(4), 110, 30)
	for _, keys := range []string{"1", "2", "enter", "?", "esc 3", "4", "5"} {
		d.keys(keys)
		lines := strings.Split(d.screen(), "\n")[:29]
		top := slices.IndexFunc(lines, func(line string) bool { return len([]rune(line)) == 110 && strings.HasSuffix(line, "╮") })
		for y, line := range lines[max(top, 0):] {
			sides := [2]string{"│├╭╰", "│┤╮╯"}
			switch {
			case y == 0:
				sides = [2]string{"╭", "╮"}
			case top+y == 28:
				sides = [2]string{"╰", "╯"}
			}
			cells := []rune(line)
			if top < 0 || top > 4 || len(cells) != 110 || !strings.ContainsRune(sides[0], cells[0]) || !strings.ContainsRune(sides[1], cells[109]) {
				t.Fatalf("%s: line %d has no %q at its ends:\n%s", keys, top+y, sides, d.screen())
			}
		}
	}
}

func TestMouse(t *testing.T) {
	d := drive(t, twoRuns(200), 100, 24)
	d.click("2 Examples")
	if d.crumbs() != "Examples" {
		t.Fatalf("a click on a place leads to %q", d.crumbs())
	}
	d.send(tea.MouseWheelMsg{X: 10, Y: 10, Button: tea.MouseWheelDown})
	d.send(tea.MouseWheelMsg{X: 10, Y: 10, Button: tea.MouseWheelDown})
	check.Contains(t, d.screen(), "▸ 6 ")
	d.click(" 8 ")
	check.Contains(t, d.screen(), "▸ 8 ")
	d.keys("?")
	d.click("layer_count") // beside the popup: the top line
	d.send(tea.MouseClickMsg{X: 40, Y: 22, Button: tea.MouseLeft})
	check.Equal(t, "a click beside help leads to", d.crumbs(), "Examples")
	if d.keys(":mouse enter"); d.View().MouseMode != tea.MouseModeNone {
		t.Error("`:mouse` does not turn the mouse off")
	}
}

func TestMessagesOfViews(t *testing.T) {
	d := drive(t, twoRuns(4), 80, 24)
	d.send(views.CopyToClipboard{Text: "ex-1", What: "id"})
	check.Contains(t, d.screen(), "copied: id")
	if len(d.sent) == 0 || fmt.Sprint(d.sent[len(d.sent)-1]) != "ex-1" {
		t.Errorf("the clipboard got %v", d.sent)
	}
	d.send(views.PictureProblem{Key: widget.PictureKey{Run: "sum_count.json", Path: "dev-1.png"}, What: "no such file"})
	if kept, _ := d.session.Run(1).Problems.All(); len(kept) != 1 || kept[0].File != "dev-1.png" {
		t.Errorf("problems are %v", kept)
	}
	d.keys("!")
	check.Contains(t, d.screen(), "no such file")
}

func TestThemeFollowsTheBackground(t *testing.T) {
	d := drive(t, twoRuns(4), 80, 24)
	if !d.session.Theme.Dark {
		t.Error("dark is the first guess")
	}
	d.send(tea.BackgroundColorMsg{Color: ansi.White})
	if d.session.Theme.Dark {
		t.Error("the theme stays dark on white")
	}
	for profile, want := range map[colorprofile.Profile]int{
		colorprofile.TrueColor: 1 << 24, colorprofile.ANSI256: 256, colorprofile.ANSI: 16, colorprofile.ASCII: 2, colorprofile.NoTTY: 2,
	} {
		d.send(tea.ColorProfileMsg{Profile: profile})
		if theme := themes.Default().On(themes.Light, want); !reflect.DeepEqual(d.session.Theme, theme) {
			t.Errorf("%v does not have the theme for %d colours", profile, want)
		}
	}
}

// tmux and slow links deliver esc and the key after it as one key with alt.
func TestEscWithAKeyRightAfterIt(t *testing.T) {
	t.Parallel()
	alt := func(code rune, mod tea.KeyMod) tea.KeyPressMsg {
		return tea.KeyPressMsg{Code: code, Mod: mod | tea.ModAlt}
	}
	for _, test := range []struct {
		name string
		keys string
		then tea.KeyPressMsg
		want string
	}{
		{"a letter", "2 ?", alt('c', 0), "Examples"}, // esc closes help, c does nothing here
		{"a key of the view that esc goes back to", "2 ?", alt('1', 0), "Runs"},
		{"a capital", "2 ?", alt('g', tea.ModShift), "Examples"},
		{"esc twice", "2 ?", alt(tea.KeyEscape, 0), "Examples"},
		{"enter", "2 ? ", alt(tea.KeyEnter, 0), "Examples: ex-0"},
		{"a letter while typing ends that", "2 : rnf", alt('q', 0), "Runs"},
		{"but an arrow moves by words there", "2 : rnf", alt(tea.KeyLeft, 0), "Examples"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := drive(t, twoRuns(4), 80, 24)
			d.keys(test.keys)
			d.send(test.then)
			if d.crumbs() != test.want || d.quit {
				t.Errorf("at %q (quit: %v), want %q:\n%s", d.crumbs(), d.quit, test.want, d.screen())
			}
		})
	}
}

// The theme can be changed while the program runs, by a key and by name; if a
// theme does not open, the program shows why and changes nothing.
func TestCommandLineTakesValues(t *testing.T) {
	t.Parallel()
	d := drive(t, twoRuns(12), 120, 24)
	for _, step := range []struct{ keys, crumbs, says string }{
		{":threshold space .3 enter", "Runs", "p ‹.30›"},
		{":threshold space 3 enter", "Runs", "! threshold 3: must be a number from 0"},
		{":iou space 0.4 enter", "Runs", "IoU .40"},
		{":negative-iou space .45 enter", "Runs", "! The negative IoU threshold can't be above"},
		{":bar space .6 enter", "Runs", "faithful ≥ .60"},
		{":average space cumulative enter", "Runs", "average cumulative"},
		{":average space mean enter", "Runs", `"mean" is not an average`},
		{":scroe enter", "Runs", "! no action is called scroe"},
		{":goto space ex-77 enter", "Runs", "! no example read so far is called ex-77"},
		{":goto space ex-8 enter", "Examples: layer_count", "▸"},
		{"q :3 enter", "Examples: layer_count", "▸"},
		{"2 :goto space ex-7 enter enter", "Examples: ex-7", "8 of 12"},
		{"q :goto space ex-77 enter", "Examples", "! no example read so far is called ex-77"},
		{":99 enter", "Examples", "! choose an example from 1 to 12"},
		{":3 enter enter", "Examples: ex-2", "3 of 12"},
		{"q gi 5 enter enter", "Examples: ex-4", "5 of 12"}, // a key asks for the value
		{"q :sort space find enter", "Examples", "by f1.find, lowest first"},
		{":sort space zzz enter", "Examples", "! can't sort by this expression: there is no field zzz"},
		{":sort space file enter enter :goto space ex-5 enter", "Examples: ex-5", "6 of 12"},
		{":12 enter", "Examples: ex-11", "12 of 12"},
	} {
		d.at(step.keys, step.crumbs, step.says)
	}
}

func TestThemeCommand(t *testing.T) {
	s := twoRuns(4)
	s.Themes = append(themes.Names(), "broken")
	d := drive(t, s, 100, 24)
	d.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	for _, step := range []struct{ keys, want, says string }{
		{":theme space dark enter", "dark", "theme: dark"},
		{":light enter", "light", "theme: light"},
		{":theme space tol enter", "tol", "theme: tol"},
		{":theme space broken enter", "tol", `! "broken" is not a theme`},
		{":mono enter", "mono", "theme: mono"},
	} {
		d.keys(step.keys)
		if got := d.session.Theme.Name; got != step.want || !strings.Contains(d.screen(), step.says) {
			t.Errorf("after %s the theme is %s, want %s:\n%s", step.keys, got, step.want, d.screen())
		}
	}
	if len(d.session.Theme.Heat) > 0 {
		t.Error("mono has colours for heat")
	}
}

// The run that becomes the base model defines the hard and easy sets of all
// runs, which are scored again, and once more when there is no base model.
func TestARunBecomesTheBaseModel(t *testing.T) {
	d := drive(t, twoRuns(4), 120, 36)
	sets := func() (hard, easy int) {
		for _, score := range d.session.Runs[1].Scores(scoring.Defaults()) {
			switch score.Metric + " " + score.Of {
			case "acc_hard overall":
				hard = score.Count
			case "err_easy overall":
				easy = score.Count
			}
		}
		return hard, easy
	}
	if hard, easy := sets(); hard+easy != 0 {
		t.Fatalf("%d hard and %d easy to begin with", hard, easy)
	}
	d.keys(":base space layer_count enter")
	if hard, easy := sets(); hard != 2 || easy != 2 {
		t.Errorf("%d hard and %d easy, want 2 and 2", hard, easy)
	}
	check.Contains(t, d.screen(), "the base model is now layer_count: 2 easy, 2 hard", "layer_count · base")
	d.keys(":base space tags enter")
	if hard, easy := sets(); hard+easy != 0 || d.session.Base != nil {
		t.Errorf("%d hard and %d easy after the base model is gone", hard, easy)
	}
}

// waitingView waits for as long as the test wants.
type waitingView struct {
	views.View
	waits bool
}

func (v *waitingView) Waiting() bool { return v.waits }

func TestSpinnerTurnsWhileAViewWaits(t *testing.T) {
	d := drive(t, twoRuns(2), 80, 24)
	v := &waitingView{d.topView(), true}
	line := func() string { return strings.Split(d.screen(), "\n")[0] }
	d.Update(views.PushView{View: v})
	still := line()
	d.Update(spinner.TickMsg{})
	turned := line()
	d.Update(spinner.TickMsg{})
	again := line()
	if turned == still || turned == again {
		t.Errorf("waiting, the top line is %q, then %q, then %q", still, turned, again)
	}
	v.waits = false
	if _, cmd := d.Update(spinner.TickMsg{}); !strings.Contains(line(), "Results  ") || cmd != nil {
		t.Errorf("loaded, the top line is %q, or a tick is asked for", line())
	}
}

// Screens above one another are bounded: each keeps the rows that it lists.
func TestScreensAboveOneAnotherAreBounded(t *testing.T) {
	d := drive(t, twoRuns(4), 100, 30)
	for range 3 * mostOpen {
		d.keys(": problems enter")
	}
	if n := len(d.allViews()); n != mostOpen || !strings.Contains(d.screen(), "at most 50 screens") {
		t.Errorf("%d screens are open\n%s", n, d.screen())
	}
	d.keys("q : problems enter")
	check.Lacks(t, d.screen(), "at most 50 screens")
	d.keys(":")
	check.Contains(t, d.screen(), "enter accepts")
}

// The steps of a view may ask the model that the person named in this session.
func TestNamingAModelLetsViewsAskIt(t *testing.T) {
	t.Parallel()
	s := twoRuns(1)
	drive(t, s, 80, 24).send(views.StartedModel{Model: "demo"})
	if s.Model != "demo" || !s.Given {
		t.Errorf("the model is %q, given %t", s.Model, s.Given)
	}
}

// A row of the help that stands for several actions runs the first.
func TestHelpRunsRowsOfSeveralActions(t *testing.T) {
	t.Parallel()
	d := drive(t, twoRuns(4), 132, 50)
	d.keys("?")
	for n := 0; !regexp.MustCompile("▸ = < >").MatchString(d.screen()); n++ {
		if d.keys("down"); n > 100 {
			t.Fatalf("no row:\n%s", d.screen())
		}
	}
	if d.keys("enter"); !isMenu(d.topView()) || !strings.Contains(d.screen(), "‹") {
		t.Errorf("no settings:\n%s", d.screen())
	}
}
