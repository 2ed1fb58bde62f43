package screens

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/example"
	"faithscope/views/examples"
	"faithscope/views/help"
	"faithscope/views/problems"
	"faithscope/views/results"
	"faithscope/views/runs"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// everyView returns one view of every kind over a scored session.
func everyView(t *testing.T, s *views.Session) map[string]views.View {
	t.Helper()
	list := examples.New(s, 0, examples.Filter{})
	spans := examples.New(s, 1, examples.Filter{})
	first := runs.New(s)
	return map[string]views.View{
		"runs": first, "problems": problems.New(&s.Data, &s.Console, nil), "help": help.New(&s.Console, first.Actions(), nil),
		"command": help.NewCommand(&s.Console, first.Actions(), nil,
			nil), "note": s.NewNote("Problem", [][2]string{{"what", strings.Repeat("long text ", 80)}}),
		"examples": list, "example with boxes": example.New(s, 0, 0, list), "example with spans": example.New(s, 1, 0, spans),
		"broken example": example.New(s, 0, 10, list),
		"compare":        compare.New(s, 0, 1, ""), "results": results.New(s, 0, ""),
	}
}

// A key, two letters of a menu and a name mean one thing in the whole program. Every
// action is told in words and reached without ctrl, and none brings keys of its own.
func TestActionTables(t *testing.T) {
	s := viewtest.ReadSample(t)
	for name, view := range everyView(t, s) {
		for _, a := range view.Actions() {
			if len(a.Keys) > 0 || a.Letters != "" || a.Group != "" {
				t.Errorf("%s: %s has keys or a group of its own: %v", name, a.Name, a.Keys)
			}
		}
	}
	named := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	means, effects := map[string]string{}, map[string]widget.SideEffectKind{}
	for _, section := range KeyTable(s) {
		names, words := map[string]bool{}, map[string]string{}
		for _, a := range section.Actions {
			at := section.Screen + ": " + a.Name
			if a.Help == "" || strings.TrimSpace(a.Help) != a.Help {
				t.Errorf("%s has no help", at)
			}
			if !named.MatchString(a.Name) {
				t.Errorf("%s is not a name to type", at)
			}
			if names[a.Name] {
				t.Errorf("%s: two actions have this name", at)
			}
			names[a.Name] = true
			if other := words[a.Short]; a.Short != "" && other != "" {
				t.Errorf("%s is %q in the footer, as is %s", at, a.Short, other)
			}
			words[a.Short] = a.Name
			if a.Run == nil && a.With == nil && a.Turn == nil {
				t.Errorf("%s does nothing", at)
			}
			if effect, known := effects[a.Name]; known && effect != a.Effect &&
				!slices.Contains([]string{"back", "open", "mark"}, a.Name) { // of the example, the run
				t.Errorf("%s %v, and elsewhere %v", at, a.Effect, effect)
			}
			effects[a.Name] = a.Effect
			if len(a.Keys) > 0 && !slices.ContainsFunc(a.Keys, func(k string) bool { return !strings.Contains(k, "ctrl+") }) &&
				!slices.Contains([]string{"half-down", "half-up", "suspend", "redraw"}, a.Name) {
				t.Errorf("%s needs ctrl: %v", at, a.Keys)
			}
			for _, k := range append(slices.Clone(a.Keys), a.Letters) {
				if other := means[k]; k != "" && other != "" && other != a.Name {
					t.Errorf("%s: %s is %s elsewhere", at, k, other)
				}
				means[k] = a.Name
			}
		}
	}
	for key, what := range widget.Menus {
		check.Equal(t, "screen action", means[key], "", "of the key", key, "of the menu", what)
	}
}

// The keys of non-letters that some layouts lack have a letter twin.
func TestBracketsHaveLetterTwins(t *testing.T) {
	s := viewtest.ReadSample(t)
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
	for name, session := range map[string]*views.Session{"plain": viewtest.ReadSample(t), "hostile": viewtest.Hostile(t),
		"unread": viewtest.Sample(t)} {
		for kind, view := range everyView(t, session) {
			t.Run(name+"/"+kind, func(t *testing.T) {
				for _, size := range [][2]int{{80, 21}, {132, 37}, {1, 1}, {3, 2}, {20, 5}, {40, 12}, {79, 20}, {250, 80}} {
					s := viewtest.New(t, size[0], size[1], session, view)
					before := s.Frame
					s.Draw()
					if before.Content() != s.Frame.Content() || len(before.Clicks) != len(s.Frame.Clicks) {
						t.Fatalf("%v: drawing twice differs:\n%s\nthen\n%s", size, viewtest.Text(before), s.Text())
					}
					if text := s.Text() + s.View.Status() + s.View.Title(); name != "hostile" && strings.ContainsRune(text, '\x1b') {
						t.Errorf("%v: an escape is on screen", size)
					}
					for _, line := range strings.Split(s.Text(), "\n") {
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
	session := viewtest.ReadSample(t)
	for kind, view := range everyView(t, session) {
		s := viewtest.New(t, 80, 21, session, view)
		want := s.Frame.Content()
		other := widget.NewFrame(33, 7)
		view.Draw(other, other.Bounds())
		s.Draw()
		check.Equal(t, "content drawn again", s.Frame.Content(), want, kind)
	}
}

func TestKeyTableHasEveryScreen(t *testing.T) {
	var screens []string
	for _, section := range KeyTable(viewtest.ReadSample(t)) {
		screens = append(screens, section.Screen)
		if len(section.Actions) == 0 {
			t.Errorf("%s has no actions", section.Screen)
		}
	}
	check.EqualLists(t, "screens", screens, []string{"Everywhere", "Runs", "Examples", "Groups", "Example", "Compare", "Results", "Tables",
		"Problems", "Help"})
}

// What a key that does nothing says of other screens is what they have.
func TestOtherScreensOfAVerbAreNamed(t *testing.T) {
	in := map[string][]string{}
	for _, section := range KeyTable(viewtest.Sample(t)) {
		for _, a := range section.Actions {
			in[a.Name] = append(in[a.Name], section.Screen)
		}
	}
	for _, v := range widget.Grammar {
		of := slices.DeleteFunc(in[v.Name], func(screen string) bool { return screen == "Help" || screen == "Problems" })
		all := v.Name == "copy-text" || v.Group == "Move" && v.Elsewhere() == "" || slices.Contains(of, "Everywhere") || v.Name == "export"
		said := strings.FieldsFunc(strings.TrimPrefix(strings.ReplaceAll(v.Elsewhere(), " and ", ","), "in "),
			func(r rune) bool { return r == ',' || r == ' ' })
		if !all && strings.Join(said, " ") != strings.Join(of, " ") {
			t.Errorf("%s is in %q, and said to be %q", v.Name, of, v.Elsewhere())
		}
	}
}
