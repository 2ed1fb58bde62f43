package tui

import (
	"context"
	"fmt"
	"image"
	"os"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"faithscope/tui/picture"
	"faithscope/views/widget"
)

// BenchmarkGallery loads a page of the gallery, twelve photos of 24×9 cells, and beside it one photo that fills the
// same screen, in turns and each from its file: the page's photos are decoded one and all, but scaled to, quantised
// and encoded for a twelfth of the room. It reports the page's time by that of the picture.
func BenchmarkGallery(b *testing.B) {
	data, err := os.ReadFile("picture/testdata/coffee.jpg")
	if err != nil {
		b.Fatal(err)
	}
	files := fstest.MapFS{}
	for i := range 12 {
		files[fmt.Sprint(i, ".jpg")] = &fstest.MapFile{Data: data}
	}
	opt := picture.DefaultOptions()
	paint := sixelPainter(Capabilities{Cell: image.Pt(10, 20)}, opt, nil)
	load := func(n int, cells image.Point) time.Duration {
		l := newLoader(paint, opt.Ground, NewRoom(96<<20, 64<<20, 2))
		start := time.Now()
		var all sync.WaitGroup
		for i := range n {
			key := widget.PictureKey{Path: fmt.Sprint(i, ".jpg")}
			all.Go(func() {
				m := l.loadPicture(context.Background(), nil, want{key: key, cells: cells}, widget.Picture{Key: key, Files: files}, paint)
				if err := m.(loaded).err; err != nil {
					b.Error(err)
				}
			})
		}
		all.Wait()
		return time.Since(start)
	}
	var page, one time.Duration
	for b.Loop() {
		one += load(1, image.Pt(100, 32))
		page += load(12, image.Pt(24, 9))
	}
	b.ReportMetric(page.Seconds()/one.Seconds(), "page/picture")
	b.ReportMetric(float64(page.Microseconds())/1000/float64(b.N), "ms/page")
	b.ReportMetric(float64(one.Microseconds())/1000/float64(b.N), "ms/picture")
}
