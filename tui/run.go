package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views"
	"faithscope/views/runs"
	"faithscope/views/widget"
)

// Options control how the program starts.
type Options struct {
	Session *views.Session
	// Theme is the initial theme; the zero set means [themes.Default]. OpenTheme
	// finds another of the session's themes by name; nil if there are only the
	// built-in ones.
	Theme     themes.Set
	OpenTheme func(name string) (themes.Set, error)
	// Wish holds the preferences for showing pictures.
	Wish Wish
	// Room limits the resources for pictures; nil gives the limits for a user at
	// the machine itself.
	Room *Room
	// Mouse says whether the mouse is on at the start; a key turns it on and off.
	Mouse bool
	// View holds the steps from the first screen to the view to open at the
	// start; nil stays on the first screen.
	View []views.Step
	// Notice is a message for the status line at the start, "" for none.
	Notice string
	// In and Out are the terminal; nil means standard input and output.
	In, Out *os.File
	// Resized receives a value when the terminal's size has changed, if no signal
	// reports it; nil if one does.
	Resized <-chan struct{}
	// Guest is set if the user has no shell behind the program to return to.
	// WakeIn makes something to read arrive on In, which ends the program of a
	// guest who leaves.
	Guest  bool
	WakeIn func()
	// Guests returns how many guests press keys at present, this one among them; nil for the user at
	// the machine itself.
	Guests func() int
}

// Run shows the session's runs until the user quits or ctx ends, and scores them in the background.
// It returns ErrNoTerminal without a terminal, the cause if ctx ended, or a [Crash]. It restores
// the terminal however it ends.
func Run(ctx context.Context, o Options) error {
	in, out := cmp.Or(o.In, os.Stdin), cmp.Or(o.Out, os.Stdout)
	if !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		return ErrNoTerminal
	}
	largest := largestScreen(o.Guest)
	if err := checkUsable(windowOf(out).Cells, largest); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found := detectTerminal(ctx, in, out, o.Wish)
	o.Session.Pictured.NoPictures, o.Session.Pictured.Rest = found.Protocol() == noneName, rest
	graphics := newGraphics(found.Capabilities, out, o.Room)
	p := newProgram(ctx, o, graphics)
	p.typed, p.ascii = found.Typed, found.ASCII
	p.comforts = comforts{without: o.Wish.Without, name: found.Version}
	if o.View != nil {
		p.typed = append(p.typed, views.Walk{Steps: o.View})
	}
	typed, until := &input{File: in, bounds: found.bounds, wake: o.WakeIn}, ctx
	sized := trueSize(func() image.Point { return windowOf(out).Cells }, largest)
	if o.WakeIn != nil {
		until = context.WithoutCancel(ctx)
		defer context.AfterFunc(ctx, typed.endProgram)()
	}
	running := tea.NewProgram(p, tea.WithContext(until), tea.WithInput(typed), tea.WithOutput(graphics.Output()),
		tea.WithColorProfile(found.Colors), tea.WithFilter(func(m tea.Model, msg tea.Msg) tea.Msg {
			if _, quit := msg.(tea.QuitMsg); quit && typed.wake != nil {
				typed.endProgram()
			}
			if typed.ended.Load() { // the program no longer accepts messages
				return nil
			}
			return sized(m, p.queue.admitMessage(msg))
		}), tea.WithoutSignalHandler(),
		tea.WithoutCatchPanics(), tea.WithEnvironment(o.Wish.environVars()), tea.WithFPS(framesFor(o.Guest)))
	typed.stop = func(again bool) {
		go running.Quit()
		interruptItself(again && !o.Guest)
	}
	go notifyResizes(ctx, o.Resized, running)
	err := runSafely(running, p)
	if typed.ended.Load() && errors.Is(err, errTerminalGone) {
		err = nil
	}
	closing := graphics.Close()
	if _, crash := errors.AsType[*Crash](err); ctx.Err() != nil && !crash {
		err = context.Cause(ctx)
	}
	return errors.Join(err, closing)
}

// framesFor returns how often a second the renderer checks whether to draw; fifty idle guests would
// feel it.
func framesFor(guest bool) int {
	if guest {
		return 30
	}
	return 60
}

// interruptItself ends, if it is wanted, what the program itself cannot.
func interruptItself(wanted bool) {
	if self, err := os.FindProcess(os.Getpid()); wanted && err == nil {
		_ = self.Signal(os.Interrupt)
	}
}

// rest is how long the cursor must stay on a row before its picture is sent.
const rest = 200 * time.Millisecond

func notifyResizes(ctx context.Context, resized <-chan struct{}, running *tea.Program) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-resized:
			running.Send(tea.WindowSizeMsg{})
		}
	}
}

// newProgram returns the program on its first view, the runs, before the size of the screen is
// known. It fills in a default theme and names of themes, and gives the session ctx, with the
// limits of a guest if the options say so.
func newProgram(ctx context.Context, o Options, g composer) *program {
	var price func(took time.Duration) time.Duration
	if o.Guest {
		ctx = query.ForGuest().In(ctx)
	}
	if o.Guests != nil {
		turn := &scoring.GuestTurn{}
		ctx = turn.In(ctx)
		price = func(took time.Duration) time.Duration { return (took + turn.ResetSpent()) * time.Duration(o.Guests()) }
	}
	o.Session.Within(ctx)
	if o.Theme.Name == "" {
		o.Theme = themes.Default()
	}
	if o.Session.Themes == nil {
		o.Session.Themes = themes.Names()
	}
	p := &program{
		session: o.Session, graphics: g, mouse: o.Mouse, guest: o.Guest, flash: views.Flash{Text: o.Notice},
		reader:   reader{ctx: ctx, watch: watch{session: o.Session}, leaving: map[*loaders.Run]bool{}},
		wardrobe: wardrobe{session: o.Session, theme: o.Theme, find: o.OpenTheme, dark: true, colors: 2}, // until the terminal says more
	}
	p.queue.price = price
	p.session.Host.Works = p.listWorks
	p.wardrobe.dressSession()
	p.views = []views.View{runs.New(p.session)}
	p.frame, p.content = widget.NewFrame(0, 0), " "
	return p
}

// runSafely runs the program p and returns its error. If p or one of its commands panics, it
// restores the terminal and returns a [Crash].
func runSafely(running *tea.Program, p *program) (err error) {
	defer func() {
		if value := recover(); value != nil {
			crash := crashOf(value)
			_ = running.ReleaseTerminal() // which waits for the reader of keys, as Kill does not
			running.Kill()
			err = crash
		}
	}()
	if _, err = running.Run(); p.crash != nil {
		return p.crash
	}
	return err
}

// largestScreen returns the largest screen in cells, 2000×500 or for a guest 640×240. It is bounded
// because several copies are kept and a terminal may claim any size. The limits are above an 8K
// wall with the smallest font, and above a 4K screen.
func largestScreen(guest bool) image.Point {
	if guest {
		return image.Pt(640, 240)
	}
	return image.Pt(2000, 500)
}

// checkUsable returns an error if a terminal claims more columns than largest.X or more rows than
// largest.Y.
func checkUsable(cells, largest image.Point) error {
	if cells.X > largest.X || cells.Y > largest.Y {
		return fmt.Errorf("the terminal says that it has %d columns and %d rows; at most %d and %d can be drawn",
			cells.X, cells.Y, largest.X, largest.Y)
	}
	return nil
}

// trueSize returns a message filter that replaces the size claimed in the terminal's input by the
// one that the terminal driver reports, and limits it to largest, before the renderer sees it.
// Where driver returns zero, because it does not know the size, the claim stays. Other messages
// pass.
func trueSize(driver func() image.Point, largest image.Point) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		size, ok := msg.(tea.WindowSizeMsg)
		if !ok {
			return msg
		}
		cells := driver()
		if cells.X <= 0 || cells.Y <= 0 {
			cells = image.Pt(size.Width, size.Height)
		}
		size.Width = min(max(cells.X, 0), largest.X)
		size.Height = min(max(cells.Y, 0), largest.Y)
		return size
	}
}

// Stage is the program without a terminal: callers name actions instead of
// pressing keys, and get the screen as a frame. It waits for everything that
// takes time. Its runs must have been read before. It is not safe for
// concurrent use.
type Stage struct{ p *program }

// unpainted takes the place of a terminal's graphics: pictures stay placements
// in the frame.
type unpainted struct{}

func (unpainted) Update(tea.Msg) tea.Cmd { return nil }

func (unpainted) Compose(*widget.Frame) tea.Cmd { return nil }

func (unpainted) Pixels() image.Point { return still.Cell() }

// NewStage opens the first screen of a session on a screen of size cells, in 24-bit colours on a
// dark background.
func NewStage(ctx context.Context, o Options, size image.Point) *Stage {
	p := newProgram(ctx, o, unpainted{})
	p.wardrobe.colors, p.spinner.Still = 1<<24, true
	p.wardrobe.dressSession()
	s := &Stage{p}
	s.sendMessage(tea.WindowSizeMsg{Width: size.X, Height: size.Y})
	s.waitFor(p.topView().Init())
	return s
}

// Frame returns the current screen, drawn into a new frame, with pictures as placements. Later
// actions do not change it.
func (s *Stage) Frame() *widget.Frame {
	f := widget.NewFrame(s.p.size.X, s.p.size.Y)
	s.p.drawOn(f)
	return f
}

// Message returns the message on the status line, "" for none; bad marks an error.
func (s *Stage) Message() (text string, bad bool) { return s.p.flash.Text, s.p.flash.Bad }

// Steps returns the steps that lead from the first screen to the current one, with the settings
// that differ.
func (s *Stage) Steps() []views.Step {
	return s.p.stepsHere()
}

// Example returns the example on screen, by the index of its run in the session
// and its index in the run; ok is false if no example is shown.
func (s *Stage) Example() (run, at int, ok bool) {
	if of, shows := s.p.topView().(interface{ Shows() (run, at int) }); shows {
		run, at = of.Shows()
		return run, at, true
	}
	return 0, 0, false
}

// Home leaves all screens except the first, and removes the filter from the scope.
func (s *Stage) Home() {
	s.waitFor(s.p.resetPlaces())
}

// Do runs the action of the screen that step names, with a value unless that is "", and waits for
// all that follows. It returns an error if there is no such action, if it may not or cannot run, or
// if it shows an error.
func (s *Stage) Do(step views.Step) error {
	s.p.flash = views.Flash{}
	cmd, err := s.p.followStep(step)
	if err != nil {
		return err
	}
	s.sendMessage(nil) // handles what was posted
	s.waitFor(cmd)
	if s.p.crash != nil {
		return s.p.crash
	}
	if text, bad := s.Message(); bad {
		return fmt.Errorf("%s: %s", step.Name, text)
	}
	return nil
}

func (s *Stage) sendMessage(msg tea.Msg) {
	_, cmd := s.p.Update(msg)
	s.waitFor(cmd)
}

// waitFor runs a command at once and sends its message to the program; the commands of a batch it
// runs one after the other, each to its end. A nil command, or one that returns nil, does nothing
// more.
func (s *Stage) waitFor(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.waitFor(c)
		}
	default:
		s.sendMessage(msg)
	}
}
