package tui

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
	"faithscope/views/widget"
)

// gallery is a small program with a list on the left and a picture on the
// right, like the example view.
type gallery struct {
	graphics *Graphics
	files    fs.FS
	pictures []string
	size     image.Point
	frame    *widget.Frame

	at, status int
	box        float64 // the left edge of the first mark
	popup      bool
	wide       bool
	fast       bool // the link counts as fast, whatever it is measured: a busy machine looks like a slow one
	problems   []views.PictureProblem
}

func (g *gallery) Init() tea.Cmd { return nil }

func (g *gallery) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := g.graphics.Update(msg)
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		g.size = image.Pt(msg.Width, msg.Height)
	case views.PictureProblem:
		g.problems = append(g.problems, msg)
	case tea.KeyPressMsg:
		if msg.String() == "q" {
			return g, tea.Quit
		}
		g.key(msg.String())
	}
	return g, tea.Batch(cmd, g.draw())
}

func (g *gallery) key(key string) {
	switch key {
	case "j":
		g.at++
	case "k":
		g.at--
	case "b":
		g.box += .1
	case "p":
		g.popup = !g.popup
	case "s":
		g.status++
	case "w":
		g.wide = !g.wide
	}
}

// pictureArea returns the cells of the picture.
func (g *gallery) pictureArea() image.Rectangle {
	return image.Rect(30, 1, g.size.X-2, g.size.Y-2)
}

var popupArea = image.Rect(40, 6, 64, 12)

func (g *gallery) draw() tea.Cmd {
	if g.size.X == 0 {
		return nil
	}
	f := widget.NewFrame(g.size.X, g.size.Y)
	for y := range g.size.Y - 2 {
		f.Text(0, y+1, 28, widget.Style{}, fmt.Sprintf("example %d: how many cups?", g.at+y))
	}
	if g.wide {
		f.Text(2, 5, 20, widget.Style{}, "幅の広い字")
	}
	name := g.pictures[g.at%len(g.pictures)]
	f.Place(widget.PlacedPicture{Area: g.pictureArea(), Picture: widget.Picture{
		Key: widget.PictureKey{Path: name}, Files: g.files, Words: []string{"in words: " + name},
		Marks: []widget.BoxMark{
			{Box: loaders.Box{X0: g.box, Y0: .25, X1: g.box + .25, Y1: .75}, Color: green, Label: "hit"},
			{Box: loaders.Box{X0: .6, Y0: .1, X1: .9, Y1: .5}, Color: color.RGBA{255, 215, 0, 255}, Dash: widget.Double},
		},
	}})
	if g.popup {
		f.Cover(popupArea)
		f.Text(popupArea.Min.X+1, popupArea.Min.Y+1, 20, widget.Style{}, "a popup")
	}
	cmd := g.graphics.Compose(f)
	f.Text(0, g.size.Y-1, g.size.X, widget.Style{}, fmt.Sprintf("status %d · %d loading", g.status, len(g.graphics.loader.active)))
	g.frame = f
	return cmd
}

func (g *gallery) View() tea.View {
	v := tea.NewView(" ")
	if g.frame != nil {
		v = tea.NewView(g.frame.Content())
	}
	v.AltScreen = true
	return v
}

var green = color.RGBA{0, 200, 90, 255}

// show runs a gallery in a terminal for tests.
func show(t *testing.T, c screentest.TerminalConfig, want string, pictures ...string) (*screentest.Terminal, *gallery) {
	t.Helper()
	g := &gallery{files: os.DirFS("picture/testdata"), pictures: pictures, box: .1, fast: true}
	term := screentest.Run(t, c, func(ctx context.Context, tty *os.File) { runGallery(ctx, tty, tty, g, want) })
	return term, g
}

func runGallery(ctx context.Context, in, out *os.File, g *gallery, want string) {
	playGallery(ctx, in, out, g, detectTerminal(ctx, in, out, Preferences{Graphics: want, Wait: screentest.Patience}).Capabilities)
}

func playGallery(ctx context.Context, in, out *os.File, g *gallery, c Capabilities) {
	g.graphics = newGraphics(c, out, nil)
	defer g.graphics.Close()
	if g.fast {
		g.graphics.writer.Configure(screen.ConnectionKind{Largest: g.graphics.largestPicture(), Passthrough: c.Passthrough && c.inTmux()})
	}
	p := tea.NewProgram(g, tea.WithInput(in), tea.WithOutput(g.graphics.writer),
		tea.WithFilter(trueSize(func() image.Point { return windowOf(out).Cells }, largestScreen(false))),
		tea.WithEnvironment([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}))
	// A program ended by its context closes its reader during a read.
	defer context.AfterFunc(ctx, p.Quit)()
	go notifyResizes(ctx, screentest.Resized(ctx), p)
	_, _ = p.Run() // no error would say more than the screen does
}

var sixelTerminal = screentest.TerminalConfig{Cols: 100, Rows: 30, Cell: image.Pt(9, 18), Sixel: true, Sync: true}

// sameArea is the gallery's picture area on sixelTerminal.
var sameArea = image.Rect(30, 1, 98, 28)

// waitWhole waits until the picture is visible in every cell of area outside
// the holes and nowhere else.
func waitWhole(t *testing.T, term *screentest.Terminal, area image.Rectangle, holes ...image.Rectangle) {
	t.Helper()
	term.Wait("the whole picture", func() bool { return exact(term, area, holes) })
}

func exact(term *screentest.Terminal, area image.Rectangle, holes []image.Rectangle) bool {
	for y := range area.Max.Y + 2 {
		for x := range area.Max.X + 2 {
			in := image.Pt(x, y).In(area) && !isCovered(image.Rect(x, y, x+1, y+1), holes)
			if term.Pictured(x, y) != in {
				return false
			}
		}
	}
	return true
}

func TestSixelShowsBoxesWhereTheyAre(t *testing.T) {
	t.Parallel()
	term, _ := show(t, sixelTerminal, "auto", "coffee.jpg")
	waitWhole(t, term, sameArea)
	term.Quiet()
	// The photo has 640×480 pixels, the area 612×486: it fits by its width.
	photo := image.Rect(270, 18+(486-459)/2, 270+612, 18+(486-459)/2+459)
	px := term.Pixels()
	corner := photo.Min.Add(image.Pt(61, 115)) // 0.1 × 612, 0.25 × 459
	for _, at := range []image.Point{corner, corner.Add(image.Pt(100, 1)), corner.Add(image.Pt(0, 100)), corner.Add(image.Pt(152, 200))} {
		if got := px.RGBAAt(at.X, at.Y); !near(got, green) {
			t.Errorf("pixel %v is %v, want the box's %v", at, got, green)
		}
	}
	for _, at := range []image.Point{corner.Add(image.Pt(-3, 50)), corner.Add(image.Pt(50, 50)), corner.Add(image.Pt(160, 50))} {
		if got := px.RGBAAt(at.X, at.Y); near(got, green) {
			t.Errorf("pixel %v is the box's colour but not of the box", at)
		}
	}
}

// comparesPixels skips, with -short, a test whose concurrency others have: the race detector makes
// the encoding of whole pictures slow.
func comparesPixels(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it compares pixels; what runs at once is in other tests")
	}
}

// near allows for sixel's percentages.
func near(a, b color.RGBA) bool {
	d := func(p, q uint8) int { return max(int(p)-int(q), int(q)-int(p)) }
	return d(a.R, b.R) < 4 && d(a.G, b.G) < 4 && d(a.B, b.B) < 4
}

func TestSixelTextKeysPaintNothing(t *testing.T) {
	comparesPixels(t)
	t.Parallel()
	term, _ := show(t, sixelTerminal, "auto", "coffee.jpg")
	waitSharp(t, term)
	term.Tiles()
	for _, step := range []struct{ name, key, text string }{
		{"a text beside and below changes", "s", "status 1"},
		{"the list scrolls by one", "j", "example 27:"},
		{"and back", "k", "example 0:"},
	} {
		before := term.Written()
		term.Walk(step.key, step.text)
		term.Quiet()
		if n := term.Written() - before; n > 2048 {
			t.Errorf("%s: %d bytes, want at most 2048", step.name, n)
		}
		if tiles := term.Tiles(); len(tiles) > 0 {
			t.Errorf("%s: painted %v, want nothing", step.name, tiles)
		}
		waitWhole(t, term, sameArea)
	}
}

func TestSixelPopupHasAnExactHole(t *testing.T) {
	comparesPixels(t)
	t.Parallel()
	term, _ := show(t, sixelTerminal, "auto", "coffee.jpg")
	waitSharp(t, term) // or it may follow the popup
	term.Tiles()
	term.Walk("p", "a popup")
	waitWhole(t, term, sameArea, popupArea)
	term.Quiet()
	if tiles := term.Tiles(); len(tiles) > 0 {
		t.Errorf("opening painted %v, want nothing", tiles)
	}
	term.Type("b") // the mark moves below the popup
	term.Wait("the moved mark", func() bool { return moved(term) })
	term.Quiet()
	waitWhole(t, term, sameArea, popupArea)
	term.Tiles()
	term.Type("p")
	waitWhole(t, term, sameArea)
	term.Quiet()
	for _, tile := range term.Tiles() {
		if !tile.Cells.In(popupArea) {
			t.Errorf("closing painted %v, want only cells of the popup %v", tile.Cells, popupArea)
		}
	}
}

func TestSixelMovedBoxPaintsOnlyItsTiles(t *testing.T) {
	comparesPixels(t)
	t.Parallel()
	term, _ := show(t, sixelTerminal, "auto", "coffee.jpg")
	waitWhole(t, term, sameArea)
	term.Quiet()
	whole := 0
	for _, tile := range term.Tiles() {
		whole += tile.Bytes
	}
	term.Type("b")
	term.Wait("a tile", func() bool { return len(term.Bare(sameArea)) == 0 && moved(term) })
	term.Quiet()
	part := 0
	for _, tile := range term.Tiles() {
		part += tile.Bytes
	}
	if part == 0 || part > whole/4 {
		t.Errorf("moving a box painted %d bytes of a picture of %d, want some and at most a quarter", part, whole)
	}
}

// moved reports whether the first mark is at its second place, and nothing of it at its
// first: its tiles may come one by one, with pauses in between.
func moved(term *screentest.Terminal) bool {
	px := term.Pixels()
	marked := func(area image.Rectangle) bool {
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				if near(px.RGBAAt(x, y), green) {
					return true
				}
			}
		}
		return false
	}
	first, second := image.Pt(270+61, 18+13+115), image.Pt(270+122, 18+13+115)
	left, right, bottom := image.Rect(-2, 120, 3, 121), image.Rect(150, 120, 156, 121), image.Rect(100, 225, 101, 233)
	for _, edge := range []image.Rectangle{left, right, bottom} {
		if !marked(edge.Add(second)) {
			return false
		}
	}
	foot := image.Rect(30, 225, 31, 233)
	return !slices.ContainsFunc([]image.Rectangle{left, right, foot}, func(edge image.Rectangle) bool { return marked(edge.Add(first)) })
}

func TestSixelOtherPicture(t *testing.T) {
	t.Parallel()
	term, _ := show(t, sixelTerminal, "auto", "coffee.jpg", "nlvr-dev-1021-0-0.png")
	waitWhole(t, term, sameArea)
	term.Type("j")
	grey := color.RGBA{211, 211, 211, 255} // of an NLVR picture's ground
	term.Wait("the other picture", func() bool { return near(term.Pixels().RGBAAt(270+20, 18+243), grey) })
	term.Quiet()
	waitWhole(t, term, sameArea)
	check.Lacks(t, term.Text(), "in words")
}

func TestSixelRowOfWideGlyphs(t *testing.T) {
	comparesPixels(t)
	t.Parallel()
	term, _ := show(t, sixelTerminal, "auto", "coffee.jpg")
	waitWhole(t, term, sameArea)
	term.Walk("w", "幅の広い字")
	term.Quiet()
	term.Tiles()
	before := term.Written()
	term.Walk("s", "status 1") // the renderer erases and rewrites rows with wide glyphs
	term.Quiet()
	waitWhole(t, term, sameArea)
	if n, tiles := term.Written()-before, term.Tiles(); len(tiles) > 0 || n > 2048 {
		t.Errorf("a text elsewhere painted %v, %d bytes, want none and at most 2048", tiles, n)
	}
	term.Type("w") // and in place of it nothing
	term.Quiet()
	waitWhole(t, term, sameArea)
	check.Lacks(t, term.Text(), "幅")
}

func TestSixelResize(t *testing.T) {
	t.Parallel()
	sizes := []image.Point{{90, 26}, {120, 40}, {80, 24}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		term, _ := show(t, sixelTerminal, "auto", "coffee.jpg")
		waitWhole(t, term, sameArea)
		term.Quiet() // a strip on its way would be of the old size
		term.Resize(size.X, size.Y)
		term.Wait("the picture in its new place", func() bool {
			return exact(term, image.Rect(30, 1, size.X-2, size.Y-2), nil)
		})
		term.Quiet()
		waitWhole(t, term, image.Rect(30, 1, size.X-2, size.Y-2))
	}
}

func TestSixelLargestPicture(t *testing.T) {
	comparesPixels(t)
	t.Parallel()
	c := sixelTerminal
	c.Largest = image.Pt(300, 200) // the emulator faults larger ones
	term, _ := show(t, c, "auto", "coffee.jpg")
	waitWhole(t, term, sameArea)
}

func TestWithoutSixelHalfBlocks(t *testing.T) {
	t.Parallel()
	c := sixelTerminal
	c.Sixel = false
	term, _ := show(t, c, "auto", "coffee.jpg")
	term.WaitFor("▀")
	term.Quiet()
	if tiles := term.Tiles(); len(tiles) > 0 {
		t.Errorf("painted %v on a terminal without sixel", tiles)
	}
	if len(term.Bare(sameArea)) != sameArea.Dx()*sameArea.Dy() {
		t.Error("a cell shows pixels")
	}
	term.WaitFor("hit") // a label is text
}

func TestSilentTerminal(t *testing.T) {
	t.Parallel()
	c := sixelTerminal
	c.Silent = true
	g := &gallery{files: os.DirFS("picture/testdata"), pictures: []string{"coffee.jpg"}, box: .1}
	term := screentest.Run(t, c, func(ctx context.Context, tty *os.File) {
		playGallery(ctx, tty, tty, g, detectTerminal(ctx, tty, tty, Preferences{Wait: 10 * time.Millisecond}).Capabilities)
	})
	term.WaitFor("status 0", "▀")
}

func TestNoGraphicsAreWords(t *testing.T) {
	t.Parallel()
	term, _ := show(t, sixelTerminal, "none", "coffee.jpg")
	term.WaitFor("in words: coffee.jpg")
	term.Quiet()
	if tiles := term.Tiles(); len(tiles) > 0 {
		t.Errorf("painted %v", tiles)
	}
}

func TestUnreadablePictureIsWordsAndAProblem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, says string }{
		{"nowhere.png", "no such file"},
		{"README.md", "not a PNG, JPEG, GIF, WebP or BMP picture"},
		{".", "not a regular file"},
		{"../graphics.go", "invalid"}, // out of the folder: io/fs refuses
	} {
		term, g := show(t, sixelTerminal, "auto", tt.name)
		term.WaitFor("Picture not shown", "in words: "+tt.name)
		check.Contains(t, term.Text(), tt.says)
		term.Type("\x1b[6;20;10t") // another font: the terminal reports its cells
		term.Walk("ss", "status 2")
		term.Type("q")
		term.Quiet()
		if len(g.problems) != 1 || g.problems[0].Key.Path != tt.name {
			t.Errorf("%s: problems %v, want one", tt.name, g.problems)
		}
	}
}

func TestHeldKeyLoadsWhatItStopsAt(t *testing.T) {
	names := make([]string, 100)
	opened := make(chan string, 1000)
	for i := range names {
		names[i] = fmt.Sprintf("%d.jpg", i)
	}
	data, err := os.ReadFile("picture/testdata/coffee.jpg")
	check.NoError(t, err)
	g := &gallery{files: sameFile{data, opened}, pictures: names, box: .1}
	term := screentest.Run(t, sixelTerminal, func(ctx context.Context, tty *os.File) { runGallery(ctx, tty, tty, g, "auto") })
	waitWhole(t, term, sameArea)
	term.Walk(strings.Repeat("j", 90), "example 90:")
	last := ""
	term.Wait("the last picture", func() bool {
		for len(opened) > 0 {
			last = <-opened
		}
		return last == "90.jpg"
	})
	term.WaitFor("· 0 loading")
	waitWhole(t, term, sameArea)
	if len(opened) > 0 {
		t.Errorf("%s is opened after it", <-opened)
	}
}

func TestStoreKeepsItsLimit(t *testing.T) {
	s := newStore[int](1000, pixelsOf)
	for i := range 10 {
		s.add(i, image.NewRGBA(image.Rect(0, 0, 10, 10))) // 400 bytes
	}
	check.Equal(t, "bytes kept", s.bytes, 800)
	check.Equal(t, "pictures kept", s.list.Len(), 2)
	s.add(9, image.NewRGBA(image.Rect(0, 0, 10, 5)))
	check.Equal(t, "after replacing one by half of it: bytes", s.bytes, 600)
	s.add(11, image.NewRGBA(image.Rect(0, 0, 100, 100)))
	if _, ok := s.get(11); !ok || s.list.Len() != 1 {
		t.Error("one value above the limit is kept, and it alone")
	}
}
