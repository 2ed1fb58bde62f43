// Package example is the screen of one example: its question, its program, and the evidence of the
// selected module, which views/evidence draws.
package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/evidence/panel"
	"faithscope/views/evidence/tree"
	"faithscope/views/widget"
)

// screen is one example in the version that is shown.
type screen struct {
	views.Plain
	*mode
	route      listRoute
	changes    whatIfMode
	model      modelMode
	annotation annotationMode

	against *evidence.Layer // what the selected module is compared with, nil for none
	heldBy  []views.Step    // the steps to it
}

// New returns the screen of the example at an index of the session's run, opened from list.
func New(s *views.Session, run, index int, list List) views.View {
	r := &record{s: s, run: run, latest: latestRequests{wanted: index}, loadedExample: loadedExample{examplePlace: examplePlace{at: index}}}
	p := &panes{program: tree.New(), evidence: panel.New()}
	m := &mode{record: r, panes: p, left: map[examplePlace]*keptChanges{}}
	m.keptChanges = m.findKept(r.examplePlace)
	v := &screen{mode: m, route: listRoute{record: r, list: list, home: run, listed: index}, changes: whatIfMode{mode: m}}
	v.model = modelMode{mode: m, known: map[string]*loaders.Example{}}
	m.settle, v.annotation.mode = v.layOut, m
	p.program.Open, p.program.Moved, p.program.Marks = v.toEvidence, v.layOut, r.marksOn
	p.about.Open = func() tea.Cmd { return followLead(v) }
	return v
}

func (v *screen) Init() tea.Cmd { return v.openExample(v.latest.wanted) }

func (v *screen) Place() views.Place { return views.PlaceExamples }

func (v *screen) Title() string {
	return v.exampleID() + widget.If(v.route.isAway(), " in "+v.runName())
}

func (v *screen) Scope() string { return v.route.describePlace() }

func (v *screen) Shows() (run, at int) { return v.run, v.at }

func (v *screen) Waiting() bool { return v.ex == nil || v.changes.starting }

func (v *screen) Loading() bool { return v.ex == nil }

func (v *screen) Status() string {
	earlier := v.route.list.Earlier()
	return cmp.Or(v.model.describeStatus(), widget.If(earlier != "", "the list is as it was at "+earlier+" until you return"))
}

func (v *screen) Rooted() bool {
	return v.ex != nil && (v.route.listed < 0 || !v.route.list.Lists(v.route.listed))
}

// openExample opens the example at an index, or the question of one's own while v.asked is set: it
// reads it in the background, then what it is compared with.
func (v *screen) openExample(index int) tea.Cmd {
	if v.latest.number++; v.ex != nil && index != v.at {
		v.s.Start.Guided = ""
	}
	if v.latest.wanted = index; v.asked != "" {
		return v.openQuestion()
	}
	scored, oracle := v.s.Runs[v.run], v.s.Oracle
	return v.fetchShown(func() func() tea.Cmd {
		read := readExample(scored, index, oracle)
		return func() tea.Cmd {
			was := v.of
			v.showExample(read)
			return tea.Batch(v.readOthers(), v.readBooks(was))
		}
	})
}

func (v *screen) openQuestion() tea.Cmd {
	question := v.readQuestion()
	return v.fetchShown(func() func() tea.Cmd {
		read, err := question()
		return func() tea.Cmd {
			if err != nil {
				v.s.Pop()
				return v.refuseWith("this cannot be asked: " + err.Error())
			}
			v.showExample(read)
			return v.changes.beginChanges(nil)
		}
	})
}

// Update shows what was read unless another example was requested since, scores again on a
// [views.Refresh], and reads the example again if its run was reopened.
func (v *screen) Update(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case views.Resize:
		v.panes.area = msg.Area
	case views.Refresh:
		if run := v.s.Run(v.run); v.of != nil && v.of != run {
			v.stopAsking()
			at := namesakeOf(v.of, v.at, run)
			if v.panes.broken && v.at < run.Len() { // it has no id of its own
				at = v.at
			}
			if at >= 0 {
				return v.openExample(at)
			}
		}
		if v.ex != nil {
			v.lookUpEntailed()
			v.other.Score = v.scoreForm(v.other.Example)
			v.gradeExample()
			v.locateTwins()
			cmd = tea.Batch(v.readOthers(), v.changes.followNews())
		}
	case fetchResult:
		if msg.of == v.record && (msg.request == v.latest.number || msg.request == ofAny) {
			cmd = msg.show()
		}
	}
	v.layOut()
	return cmd
}

// showExample shows an example with the changes kept for it. A pinned module stays for the same id.
// Another run keeps the selected module, with a warning if only the beginning of the id is the
// same, because rows hold no more.
func (v *screen) showExample(read loadedExample) {
	p, left, annotates := v.panes, v.loadedExample, v.form == drafted
	node := p.program.Node()
	v.other, v.keptChanges, v.changes, v.model.stages = evidence.Layer{}, v.findKept(read.examplePlace), whatIfMode{mode: v.mode}, nil
	v.loadedExample, v.elsewhere.beside, p.broken = read, otherRuns{}, read.ex.Broken != ""
	switch {
	case v.isAskingHere():
		v.model.arrangeStages()
	case annotates && v.asked == "" && v.s.Book(v.run) != nil:
		v.form = drafted // also an unreadable one, so that annotating continues with the next
	default:
		v.form = recorded
	}
	v.changes.scoreChanged()
	if v.against != nil && v.against.Example.ID != read.ex.ID {
		v.against = nil
	}
	p.program.Differences = read.ex.Differences()
	p.program.Show(read.ex.Program, v.gradeExample())
	p.alone = !p.broken && len(read.ex.Program) == 0
	p.focus = p.firstPane()
	v.route.selectListed()
	switch {
	case left.ex == nil:
	case left.ex.ID != read.ex.ID && left.of != read.of: // rows hold only the beginning of an id
		v.refuseWith("this may be another example: only the beginning of its id is the same")
	case left.ex.ID == read.ex.ID && node >= 0 && node < len(read.ex.Program): // of another run
		p.program.SelectNode(node)
	}
	v.locateTwins()
}

// shownLayer returns the version on screen with its score. Its name is "" if it equals the recorded
// one.
func (v *screen) shownLayer() evidence.Layer {
	l := evidence.Layer{Example: v.changes.shownExample(), Node: v.selectedNode(), Score: v.score}
	switch {
	case v.form == changed:
		l.Name, l.Score = widget.If(len(v.trial.Now) > 0, "what-if"), v.changes.after
	case v.form == alternate:
		l.Name, l.Score = v.other.Name, v.other.Score
	case v.form == drafted && v.s.Book(v.run).Annotated(v.ex.ID):
		l.Name, l.Example, l.Score = draftedName, v.s.Book(v.run).Gild(v.ex, "you", &v.of.Problems), nil
	case v.form == reasked && v.model.lastAnswer() != nil:
		l.Name, l.Example = reaskedName, v.model.lastAnswer()
	}
	return l
}

// layOut derives everything on screen from the version shown, so that drawing only draws. It runs
// after every change, and does nothing before the example is read.
func (v *screen) layOut() {
	p := v.panes
	if v.ex == nil {
		return
	}
	l, about := v.shownLayer(), slices.Concat(v.facts, runFact(&v.s.Data, v.elsewhere.places))
	l.Name = ""
	p.program.Threshold, p.program.Changed = v.s.Settings.Threshold, nil
	p.program.Put(l.Example.Program)
	subject := evidence.Subject{
		Run: v.of, Photos: v.photos, Settings: v.s.Settings, Others: v.elsewhere.beside.list, NoPictures: v.s.Pictured.NoPictures,
		Layers: []evidence.Layer{l},
	}
	if v.against != nil {
		subject.Layers = append(subject.Layers, *v.against)
	}
	p.program.Scores = l.Score
	if p.notice = nil; v.s.Start.Guided != "" && v.s.Start.Guides[v.runName()].Says == v.s.Start.Guided {
		p.notice = widget.Wrap(v.s.Start.Guided, p.area.Dx()-2)
	}
	switch {
	case p.broken:
		subject = evidence.Nothing()
	case v.form == drafted:
		l.Example, about = v.annotation.showSheet(&subject), nil
	case v.form == changed:
		repairs := v.changes.repairRows()
		v.changes.showOutcome(&subject)
		about = append(repairs, about...)
		if said := v.changes.noticeLine(repairs); said != "" {
			p.notice = widget.Wrap(said, p.area.Dx()-2)
		}
	case v.form == reasked:
		v.model.showAnswers(&subject)
		l = subject.Layers[0]
	}
	if v.form == reasked && len(v.edit) > 0 && p.focus != aboutPane { // the answers need the room
		about = nil
	}
	subject.Pointing = v.form != drafted && v.model.whyNobody() == ""
	p.about.replaceRows(about, v.s.Theme.Faint)
	p.arrangeParts(l.Example, subject, v.s.Look)
}

func (v *screen) toEvidence() tea.Cmd {
	v.panes.focus = evidencePane
	v.layOut() // after a click no action does
	return nil
}

func followLead(v *screen) tea.Cmd {
	switch s := v.panes.about.selectedPart(); {
	case s == nil || s.Lead == (Lead{}):
		return nil
	case s.Run != "":
		return v.toRun(slices.Index(v.s.Names(), s.Run))
	case s.Repair > 0:
		v.panes.selectModule(s.Repair - 1)
		return v.changes.setOutput("gold")()
	case s.Related > 0:
		return v.s.Push(v.anotherExample(s.Related - 1))
	default:
		return v.route.followLead(s.Lead)
	}
}

func (v *screen) anotherExample(index int) *screen {
	w, _ := New(v.s, v.run, index, v.route.list).(*screen)
	w.route.home = v.route.home
	return w
}

func (v *screen) toRun(run int) tea.Cmd {
	to := v.s.Run(run)
	at := namesakeOf(v.of, v.at, to)
	if at < 0 {
		return v.refuseWith(to.Name + " does not have this example in what was read so far")
	}
	v.run = run
	return v.openExample(at)
}
