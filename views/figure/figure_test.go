package figure

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

	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

var light = themes.Default().On(false, 1<<24)

// hostile is a figure of two panels whose every text is an attack.
func hostile(form figure.Form) *figure.Figure {
	bad := "\x1b[2J</text><script>alert(1)</script>&\"'\x00\u202e日本 ΔA"
	axis := func() figure.Axis { return figure.Axis{Label: bad, Ticks: []float64{0, .5, 1}} }
	f := &figure.Figure{Name: "f", Title: bad, Left: []string{bad}}
	for range 2 {
		p := figure.Panel{Title: bad, X: axis(), Y: axis(), Form: form}
		for k := range 7 {
			s := figure.Series{Name: bad}
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
	for _, form := range []figure.Form{figure.Lines, figure.Points, figure.Bars} {
		var out bytes.Buffer
		if err := WriteSVG(&out, hostile(form), image.Pt(900, 540), 13, Paper(light)); err != nil {
			t.Fatal(err)
		}
		elements := map[string]int{}
		for d := xml.NewDecoder(&out); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
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
		return figure.Series{Name: fmt.Sprint(y), Points: []figure.Point{{X: 0, Y: scoring.Defined(y), N: 1}, {X: 1, Y: scoring.Defined(y), N: 1}}}
	}
	axis := figure.Axis{Ticks: []float64{0, 1}}
	f := &figure.Figure{Panels: []figure.Panel{{X: axis, Y: axis, Series: []figure.Series{line(.25), line(.75)}}}}
	var out bytes.Buffer
	ink := Paper(light)
	if err := WritePNG(&out, f, image.Pt(600, 400), 13, ink); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds().Size() != image.Pt(600, 400) {
		t.Errorf("size %v", img.Bounds().Size())
	}
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

func TestTextAndCSV(t *testing.T) {
	for _, form := range []figure.Form{figure.Lines, figure.Points, figure.Bars} {
		for _, size := range []image.Point{{100, 30}, {20, 10}, {500, 200}} {
			var out bytes.Buffer
			if err := Write(&out, hostile(form), ".txt", size, light); err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(out.String(), "\x1b\x00\u202e") || strings.Count(out.String(), "\n") != size.Y {
				t.Errorf("%v: %q", size, out.String())
			}
		}
	}
	if Writes(".jpg") || !Writes(".SVG") {
		t.Error("extensions")
	}
	if err := Write(io.Discard, hostile(figure.Lines), ".jpg", image.Pt(100, 30), light); err == nil {
		t.Error("no error for .jpg")
	}
}

// TestAlong reads a line between its points and not beside them.
func TestAlong(t *testing.T) {
	axis := figure.Axis{Ticks: []float64{0, 4}}
	p := &figure.Panel{X: axis, Y: axis}
	at := func(x, y float64) figure.Point { return figure.Point{X: x, Y: scoring.Defined(y)} }
	got := along(p, figure.Series{Points: []figure.Point{at(1, 0), at(2, 4), {X: 3, Y: scoring.Undefined("gap")}, at(4, 2)}}, 9)
	want := []float64{math.NaN(), math.NaN(), 0, .5, 1, math.NaN(), math.NaN(), math.NaN(), .5}
	for i, w := range want {
		y, ok := got[i].Float()
		if ok != (w == w) || ok && y != w {
			t.Errorf("at %d: %v, want %v", i, got[i], w)
		}
	}
}

func TestTwentySeriesDiffer(t *testing.T) {
	seen := map[string]int{}
	for i := range 20 {
		c := style(widget.Look{Theme: light}, i, -1)
		look := fmt.Sprint(c.Style.Fg, c.Pattern, dashes[pattern(i)])
		if k, same := seen[look]; same {
			t.Errorf("series %d looks like %d", i, k)
		}
		seen[look] = i
	}
}

func open(t *testing.T, name string, w, h int, s *views.Session) *viewtest.Screen {
	t.Helper()
	v, err := New(s, 0, name)
	if err != nil {
		t.Fatal(err)
	}
	return viewtest.New(t, w, h, s, v)
}

func TestScreen(t *testing.T) {
	s := open(t, "", 100, 30, viewtest.ReadAll(t, viewtest.Sample(t)))
	s.Want("1 of 6", "F1 of the modules", "without lexical: no boxes", "F1 over p", "layer_count", ".40", "⣀")
	s.Press("h")
	if !strings.Contains(s.View.Status(), "p > .49") {
		t.Errorf("status %q", s.View.Status())
	}
	for range 60 {
		s.Press("h")
	}
	s.Want(".67") // both boxes are predicted
	s.Press("tab")
	s.Want("2 of 6", "layer_count: no counting questions", "lexical: no counting questions")
	s.Press("shift+tab", "shift+tab")
	s.Want("6 of 6", "· layer_count", "whole example", "find", "examples")
	s.Press("}")
	s.Want("6 of 6", "· lexical")
	s.Press("shift+tab")
	s.Want("5 of 6", ".70", ".40", "a")
	if a, _ := s.Action("l"); a.Disabled() == "" {
		t.Error("something moves along points")
	}
}

func TestScreenShowsAPicture(t *testing.T) {
	session := viewtest.ReadAll(t, viewtest.Sample(t))
	session.Cell = image.Pt(10, 20)
	s := open(t, "histograms", 100, 30, session)
	if len(s.Frame.Pictures) != 1 {
		t.Fatalf("%d pictures", len(s.Frame.Pictures))
	}
	at := s.Frame.Pictures[0]
	f, err := at.Picture.Files.Open(at.Picture.Key.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if want := image.Pt(at.Area.Dx()*10, at.Area.Dy()*20); img.Bounds().Size() != want {
		t.Errorf("%v pixels, want %v", img.Bounds().Size(), want)
	}
	s.Press("v")
	if len(s.Frame.Pictures) != 0 {
		t.Error("still a picture")
	}
	session.NoPictures = true
	s.Press("v")
	s.Draw()
	if len(s.Frame.Pictures) != 0 {
		t.Error("a picture that nobody wants")
	}
}

func TestSaveFigure(t *testing.T) {
	session := viewtest.ReadAll(t, viewtest.Sample(t))
	written := map[string]int{}
	session.Write = func(path string, write func(w io.Writer) error) error {
		var out bytes.Buffer
		err := write(&out)
		written[path] = out.Len()
		return err
	}
	s := open(t, "f1-thresholds", 80, 21, session)
	save, ok := action(s, "save-figure")
	if !ok || save.Disabled() != "" {
		t.Fatal("nothing saves")
	}
	for _, path := range []string{"a.svg", "a.png", "a.txt", "a.csv"} {
		s.Run(save.With(path))
		if written[path] < 500 {
			t.Errorf("%s: %d bytes", path, written[path])
		}
	}
	s.Run(save.With("a.jpg"))
	if last := s.Flash[len(s.Flash)-1]; !last.Bad || len(written) != 4 {
		t.Errorf("%+v, %v", last, written)
	}
}

func action(s *viewtest.Screen, name string) (widget.Action, bool) {
	for _, a := range s.View.Actions() {
		if a.Name == name {
			return a, true
		}
	}
	return widget.Action{}, false
}

func TestHostileRuns(t *testing.T) {
	for _, name := range figure.Names() {
		for _, size := range []image.Point{{80, 21}, {20, 5}, {1, 1}, {200, 60}} {
			open(t, name, size.X, size.Y, viewtest.Hostile(t)).Fits()
		}
	}
	if _, err := New(viewtest.Sample(t), 0, "pie"); err == nil {
		t.Error("no error for a figure that there is not")
	}
}
