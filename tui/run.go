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
	// Theme is the initial theme; the zero set means [themes.Default]. OpenTheme finds the
	// session's themes by name; nil allows only the built-in ones.
	Theme     themes.AdaptiveTheme
	OpenTheme func(name string) (themes.AdaptiveTheme, error)
	// Wish holds the preferences for showing pictures.
	Wish Preferences
	// Room limits the resources for pictures; nil means the limits of a local user.
	Room *PictureBudget
	// Mouse turns the mouse on at the start.
	Mouse bool
	// View holds the steps from the first screen to the one to open; nil stays on the first.
	View []views.ViewStep
	// Notice is a message for the status line at the start, "" for none.
	Notice string
	// In and Out are the terminal; nil means standard input and output.
	In, Out *os.File
	// Resized receives a value when the terminal's size has changed; nil if a signal reports that.
	Resized <-chan struct{}
	// Guest is set for users without a shell to return to. WakeIn makes something to read arrive on
	// In, which ends a guest's program.
	Guest  bool
	WakeIn func()
	// Guests returns how many guests press keys at present, this one included; nil for a local
	// user.
	Guests func() int
}

// Run shows the session's runs until the user quits or ctx ends. It returns ErrNoTerminal, ctx's
// cause, or a [Crash], and always restores the terminal.
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
	p.comforts = terminalExtras{without: o.Wish.Without, name: found.Version}
	if o.View != nil {
		p.typed = append(p.typed, views.FollowSteps{Steps: o.View})
	}
	typed, until := &terminalInput{File: in, bounds: found.bounds, wake: o.WakeIn}, ctx
	sized := trueSize(func() image.Point { return windowOf(out).Cells }, largest)
	if o.WakeIn != nil {
		until = context.WithoutCancel(ctx)
		defer context.AfterFunc(ctx, typed.endProgram)()
	}
	running := tea.NewProgram(p, tea.WithContext(until), tea.WithInput(typed), tea.WithOutput(graphics.writer),
		tea.WithColorProfile(found.Colors), tea.WithFilter(func(m tea.Model, msg tea.Msg) tea.Msg {
			if _, quit := msg.(tea.QuitMsg); quit && typed.wake != nil {
				typed.endProgram()
			}
			if typed.ended.Load() { // the program no longer accepts messages
				return nil
			}
			return sized(m, p.queue.admitMessage(msg))
		}), tea.WithoutSignalHandler(),
		// Fifty idle guests would feel 60 frames.
		tea.WithoutCatchPanics(), tea.WithEnvironment(o.Wish.environVars()), tea.WithFPS(loaders.IfElse(o.Guest, 30, 60)))
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

func interruptItself(isWanted bool) {
	if self, err := os.FindProcess(os.Getpid()); isWanted && err == nil {
		_ = self.Signal(os.Interrupt)
	}
}

// rest is how long the cursor must stay on a row before its picture is sent.
const rest = 200 * time.Millisecond

func notifyResizes(ctx context.Context, resizeEvents <-chan struct{}, teaProgram *tea.Program) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-resizeEvents:
			teaProgram.Send(tea.WindowSizeMsg{})
		}
	}
}

// newProgram gives every guest a guest's budget, even a guest that isn't counted with others.
func newProgram(ctx context.Context, o Options, g frameComposer) *terminalProgram {
	session := o.Session
	var price func(took time.Duration) time.Duration
	if o.Guest {
		ctx = query.ForGuest().In(ctx)
	}
	if o.Guests != nil {
		turn := &scoring.GuestComputation{}
		ctx = turn.In(ctx)
		price = func(took time.Duration) time.Duration { return (took + turn.ResetSpent()) * time.Duration(o.Guests()) }
	}
	session.Within(ctx)
	session.Pictured.Cell = g.Pixels()
	if o.Theme.Name == "" {
		o.Theme = themes.Default()
	}
	if session.Themes == nil {
		session.Themes = themes.Names()
	}
	p := &terminalProgram{
		session: session, graphics: g, mouse: o.Mouse, guest: o.Guest, flash: views.FlashMessage{Text: o.Notice},
		reader:   runReader{ctx: ctx, progressWatch: progressWatch{session: session}, leaving: map[*loaders.Run]bool{}},
		wardrobe: themeChoice{session: session, theme: o.Theme, find: o.OpenTheme, dark: true, colors: 2}, // until the terminal says more
	}
	p.queue.price = price
	p.session.Host.Works = p.listWorks
	p.wardrobe.dressSession()
	p.views = []views.View{runs.New(p.session)}
	p.frame, p.content = widget.NewFrame(0, 0), " "
	return p
}

// runSafely restores the terminal before it returns a [Crash], which would otherwise be printed in raw
// mode on the other screen.
func runSafely(teaProgram *tea.Program, p *terminalProgram) (err error) {
	defer func() {
		if value := recover(); value != nil {
			crash := crashOf(value)
			_ = teaProgram.ReleaseTerminal() // which waits for the reader of keys, as Kill does not
			teaProgram.Kill()
			err = crash
		}
	}()
	if _, err = teaProgram.Run(); p.crash != nil {
		return p.crash
	}
	return err
}

// largestScreen is bounded because several copies are kept and a terminal may claim any size. The
// limits exceed an 8K wall with the smallest font and, for guests, a 4K screen.
func largestScreen(isGuest bool) image.Point {
	if isGuest {
		return image.Pt(640, 240)
	}
	return image.Pt(2000, 500)
}

func checkUsable(screenSize, largestSize image.Point) error {
	if screenSize.X > largestSize.X || screenSize.Y > largestSize.Y {
		return fmt.Errorf("the terminal reports %d×%d cells; the maximum is %d×%d",
			screenSize.X, screenSize.Y, largestSize.X, largestSize.Y)
	}
	return nil
}

// trueSize replaces the claimed size by the driver's before the renderer sees it, because anybody's
// input can claim any size, and a frame takes memory. If the driver reports zero, the limited claim
// stays.
func trueSize(driverSize func() image.Point, largestSize image.Point) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		size, ok := msg.(tea.WindowSizeMsg)
		if !ok {
			return msg
		}
		cells := driverSize()
		if cells.X <= 0 || cells.Y <= 0 {
			cells = image.Pt(size.Width, size.Height)
		}
		size.Width = min(max(cells.X, 0), largestSize.X)
		size.Height = min(max(cells.Y, 0), largestSize.Y)
		return size
	}
}

// HeadlessProgram is the program without a terminal: callers name actions and get frames. It waits for
// everything that takes time. Its runs must have been read. It isn't safe for concurrent use.
type HeadlessProgram struct{ p *terminalProgram }

type blankComposer struct{}

func (blankComposer) Update(tea.Msg) tea.Cmd { return nil }

func (blankComposer) Compose(*widget.Frame) tea.Cmd { return nil }

func (blankComposer) Pixels() image.Point { return still.Cell() }

// NewStage opens a session's first screen, screenSize cells large, in 24-bit colours on a dark
// background.
func NewStage(ctx context.Context, o Options, screenSize image.Point) *HeadlessProgram {
	p := newProgram(ctx, o, blankComposer{})
	p.wardrobe.colors, p.spinner.Still = 1<<24, true
	p.wardrobe.dressSession()
	s := &HeadlessProgram{p}
	s.sendMessage(tea.WindowSizeMsg{Width: screenSize.X, Height: screenSize.Y})
	s.waitFor(p.topView().Init())
	return s
}

// Frame returns the current screen with pictures as placements. Later actions do not change it.
func (s *HeadlessProgram) Frame() *widget.Frame {
	f := widget.NewFrame(s.p.size.X, s.p.size.Y)
	s.p.drawOn(f)
	return f
}

// Steps returns the steps from the first screen to the current one, with changed settings.
func (s *HeadlessProgram) Steps() []views.ViewStep {
	return s.p.stepsHere()
}

// Example returns the index of the shown example's run in the session and its index in the run; ok
// is false if none is shown.
func (s *HeadlessProgram) Example() (run, at int, ok bool) {
	if of, shows := s.p.topView().(interface{ Shows() (run, at int) }); shows {
		run, at = of.Shows()
		return run, at, true
	}
	return 0, 0, false
}

// Home leaves all screens except the first, and removes the filter from the scope.
func (s *HeadlessProgram) Home() {
	s.waitFor(s.p.resetPlaces())
}

// Do runs the action that viewStep names and waits for all that follows. It returns an error if the
// action is unknown, can't or may not run, or shows an error.
func (s *HeadlessProgram) Do(viewStep views.ViewStep) error {
	s.p.flash = views.FlashMessage{}
	cmd, err := s.p.followStep(viewStep)
	if err != nil {
		return err
	}
	s.sendMessage(nil) // handles what was posted
	s.waitFor(cmd)
	if s.p.crash != nil {
		return s.p.crash
	}
	if s.p.flash.Bad {
		return fmt.Errorf("%s: %s", viewStep.Name, s.p.flash.Text)
	}
	return nil
}

func (s *HeadlessProgram) sendMessage(msg tea.Msg) {
	_, cmd := s.p.Update(msg)
	s.waitFor(cmd)
}

func (s *HeadlessProgram) waitFor(cmd tea.Cmd) {
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
