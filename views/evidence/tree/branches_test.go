package tree

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/themes"
	"faithscope/views/widget"
)

// programOf returns a program of n modules with these children per node.
func programOf(n int, children map[int][]int) []loaders.Module {
	program := make([]loaders.Module, n)
	for i := range program {
		program[i].Op = string(rune('a' + i))
		program[i].Children = children[i]
	}
	return program
}

func TestTreeLines(t *testing.T) {
	for _, tt := range []struct {
		name     string
		n        int
		children map[int][]int
		width    int
		want     string
	}{
		{"empty", 0, nil, 40, ""},
		{"one", 1, nil, 40, "a"},
		{"two branches", 6, map[int][]int{0: {1, 3}, 1: {2}, 3: {4, 5}}, 40, `
a
├─b
│ └─c
└─d
  ├─e
  └─f`},
		{"children out of order keep the file's order", 3, map[int][]int{0: {2, 1}}, 40, `
a
├─c
└─b`},
		{"a child named twice, a parent as child, one out of range", 3, map[int][]int{0: {1, 1, 9, -1}, 1: {0, 1}}, 40, `
a
└─b
c`},
		{"deeper than the room", 5, map[int][]int{0: {1}, 1: {2}, 2: {3}, 3: {4}}, 4, `
a
└─b
  └─c
… └─d
… └─e`},
	} {
		program := programOf(tt.n, tt.children)
		tree := newTree(program)
		var lines []string
		for i, line := range tree.lines {
			lines = append(lines, tree.branchPrefix(i, tt.width)+program[line.node].Op)
		}
		check.Equal(t, tt.name, strings.Join(lines, "\n"), strings.TrimPrefix(tt.want, "\n"))
	}
}

// What modules returned leaves where the room is short, then why they are wrong, then
// the ends of names.
func TestTreeMakesRoomForCauses(t *testing.T) {
	yes := .9
	modules := []loaders.Module{{Op: "exist", Children: []int{1}, Output: loaders.Output{Truth: &yes}},
		{Op: "filter", Text: "with four blocks"}}
	for _, test := range []struct {
		screen         int
		cause          scoring.Cause
		why, out, name bool // a column of causes, one of outputs, the whole name
	}{
		{200, scoring.Empty, true, true, true},
		{120, scoring.Empty, true, true, true},
		{80, scoring.NoProposal, false, false, true},
		{40, scoring.NoProposal, false, false, false},
		{120, scoring.NoCause, false, true, true},
	} {
		score := &scoring.ExampleScore{Metric: "f1", Modules: []scoring.ModuleScore{{Node: 1, Value: scoring.Defined(0), Cause: test.cause}}}
		p := New()
		p.Show(&loaders.Example{Program: modules}, score)
		width := p.Width(test.screen)
		p.Resize(4)
		f := widget.NewFrame(width, 4)
		p.Draw(f, f.Bounds(), widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, true)
		text := ansi.Strip(f.Content())
		says := strings.Contains(text, test.cause.String()) && test.cause != scoring.NoCause
		check.Equal(t, "the cause shows", says, test.why, test.screen, test.cause, text)
		check.Equal(t, "outputs show", strings.Contains(text, "True .90"), test.out, test.screen, text)
		check.Equal(t, "the name is whole", strings.Contains(text, "with four blocks]"), test.name, test.screen, text)
		if width > test.screen*3/5 && width > leastProgram {
			t.Errorf("the tree takes %d of %d columns", width, test.screen)
		}
	}
}

// A module that the annotators wrote otherwise has theirs beside it.
func TestTreeShowsTheAnnotatedProgram(t *testing.T) {
	t.Parallel()
	modules := []loaders.Module{{Op: "exist", Children: []int{1, 2}}, {Op: "filter", Text: "blue"}, {Op: "find", Text: "kite"}}
	ex := loaders.Example{Program: modules}
	ex.Annotate([]loaders.Module{{Op: "exist", Children: []int{1}}, {Op: "filter", Text: "red"}})
	for _, differences := range [][]loaders.ProgramDifference{ex.Differences(), nil} {
		p := New()
		p.Differences = differences
		p.Show(&loaders.Example{Program: modules}, nil)
		f := widget.NewFrame(p.Width(160), 4)
		p.Resize(4)
		p.Draw(f, f.Bounds(), widget.Look{Theme: themes.Default().On(themes.Dark, 2)}, true)
		text := ansi.Strip(f.Content())
		for _, want := range []string{"annotated", "≠ filter[red]", "with find[kite]"} {
			check.Equal(t, "differences show", strings.Contains(text, want), differences != nil, len(differences), want, text)
		}
	}
}
