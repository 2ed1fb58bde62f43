// Package example is the screen of one example: its question, its program, and
// the evidence of the selected module. What shows evidence is views/evidence;
// here is what the parts have between them: focus, layout and the way through
// the list.
package example

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/executor/ask"
	"faithscope/scoring/executor/dfol"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// screen is one example: its question, its program with a score per module,
// and the evidence of the selected module.
type screen struct {
	record
	panes
	changing
	model  asking
	paper  annotating
	list   List
	home   int              // the run that the list is of, in the session
	listed int              // the example in it, -1 for none that was read
	wanted int              // the requested example, before it is read
	source *loaders.Example // whose picture a question of one's own is about

	against *evidence.Reference // what the selected module is compared with, nil for nothing
	keep    *kept               // when another run's example is shown, nil otherwise
}

// New returns the screen of example at of the session's run.
func New(s *views.Session, run, at int, list List) views.View {
	v := &screen{record: record{s: s, run: run}, list: list, home: run, listed: at, wanted: at}
	v.changing = changing{record: &v.record, panes: &v.panes, settle: v.settle}
	v.model = asking{record: &v.record, panes: &v.panes, settle: v.settle}
	v.paper = annotating{record: &v.record, panes: &v.panes}
	v.program = evidence.NewProgram()
	v.read.at = at
	v.evidence = evidence.NewPanel()
	v.program.Open = v.toEvidence
	v.program.Moved = v.settle
	v.about.Open = func() tea.Cmd { return lead(v) }
	v.program.Marks = v.marks
	return v
}

// Init reads the example.
func (v *screen) Init() tea.Cmd { return v.open(v.wanted) }

// Place implements [views.OfPlace].
func (v *screen) Place() views.Place { return views.PlaceExamples }

// Title is the example's id, and the run that is shown where the list is another's.
func (v *screen) Title() string {
	return v.record.Title() + widget.If(v.run != v.home, " in "+v.s.Run(v.run).Name)
}

// Scope implements [views.Scoped]: it says where the example is in the list, and of which
// run that is.
func (v *screen) Scope() string {
	list, where := v.s.Run(v.home).Name, "not in the filtered list"
	if place, of := v.list.At(v.listed); place >= 0 {
		where = fmt.Sprintf("%d of %d", place+1, of)
	}
	if v.run != v.home {
		return where + " of " + list
	}
	return list + " · " + where
}

// Status says if the list was made under earlier settings.
func (v *screen) Status() string {
	earlier := v.list.Earlier()
	return cmp.Or(v.model.status(), widget.If(earlier != "", "the list is as it was at "+earlier+" until you return"))
}

// Rooted implements [views.Rooted]: the list does not lead back to an example
// that it no longer has.
func (v *screen) Rooted() bool {
	return v.read.ex != nil && (v.listed < 0 || !v.list.Lists(v.listed))
}

// Steps implements [views.Stepped].
func (v *screen) Steps() []views.Step {
	name := v.s.Run(v.run).Name
	steps := []views.Step{views.Do("open")}
	switch {
	case v.Rooted():
		steps = []views.Step{views.Do("run", name), views.Do("goto", v.read.ex.ID), views.Do("open")}
	case v.run != v.home:
		steps = append(steps, views.Do("run", name))
	}
	if v.asked != "" {
		return []views.Step{views.Do("ask", v.asked)}
	}
	if node := v.program.Node(); node >= 0 && v.read.ex != nil {
		steps = append(steps, views.Do("module", strconv.Itoa(node)))
	}
	steps = append(steps, loaders.Map(v.model.edit.Steps(), func(words []string) views.Step { return views.Do(views.StepText, words...) })...)
	if v.trial == nil || !v.on && len(v.trial.Now) == 0 {
		return steps
	}
	steps = append(append(steps, views.Do("what-if")), views.Given(views.Do("counting", v.s.Reading.Counting))...)
	if v.s.Oracle != nil {
		steps = append(steps, views.Do("theta", strconv.FormatFloat(v.s.Reading.Theta, 'g', -1, 64)))
	}
	return append(steps, loaders.Map(v.trial.Steps(), func(words []string) views.Step { return views.Do(views.StepEdit, words...) })...)
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
	if v.wanted = at; v.asked != "" {
		return v.readAsked()
	}
	scored := v.s.Runs[v.run]
	return v.fetch(func() func() tea.Cmd {
		ex := scored.Run.Example(at)
		_, _, complete := scored.Progress()
		read := read{early: !complete, at: at, of: scored.Run, ex: ex, held: scored.Hold(at),
			photos: evidence.Photos(scored.Run, ex), entailed: entailed(scored.Run, ex)}
		return func() tea.Cmd {
			v.show(read)
			return v.readOthers()
		}
	})
}

// Update accepts sizes, news, and the requested example.
func (v *screen) Update(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case views.Resize:
		v.area = msg.Area
	case views.Refresh:
		if run := v.s.Run(v.run); v.read.of != nil && v.read.of != run && v.read.at < run.Len() {
			return v.open(v.read.at)
		}
		if v.read.ex != nil {
			if _, _, complete := v.s.Runs[v.run].Progress(); v.read.early && complete {
				v.read.entailed, v.read.early = entailed(v.read.of, v.read.ex), false
			}
			v.program.Score(v.grade())
			v.weigh()
			v.locate()
			cmd = v.readOthers()
			if v.on && v.by != v.network() { // another model was named
				cmd = tea.Batch(cmd, v.start(func() tea.Cmd { return nil }))
			}
		}
	case fetched:
		if msg.of == &v.record && msg.request == v.request {
			cmd = msg.show()
		}
	}
	v.settle()
	return cmd
}

// show shows an example that was read.
func (v *screen) show(read read) {
	v.turn(read)
	v.model.turnTo(read)
	v.read, v.beside = read, beside{}
	v.weigh()
	if v.against != nil && v.against.Example.ID != read.ex.ID {
		v.against = nil
	}
	v.program.Differences = read.ex.Differences()
	v.program.Show(read.ex.Program, v.grade())
	v.alone, v.broken = read.ex.Broken == "" && len(read.ex.Program) == 0, read.ex.Broken != ""
	v.focus = v.first()
	v.listed = v.twin(read.at, v.run, v.home)
	v.list.Select(v.listed)
	v.reselect()
	v.locate()
}

// settle derives what the screen shows, after every change of selection,
// settings, size or scale, so that drawing only draws.
func (v *screen) settle() {
	ex := v.read.ex
	if ex == nil {
		return
	}
	ex = v.shownExample()
	v.program.Threshold, v.program.Changed = v.s.Settings.Threshold, nil
	v.program.Put(ex.Program)
	subject := evidence.Subject{
		Run: v.read.of, Example: ex, Node: v.program.Node(), Photos: v.read.photos,
		Score: v.score, Settings: v.s.Settings, Others: v.beside.list, NoPictures: v.s.NoPictures, Against: v.against,
	}
	v.program.Score(v.score)
	switch {
	case v.broken:
		subject = evidence.Nothing()
	case v.paper.on:
		ex = v.paper.show(&subject)
		v.about.replace(nil, v.s.Theme.Faint)
		v.arrange(ex, subject, v.s.Look)
		return
	case v.on:
		v.showOutcome(&subject)
	case v.model.on:
		v.model.show(&subject)
		ex = subject.Example
	}
	subject.Pointing = v.model.whyNobody() == ""
	about := slices.Concat(v.said, runFact(v.s, v.places))
	if v.model.on && len(v.model.edit) > 0 && v.focus != aboutPane { // the room is for what the model says
		about = nil
	}
	v.about.replace(about, v.s.Theme.Faint)
	v.arrange(ex, subject, v.s.Look)
}

func (v *screen) toEvidence() tea.Cmd {
	v.focus = evidencePane
	v.settle() // a click comes here by no key
	return nil
}

// kept is what stays when another run's example is shown.
type kept struct {
	id   string
	node int
}

// reselect selects the module that was selected in another run.
func (v *screen) reselect() {
	keep := v.keep
	v.keep = nil
	switch {
	case keep == nil:
	case v.read.ex.ID != keep.id: // rows have the beginning of an id
		v.s.Post(views.Flash{Text: "this may be another example: only the beginning of its id is the same", Bad: true})
	case keep.node >= 0 && keep.node < len(v.read.ex.Program):
		v.program.SelectNode(keep.node)
	}
}

// lead goes where the selected part of the text leads.
func lead(v *screen) tea.Cmd {
	switch s := v.about.selected(); {
	case s == nil || s.Lead == (Lead{}):
		return nil
	case s.Run != "":
		return v.toRun(slices.Index(v.s.Names(), s.Run))
	case s.Related > 0:
		return v.s.Push(v.another(s.Related - 1))
	default:
		return v.list.Lead(v.run, v.read.at, s.Lead)
	}
}

// twin is the example of a run of the session with the id of example i of another, -1
// for none that was read.
func (v *screen) twin(i, from, in int) int {
	if from == in || i < 0 {
		return i
	}
	return namesake(v.s.Run(from), i, v.s.Run(in))
}

// follower is the next example of the list, or the next failure, in direction
// d, ±1, that the run has.
func (v *screen) follower(d int, failure bool) (next int, found bool) {
	for at := v.twin(v.wanted, v.run, v.home); at >= 0; {
		if at, found = v.list.Next(at, d, failure); !found {
			return 0, false
		}
		if next = v.twin(at, v.home, v.run); next >= 0 {
			return next, true
		}
	}
	return 0, false
}

// another is the screen of another example of the run, with the list of this one.
func (v *screen) another(at int) *screen {
	w, _ := New(v.s, v.run, at, v.list).(*screen)
	w.home = v.home
	return w
}

// toRun goes to the same example of another run of the session, or says that it
// is not there.
func (v *screen) toRun(run int) tea.Cmd {
	at := namesake(v.read.of, v.read.at, v.s.Run(run))
	if at < 0 {
		return v.s.Post(views.Flash{Text: v.s.Run(run).Name + " does not have this example in what was read so far", Bad: true})
	}
	v.run, v.keep = run, &kept{v.read.ex.ID, v.program.Node()}
	return v.open(at)
}

// readAsked reads a question of one's own in place of an example of the run: it
// is about the picture of one.
func (v *screen) readAsked() tea.Cmd {
	text, about, scored := v.asked, v.source, v.s.Runs[v.run]
	return v.fetch(func() func() tea.Cmd {
		scene, err := v.s.Oracle.Scene(dfol.PictureOf(about))
		fail := func() tea.Cmd {
			v.s.Pop()
			return v.s.Post(views.Flash{Text: "this cannot be asked: " + loaders.Clean(err.Error()), Bad: true})
		}
		if err != nil {
			return fail
		}
		ex, x, err2 := ask.Ask(text, scene, v.s.Oracle.Concepts, v.s.Oracle.At(v.s.Reading.Theta).Settings)
		if err = err2; err != nil {
			return fail
		}
		ex.Images[0].Path = about.Images[0].Path
		return func() tea.Cmd {
			v.show(read{at: -1, of: scored.Run, ex: ex, held: scored.Weigh(ex), photos: evidence.Photos(scored.Run, ex), executor: x})
			return v.begin(func() tea.Cmd { return nil })
		}
	})
}
