package results

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

var light = themes.Default().On(themes.Light, 1<<24)

// hostile returns a figure of two panels whose every text is an attack.
func hostile(form figure.PanelStyle) *figure.Figure {
	bad := "\x1b[2J</text><script>alert(1)</script>&\"'\x00\u202e日本 ΔA"
	axis := func() figure.Axis { return figure.Axis{Label: bad, Ticks: []float64{0, .5, 1}} }
	f := &figure.Figure{Name: "f", Title: bad, Left: []string{bad}}
	for range 2 {
		p := figure.Panel{Title: bad, X: axis(), Y: axis(), Form: form}
		for k := range 7 {
			s := figure.Series{Name: bad, Look: figure.SeriesStyle{Color: k, Mark: k}}
			for i := range 5 {
				y := scoring.Defined(float64(i+k) / 12)
				if i == 2 {
					y = scoring.Undefined("a gap")
				}
				s.Points = append(s.Points, figure.Point{X: float64(i) / 4, Y: y, N: i})
			}
			if form == figure.Points {
				s.Points = s.Points[:1]
			}
			p.Series = append(p.Series, s)
			if form == figure.Bars {
				break
			}
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}

func TestSVGIsADocument(t *testing.T) {
	for _, form := range []figure.PanelStyle{figure.Lines, figure.Points, figure.Bars} {
		var out bytes.Buffer
		check.NoError(t, writeChart(&out, hostile(form), ".svg", chartStyle{image.Pt(900, 540), 13, paperInk(light), -1, math.NaN()}))
		elements := map[string]int{}
		for d := xml.NewDecoder(&out); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			check.NoError(t, err)
			if start, ok := token.(xml.StartElement); ok {
				elements[start.Name.Local]++
			}
			if text, ok := token.(xml.CharData); ok && strings.ContainsAny(string(text), "\x1b\u202e") {
				t.Errorf("text %q", text)
			}
		}
		if elements["script"] > 0 || elements["text"] < 10 || elements["path"] < 10 {
			t.Errorf("elements %v", elements)
		}
	}
}

// TestPNGHasEverySeries draws two lines at known heights and finds them there.
func TestPNGHasEverySeries(t *testing.T) {
	line := func(y float64) figure.Series {
		return figure.Series{Name: fmt.Sprint(y), Look: figure.SeriesStyle{Color: int(y + .5)},
			Points: []figure.Point{{X: 0, Y: scoring.Defined(y), N: 1}, {X: 1, Y: scoring.Defined(y), N: 1}}}
	}
	axis := figure.Axis{Ticks: []float64{0, 1}}
	f := &figure.Figure{Panels: []figure.Panel{{X: axis, Y: axis, Series: []figure.Series{line(.25), line(.75)}}}}
	var out bytes.Buffer
	ink := paperInk(light)
	check.NoError(t, writeChart(&out, f, ".png", chartStyle{image.Pt(600, 400), 13, ink, -1, math.NaN()}))
	img, err := png.Decode(&out)
	check.NoError(t, err)
	check.Equal(t, "size", img.Bounds().Size(), image.Pt(600, 400))
	rows := func(c color.RGBA) (sum, n int) {
		for y := range 400 {
			for x := range 600 {
				if color.RGBAModel.Convert(img.At(x, y)) == c {
					sum, n = sum+y, n+1
				}
			}
		}
		return sum, n
	}
	low, lows := rows(ink.Series[0])
	high, highs := rows(ink.Series[1])
	if lows < 400 || highs < 100 {
		t.Fatalf("%d and %d pixels of the lines", lows, highs)
	}
	apart := float64(low)/float64(lows) - float64(high)/float64(highs)
	if apart < 120 || apart > 200 { // half of the axis
		t.Errorf("the lines are %v pixels apart", apart)
	}
}

// The data set of the chosen series has all the room, and without a chosen one each has a panel; the chosen line is
// the widest, and on top.
func TestTheChosenSeriesStandsOut(t *testing.T) {
	line := func(data string, look int, ys ...float64) figure.Series {
		points := loaders.Fill(len(ys), func(i int) figure.Point {
			return figure.Point{X: float64(i), Y: scoring.Defined(ys[i]), N: 1}
		})
		return figure.Series{Name: fmt.Sprint("run", look), Data: data, Look: figure.SeriesStyle{Color: look}, Points: points}
	}
	axis := figure.Axis{Label: "p", Ticks: []float64{0, 1}}
	f := &figure.Figure{Panels: []figure.Panel{{X: axis, Y: axis, Series: []figure.Series{
		line("NLVR", 0, .5, .5), line("DROP", 1, .2, .2), line("NLVR", 2, .5, .5)}}}}
	for _, c := range []struct {
		size   image.Point
		chosen int
		want   string
	}{{image.Pt(100, 30), 0, "NLVR"}, {image.Pt(100, 30), -1, "NLVR DROP"}, {image.Pt(50, 11), 1, "DROP"}} {
		frame := widget.NewFrame(c.size.X, c.size.Y)
		drawFigure(frame, frame.Bounds(), f, widget.Look{Theme: light}, figureCursor{X: math.NaN(), Series: c.chosen})
		text := ansi.Strip(frame.Content())
		for _, data := range []string{"NLVR", "DROP"} {
			check.Equal(t, data+" is shown", strings.Contains(text, data), strings.Contains(c.want, data), c.size, "with series", c.chosen)
		}
	}
	ink := paperInk(light)
	counts := func(chosen int) (n [3]int) {
		var out bytes.Buffer
		check.NoError(t, writeChart(&out, f, ".png", chartStyle{image.Pt(900, 400), 13, ink, chosen, math.NaN()}))
		img, err := png.Decode(&out)
		check.NoError(t, err)
		for x, y := range widget.CellsOf(img.Bounds()) {
			for i := range n {
				if color.RGBAModel.Convert(img.At(x, y)) == ink.Series[i] {
					n[i]++
				}
			}
		}
		return n
	}
	none, first := counts(-1), counts(0)
	if first[0] < none[0]+300 || first[2] >= none[2] {
		t.Errorf("pixels of the lines: %d without a chosen one, %d with the first chosen, which another covered", none, first)
	}
}

// Several panels of lines take all the room and have letters: at the ends of lines that coincide, beside others.
func TestPanelsHaveLetters(t *testing.T) {
	line := func(y float64) figure.Series {
		return figure.Series{Points: []figure.Point{{X: 0, Y: scoring.Defined(y)}, {X: 1, Y: scoring.Defined(y)}}}
	}
	axis := figure.Axis{Label: "p", Ticks: []float64{0, 1}}
	p := figure.Panel{X: axis, Y: axis, Series: []figure.Series{line(.5), line(.5), line(.1)}}
	frame := widget.NewFrame(80, 30)
	f := &figure.Figure{Panels: []figure.Panel{p, p, p}}
	drawFigure(frame, frame.Bounds(), f, widget.Look{Theme: light}, figureCursor{math.NaN(), 0, nil})
	text := ansi.Strip(frame.Content())
	for want, n := range map[string]int{" a": 3, " b": 3, "c": 3, "└─────────────────────────────": 3} {
		check.Equal(t, "occurrences", strings.Count(text, want), n, "of", want)
	}
	places := placeLetters(&p, 30, 20)
	if at := places[2]; len(places) != 1 || real(at) > .8 || imag(at) > .2 {
		t.Errorf("letters at %v", places)
	}
}

func TestTextAndCSV(t *testing.T) {
	for _, form := range []figure.PanelStyle{figure.Lines, figure.Points, figure.Bars} {
		for _, size := range []image.Point{{100, 30}, {20, 10}, {500, 200}} {
			var out bytes.Buffer
			check.NoError(t, Write(&out, hostile(form), ".txt", size, light))
			if strings.ContainsAny(out.String(), "\x1b\x00\u202e") || strings.Count(out.String(), "\n") != size.Y {
				t.Errorf("%v: %q", size, out.String())
			}
		}
	}
	if Writes(".jpg") || !Writes(".SVG") {
		t.Error("extensions")
	}
	check.Fails(t, "no error for .jpg", Write(io.Discard, hostile(figure.Lines), ".jpg", image.Pt(100, 30), light))
}

func TestTwentySeriesDiffer(t *testing.T) {
	var runs []*loaders.Run
	for i := range 20 {
		ex := &loaders.Example{ID: "a", Question: "how many?", Answer: loaders.Answer{Gold: "1", Predicted: "1"},
			Program: []loaders.Module{{Op: "count", Output: loaders.Output{Number: &loaders.Number{Mean: 1}}}}}
		runs = append(runs, viewtest.RunOf(fmt.Sprint(i), ex))
	}
	kind, _ := figure.Find("accuracy-per-count")
	f, err := kind.Make(t.Context(), figure.Source{Runs: viewtest.ReadAll(t, viewtest.Of(t, runs...)).Runs, Settings: scoring.Defaults()})
	if err != nil || len(f.Panels) != 1 {
		t.Fatal(f, err)
	}
	seen := map[string]int{}
	for i, s := range f.Panels[0].Series {
		c := seriesStyle(widget.Look{Theme: light}, s.Look)
		look := fmt.Sprint(c.Style.Fg, c.Pattern)
		if k, same := seen[look]; same {
			t.Errorf("series %d looks like %d", i, k)
		}
		seen[look] = i
	}
}

// The bars of methods are of any number of the runs, by a key or by its name.
func TestMethodsShowAnyNumber(t *testing.T) {
	sc := open(t, "methods", 120, 30)
	first := sc.View.(*resultsScreen).Shown.Panels[0].Y.Label
	sc.Act("outcome")
	if next := sc.View.(*resultsScreen).Shown.Panels[0].Y.Label; next == first {
		t.Errorf("%s is followed by itself", next)
	}
	sc.Act("outcome", "recall")
	sc.Want("recall")
	check.Equal(t, "steps", views.JoinSteps(sc.View.(views.RevisitableView).Steps()), "results; result methods; outcome recall; at 0.5")
}
