package results

import (
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// The panels of a figure leave no part of its area free.
func TestPanelsTakeTheWholeArea(t *testing.T) {
	for _, area := range []image.Rectangle{image.Rect(41, 3, 119, 24), image.Rect(43, 4, 198, 38), image.Rect(0, 3, 79, 14)} {
		for n := 1; n < 9; n++ {
			taken := 0
			for _, part := range divideArea(area, n, 2) {
				taken += part.Dx() * part.Dy()
			}
			check.Equal(t, "cells taken", taken, area.Dx()*area.Dy(), "by panels:", n, "of", area)
		}
	}
}

// No colour but the text's is used twice, and no two series have the same key, however many runs are open.
func TestNoColourIsUsedTwice(t *testing.T) {
	var runs []*loaders.Run
	for i := range 14 {
		ex := &loaders.Example{ID: "a", Question: "how many?", Answer: loaders.Answer{Gold: "1", Predicted: "1"},
			Program: []loaders.Module{{Op: "count", Output: loaders.Output{Number: &loaders.Number{Mean: 1}}}}}
		if i%2 == 0 {
			ex = viewtest.BoxExample("a", true, true)
		}
		runs = append(runs, viewtest.RunOf(fmt.Sprint(i), ex))
	}
	kind, _ := figure.Find("accuracy-per-count")
	f, err := kind.Make(t.Context(), figure.Source{Runs: viewtest.ReadAll(t, viewtest.Of(t, runs...)).Runs, Settings: scoring.Defaults()})
	if err != nil || len(f.Panels) != 1 || len(f.Panels[0].Series) != 7 {
		t.Fatal(f, err)
	}
	colours, keys := map[string]int{}, map[string]bool{}
	for i := range f.Panels[0].Series {
		frame := widget.NewFrame(5, 1)
		p := &f.Panels[0]
		textCanvas{frame, frame.Bounds(), p, widget.Look{Theme: light}, false}.drawKey(&p.Series[i], i, false, widget.Style{})
		_, st := frame.At(0, 0)
		colours[fmt.Sprint(st.Fg)]++
		keys[frame.Content()] = true
	}
	delete(colours, fmt.Sprint(dark))
	if len(keys) != 7 || len(colours) != 4 || max(colours[fmt.Sprint(light.Plain)], colours[fmt.Sprint(light.Gold)]) != 1 {
		t.Errorf("%d keys, colours %v", len(keys), colours)
	}
}

// Titles end at a word or go on in a second line, and the last column is free.
func TestTitlesAreCutAtWords(t *testing.T) {
	for _, size := range []image.Point{image.Pt(60, 24), image.Pt(80, 24), image.Pt(120, 36), image.Pt(200, 50)} {
		sc := open(t, "", size.X, size.Y)
		sc.Act("scatter", "f1.find, faithfulness")
		sc.Act("zoom")
		sc.Want("r +1.00")
		for y, line := range strings.Split(sc.Text(), "\n") {
			if text, _ := sc.Frame.At(size.X-1, y); text != "" && !strings.ContainsAny(text, " ─│┐┤╮╯┘") {
				t.Errorf("%v: no margin: %q", size, line)
			}
		}
		list := open(t, "", size.X, size.Y)
		list.Press("tab")
		titles := loaders.Map(list.View.(*resultsScreen).Shown.entries, func(e resultEntry) string { return e.title })
		for _, line := range strings.Split(list.Text(), "\n") {
			before, _, cut := strings.Cut(line, "…")
			for _, title := range titles {
				rest, own := strings.CutPrefix(title, strings.TrimSpace(strings.TrimLeft(before, "▸ ")))
				if cut && own && !strings.ContainsAny(rest[:1], " ,:") {
					t.Errorf("%v: %q is cut inside a word", size, line)
				}
			}
		}
	}
	axis := figure.Axis{Label: "how far a predicted box overlaps", Ticks: []float64{0, 1}}
	f := &figure.Figure{Panels: []figure.Panel{{Title: "NLVR, 60 of 782 dev examples", X: axis,
		Y: figure.Axis{Label: "recall", Ticks: []float64{0, 1}}}}}
	frame := widget.NewFrame(32, 10)
	drawFigure(frame, frame.Bounds(), f, widget.Look{Theme: light}, figureCursor{X: math.NaN(), Series: -1})
	text := ansi.Strip(frame.Content())
	check.Contains(t, text, "recall · NLVR, 60 of 782…", "how far a predicted…")
}

// The second figure has the selected run's data set in all of its half, and its title clear of the notes.
func TestTheSecondFigureIsOfTheSelectedRun(t *testing.T) {
	var runs []*loaders.Run
	for _, data := range []string{"NLVR", "GQA"} {
		for k := range 2 {
			ex := viewtest.BoxExample("sure", true, true)
			ex.Answer.Probability = new(.9)
			run := viewtest.RunOf(fmt.Sprint(data, k), ex, viewtest.BoxExample("other", false, true))
			run.Dataset = data
			runs = append(runs, run)
		}
	}
	s := viewtest.Of(t, runs...)
	sc := shown(t, 200, 46, s, 0, "faithfulness-accuracy")
	of := sc.View.(*resultsScreen)
	of.Shown.notes = []string{strings.Repeat("a long note ", 30)}
	sc.Draw()
	sc.Want("note a…   Right answers against confidence", "right answers · NLVR")
	sc.Without("right answers · GQA")
}
