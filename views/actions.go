package views

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views/widget"
)

// Rescore asks the program to score every run by other protocols, and then to
// say so.
type Rescore struct {
	Protocols []scoring.Protocol
	Base      *int // what becomes [Session.Base]
	Say       string
}

// BaseAction makes the run selected the base model, or another one by its name.
// run is its index in the session, -1 for none.
func BaseAction(s *Session, run func() int) widget.Action {
	names := func() []string { return append(s.Names(), "tags") }
	return widget.Action{
		Name: "base",
		Help: "`:base NAME` makes a run the base model: what it answers wrong is the hard set of all runs; " +
			"`:base tags` reads the sets from the tags",
		Disabled: widget.When(func() bool { return run() < 0 || run() >= len(s.Runs) }, "no run is open"),
		Shown: func() string {
			if s.Base == nil {
				return "hard by tags"
			}
			return "hard by " + s.Run(*s.Base).Name
		},
		Turn: func(int) tea.Cmd {
			if s.Base != nil && *s.Base == run() {
				return s.setBase(-1)
			}
			return s.setBase(run())
		},
		Values: names, With: s.Choice(names, "no run is called WORD", func(i int) tea.Cmd {
			if i == len(s.Runs) { // the tags
				i = -1
			}
			return s.setBase(i)
		}),
	}
}

// setBase reads the answers of a run and returns what scores all of them by its
// hard and easy sets; those of the tags for -1.
func (s *Session) setBase(run int) tea.Cmd {
	protocols := slices.Clone(s.Runs[0].Protocols())
	k := slices.IndexFunc(protocols, func(p scoring.Protocol) bool { return p.Name == reasoning.Protocol.Name })
	switch {
	case k < 0:
		return s.Post(Flash{Text: "the runs are not scored by the protocol " + reasoning.Protocol.Name, Bad: true})
	case run < 0:
		protocols[k] = reasoning.Protocol
		return s.Post(Rescore{protocols, nil, "hard and easy by the tags"})
	}
	of, substring := s.Run(run), s.Settings.Substring
	s.Post(Flash{Text: "reading the answers of " + of.Name + " …"})
	return func() tea.Msg {
		base := reasoning.Split(func(yield func(*loaders.Example) bool) {
			for i := range of.Len() {
				if !yield(of.Scan(i)) {
					return
				}
			}
		})
		if len(base) == 0 {
			return Flash{Text: of.Name + " has no verdicts on its answers", Bad: true}
		}
		easy := 0
		for _, match := range base {
			if match.Easy(substring) {
				easy++
			}
		}
		protocols[k] = reasoning.With(base)
		return Rescore{protocols, &run, fmt.Sprintf("base model %s: %d easy, %d hard", of.Name, easy, len(base)-easy)}
	}
}

// Replace puts a scored run in the place of another. What is being computed
// keeps the runs that it began with.
func (s *Session) Replace(at int, scored *session.Scored) {
	delete(s.asked, s.Runs[at])
	s.Runs = slices.Clone(s.Runs)
	s.Runs[at] = scored
}

// CopyActions copy the id of the selected example of runs[run()], its record as
// JSON, and a command that reopens what is on screen.
func CopyActions(s *Session, run func() int, selected func() *loaders.Example, disabled func() string) []widget.Action {
	act := func(name string, copied func() tea.Cmd) widget.Action {
		return widget.Action{Name: name, Effect: widget.Leaves, Disabled: disabled, Run: copied}
	}
	return []widget.Action{
		act("copy-id", func() tea.Cmd { return s.Post(Copy{Text: selected().ID, What: "the id"}) }),
		act("copy-json", func() tea.Cmd {
			if s.JSON == nil {
				return s.Post(Flash{Text: "there is no record to copy", Bad: true})
			}
			text, err := s.JSON(s.Run(run()), selected())
			if err != nil {
				return s.Post(Flash{Text: err.Error(), Bad: true})
			}
			return s.Post(Copy{Text: text, What: "the record"})
		}),
		act("copy-link", func() tea.Cmd {
			return s.Post(Link{func(steps []Step) tea.Cmd {
				return s.Post(Copy{Text: OpenLine(s.Opened, steps), What: "a command that opens this view", Lines: true})
			}})
		}),
	}
}

// OpenLine is the command that opens runs again as args did, at a view.
func OpenLine(args []string, steps []Step) string {
	return Do("faithscope", slices.Concat([]string{"open"}, args, []string{"--view", JoinSteps(steps)})...).String()
}

// ExportAction writes the tables on screen to a file, in the format that its name
// says; nil for no table yet. name is what the files that it offers are called by.
func ExportAction(s *Session, name string, of func() *table.Document) widget.Action {
	return widget.Action{
		Name: "export", Help: "write the table on screen to a file: " + strings.Join(table.Endings(), ", "), Effect: widget.Writes, Footer: true,
		Values: func() []string {
			return loaders.Map(table.Endings(), func(ending string) string { return FileName(name) + ending })
		},
		Disabled: widget.When(func() bool { return s.Write == nil }, "nothing can be written here"),
		With: func(path string) tea.Cmd {
			d, f := of(), table.Find(path)
			switch {
			case d == nil:
				return s.Post(Flash{Text: "there is no table yet", Bad: true})
			case f == nil:
				return s.Post(Flash{Text: "name a file that ends with one of " + strings.Join(table.Endings(), ", "), Bad: true})
			}
			return s.Post(Wrote("the table is in", path, s.Write(path, func(w io.Writer) error { return d.Write(w, f) })))
		},
	}
}

// Wrote says what is in a file now, or why it was not written.
func Wrote(what, path string, err error) Flash {
	if err != nil {
		return Flash{Text: "not written: " + err.Error(), Bad: true}
	}
	return Flash{Text: what + " " + loaders.Clean(path), Path: path}
}

// FileName turns a run's name into a file's: letters, digits and hyphens, and no dot at
// the beginning.
func FileName(name string) string {
	plain := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' }
	words := strings.FieldsFunc(loaders.Clean(name), func(r rune) bool { return !plain(r) })
	return cmp.Or(strings.TrimLeft(strings.Join(words, "-"), ".-"), "run")
}

// GuideAction follows the guide of the selected run.
func GuideAction(s *Session, selected func() int) widget.Action {
	guide := func() (name string, g Guide) {
		if at := selected(); at < len(s.Runs) {
			name = s.Run(at).Name
		}
		return name, s.Guides[name]
	}
	unguided := func() bool {
		_, g := guide()
		return g == Guide{}
	}
	return widget.Action{
		Name: "guide", Walks: true, Disabled: widget.When(unguided, "only the demo's runs have a guide"),
		Run: func() tea.Cmd {
			name, g := guide()
			steps, err := ParseSteps(g.Steps)
			if err != nil {
				return s.Post(Flash{Text: err.Error(), Bad: true})
			}
			note := NewNote(s, name+": what to look at", [][2]string{{"", g.Says}})
			return s.Post(Walk{Steps: append([]Step{Do("run", name)}, steps...), Then: note})
		},
	}
}

// ReloadActions returns the keys that reopen the file of a run. run is its
// index in the session, -1 for none.
func ReloadActions(s *Session, run func() int) []widget.Action {
	disabled := func() string {
		at := run()
		unopened := widget.If(at < 0 || at >= len(s.Runs), "no run is open")
		return cmp.Or(widget.If(s.Reopen == nil, "the demo's files do not change"), unopened)
	}
	follow := func() tea.Cmd {
		if s.Run(run()).Following().On {
			return s.Post(Reload{Run: run(), Say: "no longer followed"})
		}
		return s.Post(Reload{Run: run(), Follow: true, Say: "followed: new records are read as they are written"})
	}
	return []widget.Action{
		{Name: "reload", Help: "open the run's file again", Effect: widget.Asks, Disabled: disabled, Run: func() tea.Cmd {
			return s.Post(Reload{Run: run(), Follow: s.Run(run()).Following().On, Say: "reopened"})
		}},
		{Name: "follow", Help: "read what is written to the file from now on, on and off", Effect: widget.Asks, Disabled: disabled, Run: follow,
			Shown: func() string {
				return "follow " + map[bool]string{true: "on", false: "off"}[s.Run(run()).Following().On]
			}, Turn: func(int) tea.Cmd { return follow() }},
		{
			Name: "forget-map", Effect: widget.Writes,
			Disabled: func() string {
				unkept := func() bool { return s.Forget == nil || !s.Run(run()).Columns.Kept }
				return cmp.Or(disabled(), widget.If(disabled() == "" && unkept(), "the run's columns are not read by a kept map"))
			},
			Run: func() tea.Cmd {
				if err := s.Forget(s.Run(run())); err != nil {
					return s.Post(Flash{Text: "not forgotten: " + err.Error(), Bad: true})
				}
				return s.Post(Reload{Run: run(), Follow: s.Run(run()).Following().On, Say: "read by what its columns say"})
			},
		},
	}
}
