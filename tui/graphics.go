package tui

import (
	"cmp"
	"image"
	"image/color"
	"os"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views"
	"faithscope/views/widget"
)

// Graphics paints the pictures of a frame as well as the terminal allows. Only the program's Update
// may call Update and Compose.
type Graphics struct {
	caps Capabilities
	out  *os.File
	// writer isn't an *os.File, so a program run by [tea.Exec] needs its output set.
	writer *screen.Writer
	loader *pictureLoader

	room     *PictureBudget
	options  picture.Options
	window   image.Point    // columns and rows, (0, 0) until known
	driver   image.Point    // the cell size by the terminal driver
	resizes  int            // counts the changes of size
	refusals int            // counts the pictures that the terminal refused
	held     []drawnPicture // the pictures of the last frame
}

type drawnPicture struct {
	area  image.Rectangle
	ready preparedPhoto
	marks []widget.BoxMark
}

// newGraphics returns graphics whose terminal must be used through its writer; nil pictureBudget
// means the limits of a local user.
func newGraphics(c Capabilities, terminalOut *os.File, pictureBudget *PictureBudget) *Graphics {
	g := &Graphics{caps: c, out: terminalOut, writer: screen.NewWriter(terminalOut), options: picture.DefaultOptions(),
		room: cmp.Or(pictureBudget, NewRoom(96<<20, 64<<20, 2))}
	g.driver = windowOf(terminalOut).Cell()
	g.chooseProtocol()
	return g
}

// chooseProtocol switches to [Capabilities.chooseRung] and drops all prepared pictures. It
// remembers failures because no other protocol could read those files either.
func (g *Graphics) chooseProtocol() {
	before := g.loader
	g.loader = newLoader(g.choosePainter(), g.options.Ground, g.room)
	if before != nil {
		before.cancelOthers(nil)
		g.loader.broken = before.broken
	}
	g.held = nil
	through := g.caps.Passthrough && g.caps.inTmux()
	fenced := g.caps.chosenRung().pixels && g.caps.Answered
	g.writer.Configure(screen.ConnectionKind{Fenced: fenced, Largest: g.largestPicture(), Passthrough: through})
}

func (g *Graphics) choosePainter() photoPainter {
	return g.caps.chosenRung().paint(g.caps, g.options, g.writer)
}

// largestPicture is in cells; (0, 0) means no limit.
func (g *Graphics) largestPicture() image.Point {
	largest, cell := g.caps.Largest, g.caps.Cell
	if g.caps.Protocol() != sixelName || cell.X == 0 || cell.Y == 0 {
		return image.Point{}
	}
	return image.Pt(largest.X/cell.X, largest.Y/cell.Y)
}

// Pixels returns the size of a cell if pictures are shown in pixels, and zero otherwise.
func (g *Graphics) Pixels() image.Point {
	if !g.caps.chosenRung().pixels {
		return image.Point{}
	}
	return g.caps.Cell
}

type resizeEnded struct{ resize int }

// settleAfter is how long a window must keep its size before it is redrawn: during a drag the
// terminal moves text and pictures in its own way.
const settleAfter = 150 * time.Millisecond

// Update must see every message before the views. It returns what follows, such as a redraw; nil
// for messages that don't concern pictures.
func (g *Graphics) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return g.resizeWindow(image.Pt(msg.Width, msg.Height))
	case resizeEnded:
		if msg.resize == g.resizes {
			return tea.ClearScreen
		}
	case tea.ColorProfileMsg:
		g.changeCapabilities(func(c *Capabilities) { c.Colors = msg.Profile })
	case tea.BackgroundColorMsg:
		g.setBackground(msg.Color)
	case tea.FocusMsg, tea.ResumeMsg:
		g.writer.Invalidate()
	case uv.PrimaryDeviceAttributesEvent:
		return g.handleAttributes(msg)
	case tea.TerminalVersionMsg:
		g.caps.acceptVersion(msg.Name)
	case uv.KittyGraphicsEvent:
		return g.handleKittyAnswer(msg.Options.ID, string(msg.Payload))
	case uv.CellSizeEvent:
		g.changeCapabilities(func(c *Capabilities) { c.acceptCell(image.Pt(msg.Width, msg.Height)) })
	case pictureLoaded:
		return g.loader.acceptLoaded(msg)
	case runReopened:
		if msg.err == nil {
			g.chooseProtocol() // picture files beside the run may have changed too
			g.loader.retryRun(msg.old.Path)
		}
	case slowLoading:
		msg.load.late = true
	}
	return nil
}

// resizeWindow asks for the size of a cell again, because a new font changes it too. For pixels it
// returns the command that redraws once the size has settled: dragging an edge sends many sizes.
func (g *Graphics) resizeWindow(windowPixels image.Point) tea.Cmd {
	if windowPixels == g.window {
		return nil
	}
	first := g.window == image.Point{}
	g.window = windowPixels
	g.held = nil
	g.writer.Resize(windowPixels.X, windowPixels.Y)
	if driver := windowOf(g.out).Cell(); driver != g.driver {
		g.driver = driver // the font was changed
		g.changeCapabilities(func(c *Capabilities) { c.acceptCell(driver) })
	}
	if first || !g.caps.chosenRung().pixels {
		return nil
	}
	g.resizes++
	n := g.resizes
	return tea.Batch(tea.Raw("\x1b[16t"), tea.Tick(settleAfter, func(time.Time) tea.Msg { return resizeEnded{n} }))
}

func (g *Graphics) changeCapabilities(changeFunc func(c *Capabilities)) {
	before := g.caps
	if changeFunc(&g.caps); g.caps != before {
		g.chooseProtocol()
	}
}

// setBackground makes pictures' ground the terminal's background, so that no bars show beside them.
// nil changes nothing.
func (g *Graphics) setBackground(c color.Color) {
	if c == nil {
		return
	}
	if o := g.options.On(color.RGBAModel.Convert(c).(color.RGBA)); o != g.options {
		g.options = o
		g.chooseProtocol()
	}
}

// handleAttributes takes the first reply to DA1 as a late answer, which may reveal sixel. The writer
// asks again after each picture, so others confirm that it arrived, at a rate that may change how
// photos load.
func (g *Graphics) handleAttributes(attributeNumbers []int) tea.Cmd {
	if g.caps.Answered {
		g.writer.Answered()
		if o := g.options.At(g.writer.Rate()); o != g.options { // of photos loaded from now on
			g.options = o
			g.loader.paint = g.choosePainter()
		}
		return nil
	}
	g.caps.Answered = true
	g.caps.Sixel = hasSixel(attributeNumbers)
	before := g.caps.Protocol()
	if g.chooseProtocol(); g.caps.Protocol() != before {
		return tea.ClearScreen
	}
	return nil
}

// Compose paints the pictures of f after everything else has drawn, and returns the command that
// loads missing ones, or nil. Pictures ahead load one at a time once no visible one does. The last
// row shows no pixels because terminals would scroll.
func (g *Graphics) Compose(f *widget.Frame) tea.Cmd {
	var (
		scene []screen.Picture
		shown []drawnPicture
		cmds  []tea.Cmd
		wants []pictureRequest
	)
	for i, p := range slices.Concat(f.Pictures, f.Ahead) {
		w := pictureRequest{p.Picture.Key, p.Picture.Crop, p.Area.Size()}
		wants = append(wants, w)
		isAhead := i >= len(f.Pictures)
		if isAhead && len(g.loader.active) > 0 {
			continue
		}
		h, cmd := g.findPicture(w, p)
		cmds = append(cmds, cmd)
		switch {
		case isAhead:
		case h.ready == nil:
			g.drawWords(f, p)
		default:
			shown = append(shown, h)
			scene = append(scene, h.ready.paintMarks(f, p, h.marks)...)
		}
	}
	g.held = shown
	g.loader.cancelOthers(wants)
	g.writer.Show(scene)
	return tea.Batch(cmds...)
}

// findPicture returns the previous picture in the same area while the new one has loaded only for a
// moment, because words between two pictures would flicker.
func (g *Graphics) findPicture(w pictureRequest, p widget.PlacedPicture) (drawnPicture, tea.Cmd) {
	r, recent, cmd := g.loader.getReady(w, p.Picture)
	if r != nil {
		return drawnPicture{p.Area, r, p.Picture.Marks}, cmd
	}
	var before drawnPicture
	if recent { // showing words between two pictures would flicker
		before, _ = widget.First(g.held, func(h drawnPicture) bool { return h.area == p.Area })
	}
	return before, cmd
}

func (g *Graphics) drawWords(f *widget.Frame, p widget.PlacedPicture) {
	lines := p.Picture.Words
	if err := g.loader.whyFailed(p.Picture.Key); err != nil {
		lines = append([]string{"Picture not shown: " + err.Error()}, lines...)
	}
	for i, line := range lines {
		y := p.Area.Min.Y + i
		if y >= p.Area.Max.Y {
			return
		}
		if row := widget.LineAt(p.Area.Min.X, y, p.Area.Dx()); !isCovered(row, p.Holes) {
			f.TextOver(row, widget.Style{}, line)
		}
	}
}

// Close ends the work in the background; the terminal stays open.
func (g *Graphics) Close() error {
	g.loader.cancelOthers(nil)
	return g.writer.Close()
}

// handleKittyAnswer sends a picture again after an error, because terminals drop old pictures when
// memory is short. After mostRefusals errors it switches to the best other protocol.
func (g *Graphics) handleKittyAnswer(imageNumber int, kittyAnswer string) tea.Cmd {
	if g.caps.acceptKitty(imageNumber, kittyAnswer) != "" || kittyAnswer == "OK" || g.caps.Protocol() != kittyName {
		return nil
	}
	if g.refusals++; g.refusals <= mostRefusals {
		g.writer.Refused(imageNumber)
		return nil
	}
	g.caps.Kitty, g.caps.Want = false, auto
	g.chooseProtocol()
	return tea.Batch(tea.ClearScreen, views.Send(views.ErrorFlash("the terminal refused pictures; switching to "+g.caps.Protocol())))
}
