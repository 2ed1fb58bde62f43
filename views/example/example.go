// Package example is the screen of one example: its question, its program, and
// the evidence of the selected module. What shows evidence is views/evidence;
// here is what the parts have between them: focus, layout and the way through
// the list.
package example

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// screen is one example: its question, its program with a score per module,
// and the evidence of the selected module.
type screen struct {
	s    *views.Session
	run  int // in the session
	list List

	read    read // what is shown; ex is nil until it was read
	request int  // number of the last request to read an example
	wanted  int  // the example asked for, at once it is read
	score   *scoring.ExampleScore

	question question
	about    about
	said     []fact // of this run's example; about has the other runs' too
	program  *evidence.Program
	evidence *evidence.Panel
	focus    pane
	elsewhere
	beside       beside
	named, signs string // how each run did, see strip
	area         image.Rectangle
	layout       places
}

// read is an example that was asked for.
type read struct {
	view    *screen
	request int
	at      int
	ex      *loaders.Example
	of      *loaders.Run // that ex is of: the file may be reopened
	held    session.Held
	photos  []evidence.Photo // of its images
	// entailed are the places of the examples whose answers follow, see [entailed];
	// early says that they were looked for before the run was read to its end.
	entailed []int
	early    bool
}

// pane is what keys move.
type pane uint8

const (
	programPane pane = iota
	evidencePane
	aboutPane
)

// New returns the screen of example at of the session's run.
func New(s *views.Session, run, at int, list List) views.View {
	v := &screen{s: s, run: run, list: list, wanted: at, program: evidence.NewProgram()}
	v.read.at = at
	v.evidence = evidence.NewPanel(func(text string) tea.Cmd { return s.Post(views.Flash{Text: text}) })
	v.program.Open = v.toEvidence
	v.program.Moved = v.settle
	v.program.Marks = v.moduleMarks
	return v
}

// moduleMarks says what the person said of a module, "" for nothing.
func (v *screen) moduleMarks(node int) string {
	e := v.s.Book(v.run).Module(v.read.ex.ID, node)
	return views.MarkText(e.Marked, e.Tags, e.Note != "")
}

// Waiting implements [views.Waiting].
func (v *screen) Waiting() bool { return v.read.ex == nil }

// Title is the example's id.
func (v *screen) Title() string {
	if v.read.ex == nil {
		return "…"
	}
	return v.read.ex.ID
}

// Init reads the example.
func (v *screen) Init() tea.Cmd { return v.open(v.wanted) }

// Status says where the example is in the list, and under which settings.
func (v *screen) Status() string {
	where := "not in the filtered list"
	if place, of := v.list.Place(v.read.at); place >= 0 {
		where = fmt.Sprintf("%d of %d", place+1, of)
	}
	if earlier := v.list.Earlier(); earlier != "" {
		where += " (frozen at " + earlier + " until you return)"
	}
	settings := " · " + v.s.SettingsText(v.run)
	if v.named == "" {
		return where + settings
	}
	if room := v.area.Dx() - ansi.StringWidth(where+" · "+settings); ansi.StringWidth(v.named) <= room {
		return where + " · " + v.named + settings
	}
	return where + " · " + v.signs + settings
}

// Shows returns what the screen shows: an example by its run in the session and
// its place in the run.
func (v *screen) Shows() (run, at int) { return v.run, v.read.at }

// Rooted implements [views.Rooted]: what is no longer listed cannot be returned
// to by the list.
func (v *screen) Rooted() bool {
	return v.read.ex != nil && !v.list.Lists(v.read.at)
}

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	name := v.s.Run(v.run).Name
	steps := []views.Step{views.Do("open")}
	switch _, abroad := v.list.(across); {
	case v.Rooted():
		steps = []views.Step{views.Do("run", name), views.Do("goto", v.read.ex.ID), views.Do("open")}
	case abroad:
		steps = append(steps, views.Do("run", name))
	}
	if node := v.program.Node(); node >= 0 && v.read.ex != nil {
		steps = append(steps, views.Do("module", strconv.Itoa(node)))
	}
	return steps
}

// selectModule selects the module of a number.
func (v *screen) selectModule(number string) tea.Cmd {
	node, err := strconv.Atoi(number)
	if err != nil || v.read.ex == nil || node < 0 || node >= len(v.read.ex.Program) {
		return v.s.Post(views.Flash{Text: "the program has no module " + number, Bad: true})
	}
	v.program.SelectNode(node)
	v.focus = programPane
	return nil
}

// Typing is always false: nothing is typed here.
func (v *screen) Typing() bool { return false }

// open returns the command that reads example at and scores it.
func (v *screen) open(at int) tea.Cmd {
	v.request++
	v.wanted = at
	request, scored := v.request, v.s.Runs[v.run]
	return func() tea.Msg {
		ex := scored.Run.Example(at)
		_, _, complete := scored.Progress()
		return read{early: !complete, view: v, request: request, at: at, of: scored.Run, ex: ex, held: scored.Hold(at), photos: evidence.Photos(scored.Run, ex), entailed: entailed(scored.Run, ex)}
	}
}

// Update accepts sizes, news, and the example that was asked for.
func (v *screen) Update(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case views.Resize:
		v.area = msg.Area
	case views.Refresh:
		if run := v.s.Run(v.run); v.read.of != nil && v.read.of != run && v.read.at < run.Len() {
			return v.open(v.read.at)
		}
		if v.read.ex != nil {
			seek(v)
			v.program.Score(v.grade())
			v.locate()
			cmd = v.readOthers()
		}
	case related:
		if msg.view == v {
			return msg.show()
		}
		return nil
	case read:
		if msg.view == v && msg.request == v.request {
			v.show(msg)
			cmd = v.readOthers()
		}
	case others:
		if msg.view == v && msg.request == v.request {
			v.beside.list = msg.list
		}
	}
	v.settle()
	return cmd
}

// readOthers returns the command that reads the example of other runs, nil for
// nothing to read.
func (v *screen) readOthers() tea.Cmd {
	find, request := v.beside.read(v.s, v.run, v.read.ex, v.places), v.request
	if find == nil {
		return nil
	}
	return func() tea.Msg { return others{v, request, find()} }
}

// show shows an example that was read.
func (v *screen) show(read read) {
	v.read, v.beside = read, beside{}
	if v.against != nil && v.against.Example.ID != read.ex.ID {
		v.against = nil
	}
	v.program.Show(read.ex.Program, v.grade())
	v.focus = v.first()
	v.list.Select(read.at)
	v.keepSelected()
	v.locate()
}

// grade scores the example under the session's settings, and returns its
// score, nil for none. What that needs is held, so this reads nothing.
func (v *screen) grade() *scoring.ExampleScore {
	v.score = nil
	score, ok := v.read.held.Score(v.s.Settings)
	v.said = slices.Concat(notes(v.s.Book(v.run), v.read.ex.ID), baseFailed(v.s, v.read.of, v.read.at, v.read.held),
		entails(v.s.Runs[v.run].Summaries(v.s.Settings), v.read.of, v.read.ex, v.read.entailed), said(v.read.ex, shown(v.read.held.Scores(v.s.Settings), &score)))
	if ok {
		v.score = &score
	}
	return v.score
}

// alone reports whether the evidence is all there is to look at: the example
// has no program.
func (v *screen) alone() bool {
	ex := v.read.ex
	return ex != nil && ex.Broken == "" && len(ex.Program) == 0
}

// first is the pane that keys move at first.
func (v *screen) first() pane {
	if v.alone() {
		return evidencePane
	}
	return programPane
}

// next is the pane that keys move after another: those that there are, in turn.
func next(v *screen) pane {
	switch {
	case v.focus == programPane:
		return evidencePane
	case v.focus == evidencePane && len(v.about.spots) > 0 && !v.about.folded && v.read.ex.Broken == "":
		return aboutPane
	}
	return v.first()
}

// narrow is the width below which the program lies over the evidence and not
// beside it.
const narrow = 72

// places is where the parts of the screen lie.
type places struct {
	question, answer, rule, program, evidence image.Rectangle
	// above is what the evidence has above itself and the program, at the full
	// width, empty for nothing.
	above image.Rectangle
	about image.Rectangle // below the program, or below the evidence where there is none
	// divider is the column between program and evidence, empty where they
	// are stacked.
	divider image.Rectangle
}

func (v *screen) lay(area image.Rectangle) places {
	var l places
	body := area
	body.Min.X = min(body.Min.X+1, body.Max.X)
	l.question, body = widget.SplitTop(body, v.question.height)
	l.answer, body = widget.SplitTop(body, 1)
	l.rule, body = widget.SplitTop(body, 1)
	l.rule.Min.X = area.Min.X
	if area.Dx() >= narrow && !v.evidence.Wide() && !v.alone() {
		l.above, body = widget.SplitTop(body, v.evidence.Above(body.Dx(), body.Dy()))
	}
	l.program, l.evidence = body, body
	switch {
	case v.evidence.Wide() || v.alone():
		l.program.Max.X = l.program.Min.X
	case area.Dx() < narrow:
		l.program, l.evidence = widget.SplitTop(body, max(3, min(body.Dy()/3, v.program.Height())))
	default:
		split := body.Min.X + v.program.Width(body.Dx())
		l.program.Max.X, l.evidence.Min.X = split, split+2
		l.divider = image.Rect(split, body.Min.Y, split+1, body.Max.Y)
	}
	l.about = l.program
	if l.program.Empty() {
		l.about = l.evidence
	}
	l.about.Min.X = min(l.about.Min.X+widget.Gutter, l.about.Max.X)
	v.about.fit(l.about.Dx())
	free := l.program.Dy() - v.program.Height() - v.program.Signs()
	if l.program.Empty() {
		free = v.evidence.Free(l.evidence.Dy())
	}
	if v.focus == aboutPane { // what keys move has room
		free = max(free, l.about.Dy()/2)
	}
	l.about.Min.Y = l.about.Max.Y - v.about.height(free)
	if l.program.Empty() {
		l.evidence.Max.Y = l.about.Min.Y
		return l
	}
	l.program.Max.Y = l.about.Min.Y
	return l
}

// settle derives what the screen shows, after every change of selection,
// settings, size or scale, so that drawing only draws.
func (v *screen) settle() {
	ex := v.read.ex
	if ex == nil {
		return
	}
	subject := evidence.Subject{
		Run: v.read.of, Example: ex, Node: v.program.Node(), Photos: v.read.photos,
		Score: v.score, Settings: v.s.Settings, Others: v.beside.list, NoPictures: v.s.NoPictures, Against: v.against,
	}
	if ex.Broken != "" {
		subject = evidence.Nothing()
	}
	v.named, v.signs = strip(v.s, v.run, v.places)
	v.about.tell(slices.Concat(v.said, runFact(v.s, v.places)))
	v.program.Fit(v.area.Dx())
	v.question.fit(ex, v.area, v.s.Look)
	// Twice, as another module can take the room of the whole screen, or give
	// it back.
	for range 2 {
		v.layout = v.lay(v.area)
		v.evidence.Show(subject, v.layout.evidence.Dx())
	}
	v.about.reveal(v.layout.about.Dy()-1, v.focus == aboutPane)
	v.question.attend(subject.Node, v.layout.question.Dx(), v.s.Look)
	v.program.Resize(v.layout.program.Dy())
	v.evidence.Lay(v.layout.above, v.layout.evidence, v.s.Look, v.focus == evidencePane)
}

func (v *screen) toEvidence() tea.Cmd {
	v.focus = evidencePane
	v.settle() // a click comes here by no key
	return nil
}

// seek looks for what an example entails again, once all of the run was read.
func seek(v *screen) {
	if _, _, complete := v.s.Runs[v.run].Progress(); v.read.early && complete {
		v.read.entailed, v.read.early = entailed(v.read.of, v.read.ex), false
	}
}

// elsewhere is what an example has to do with the same one in other runs.
type elsewhere struct {
	against *evidence.Reference // what the selected module is held against, nil for nothing
	keep    *kept               // when another run's example is shown, nil otherwise
	places  []int               // of the example in every run, -1 where that lacks it
}

// kept is what stays when another run's example is shown.
type kept struct {
	id   string
	node int
}

// keepSelected selects the module that was selected in another run.
func (v *screen) keepSelected() {
	keep := v.keep
	v.keep = nil
	switch {
	case keep == nil:
	case v.read.ex.ID != keep.id: // rows have the beginning of an id
		v.s.Post(views.Flash{Text: "this is not the same example: only the beginning of its id is", Bad: true})
	case keep.node >= 0 && keep.node < len(v.read.ex.Program):
		v.program.SelectNode(keep.node)
	}
}

// locate finds the example in every run; places are nil for a single one.
func (v *screen) locate() {
	if v.places = nil; len(v.s.Runs) < 2 {
		return
	}
	for k, scored := range v.s.Runs {
		at := v.read.at
		if k != v.run {
			at = namesake(v.read.of, v.read.at, scored.Run)
		}
		v.places = append(v.places, at)
	}
}

// others is the same example of other runs, which was asked for.
type others struct {
	view    *screen
	request int
	list    []evidence.Other
}

// related is the answer to a wish to see an example's related questions, which
// show shows.
type related struct {
	view *screen
	show func() tea.Cmd
}
