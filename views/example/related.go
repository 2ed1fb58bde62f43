package example

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// entailed returns where the examples are whose answers follow from an example's,
// in the order of the record and without itself; -1 for one that nobody has read,
// or that the run does not have.
func entailed(run *loaders.Run, ex *loaders.Example) []int {
	var places []int
	wanted := map[string][]int{}
	for _, id := range ex.Entailed {
		if id != ex.ID {
			wanted[id] = append(wanted[id], len(places))
			places = append(places, -1)
		}
	}
	for i := 0; len(wanted) > 0 && i < run.Len(); i++ {
		id, ok := peek(run, i)
		if !ok {
			continue
		}
		for _, k := range wanted[id] {
			places[k] = i
		}
		delete(wanted, id)
	}
	return places
}

// seek looks for what an example entails again, once all of the run was read.
func seek(v *screen) {
	if _, _, complete := v.s.Runs[v.run].Progress(); v.read.early && complete {
		v.read.entailed, v.read.early = entailed(v.read.of, v.read.ex), false
	}
}

// siblings returns where the other examples are that were read and have the first
// picture of an example. It reads records.
func siblings(table *facts.Table, at int) []int {
	picture := table.Column("image")
	own := picture(at)
	if own == "" {
		return nil
	}
	var places []int
	for _, i := range table.All() {
		if i != at && picture(i) == own {
			places = append(places, i)
		}
	}
	return places
}

// outcome says how examples are answered: "3 right, 2 wrong", and how many of them
// were not found.
func outcome(rows *session.Summaries, places []int) string {
	var counts [3]int
	missing := 0
	for _, at := range places {
		if at < 0 || at >= rows.Len() {
			missing++
			continue
		}
		counts[rows.Answer(at)]++
	}
	parts := []string{fmt.Sprintf("%d right", counts[loaders.Right]), fmt.Sprintf("%d wrong", counts[loaders.Wrong])}
	if n := counts[loaders.Unknown]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d without a verdict", n))
	}
	if missing > 0 {
		parts = append(parts, fmt.Sprintf("%d not found", missing))
	}
	return strings.Join(parts, ", ")
}

// verdictSigns stand before an answer.
var verdictSigns = [...]string{loaders.Unknown: "?", loaders.Right: "✓", loaders.Wrong: "✗"}

// entails says what follows from the example's answer and how that was answered:
// a fact for all, and one for each question, which leads to it.
func entails(v *screen) []fact {
	places := v.read.entailed
	if len(places) == 0 {
		return nil
	}
	rows, run := v.s.Runs[v.run].Summaries(v.s.Settings), v.read.of
	facts := []fact{{fmt.Sprintf("entails %d", len(places)), []part{{text: outcome(rows, places)}}}}
	ids := slices.DeleteFunc(slices.Clone(v.read.ex.Entailed), func(id string) bool { return id == v.read.ex.ID })
	for k, at := range places {
		if at < 0 || at >= rows.Len() {
			facts = append(facts, fact{"  not found", []part{{text: ids[k]}}})
			continue
		}
		row := run.Row(at)
		answer := verdictSigns[row.Correct] + " " + row.Predicted
		if row.Correct == loaders.Wrong && row.Gold != "" {
			answer += ", gold " + row.Gold
		}
		facts = append(facts, fact{"  " + answer, []part{{row.Question, Lead{Related: at + 1}}}})
	}
	return facts
}

// related is the answer to a wish to see an example's related questions.
type related struct {
	view     *screen
	at       int
	siblings []int
}

// relatedAction opens a list of the questions that the example entails and of
// those about the same picture.
func relatedAction(v *screen) widget.Action {
	return widget.Action{Name: "related", Keys: []string{"V"}, Help: "list the questions that this one entails and the others about its picture, and go to one", Group: "Example",
		Footer: len(v.read.entailed) > 0,
		Disabled: func() string {
			switch ex := v.read.ex; {
			case ex == nil:
				return "the example is still being read"
			case len(v.read.entailed) == 0 && (len(ex.Images) == 0 || ex.Images[0].Path == ""):
				return "the example entails no other question, and has no picture"
			}
			return ""
		},
		Run: func() tea.Cmd {
			at, table := v.read.at, v.s.Table(v.run)
			v.s.Post(views.Flash{Text: "looking for questions about the same picture …"})
			return func() tea.Msg { return related{v, at, siblings(table, at)} }
		}}
}

// relate shows the related questions.
func relate(v *screen, msg related) tea.Cmd {
	if msg.view != v || v.read.ex == nil || msg.at != v.read.at {
		return nil
	}
	v.s.Post(views.Flash{}) // it was found
	var places []int
	for _, at := range slices.Concat(v.read.entailed, msg.siblings) {
		if at >= 0 && !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		return v.s.Post(views.Flash{Text: "the run has no other question about this picture"})
	}
	rows := v.s.Runs[v.run].Summaries(v.s.Settings)
	var heads []string
	for name, places := range map[string][]int{"entails": v.read.entailed, "same picture": msg.siblings} {
		if len(places) > 0 {
			heads = append(heads, fmt.Sprintf("%s %d: %s", name, len(places), outcome(rows, places)))
		}
	}
	slices.Sort(heads)
	p := &widget.Picker{Name: "Related questions", Hint: strings.Join(heads, " · "), Width: v.area.Dx() * 9 / 10, Close: v.s.Pop, Key: "V", Pick: func(i int) tea.Cmd {
		v.s.Pop()
		return toRelated(v, places[i], places)
	}}
	p.Rows.Columns = []widget.Column{{Width: 7}, {Title: "answer", Width: 11}, {Title: "question", Width: 40, Grow: 1}, {Title: "id", Width: 8, Drop: 1}}
	p.Rows.Entries = func(i int) []widget.Entry {
		row, relation := v.read.of.Row(places[i]), ""
		if slices.Contains(v.read.entailed, places[i]) {
			relation = "follows"
		}
		faithful := [...]string{"", " ●", " ○"}[rows.Faithful(places[i])]
		return []widget.Entry{{Text: relation, Style: widget.Ink(v.s.Theme.Faint)},
			{Text: verdictSigns[row.Correct] + " " + row.Predicted + faithful, Style: v.s.Verdict(row.Correct)}, {Text: row.Question}, {Text: row.ID, Style: widget.Ink(v.s.Theme.Faint)}}
	}
	p.Rows.SetCount(len(places))
	return v.s.Push(views.NewModal(v.s, p.Open()))
}

// toRelated goes to one of a few related examples, those that were found.
func toRelated(v *screen, at int, places []int) tea.Cmd {
	places = slices.DeleteFunc(slices.Clone(places), func(at int) bool { return at < 0 })
	return v.s.Push(New(v.s, v.run, at, few{v.list, v.s, v.run, places}))
}

// few is a list of a few examples of a run, which no screen shows. What is said of
// them leads where the list of all of them would lead.
type few struct {
	List
	s      *views.Session
	run    int
	places []int
}

// Place implements [List].
func (l few) Place(example int) (at, of int) { return slices.Index(l.places, example), len(l.places) }

// Next implements [List].
func (l few) Next(example, d int, failure bool) (next int, ok bool) {
	rows := l.s.Runs[l.run].Summaries(l.s.Settings)
	for i := slices.Index(l.places, example) + d; i >= 0 && i < len(l.places); i += d {
		at := l.places[i]
		if !failure || rows.Answer(at) == loaders.Wrong || rows.Faithful(at) == loaders.Wrong || l.s.Run(l.run).Row(at).Broken {
			return at, true
		}
	}
	return 0, false
}

// Lists implements [List]: a link to an example goes by the list of all.
func (few) Lists(int) bool { return false }

// Select implements [List].
func (few) Select(int) {}

// Find implements [List].
func (l few) Find(text string) (example int, why string) {
	for _, at := range l.places {
		if l.s.Run(l.run).Row(at).ID == text {
			return at, ""
		}
	}
	return 0, "none of these questions has this id"
}

// baseFailed says in which of the base model's sets the question is, and why the
// base model failed, as far as that is known; nil for a question in neither.
func baseFailed(v *screen) []fact {
	hard, easy := reasoning.Sets(v.read.held.Evidence(reasoning.Protocol.Name), v.s.Settings.Substring)
	if !hard && !easy {
		return nil
	}
	set := map[bool]string{true: "hard", false: "easy"}[hard]
	if v.s.Base == nil {
		return []fact{{"set", []part{{text: set}}}}
	}
	scored := v.s.Runs[*v.s.Base]
	why := []part{{"by " + scored.Run.Name, Lead{Run: scored.Run.Name}}}
	at := namesake(v.read.of, v.read.at, scored.Run)
	if at < 0 {
		return []fact{{set, why}}
	}
	rows := scored.Summaries(v.s.Settings)
	why = append(why, part{text: "it answers " + scored.Run.Row(at).Predicted})
	switch k, cause := rows.Culprit(at); {
	case hard && k >= 0:
		why = append(why, part{text: rows.Types()[k] + ", " + cause.String() + ": " + cause.Sentence()})
	case hard && rows.Faithful(at) == loaders.Right:
		why = append(why, part{text: "none of its modules went wrong by itself"})
	}
	return []fact{{set, why}}
}
