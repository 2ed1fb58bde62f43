package views

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// everyView returns one view of every kind over a scored session.
func everyView(t *testing.T, s *Session) map[string]View {
	t.Helper()
	list := NewExamples(s, 0, ExampleFilter{}).(*Examples)
	spans := NewExamples(s, 1, ExampleFilter{}).(*Examples)
	overview := NewOverview(s)
	return map[string]View{
		"overview": overview, "problems": NewProblems(s), "help": NewHelp(s, overview.Actions()),
		"command": NewCommand(s, overview.Actions()), "note": NewNote(s, "Problem", []Labelled{{"what", strings.Repeat("long text ", 80)}}),
		"examples": list, "example with boxes": NewExample(list, 0), "example with spans": NewExample(spans, 0),
		"broken example": NewExample(list, 10),
	}
}

// hostile has control characters, wide and combining ones in every text that
// a file can set.
func hostile(t *testing.T) *Session {
	t.Helper()
	s := sampleSession(t)
	bad := "\x1b[31mred\x07\x1b]0;title\x07 日本語 e\u0301\u202e\x9b2J" + strings.Repeat("x", 300)
	for _, scored := range s.Runs {
		run := scored.Run
		run.Name, run.Model, run.Dataset, run.Note = bad, bad, bad, bad
		run.Problems.Add(loaders.Problem{File: bad, Line: 3, Example: bad, What: bad, Done: bad})
		for i := range run.Len() {
			ex := run.Example(i)
			ex.Question, ex.Answer.Predicted, ex.Answer.Gold = bad, bad, bad
		}
	}
	return readAll(t, s)
}

// No key may mean two things on one screen, and every action has to be told
// in words and reached without ctrl.
func TestActionTables(t *testing.T) {
	s := readAll(t, sampleSession(t))
	global := GlobalActions(s, func() []widget.Action { return nil })
	// A popup closes with the key that opened it.
	intended := map[string]string{"help": "?"}
	named := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for name, view := range everyView(t, s) {
		actions := view.Actions()
		keys, names := map[string]string{}, map[string]bool{}
		for _, a := range append(slices.Clone(global), actions...) {
			if a.Help == "" || strings.TrimSpace(a.Help) != a.Help {
				t.Errorf("%s: %s has no help", name, a.Name)
			}
			if !named.MatchString(a.Name) {
				t.Errorf("%s: %q is no name to type", name, a.Name)
			}
			if names[a.Name] {
				t.Errorf("%s: two actions are called %s", name, a.Name)
			}
			names[a.Name] = true
			if a.Run == nil {
				t.Errorf("%s: %s does nothing", name, a.Name)
			}
			if !slices.ContainsFunc(a.Keys, func(k string) bool { return !strings.Contains(k, "ctrl+") && !strings.Contains(k, "alt+") }) {
				t.Errorf("%s: %s needs ctrl or alt: %v", name, a.Name, a.Keys)
			}
			for _, k := range a.Keys {
				if other, taken := keys[k]; taken && intended[name] != k {
					t.Errorf("%s: %s is both %s and %s", name, k, other, a.Name)
				}
				keys[k] = a.Name
			}
		}
	}
}

// The keys of non-letters that some layouts lack have a letter twin.
func TestBracketsHaveLetterTwins(t *testing.T) {
	s := readAll(t, sampleSession(t))
	for name, view := range everyView(t, s) {
		for _, a := range view.Actions() {
			bracket := slices.ContainsFunc(a.Keys, func(k string) bool { return k == "[" || k == "]" || k == "{" || k == "}" })
			letter := slices.ContainsFunc(a.Keys, func(k string) bool { return len(k) == 1 && unicode.IsLetter(rune(k[0])) })
			if bracket && !letter {
				t.Errorf("%s: %s has only %v", name, a.Name, a.Keys)
			}
		}
	}
}

// Every view draws at any size, draws the same twice, and writes nothing but
// text and styles.
func TestViewsDrawAtAnySize(t *testing.T) {
	for name, session := range map[string]*Session{"plain": readAll(t, sampleSession(t)), "hostile": hostile(t), "unread": sampleSession(t)} {
		for kind, view := range everyView(t, session) {
			t.Run(name+"/"+kind, func(t *testing.T) {
				for _, size := range [][2]int{{80, 21}, {132, 37}, {1, 1}, {3, 2}, {20, 5}, {40, 12}, {79, 20}, {250, 80}} {
					s := newScreen(t, size[0], size[1], session, view)
					before := s.frame
					s.draw()
					if before.Content() != s.frame.Content() || len(before.Clicks) != len(s.frame.Clicks) {
						t.Fatalf("%v: drawing twice differs:\n%s\nthen\n%s", size, frameText(before), s.text())
					}
					if text := s.text() + s.view.Status() + s.view.Title(); name != "hostile" && strings.ContainsRune(text, '\x1b') {
						t.Errorf("%v: an escape is on screen", size)
					}
					for _, line := range strings.Split(s.text(), "\n") {
						if i := strings.IndexFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f || (r >= 0x80 && r < 0xa0) || r == 0x202e }); i >= 0 {
							t.Fatalf("%v: control character in %q", size, line)
						}
					}
				}
			})
		}
	}
}

// Drawing at one size leaves no trace in how another looks.
func TestDrawChangesNothing(t *testing.T) {
	session := readAll(t, sampleSession(t))
	for kind, view := range everyView(t, session) {
		s := newScreen(t, 80, 21, session, view)
		want := s.frame.Content()
		other := widget.NewFrame(33, 7)
		view.Draw(other, other.Bounds())
		s.draw()
		if got := s.frame.Content(); got != want {
			t.Errorf("%s looks different after it was drawn elsewhere:\n%s", kind, s.text())
		}
	}
}

func TestHelpListsOwnActionsThenGlobal(t *testing.T) {
	session := readAll(t, sampleSession(t))
	actions := NewOverview(session).Actions()
	s := newScreen(t, 132, 60, session, NewHelp(session, actions))
	at := -1
	for _, a := range append(actions, GlobalActions(session, nil)...) {
		i := strings.Index(s.text(), ":"+a.Name)
		if i < 0 {
			t.Errorf("%s is not listed:\n%s", a.Name, s.text())
		}
		if i < at {
			t.Errorf("%s is out of order", a.Name)
		}
		at = i
	}
}

func TestHelpSearchesAndRuns(t *testing.T) {
	session := readAll(t, sampleSession(t))
	s := newScreen(t, 80, 22, session, NewHelp(session, NewOverview(session).Actions()))
	s.press("/")
	s.typed("unfaithful modules")
	s.want("list right answers with unfaithful")
	if strings.Contains(s.text(), "next row") {
		t.Errorf("the search kept what does not match:\n%s", s.text())
	}
	s.press("enter", "enter")
	if !slices.Equal(s.picked, []string{"right-but-unfaithful"}) {
		t.Errorf("ran %v", s.picked)
	}
}

func TestHelpEscEndsTheSearchFirst(t *testing.T) {
	session := readAll(t, sampleSession(t))
	s := newScreen(t, 80, 22, session, NewHelp(session, NewOverview(session).Actions()))
	s.press("/")
	s.typed("zzz")
	s.want("no action is like that")
	s.press("esc")
	s.want("next row")
	if s.view.Typing() {
		t.Error("still typing")
	}
	s.press("/")
	s.typed("iou")
	s.press("enter")
	s.want("search: iou", "esc: all")
	s.press("esc")
	s.want("next row")
	if s.pops != 0 {
		t.Error("esc closed help while it had a search to end")
	}
}

func TestHelpSaysWhyAnActionIsOff(t *testing.T) {
	session := readAll(t, sampleSession(t))
	actions := []widget.Action{{Name: "fly", Keys: []string{"f"}, Help: "fly", Run: func() tea.Cmd { return nil }, Disabled: func() string { return "no wings" }}}
	s := newScreen(t, 132, 30, session, NewHelp(session, actions))
	s.want("fly (not now: no wings)")
}

func TestCommandRunsByName(t *testing.T) {
	for _, test := range []struct{ typed, keys, want string }{
		{"iou-up", "enter", "iou-up"},
		{"iou up", "enter", "iou-up"},
		{"rbu", "enter", "right-but-unfaithful"},
		{"qui", "enter", "quit"},
		{"down", "enter", "down"}, // page-down and half-down match as well
		{"threshold", "down enter", "threshold-down"},
		{"threshold", "down up enter", "threshold-up"},
		{"upp", "tab enter", "upper-bound"},
		{"", "down enter", "up"},
		{"", "enter", ""},
		{"", "backspace", ""},
		{"iou", "esc", ""},
	} {
		t.Run(fmt.Sprintf("%s %s", test.typed, test.keys), func(t *testing.T) {
			session := readAll(t, sampleSession(t))
			s := newScreen(t, 80, 22, session, NewCommand(session, NewOverview(session).Actions()))
			s.typed(test.typed)
			s.press(strings.Fields(test.keys)...)
			if got := strings.Join(s.picked, " "); got != test.want {
				t.Errorf("ran %q, want %q:\n%s", got, test.want, s.text())
			}
			if test.want == "" && s.pops != 1 {
				t.Errorf("closed %d times, want once", s.pops)
			}
		})
	}
}

func TestCommandIsNoShell(t *testing.T) {
	session := readAll(t, sampleSession(t))
	s := newScreen(t, 80, 22, session, NewCommand(session, NewOverview(session).Actions()))
	s.typed("!rm -rf /")
	s.press("enter")
	if len(s.picked) != 0 || len(s.flash) != 1 || !s.flash[0].Bad {
		t.Errorf("ran %v, said %v", s.picked, s.flash)
	}
}

func TestProblemsListsAndReads(t *testing.T) {
	session := sampleSession(t)
	s := newScreen(t, 132, 21, session, NewProblems(session))
	s.want("nothing is wrong")
	session.Run(1).Problems.Add(loaders.Problem{File: "data/lexical.json", Line: 7, Example: "p-9", What: "no key \x1b[2Jpassage_id", Done: "kept without a passage"})
	readAll(t, session)
	s.send(Refresh{})
	s.want("▸ layer_count   layer_count.json", "a record without", "  lexical       lexical.json               7  p-9", "kept without a passage")
	if got := s.view.Status(); got != "2 problems" {
		t.Errorf("status is %q", got)
	}
	s.press("j", "y", "enter")
	if len(s.copied) != 1 || !strings.HasPrefix(s.copied[0].Text, "data/lexical.json:7: no key") {
		t.Errorf("copied %v", s.copied)
	}
	note := newScreen(t, 80, 22, session, s.pushed[0])
	note.want("where     data/lexical.json:7", "example   p-9", "done      kept without a passage")
	note.press("enter")
	if note.pops != 1 {
		t.Error("enter does not close the text")
	}
}

func TestNoteScrollsAndWraps(t *testing.T) {
	session := sampleSession(t)
	words := make([]string, 400)
	for i := range words {
		words[i] = fmt.Sprintf("word%d", i)
	}
	s := newScreen(t, 80, 12, session, NewNote(session, "Problem", []Labelled{{"what", strings.Join(words, " ")}, {"done", ""}}))
	s.want("what      word0 word1")
	s.press("G")
	s.want("word399")
	if strings.Contains(s.text(), "done") {
		t.Errorf("a paragraph without text is shown:\n%s", s.text())
	}
}

func TestKeyTableHasEveryScreen(t *testing.T) {
	var screens []string
	for _, section := range KeyTable(readAll(t, sampleSession(t))) {
		screens = append(screens, section.Screen)
		if len(section.Actions) == 0 {
			t.Errorf("%s has no actions", section.Screen)
		}
	}
	if want := []string{"Everywhere", "Overview", "Examples", "Example", "Problems", "Help"}; !slices.Equal(screens, want) {
		t.Errorf("screens are %v, want %v", screens, want)
	}
}
