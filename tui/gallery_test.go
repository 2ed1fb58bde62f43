package tui

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"os"
	"testing"
	"testing/fstest"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
	"faithscope/tui/picture"
	"faithscope/views/widget"
)

// photosOf returns n files of one photo.
func photosOf(t testing.TB, n int) fstest.MapFS {
	data, err := os.ReadFile("picture/testdata/coffee.jpg")
	check.NoError(t, err)
	files := fstest.MapFS{}
	for i := range n {
		files[fmt.Sprint(i, ".jpg")] = &fstest.MapFile{Data: data}
	}
	return files
}

// pageOf returns a frame of a gallery's page, counted from 0, and of the page after it.
func pageOf(page int, files fstest.MapFS) *widget.Frame {
	f := widget.NewFrame(100, 32)
	for k := range 24 {
		p := widget.PlacedPicture{Area: image.Rect(0, 0, 24, 9).Add(image.Pt(k%4*25, k%12/4*10)), Picture: widget.Picture{
			Key: widget.PictureKey{Path: fmt.Sprint(page*12+k, ".jpg")}, Files: files}}
		if k < 12 {
			f.Place(p)
		} else {
			f.Ahead = append(f.Ahead, p)
		}
	}
	return f
}

// The pictures of the next page are loaded once those of this one are there, one at a time, so that the page turns
// without a wait; where one goes elsewhere instead, none of them is waited for.
func TestNextPageIsReady(t *testing.T) {
	out, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	check.NoError(t, err)
	defer out.Close()
	g := newGraphics(Capabilities{Sixel: true, Answered: true, Cell: image.Pt(10, 20)}, out, nil)
	files, came := photosOf(t, 48), make(chan pictureLoaded, 100)
	var run func(cmd tea.Cmd)
	run = func(cmd tea.Cmd) {
		go func() {
			if cmd == nil {
				return
			}
			switch msg := cmd().(type) {
			case tea.BatchMsg:
				for _, one := range msg {
					run(one)
				}
			case pictureLoaded:
				came <- msg
			}
		}()
	}
	run(g.Compose(pageOf(0, files)))
	if n := len(g.loader.active); n != 12 {
		t.Fatalf("%d pictures of a page are loaded at once", n)
	}
	for k := range 24 {
		g.Update(<-came)
		run(g.Compose(pageOf(0, files)))
		if n, want := len(g.loader.active), max(11-k, min(1, 23-k)); n != want {
			t.Fatalf("%d pictures are loaded after %d came, want %d", n, k+1, want)
		}
	}
	for turns := range 2 {
		f := pageOf(1, files)
		g.Compose(f)
		check.Equal(t, "pictures held", len(g.held), 12, "turns:", turns)
		check.Equal(t, "pictures loading", len(g.loader.active), 1, "turns:", turns)
	}
	if g.Compose(widget.NewFrame(100, 32)); len(g.loader.active) > 0 {
		t.Error("pictures ahead are loaded for another screen")
	}
}

// BenchmarkGallery loads a page of the gallery, twelve photos of 24×9 cells, and beside it one photo that fills the
// same screen, in turns and each from its file: the page's photos are decoded one and all, but scaled to, quantised
// and encoded for a twelfth of the room. It reports the time of the page, of its first picture, and of a page that
// is there already, which is composed alone, by that of the picture.
func BenchmarkGallery(b *testing.B) {
	files := photosOf(b, 12)
	opt := picture.DefaultOptions()
	paint := sixelPainter(Capabilities{Cell: image.Pt(10, 20)}, opt, nil)
	load := func(n int, cells image.Point) (first, whole, again time.Duration) {
		l := newLoader(paint, opt.Ground, NewRoom(96<<20, 64<<20, 2))
		start := time.Now()
		came := make(chan pictureLoaded)
		for i := range n {
			key := widget.PictureKey{Path: fmt.Sprint(i, ".jpg")}
			go func() {
				m := l.loadPicture(context.Background(), nil, pictureRequest{key: key, cells: cells}, widget.Picture{Key: key, Files: files}, paint)
				came <- m.(pictureLoaded)
			}()
		}
		var all []pictureLoaded
		for range n {
			all = append(all, <-came)
			if first = cmp.Or(first, time.Since(start)); all[0].err != nil {
				b.Fatal(all[0].err)
			}
		}
		whole, start = time.Since(start), time.Now()
		for _, m := range all {
			m.ready.paintMarks(widget.NewFrame(100, 32), widget.PlacedPicture{Area: image.Rectangle{Max: cells}}, nil)
		}
		return first, whole, time.Since(start)
	}
	var first, page, again, one time.Duration
	for b.Loop() {
		_, picture, _ := load(1, image.Pt(100, 32))
		firstOf, pageOf, againOf := load(12, image.Pt(24, 9))
		one, first, page, again = one+picture, first+firstOf, page+pageOf, again+againOf
	}
	b.ReportMetric(page.Seconds()/one.Seconds(), "page/picture")
	b.ReportMetric(first.Seconds()/one.Seconds(), "first/picture")
	b.ReportMetric(again.Seconds()/one.Seconds(), "again/picture")
	b.ReportMetric(float64(page.Microseconds())/1000/float64(b.N), "ms/page")
	b.ReportMetric(float64(one.Microseconds())/1000/float64(b.N), "ms/picture")
}
