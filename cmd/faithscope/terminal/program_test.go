//go:build unix

package terminal

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/themes"
	"faithscope/tui/screen/screentest"
)

func same(a, b *image.RGBA) bool { return bytes.Equal(a.Pix, b.Pix) }

// decimal writes a number of 0..1 as the screen does.
func decimal(x float64) string { return strings.TrimPrefix(fmt.Sprintf("%.2f", x), "0") }

func TestProgramShowsTheDemo(t *testing.T) {
	t.Parallel()
	term := programtest.Start(t, programtest.Wide)
	all := programtest.ReadAuthors(t, demo.Sets()[0].Runs[programtest.FaithfulRow].Path)
	var right, f1 float64
	quadrant := map[[2]bool]int{} // right, faithful
	for _, a := range all {
		if a.Correct {
			right++
		}
		f1 += a.F1
		quadrant[[2]bool{a.Correct, a.F1 >= 0.5}]++
	}
	n := float64(len(all))
	percent := func(x float64) string { return fmt.Sprintf("%.0f", 100*x/n) }
	row := regexp.MustCompile(
		fmt.Sprintf(`graph_\S* +%s +%s +%d of %.0f .* \%s `, percent(right),
			percent(float64(quadrant[[2]bool{true, true}]+quadrant[[2]bool{false, true}])), quadrant[[2]bool{true, false}], right, decimal(f1/n)),
	)
	term.Wait(row.String(), func() bool { return row.MatchString(term.Text()) })
	for _, says := range []string{"layer_count", "passages", "? help"} {
		term.WaitFor(says)
	}
	term.Type("gd")
	for _, says := range []string{"CC BY 4.0", "not the paper's"} {
		term.WaitFor(says)
	}
	term.Walk("q:run lexical-wide\rgd", "CC BY-SA 4.0")
}

// boxKinds are the four kinds of boxes that a module's picture shows.
type boxKinds struct{ hits, misses, gold, missed []loaders.Box }

// marksOf compares boxes by the paper's rule, written here once more.
func marksOf(ex *loaders.Example, node int) (m boxKinds) {
	const threshold = 0.5
	module, gold := &ex.Program[node], ex.Program[node].Gold.Boxes[0]
	found := make([]bool, len(gold))
	for k, box := range ex.Images[0].Proposals {
		if module.Output.Boxes[0][k] <= threshold {
			continue
		}
		hit := false
		for g, want := range gold {
			if overlap(box, want) > threshold {
				hit, found[g] = true, true
			}
		}
		if hit {
			m.hits = append(m.hits, box)
		} else {
			m.misses = append(m.misses, box)
		}
	}
	for g, ok := range found {
		if ok {
			m.gold = append(m.gold, gold[g])
		} else {
			m.missed = append(m.missed, gold[g])
		}
	}
	return m
}

func overlap(a, b loaders.Box) float64 {
	common := loaders.Box{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}.Area()
	return common / (a.Area() + b.Area() - common)
}

// TestProgramDrawsBoxesInTheirPlace decodes the sixel that the program wrote
// and looks for every box's edges where the file says that they are.
func TestProgramDrawsBoxesInTheirPlace(t *testing.T) {
	t.Parallel()
	run, theme := programtest.OpenFaithful(t), themes.Default().On(themes.Dark, 1<<24)
	for _, c := range []struct {
		why, id string
		node    int
	}{
		{"a hit, misses, gold found and gold missed", "dev-3817-0", 2},
		{"a hit and misses, all gold found", "dev-3535-1", 1},
	} {
		t.Run(c.id, func(t *testing.T) {
			m := marksOf(programtest.Find(t, run, c.id), c.node)
			if len(m.hits) == 0 || len(m.misses) == 0 {
				t.Fatalf("%s: %d hits, %d misses", c.why, len(m.hits), len(m.misses))
			}
			term := programtest.StartFaithful(t, programtest.Fine)
			programtest.ToExample(term, c.id, c.node)
			term.WaitFor(fmt.Sprintf("%d of 36 boxes with p > .50", len(m.hits)+len(m.misses)))
			pixels := programtest.Picture(term)
			photo := programtest.PhotoOn(pixels)
			if photo.Dx() < 400 {
				t.Fatalf("the picture is %v on the terminal", photo)
			}
			d := drawn{pixels: pixels, photo: photo}
			// In the order of drawing: later ones lie over earlier ones.
			d.check(t, "miss", theme.Miss, 0.3, m.misses, m.hits, m.missed, m.gold)
			d.check(t, "hit", theme.Hit, 0.9, m.hits, m.missed, m.gold)
			d.check(t, "missed gold", theme.Missed, 0.3, m.missed, m.gold)
			d.check(t, "gold", theme.Gold, 0.9, m.gold)
			if d.checked < 3 {
				t.Errorf("only %d boxes have an edge that nothing lies over", d.checked)
			}
		})
	}
}

// onPhoto returns where a box in fractions is drawn on the terminal, off the photo's edge.
func onPhoto(photo image.Rectangle, b loaders.Box) image.Rectangle {
	x := func(f float64) int { return photo.Min.X + int(math.Round(f*float64(photo.Dx()))) }
	y := func(f float64) int { return photo.Min.Y + int(math.Round(f*float64(photo.Dy()))) }
	return image.Rect(x(b.X0), y(b.Y0), x(b.X1), y(b.Y1)).Intersect(photo.Inset(slack))
}

// drawn is a picture with boxes as it came out of the terminal.
type drawn struct {
	pixels  *image.RGBA
	photo   image.Rectangle
	checked int // boxes whose edge could be looked at
}

const (
	// slack is how far from its exact place a line may lie: half its width
	// and rounding.
	slack = 2
	// width is how far a line and its shadow reach to either side.
	width = 6
	// exposed is how many pixels of an edge must be free of other marks for
	// the box to be looked at.
	exposed = 20
)

// check looks for boxes of one kind, in colour c: a share of each edge must
// show, but for where others lie over it, and c must show nowhere else.
func (d *drawn) check(t *testing.T, kind string, c color.RGBA, share float64, boxes []loaders.Box, over ...[]loaders.Box) {
	t.Helper()
	var rings, above []image.Rectangle
	for _, b := range boxes {
		rings = append(rings, onPhoto(d.photo, b))
	}
	for _, o := range over {
		for _, b := range o {
			above = append(above, onPhoto(d.photo, b))
		}
	}
	for i, r := range rings {
		others := slices.Concat(rings[i+1:], above)
		shown, length := d.edge(r, c, others)
		if length < exposed {
			continue
		}
		d.checked++
		if float64(shown) < share*float64(length) {
			t.Errorf("%s at %v: %d of %d pixels of its edge show", kind, r, shown, length)
		}
	}
	for y := d.photo.Min.Y; y < d.photo.Max.Y; y++ {
		for x := d.photo.Min.X; x < d.photo.Max.X; x++ {
			p := image.Pt(x, y)
			if programtest.Near(d.pixels.RGBAAt(x, y), c) && !onRing(p, rings, width) && !labelled(p, rings) && !d.plate(p, c, rings) {
				t.Fatalf("a pixel of a %s at %v, where no such box is", kind, p)
			}
		}
	}
}

// edge counts the pixels along r's edge that no other ring and no label
// covers, and those of them where c shows.
func (d *drawn) edge(r image.Rectangle, c color.RGBA, others []image.Rectangle) (shown, length int) {
	at := func(x, y int, across image.Point) {
		p := image.Pt(x, y)
		if onRing(p, others, width) || labelled(p, slices.Concat(others, []image.Rectangle{r})) || !p.In(d.photo.Inset(slack)) {
			return
		}
		length++
		for k := -slack; k <= slack; k++ {
			if q := p.Add(across.Mul(k)); programtest.Near(d.pixels.RGBAAt(q.X, q.Y), c) {
				shown++
				return
			}
		}
	}
	for x := r.Min.X; x < r.Max.X; x++ {
		at(x, r.Min.Y, image.Pt(0, 1))
		at(x, r.Max.Y-1, image.Pt(0, 1))
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		at(r.Min.X, y, image.Pt(1, 0))
		at(r.Max.X-1, y, image.Pt(1, 0))
	}
	return shown, length
}

func onRing(p image.Point, rings []image.Rectangle, width int) bool {
	for _, r := range rings {
		if p.In(r.Inset(-width)) && !(r.Dx() > 2*width && r.Dy() > 2*width && p.In(r.Inset(width))) {
			return true
		}
	}
	return false
}

// labelled reports whether the label of a box may lie at p: it stands over the
// box's upper edge or under its lower one.
func labelled(p image.Point, boxes []image.Rectangle) bool {
	for _, r := range boxes {
		if p.X < r.Min.X-10 || p.X > r.Min.X+80 {
			continue
		}
		if p.Y > r.Min.Y-20 && p.Y < r.Min.Y+20 || p.Y > r.Max.Y-20 && p.Y < r.Max.Y+20 {
			return true
		}
	}
	return false
}

// plate reports whether p belongs to a label that others moved away from its
// box: to a full area of c, which no line is, not far from one of the boxes.
func (d *drawn) plate(p image.Point, c color.RGBA, boxes []image.Rectangle) bool {
	const away, side = 120, 9
	if !slices.ContainsFunc(boxes, func(r image.Rectangle) bool { return p.In(r.Inset(-away)) }) {
		return false
	}
	most := 0
	for dy := -side; dy <= 0; dy += 3 {
		for dx := -side; dx <= 0; dx += 3 {
			n := 0
			for y := range side {
				for x := range side {
					if programtest.Near(d.pixels.RGBAAt(p.X+dx+x, p.Y+dy+y), c) {
						n++
					}
				}
			}
			most = max(most, n)
		}
	}
	return 2*most >= side*side // letters take less than half
}

func TestProgramFollowsTheThreshold(t *testing.T) {
	t.Parallel()
	const id, node = "dev-3817-0", 2
	ex := programtest.Find(t, programtest.OpenFaithful(t), id)
	over := func(threshold float64) (n int) {
		for _, p := range ex.Program[node].Output.Boxes[0] {
			if p > threshold {
				n++
			}
		}
		return n
	}
	term := programtest.StartFaithful(t, programtest.Wide)
	programtest.ToExample(term, id, node)
	term.WaitFor(fmt.Sprintf("%d of 36 boxes with p > .50", over(0.5)))
	before := programtest.Picture(term)
	term.Walk("<<<<<<<<", fmt.Sprintf("%d of 36 boxes with p > .10", over(0.1)))
	term.WaitFor("p ‹.10›")
	if over(0.1) <= over(0.5) {
		t.Fatal("this module has no boxes between the thresholds")
	}
	term.Wait("a picture with more boxes", func() bool { return !same(before, term.Pixels()) })
	term.Walk(":paper-settings\r", fmt.Sprintf("%d of 36 boxes with p > .50", over(0.5)))
	term.Wait("the picture that was there before", func() bool { return same(before, term.Pixels()) })
}

func TestProgramHelpCoversAndLeaves(t *testing.T) {
	t.Parallel()
	term := programtest.StartFaithful(t, programtest.Wide)
	programtest.ToExample(term, "dev-3817-0", 2)
	before, text := programtest.Picture(term), term.Text()
	term.Walk("?", "enter pick")
	term.Wait("a hole in the picture", func() bool { return !same(before, term.Pixels()) })
	term.Type("\x1b")
	term.Wait("the example as it was", func() bool { return term.Text() == text && same(before, term.Pixels()) })
}

func TestProgramFitsASmallTerminal(t *testing.T) {
	t.Parallel()
	term := programtest.StartFaithful(t, programtest.Wide)
	programtest.ToExample(term, "dev-3817-0", 2)
	programtest.Picture(term)
	term.Quiet() // a strip on its way would be of the old size
	term.Resize(80, 24)
	term.Wait("24 rows with the keys in the last", func() bool {
		rows := strings.Split(strings.TrimRight(term.Text(), "\n"), "\n")
		return len(rows) == 24 && strings.Contains(rows[23], ": command  q back")
	})
	term.WaitFor("of 36 boxes with p > .50")
	if photo := programtest.PhotoOn(programtest.Picture(term)); !photo.In(image.Rect(0, 0, 800, 480)) {
		t.Errorf("the picture is at %v", photo)
	}
	term.Walk("q", "1 of 60")
	term.Wait("a screen without a picture", func() bool { return programtest.PhotoOn(term.Pixels()).Empty() })
}

func TestProgramWithoutAnswersShowsHalfBlocks(t *testing.T) {
	t.Parallel()
	term := programtest.StartFaithful(t, screentest.TerminalConfig{Cols: 100, Rows: 30, Silent: true})
	programtest.ToExample(term, "dev-3817-0", 2)
	term.Wait("half blocks", func() bool { return strings.ContainsAny(term.Text(), "▀▄") })
	term.WaitFor("of 36 boxes with p > .50")
	if tiles := term.Tiles(); len(tiles) > 0 {
		t.Errorf("%d sixel pictures on a terminal that did not ask for them", len(tiles))
	}
}

func TestProgramWithoutColour(t *testing.T) {
	t.Parallel()
	cmd := programtest.FaithfulCommand()
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	c := screentest.TerminalConfig{Cols: 100, Rows: 30}
	term := screentest.Start(t, c, cmd)
	check := func() {
		t.Helper()
		term.Quiet()
		for y := range c.Rows {
			for x := range c.Cols {
				if text, fg, bg := term.Cell(x, y); fg != nil || bg != nil {
					t.Fatalf("%q at column %d, row %d is coloured (%v on %v):\n%s", text, x, y, fg, bg, term.Text())
				}
			}
		}
	}
	term.WaitFor("5 Results")
	check()
	programtest.ToExample(term, "dev-3817-0", 2)
	term.WaitFor("hit", "missed")
	check()
}

func TestProgramListsProblems(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.jsonl")
	good := `{"id":"a","question":"good","answer":{"predicted":"x","gold":"x","correct":true},"program":[{"op":"find"}]}`
	check.NoError(t, os.WriteFile(bad, []byte(good+"\n{\"id\":\n"), 0o644))
	prose := filepath.Join(dir, "prose.txt")
	check.NoError(t, os.WriteFile(prose, []byte("no run\n"), 0o644))
	term := programtest.Start(t, programtest.Wide, bad, prose)
	term.WaitFor("1 of 2 runs couldn't be opened")
	term.Walk("!", "not a run")
	term.WaitFor("prose.txt", "not JSON", "bad.jsonl")
}

// TestProgramRestoresTheTerminal runs the program from a shell, as a person
// does: afterwards the line settings are what they were, and the screen shows
// what it showed.
func TestProgramRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("stty"); err != nil {
		t.Skip("no stty here")
	}
	for _, c := range []struct{ why, keys string }{
		{"quit from anywhere", "22\rQ"},
		{"ctrl-c", "\x03"},
		{"back from the first screen", "qq"},
	} {
		t.Run(c.why, func(t *testing.T) {
			script := `echo before it; a=$(stty -g); faithscope "$@"; echo "code $?"; b=$(stty -g); [ "$a" = "$b" ] && echo line is restored; read x`
			term := screentest.Start(t, programtest.Wide, exec.Command("sh", slices.Concat([]string{"-c", script, "sh"},
				programtest.DemoArgs(programtest.FaithfulRun))...))
			term.WaitFor("5 Results")
			term.Walk(c.keys, "line is restored")
			text := term.Text()
			check.Contains(t, text, "code 0", "before it")
			check.Lacks(t, text, "5 Results")
		})
	}
}
