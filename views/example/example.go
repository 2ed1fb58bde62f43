// Package example is the screen of one example: its question, its program, and the evidence of the
// selected module, which views/evidence draws.
package example

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/evidence/panel"
	"faithscope/views/evidence/tree"
	"faithscope/views/widget"
)

// exampleScreen is one example in the version that is shown.
type exampleScreen struct {
	views.PlainView
	*versionMode
	route      listOrigin
	changes    whatIfMode
	model      modelMode
	annotation annotationMode

	against *evidence.ExampleVersion // what the selected module is compared with, nil for none
	heldBy  []views.ViewStep         // the steps to it
}

// New returns the screen of the example at an index of the session's run, opened from exampleList.
func New(s *views.Session, runIndex, exampleIndex int, exampleList ExampleList) views.View {
	r := &scoredExample{s: s, run: runIndex, latest: latestRequests{wanted: exampleIndex},
		loadedExample: loadedExample{examplePlace: examplePlace{at: exampleIndex}}}
	p := &panes{program: tree.New(), evidence: panel.New()}
	m := &versionMode{scoredExample: r, panes: p, left: map[examplePlace]*exampleChanges{}}
	m.exampleChanges = m.findKept(r.examplePlace)
	v := &exampleScreen{versionMode: m, route: listOrigin{scoredExample: r, list: exampleList, home: runIndex, listed: exampleIndex},
		changes: whatIfMode{versionMode: m}}
	v.model = modelMode{versionMode: m, known: map[string]*loaders.Example{}}
	m.settle, v.annotation.versionMode = v.layOut, m
	p.program.Open, p.program.Moved, p.program.Marks = v.toEvidence, v.layOut, r.marksOn
	p.about.Open = func() tea.Cmd { return followLead(v) }
	return v
}

func (v *exampleScreen) Init() tea.Cmd { return v.openExample(v.latest.wanted) }

func (v *exampleScreen) Place() views.Place { return views.PlaceExamples }

// Title has both ends of a long id, because ids often share one.
func (v *exampleScreen) Title() string {
	const most = 20
	id := loaders.Clean(v.exampleID())
	if w := ansi.StringWidth(id); w > most {
		id = ansi.Truncate(id, most/2, "") + "…" + ansi.TruncateLeft(id, w-most/2+1, "")
	}
	return id + widget.If(v.route.isAway(), " in "+v.runName())
}

func (v *exampleScreen) Scope() string { return v.route.describePlace() }

func (v *exampleScreen) Shows() (run, at int) { return v.run, v.at }

func (v *exampleScreen) Waiting() bool { return v.ex == nil || v.changes.starting }

func (v *exampleScreen) Loading() bool { return v.ex == nil }

func (v *exampleScreen) Status() string {
	earlier := v.route.list.Earlier()
	return cmp.Or(v.model.describeStatus(), widget.If(earlier != "", "the list was made with "+earlier+" and is updated when you return"))
}

func (v *exampleScreen) Rooted() bool {
	return v.ex != nil && (v.route.listed < 0 || !v.route.list.Lists(v.route.listed))
}

// openExample opens the example at an index, or the question of one's own while v.asked is set: it
// reads it in the background, then what it is compared with.
func (v *exampleScreen) openExample(exampleIndex int, followUps ...func()) tea.Cmd {
	if v.latest.number++; v.ex != nil && exampleIndex != v.at {
		v.s.Start.Guided = ""
	}
	if v.latest.wanted = exampleIndex; v.asked != "" {
		return v.openQuestion()
	}
	scored, oracle := v.scoredRun(), v.s.Oracle
	return v.fetchShown(func() func() tea.Cmd {
		read := readExample(scored, exampleIndex, oracle)
		return func() tea.Cmd {
			was := v.of
			v.showExample(read)
			for _, do := range followUps {
				do()
			}
			return tea.Batch(v.readOthers(), v.readBooks(was))
		}
	})
}

func (v *exampleScreen) openQuestion() tea.Cmd {
	question := v.readQuestion()
	return v.fetchShown(func() func() tea.Cmd {
		read, err := question()
		return func() tea.Cmd {
			if err != nil {
				v.s.Pop()
				return v.refuseWith("can't ask: " + err.Error())
			}
			v.showExample(read)
			return v.changes.beginChanges(nil)
		}
	})
}

// Update shows what was read unless another example was requested since, scores again on a
// [views.RefreshViews], and reads the example again if its run was reopened.
func (v *exampleScreen) Update(msg tea.Msg) (cmd tea.Cmd) {
	switch msg := msg.(type) {
	case views.ResizeView:
		v.panes.area = msg.Area
	case views.RefreshViews:
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
		if msg.of == v.scoredExample && (msg.request == v.latest.number || msg.request == ofAny) {
			cmd = msg.show()
		}
	}
	v.layOut()
	return cmd
}

// showExample shows an example with the changes kept for it. A pinned module stays for the same id.
// Another run keeps the selected module, with a warning if only the beginning of the id is the
// same, because rows hold no more.
func (v *exampleScreen) showExample(loaded loadedExample) {
	p, left, annotates := v.panes, v.loadedExample, v.form == drafted
	node := p.program.Node()
	v.other, v.exampleChanges, v.changes, v.model.stages = evidence.ExampleVersion{}, v.findKept(loaded.examplePlace),
		whatIfMode{versionMode: v.versionMode}, nil
	v.loadedExample, v.elsewhere.asked, v.elsewhere.list, p.broken = loaded, nil, nil, loaded.ex.Broken != ""
	switch {
	case v.isAskingHere():
		v.model.arrangeStages()
	case annotates && v.asked == "" && v.ownBook() != nil:
		v.form = drafted // also an unreadable one, so that annotating continues with the next
	default:
		v.form = recorded
	}
	v.changes.scoreChanged()
	if v.against != nil && v.against.Example.ID != loaded.ex.ID {
		v.against = nil
	}
	p.program.Differences = loaded.ex.Differences()
	p.program.Show(loaded.ex, v.gradeExample())
	v.annotation.toNextStep()
	p.alone = !p.broken && len(loaded.ex.Program) == 0
	p.focus = p.firstPane()
	v.route.selectListed()
	switch {
	case left.ex == nil:
	case left.ex.ID != loaded.ex.ID && left.of != loaded.of: // rows hold only the beginning of an id
		v.refuseWith("this may be another example: only the start of its id matches")
	case left.ex.ID == loaded.ex.ID && node >= 0 && node < len(loaded.ex.Program): // of another run
		p.program.SelectNode(node)
	}
	v.locateTwins()
}

// shownLayer returns the version on screen with its score. Its name is "" if it equals the recorded
// one.
func (v *exampleScreen) shownLayer() evidence.ExampleVersion {
	l := evidence.ExampleVersion{Example: v.changes.shownExample(), Node: v.selectedNode(), Score: v.score}
	switch {
	case v.form == changed:
		l.Name, l.Score = widget.If(len(v.trial.Now) > 0, "what-if"), v.changes.after
	case v.form == alternate:
		l.Name, l.Score = v.other.Name, v.other.Score
	case v.annotation.stepProgress().Steps > 0:
		return v.annotation.stepsLayer()
	case v.form == drafted && v.ownBook().Annotated(v.ex.ID):
		l.Name, l.Example, l.Score = draftedName, v.ownBook().Gild(v.ex, "you", &v.of.Problems), nil
	case v.form == reasked && v.model.lastAnswer() != nil:
		l.Name, l.Example = reaskedName, v.model.lastAnswer()
	}
	return l
}

// countNeighbours returns how many examples the list has around this one, 0 for none to show.
func (v *exampleScreen) countNeighbours() int {
	if place, of := v.route.list.At(v.route.listed); place >= 0 && of > 1 && !v.route.isAway() && v.form == recorded {
		return of
	}
	return 0
}

// layOut derives everything on screen from the version shown, so that drawing only draws. It runs
// after every change, and does nothing before the example is read.
func (v *exampleScreen) layOut() {
	p := v.panes
	if v.ex == nil {
		return
	}
	p.program.Name, p.program.Others = v.runName(), append(v.annotation.opinionLayers(), v.elsewhere.list...)
	l := v.shownLayer()
	about := slices.Concat(v.facts, runFact(&v.s.Data, v.elsewhere.places, l.Score), v.raw)
	l.Name = ""
	p.program.Settings, p.program.Changed = v.s.Settings, nil
	p.program.Put(l.Example.Program)
	subject := evidence.ShownVersions{
		Run: v.of, Photos: v.photos, Settings: v.s.Settings, Others: p.program.Others, NoPictures: v.s.Pictured.NoPictures,
		Cell: v.s.Pictured.Cell, ExampleVersion: l,
	}
	if v.against != nil {
		subject.Held = *v.against
	}
	p.program.Scores = l.Score
	said := widget.If(v.s.Start.Guides[v.runName()].Says == v.s.Start.Guided, v.s.Start.Guided)
	switch {
	case p.broken:
		subject = evidence.Nothing()
	case v.form == drafted:
		l.Example, about = v.annotation.showDraft(&subject, about)
	case v.form == changed:
		repairs := v.changes.repairRows()
		v.changes.showOutcome(&subject)
		about = append(repairs, about...)
		said = cmp.Or(v.changes.noticeLine(repairs), said)
	case v.form == reasked:
		v.model.showAnswers(&subject)
		l = subject.ExampleVersion
	}
	if v.form == reasked && len(v.edit) > 0 && p.focus != aboutPane { // the answers need the room
		about = nil
	}
	if p.notice = nil; said != "" {
		p.notice = widget.Wrap(said, p.area.Dx()-2)
	}
	subject.Pointing = v.form != drafted && v.model.whyNobody() == ""
	if p.about.replaceRows(about, v.s.Theme.Faint); len(about) > 0 {
		p.about.Columns[1].Title = widget.If(v.form == changed, "before the changes")
	}
	p.isEdited = v.form != recorded
	p.neighbours = v.countNeighbours()
	p.arrangeParts(l.Example, subject, v.s.Look)
}

func (v *exampleScreen) toEvidence() tea.Cmd {
	v.panes.focus = evidencePane
	v.layOut() // after a click no action does
	return nil
}

func followLead(v *exampleScreen) tea.Cmd {
	switch s := v.panes.about.selectedPart(); {
	case s == nil || s.FactLink == (FactLink{}):
		return nil
	case s.Run > 0:
		return v.toRun(s.Run - 1)
	case s.Repair > 0:
		v.panes.selectModule(s.Repair - 1)
		return v.changes.setOutput("gold")()
	case s.Fix > 0:
		return v.changes.believe(v.ex.Answer.Mending[s.Fix-1])()
	case s.Related > 0:
		return v.s.Push(v.anotherExample(s.Related - 1))
	default:
		return v.route.list.Lead(v.run, v.at, s.FactLink)
	}
}

func (v *exampleScreen) anotherExample(exampleIndex int) *exampleScreen {
	w, _ := New(v.s, v.run, exampleIndex, v.route.list).(*exampleScreen)
	w.route.home = v.route.home
	return w
}

func (v *exampleScreen) toRun(runIndex int) tea.Cmd {
	to := v.s.Run(runIndex)
	at := namesakeOf(v.of, v.at, to)
	if at < 0 {
		_, _, isComplete := v.s.Runs[runIndex].Progress()
		return v.refuseWith(to.Name + loaders.IfElse(isComplete, " doesn't have this example", ": this example hasn't been read yet"))
	}
	v.run = runIndex
	return v.openExample(at)
}
