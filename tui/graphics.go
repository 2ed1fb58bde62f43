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
	"github.com/charmbracelet/x/term"

	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views"
	"faithscope/views/widget"
)

// Graphics paints the pictures of a frame as well as the terminal allows. Only
// the program's Update may call Update and Compose.
type Graphics struct {
	caps   Capabilities
	out    *os.File
	writer *screen.Writer
	loader *loader

	room     *Room
	options  picture.Options
	window   image.Point // columns and rows, (0, 0) until known
	driver   image.Point // the cell size by the terminal driver
	resizes  int         // counts the changes of size
	refusals int         // counts the pictures that the terminal refused
	held     []held      // the pictures of the last frame
}

// held is a picture that was painted, and its place.
type held struct {
	area  image.Rectangle
	ready ready
	marks []widget.Mark
}

// newGraphics returns graphics for a terminal with capabilities c. All output of the program must
// go through [Graphics.Output]. A nil room gives the limits for a user at the machine itself.
func newGraphics(c Capabilities, out *os.File, room *Room) *Graphics {
	g := &Graphics{caps: c, out: out, writer: screen.NewWriter(out), options: picture.DefaultOptions(),
		room: cmp.Or(room, NewRoom(96<<20, 64<<20, 2))}
	g.driver = windowOf(out).Cell()
	g.chooseProtocol()
	return g
}

// chooseProtocol takes the protocol that [Capabilities.chooseRung] returns, gives the writer what
// it has to know of it, stops loading and drops all prepared pictures. It remembers which could not
// be read: the user has seen the message, and no other protocol could read them either.
func (g *Graphics) chooseProtocol() {
	r, _ := g.caps.chooseRung()
	before := g.loader
	g.loader = newLoader(r.paint(g.caps, g.options, g.writer), g.options.Ground, g.room)
	if before != nil {
		before.cancelOthers(nil)
		g.loader.broken = before.broken
	}
	g.held = nil
	through := g.caps.Passthrough && g.caps.inTmux()
	g.writer.Configure(screen.Way{Fenced: r.pixels && g.caps.Answered, Largest: g.largestPicture(), Passthrough: through})
}

// largestPicture returns the size in cells of the largest sixel picture that the terminal takes;
// (0, 0) for no limit, as under other protocols.
func (g *Graphics) largestPicture() image.Point {
	if g.caps.Protocol() != sixelName || g.caps.Cell.X == 0 || g.caps.Cell.Y == 0 {
		return image.Point{}
	}
	return image.Pt(g.caps.Largest.X/g.caps.Cell.X, g.caps.Largest.Y/g.caps.Cell.Y)
}

// Pixels returns the size of a cell if pictures are shown in pixels, and zero
// otherwise.
func (g *Graphics) Pixels() image.Point {
	if r, _ := g.caps.chooseRung(); !r.pixels {
		return image.Point{}
	}
	return g.caps.Cell
}

// Output returns the terminal for [tea.WithOutput]. It is not an *os.File, so a
// program run by [tea.Exec] needs its output set.
func (g *Graphics) Output() term.File { return g.writer }

// settled reports that the size of the window has not changed for a while.
type settled struct{ resize int }

// settleAfter is how long the size of a window must stay the same before the
// screen is redrawn. While the user drags the window, the terminal moves text
// and pictures in its own way.
const settleAfter = 150 * time.Millisecond

// Update handles loaded pictures, replies of the terminal, and changes of the window's size, focus
// and resumption, and returns what follows, such as a redraw; nil for other messages. The program
// passes it every message before its views see it.
func (g *Graphics) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return g.resizeWindow(image.Pt(msg.Width, msg.Height))
	case settled:
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
	case loaded:
		return g.loader.acceptLoaded(msg)
	case reopened:
		if msg.err == nil {
			g.chooseProtocol() // picture files beside the run may have changed too
			g.loader.retryRun(msg.old.Path)
		}
	case slow:
		msg.load.late = true
	}
	return nil
}

// resizeWindow tells the writer a new size in columns and rows and forgets what was painted, and
// sets the cell size if the driver's says that the font was changed. If pictures are pixels it
// returns the command that asks for the cell size and redraws the screen once the size has stayed
// the same for a while. It returns nil for the first size; for the same one it does nothing.
func (g *Graphics) resizeWindow(window image.Point) tea.Cmd {
	if window == g.window {
		return nil
	}
	first := g.window == image.Point{}
	g.window = window
	g.held = nil
	g.writer.Resize(window.X, window.Y)
	if driver := windowOf(g.out).Cell(); driver != g.driver {
		g.driver = driver // the font was changed
		g.changeCapabilities(func(c *Capabilities) { c.acceptCell(driver) })
	}
	if r, _ := g.caps.chooseRung(); first || !r.pixels {
		return nil
	}
	g.resizes++
	n := g.resizes
	return tea.Batch(
		tea.Raw("\x1b[16t"),
		tea.Tick(settleAfter, func(time.Time) tea.Msg { return settled{n} }),
	)
}

// changeCapabilities lets by change the capabilities of the terminal, and chooses the protocol
// again if they differ afterwards.
func (g *Graphics) changeCapabilities(by func(c *Capabilities)) {
	before := g.caps
	if by(&g.caps); g.caps != before {
		g.chooseProtocol()
	}
}

// setBackground makes the terminal's background the ground of pictures, so that no bars are visible
// beside them, and prepares all pictures again if it differs. nil changes nothing.
func (g *Graphics) setBackground(c color.Color) {
	if c == nil {
		return
	}
	if o := g.options.On(color.RGBAModel.Convert(c).(color.RGBA)); o != g.options {
		g.options = o
		g.chooseProtocol()
	}
}

// handleAttributes accepts a reply to DA1. The first one, if it came too late, reveals sixel, and
// redraws the screen if the protocol becomes another. A later one confirms the arrival of a
// picture, whose rate may change how photos are loaded from now on.
func (g *Graphics) handleAttributes(attrs []int) tea.Cmd {
	if g.caps.Answered {
		g.writer.Answered()
		if o := g.options.At(g.writer.Rate()); o != g.options { // of photos loaded from now on
			g.options = o
			r, _ := g.caps.chooseRung()
			g.loader.paint = r.paint(g.caps, g.options, g.writer)
		}
		return nil
	}
	g.caps.Answered = true
	g.caps.Sixel = hasSixel(attrs)
	before := g.caps.Protocol()
	if g.chooseProtocol(); g.caps.Protocol() != before {
		return tea.ClearScreen
	}
	return nil
}

// Compose paints the pictures of f after every view and popup has drawn: as text or filler into f,
// in pixels with the next output, and one that is not ready as words. Once none of them is loading, it
// has those ahead loaded, one at a time. It cancels the loading of others, and returns the command
// that loads missing pictures, nil if there are none. The last row of the screen shows no pixels,
// because terminals would scroll.
func (g *Graphics) Compose(f *widget.Frame) tea.Cmd {
	var (
		scene []screen.Picture
		shown []held
		cmds  []tea.Cmd
		wants []want
	)
	for i, p := range slices.Concat(f.Pictures, f.Ahead) {
		w := want{p.Picture.Key, p.Picture.Crop, p.Area.Size()}
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

// findPicture returns what to paint at p: the picture or, while it has been loading only for a
// moment, the previous picture in the same area, or else the zero held. It also returns the command
// that loads the picture, nil if there is nothing to load.
func (g *Graphics) findPicture(w want, p widget.Placement) (held, tea.Cmd) {
	r, recent, cmd := g.loader.getReady(w, p.Picture)
	if r != nil {
		return held{p.Area, r, p.Picture.Marks}, cmd
	}
	var before held
	if recent { // showing words between two pictures would flicker
		before, _ = widget.First(g.held, func(h held) bool { return h.area == p.Area })
	}
	return before, cmd
}

// drawWords writes the words for a picture into its area, a line a row, below the reason why it is
// not shown if it failed. Rows that a hole covers are left out.
func (g *Graphics) drawWords(f *widget.Frame, p widget.Placement) {
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

// Close ends the work in the background. Nothing is drawn afterwards; the terminal stays open.
func (g *Graphics) Close() error {
	g.loader.cancelOthers(nil)
	return g.writer.Close()
}

// handleKittyAnswer accepts an answer of kitty's protocol: the reply to a query sets the
// capability, and an error for image number has that image sent again. After mostRefusals errors it
// gives kitty's protocol up for the best other one, and returns a redraw with a message. All else
// returns nil.
func (g *Graphics) handleKittyAnswer(number int, answer string) tea.Cmd {
	if g.caps.acceptKitty(number, answer) != "" || answer == "OK" || g.caps.Protocol() != kittyName {
		return nil
	}
	if g.refusals++; g.refusals <= mostRefusals {
		g.writer.Refused(number)
		return nil
	}
	g.caps.Kitty, g.caps.Want = false, auto
	g.chooseProtocol()
	return tea.Batch(tea.ClearScreen, views.Send(views.Flash{
		Text: "the terminal refuses pictures, so they are shown as " + g.caps.Protocol(), Bad: true,
	}))
}
