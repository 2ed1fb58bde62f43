package evidence

import (
	"image"
	"io/fs"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

func TestPhotos(t *testing.T) {
	ex := func(change func(*loaders.Image)) *loaders.Example {
		ex := viewtest.SceneExample()
		change(&ex.Images[0])
		return ex
	}
	there := fstest.MapFS{"2407890.jpg": {Data: []byte("no picture")}}
	unsized := func(im *loaders.Image) { im.Width, im.Height = 0, 0 }
	for _, c := range []struct {
		why  string
		ex   *loaders.Example
		fs   fstest.MapFS
		want Photo
	}{
		{"the run knows the size", ex(func(*loaders.Image) {}), there, Photo{Size: image.Pt(200, 200)}},
		{"no file, no size: around the boxes", ex(unsized), fstest.MapFS{}, Photo{Size: image.Pt(200, 120), Missing: true, Framed: true}},
		{"a file that tells no size is not guessed at", ex(unsized), there, Photo{}},
		{"fractions need no size", ex(func(im *loaders.Image) { unsized(im); im.Units = loaders.Fraction }), fstest.MapFS{},
			Photo{Missing: true}},
		{"boxes beyond any picture frame nothing", ex(func(im *loaders.Image) {
			unsized(im)
			im.Gold, im.Proposals = []loaders.Box{{X1: 1e300, Y1: 10}}, nil
		}), fstest.MapFS{}, Photo{Missing: true}},
	} {
		got := Photos(&loaders.Run{Pictures: c.fs}, c.ex)[0]
		if got.Words = ""; got != c.want {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}

// folder is an image folder that has no pictures.
type folder struct{ fstest.MapFS }

func (folder) Sought(path string) (file string, known bool) { return "photos\x1b[2J/" + path, true }

func TestMissingPhotoSaysWhereItWasLookedFor(t *testing.T) {
	for _, c := range []struct {
		why      string
		pictures fs.FS
		want     string
	}{
		{"no folder", nil, "no photo found · set a folder with --images DIR"},
		{"a folder", folder{}, "no photo found: tried photos\uFFFD[2J/2407890.jpg · set another folder with --images DIR"},
		{"the program's own pictures", fstest.MapFS{}, "no photo found"},
		{"a picture", fstest.MapFS{"2407890.jpg": {}}, ""},
	} {
		check.Equal(t, c.why, Photos(&loaders.Run{Pictures: c.pictures}, viewtest.SceneExample())[0].Words, c.want)
	}
}

func TestSharesOfAnImage(t *testing.T) {
	for x, want := range map[float64]string{0: "0 %", .001: "<1 %", .006: "1 %", .12: "12 %", 1: "100 %"} {
		check.Equal(t, "Percent", widget.Percent(x), want, x)
	}
}
