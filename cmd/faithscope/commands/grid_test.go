package commands

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/examples"
	"faithscope/views/groups"
	"faithscope/views/problems"
	"faithscope/views/results"
	"faithscope/views/rows"
	"faithscope/views/runs"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// grid is a table on screen: how it is opened and reached, what narrows it, and why it lacks
// some of the abilities that every table has, by their names.
type grid struct {
	open   func(s *views.Session) views.View
	keys   []string
	result string // of Results
	query  string // of examples, for tables that words do not narrow
	lacks  map[string]string
}

// runOf returns the place of a run of the demo.
func runOf(t *testing.T, s *views.Session, name string) int {
	t.Helper()
	i := slices.Index(s.Names(), name)
	if i < 0 {
		t.Fatalf("the demo has no %s", name)
	}
	return i
}

// gridSession returns a session of the demo with a run that three people annotated, one of whose
// records cannot be read.
func gridSession(t *testing.T) *views.Session {
	t.Helper()
	crowd := viewtest.RunOf("crowd", viewtest.ThreeAnnotators(), nil)
	crowd.Problems.Add(loaders.Problem{File: "other.json", What: loaders.Quote("a second problem")})
	of := viewtest.Of(t, crowd)
	data := views.Data{Runs: append(programtest.ScoredDemo(t), of.Runs...), Settings: scoring.Defaults()}
	return &views.Session{Data: data, Console: of.Console}
}

// grids returns every table on screen, by its name.
func grids(t *testing.T, s *views.Session) map[string]*grid {
	group := func(run, by string) *grid {
		return &grid{open: func(s *views.Session) views.View { return groups.New(s, runOf(t, s, run), "", by) }, query: "right"}
	}
	run := func(name string, keys ...string) *grid {
		return &grid{open: func(s *views.Session) views.View {
			s.Scope.Run = runOf(t, s, name)
			v := runs.New(s)
			viewtest.New(t, 160, 60, s, v).Act("run", name)
			return v
		}, keys: keys}
	}
	pair := func(keys ...string) *grid {
		return &grid{open: func(s *views.Session) views.View {
			return compare.New(s, runOf(t, s, "layer_count"), runOf(t, s, "graph_count_decont_pretrain"), "")
		}, keys: keys, query: "right"}
	}
	listing := func(k int) *grid {
		return &grid{open: func(s *views.Session) views.View { return rows.New(s, runOf(t, s, "crowd"), rows.Listings[k]) }}
	}
	list := func(name string) *grid {
		return &grid{open: func(s *views.Session) views.View { return examples.New(s, runOf(t, s, name), examples.Filter{}) }, query: "right"}
	}
	all := map[string]*grid{
		"runs": run("layer_count"), "answers": run("layer_count", "tab"), "modules": run("layer_count", "tab", "tab"),
		"headlines": run("bow", "tab", "tab"),
		"boxes":     list("layer_count"), "attributions": list("bow"),
		"groups": group("layer_count", "module"), "gold by answer": group("bow", groups.GoldAnswer),
		"shares": group("layer_count", "argument, kind"), "slices": group("scn-normal", groups.Found),
		"changes": pair(), "tests": pair("tab"), "agreement": pair("tab", "tab"),
		"problems":   {open: func(s *views.Session) views.View { return problems.New(&s.Data, &s.Console, nil) }},
		"annotators": listing(0),
	}
	all["runs"].lacks = map[string]string{"status": "the sentence below the runs begins with the name of the selected one"}
	all["shares"].lacks = map[string]string{"status": "the n of a share stands behind its interval there"}
	all["agreement"].lacks = map[string]string{"open": "a pair of runs is compared, here"}
	all["annotators"].lacks = map[string]string{
		"open": "what people marked in a file cannot be asked for; the person's own row leads to what is left"}
	const below = "the cursor on the axis is said, and the numbers below a figure are short"
	for result, of := range map[string]struct {
		run   string
		lacks map[string]string
	}{
		"counts": {run: "scn-normal"}, "nmn-1": {run: "layer_count"}, "scn-1": {run: "scn-normal"},
		"alignment-1": {"bow", map[string]string{"sort": "there is one row of one data set"}},
		"alignment-4": {"bow", map[string]string{"sort": "there is one row", "open": "a coefficient is over several runs"}}, // statistics
		"quackie-1a":  {run: "qa-lime"}, "quackie-ours": {run: "qa-lime"}, "dfol-1": {run: "fol-strong"},
		"accuracy-over-p": {"scn-normal", map[string]string{"status": below}},
		"histograms":      {"layer_count", map[string]string{"status": below}},
		"scatter": {"layer_count", map[string]string{"status": below,
			"sort": "h and l move the cursor, and a click on a heading sorts; the size is that of the cursor in every row"}},
		"scores-over-threshold": {"layer_count", map[string]string{"status": below, "open": "it sets the threshold"}},
		"methods": {"layer_count", map[string]string{"status": below, "open": "a bar is not of one run's examples",
			"sort": "h and l move the cursor, and a click on a heading sorts"}},
	} {
		all[result] = &grid{open: func(s *views.Session) views.View { return results.New(s, runOf(t, s, of.run), "") }, result: result,
			lacks: of.lacks}
	}
	return all
}

// gridded is a table under test.
type gridded struct {
	*grid
	*viewtest.Screen
	t       *testing.T
	written []string
	kept    []string
}

// openGrid opens a table on a screen of its own.
func openGrid(t *testing.T, of *grid, runs *views.Session, w int) *gridded {
	t.Helper()
	own := &views.Session{Data: views.Data{Runs: runs.Runs, Settings: runs.Settings}, Console: viewtest.Of(t).Console}
	own.Settings.Trials = 40
	g := &gridded{grid: of, t: t}
	own.Host.Write = func(path string, write func(w io.Writer) error) error {
		g.written = append(g.written, path)
		return write(io.Discard)
	}
	own.Host.Export = func(*session.ScoredRun, []int, string) func(string) (string, error) {
		return func(path string) (string, error) {
			g.written = append(g.written, path)
			return "written", nil
		}
	}
	own.Host.SaveColumns = func(_ string, titles []string) error {
		g.kept = titles
		return nil
	}
	g.Screen = viewtest.New(t, w, 40, own, of.open(own))
	if of.result != "" {
		g.Act("result", of.result)
	}
	g.Press(of.keys...)
	return g
}

// toFirst moves the cursor to the first row and column.
func (g *gridded) toFirst() {
	g.Act("first")
	if g.Has("details") && g.keys == nil { // Runs begin with a heading
		g.Act("down")
	}
	for range mostColumns + 2 {
		g.Act("move-left")
	}
	if g.result != "" || g.Has("second-dimension") {
		g.Act("move-right") // back from the list into what is selected
		g.Act("first")
	}
}

// labels returns the titles of all columns.
func (g *gridded) labels() []string {
	list := g.Named("columns").Values()[0]
	for _, label := range []string{"right, not faithful", "SNR, median", "(count, number)", "(count, count)"} { // with a comma of their own
		list = strings.ReplaceAll(list, label, strings.ReplaceAll(label, ", ", "\x00"))
	}
	return loaders.Map(strings.Split(list, ", "), func(label string) string { return strings.ReplaceAll(label, "\x00", ", ") })
}

// cell returns the selected cell, or row, as it is copied.
func (g *gridded) copied(action string) string {
	g.Copied = nil
	if g.Act(action); len(g.Copied) != 1 {
		g.t.Fatalf("%s copies %v", action, g.Copied)
	}
	return g.Copied[0].Text
}

// ability says how a table cannot do what every table can, "" if it can.
type ability struct {
	name  string
	lacks func(g *gridded) string
}

// mostColumns is how many columns of a table are tried.
const mostColumns = 6

var abilities = []ability{
	{"sort", func(g *gridded) string {
		rows, sorted := g.rows(), false
		for range mostColumns {
			before := g.Text()
			for range 2 {
				g.Press("s")
				sorted = sorted || g.Text() != before
			}
			if g.Press("s"); g.Text() != before {
				return "it does not come back:\n" + before
			}
			g.Act("move-right")
		}
		return widget.If(!sorted && rows > 1, "no column changes the order")
	}},
	{"filter", func(g *gridded) string {
		if !g.Has("filter") {
			return "nothing narrows the rows"
		}
		before, name := g.Text(), strings.Fields(g.copied("copy-row"))[0]
		if g.query != "" {
			g.Act("filter", g.query)
			text := g.Text()
			g.Act("filter", "")
			return widget.If(text == before, "the query changes nothing")
		}
		if g.Act("filter", name); !strings.Contains(g.Text(), name) || !strings.Contains(g.View.Status(), name) {
			return "the words are not said: " + g.View.Status()
		}
		if g.Act("filter", "no-such-word"); !strings.Contains(g.Text(), "no-such-word") {
			return "it does not say that no row is left"
		}
		g.Act("filter", "all")
		if g.keys != nil && g.query == "" { // a pane without rows has not kept the keys
			g.Press(g.keys...)
		}
		return widget.If(g.Text() != before, "all rows are not as they were")
	}},
	{"explain", func(g *gridded) string {
		for column := range mostColumns {
			g.Pushed, g.Flash = nil, nil
			g.Act("explain")
			text := g.Text()
			if len(g.Pushed) > 0 {
				g.Press("esc")
			}
			if len(g.Pushed) != 1 && len(g.Flash) != 1 {
				return fmt.Sprintf("column %d is not explained: %v", column, g.Flash)
			}
			meaning := regexp.MustCompile(`│ (means|formula|reading|row|what|gold|path|enter|made) |value +undefined`)
			if len(g.Pushed) == 1 && !meaning.MatchString(text) {
				return fmt.Sprintf("column %d does not say what it means:\n%s", column, text)
			}
			g.Act("move-right")
		}
		return ""
	}},
	{"export", func(g *gridded) string {
		endings := table.Endings()
		for _, ending := range endings {
			g.written = nil
			g.Act("export", "file"+ending)
			first, _ := widget.First(g.Named("export").Values(), func(name string) bool { return table.Find(name) != nil })
			if len(g.written) != 1 || !strings.HasSuffix(first, ending) {
				return fmt.Sprintf("%s: wrote %v, then offers %s: %v", ending, g.written, first, g.Flash)
			}
		}
		return widget.If(len(endings) != 8, "there are not eight formats")
	}},
	{"copy", func(g *gridded) string {
		for range mostColumns {
			row, cell := g.copied("copy-row"), g.copied("copy-cell")
			if cell != "0" && !strings.Contains(row, cell) || row == "" {
				return fmt.Sprintf("the cell %q is not of the row %q", cell, row)
			}
			g.Act("move-right")
		}
		return ""
	}},
	{"columns", func(g *gridded) string {
		before, labels := g.Text(), g.labels()
		for _, label := range labels[min(2, len(labels)-1):] { // a column that is hidden is not the selected one
			g.Act("columns", label)
			asked := g.Text()
			g.Act("columns", "-"+label)
			if !slices.Equal(g.kept, []string{"-" + label}) || g.Text() == asked {
				return fmt.Sprintf("%q is not hidden, or not kept: %v", label, g.kept)
			}
			if g.Act("columns", "all"); g.Text() != before {
				return fmt.Sprintf("not as before after %q was hidden:\n%s", label, before)
			}
		}
		g.Act("columns", labels[len(labels)-1]+",") // not all of them
		text := g.Text()
		g.Act("columns", "all")
		return widget.If(text == before && len(labels) > 2, "the last column does not come first")
	}},
	{"open", func(g *gridded) string {
		was := g.Session.Settings
		for range 4 {
			for range mostColumns {
				g.Press("enter")
				switch {
				case len(g.Pushed) > 0:
					return ""
				case g.Session.Settings != was:
					return "it sets a setting"
				}
				g.Act("move-right")
			}
			g.Act("down")
		}
		return "no cell leads anywhere"
	}},
}

// narrowLacks says how a table with these columns does not scroll in a narrow room: a sign says that there are
// more, and every one comes on screen where it is chosen.
func narrowLacks(g *gridded, labels []string) string {
	missing := slices.Clone(labels)
	for range labels {
		text := g.Text()
		all := !slices.ContainsFunc(labels, func(label string) bool { return !strings.Contains(text, label) })
		if !all && !regexp.MustCompile("← ?[0-9]|[0-9]( more)? ?→").MatchString(text) {
			return "no sign says that there are more columns:\n" + text
		}
		missing = slices.DeleteFunc(missing, func(label string) bool { return strings.Contains(text, label) })
		g.Act("move-right")
	}
	return strings.Join(missing, ", ")
}

// statusLacks says which cell the status line does not have whole.
func statusLacks(g *gridded) string {
	for range mostColumns {
		cell, said := g.copied("copy-cell"), g.View.Status()
		if !strings.Contains(said, strings.TrimLeft(cell, "▲▼✓✗· ")) {
			return fmt.Sprintf("%q is not in %q", cell, said)
		}
		g.Act("move-right")
	}
	return ""
}

// rows returns how many rows are exported.
func (g *gridded) rows() (n int) {
	write := g.Session.Host.Write
	g.Session.Host.Write = func(_ string, write func(w io.Writer) error) error {
		var out strings.Builder
		err := write(&out)
		n = strings.Count(out.String(), "\n") - 1
		return err
	}
	g.Act("export", "file.csv")
	g.Session.Host.Write = write
	return n
}

func TestEveryTableHasEveryAbility(t *testing.T) {
	opened := gridSession(t)
	all := grids(t, opened)
	for _, name := range loaders.SortedKeys(all) {
		t.Run(name, func(t *testing.T) {
			of := all[name]
			g := openGrid(t, of, opened, 200)
			check := func(name string, lacks func(g *gridded) string) {
				t.Helper()
				g.toFirst()
				g.Pushed, g.Flash = nil, nil
				why := lacks(g)
				if reason := of.lacks[name]; (why != "") != (reason != "") {
					t.Errorf("%s: %q, and the reason is %q:\n%s", name, why, reason, g.Text())
				}
			}
			labels := loaders.Filter(g.labels(), func(label string) bool { return label != "" })
			within := func(line string) []string {
				return loaders.Filter(labels, func(label string) bool { return strings.Contains(line, " "+label+" ") })
			}
			lines := loaders.Map(strings.Split(g.Text(), "\n"), within)
			labels = slices.MaxFunc(lines, func(a, b []string) int { return len(a) - len(b) }) // of the header, and no example's words
			for _, a := range abilities {
				check(a.name, a.lacks)
			}
			g = openGrid(t, of, opened, 72)
			check("wide", func(g *gridded) string { return narrowLacks(g, labels) })
			check("status", statusLacks)
		})
	}
}

// Has reports whether the screen has an action of a name.
func (g *gridded) Has(name string) bool {
	return slices.ContainsFunc(g.View.Actions(), func(a widget.Action) bool { return a.Name == name })
}
