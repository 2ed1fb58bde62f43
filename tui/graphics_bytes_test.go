package tui

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/picture"
	"faithscope/tui/screen/screentest"
	"faithscope/views/widget"
)

// When a box moves over a shown photo, exactly the cells that look different
// are sent, and the photo is neither opened nor quantised again.
func TestSixelMovedBoxSendsTheCellsThatDiffer(t *testing.T) {
	t.Parallel()
	term, g := show(t, sixelTerminal, "auto", "coffee.jpg")
	waitWhole(t, term, sameArea)
	term.Quiet()
	whole := bytesOf(term.Tiles())
	before := term.Pixels()
	kept := g.graphics.loader.kept.list.Values()
	for key := range 3 {
		term.Type("b")
		term.Wait("a tile", func() bool { return differ(term, before, term.Pixels()) != nil })
		term.Quiet()
		after := term.Pixels()
		want := differ(term, before, after)
		painted, tiles := map[image.Point]bool{}, term.Tiles()
		for _, tile := range tiles {
			for y := tile.Cells.Min.Y; y < tile.Cells.Max.Y; y++ {
				for x := tile.Cells.Min.X; x < tile.Cells.Max.X; x++ {
					painted[image.Pt(x, y)] = true
				}
			}
		}
		if len(painted) != len(want) {
			t.Errorf("key %d: %d cells painted, %d differ", key, len(painted), len(want))
		}
		for at := range want {
			if !painted[at] {
				t.Errorf("key %d: cell %v differs and was not painted", key, at)
			}
		}
		t.Logf("key %d: %d cells in %d tiles, %d bytes; the whole picture has %d", key, len(painted), len(tiles), bytesOf(tiles), whole)
		before = after
	}
	if again := g.graphics.loader.kept.list.Values(); len(again) != 1 || len(kept) != 1 || again[0] != kept[0] {
		t.Error("the photo was made ready again")
	}
}

// differ returns the cells in which two screens differ, nil for none.
func differ(term *screentest.Terminal, a, b *image.RGBA) map[image.Point]bool {
	var out map[image.Point]bool
	cell := sixelTerminal.Cell
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				if out == nil {
					out = map[image.Point]bool{}
				}
				out[image.Pt(x/cell.X, y/cell.Y)] = true
			}
		}
	}
	return out
}

// When the user passes two hundred examples while the machine is busy, only the
// last of the waiting pictures is opened and prepared.
func TestHeldKeyQueuesNothing(t *testing.T) {
	data, err := os.ReadFile("picture/testdata/coffee.jpg")
	check.NoError(t, err)
	opened := make(chan string, 1000)
	var painted atomic.Int32
	l := newLoader(func(*image.RGBA, widget.Picture, image.Point) preparedPhoto {
		painted.Add(1)
		return textPicture{picture.NewBlocks(nil, loaders.Box{}, image.Pt(1, 1), image.Point{}, picture.DefaultOptions())}
	}, color.RGBA{A: 255}, NewRoom(1<<20, 1<<20, 2))
	for range cap(l.room.slots) {
		l.room.slots <- struct{}{} // others are at work
	}
	var running sync.WaitGroup
	var last pictureLoaded
	for i := range 200 {
		p := widget.Picture{Key: widget.PictureKey{Path: fmt.Sprint(i)}, Files: sameFile{data, opened}}
		w := pictureRequest{p.Key, loaders.Box{}, image.Pt(20, 10)}
		_, _, cmd := l.getReady(w, p)
		l.cancelOthers([]pictureRequest{w})
		load := cmd().(tea.BatchMsg)[0]
		running.Go(func() {
			if msg, ok := load().(pictureLoaded); ok {
				last = msg // one at most: the others are cancelled
			}
		})
	}
	for range cap(l.room.slots) {
		<-l.room.slots
	}
	running.Wait()
	if n := painted.Load(); n != 1 || len(opened) != 1 || last.want.key.Path != "199" {
		t.Errorf("%d pictures made ready, %d opened, the last %q: want only 199", n, len(opened), last.want.key)
	}
}

// Programs that share a room never decode more pictures at a time than the room
// has slots.
func TestProgramsShareRoomForPictures(t *testing.T) {
	data, err := os.ReadFile("picture/testdata/coffee.jpg")
	check.NoError(t, err)
	room := NewRoom(1<<20, 1<<20, 2)
	var now, most atomic.Int32
	var running sync.WaitGroup
	for range 10 {
		l := newLoader(func(*image.RGBA, widget.Picture, image.Point) preparedPhoto {
			n := now.Add(1)
			for before := most.Load(); n > before && !most.CompareAndSwap(before, n); before = most.Load() {
			}
			runtime.Gosched()
			now.Add(-1)
			return textPicture{picture.NewBlocks(nil, loaders.Box{}, image.Pt(1, 1), image.Point{}, picture.DefaultOptions())}
		}, color.RGBA{A: 255}, room)
		p := widget.Picture{Key: widget.PictureKey{Path: "x"}, Files: sameFile{data, make(chan string, 1)}}
		_, _, cmd := l.getReady(pictureRequest{p.Key, loaders.Box{}, image.Pt(20, 10)}, p)
		running.Go(func() { cmd().(tea.BatchMsg)[0]() })
	}
	running.Wait()
	if most.Load() > 2 {
		t.Errorf("%d pictures are made at a time", most.Load())
	}
}

// A photo is decoded once for all programs on one ground, until its run is reopened.
func TestProgramsShareDecodedPhotos(t *testing.T) {
	data, err := os.ReadFile("picture/testdata/coffee.jpg")
	check.NoError(t, err)
	room, opened := NewRoom(16<<20, 1<<20, 2), make(chan string, 10)
	p := widget.Picture{Key: widget.PictureKey{Run: "a", Path: "x"}, Files: sameFile{data, opened}}
	light, dark := color.RGBA{255, 255, 255, 255}, color.RGBA{A: 255}
	for i, test := range []struct {
		ground color.RGBA
		again  bool
		opens  int
	}{{light, false, 1}, {light, false, 1}, {dark, false, 2}, {light, true, 3}, {dark, false, 4}, {light, false, 4}} {
		l := newLoader(nil, test.ground, room)
		if test.again {
			l.retryRun("a")
		}
		if _, err := l.loadPhoto(t.Context(), p); err != nil || len(opened) != test.opens {
			t.Errorf("%d: opened %d times, want %d (%v)", i, len(opened), test.opens, err)
		}
	}
}

// Reopening a run makes the program try its pictures again, but not those of
// other runs, which would be listed as unreadable twice.
func TestRetryIsOfOneRun(t *testing.T) {
	l := newLoader(nil, color.RGBA{A: 255}, NewRoom(1<<20, 1<<20, 2))
	again, other := widget.PictureKey{Run: "a", Path: "1.png"}, widget.PictureKey{Run: "b", Path: "1.png"}
	for _, key := range []widget.PictureKey{again, other} {
		l.broken.add(key, os.ErrNotExist)
	}
	l.retryRun("a")
	if l.whyFailed(again) != nil || l.whyFailed(other) == nil || l.broken.bytes != l.broken.size(os.ErrNotExist) {
		t.Errorf("known after a retry of a: %v of a, %v of b, %d bytes", l.whyFailed(again), l.whyFailed(other), l.broken.bytes)
	}
}

// BenchmarkBytesPerKey reports what keys cost on their way to the terminal:
// text, and pictures.
func BenchmarkBytesPerKey(b *testing.B) {
	s := link(b, screentest.SlowLink{}, 120, 36)
	s.whole()
	for _, step := range []struct{ name, key, back string }{
		{"a text changes", "s", "s"},
		{"a box moves", "b", "b"},
		{"a popup opens or closes", "p", "p"},
		{"another picture", "j", "k"},
		{"a text changes beside a row of wide glyphs", "s", "s"},
	} {
		if step.name == "a text changes beside a row of wide glyphs" {
			s.Type("w")
			s.WaitFor("幅の広い字")
			s.Quiet()
			s.Tiles() // what came with it is not the keys'
		}
		b.Run(step.name, func(b *testing.B) {
			text, pictures, keys := 0, 0, 0
			for b.Loop() {
				for _, key := range []string{step.key, step.back} {
					before := s.Written()
					s.Type(key)
					s.Quiet()
					tiles := bytesOf(s.Tiles())
					pictures += tiles
					text += s.Written() - before - tiles
					keys++
				}
			}
			b.ReportMetric(float64(text)/float64(keys), "B-text/key")
			b.ReportMetric(float64(pictures)/float64(keys), "B-picture/key")
		})
	}
}
