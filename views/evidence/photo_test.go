package evidence

import (
	"image"
	"io/fs"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// sceneExample returns a scene graph: its objects are gold and proposals at once.
func sceneExample() *loaders.Example {
	boxes := []loaders.Box{{X0: 0, Y0: 0, X1: 100, Y1: 50}, {X0: 150, Y0: 20, X1: 200, Y1: 120}}
	return &loaders.Example{
		ID: "2407890", Question: "wall, dog",
		Images: []loaders.Image{{Path: "2407890.jpg", Units: loaders.Pixels, Width: 200, Height: 200,
			Proposals: append(append([]loaders.Box{}, boxes...), loaders.Box{X0: 10, Y0: 10, X1: 30, Y1: 30}),
			Labels:    []string{"wall (white)", "dog", "ball"}, Gold: boxes}},
		Groups: []string{"2407"}, Meta: map[string]string{"relations": "dog left of wall", "weather": "sunny\x1b[2J"},
	}
}

func TestPhotos(t *testing.T) {
	ex := func(change func(*loaders.Image)) *loaders.Example {
		ex := sceneExample()
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
		if got := Photos(&loaders.Run{Pictures: c.pictures}, sceneExample())[0].Words; got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

func TestSharesOfAnImage(t *testing.T) {
	for x, want := range map[float64]string{0: "0 %", .001: "<1 %", .006: "1 %", .12: "12 %", 1: "100 %"} {
		if got := widget.Percent(x); got != want {
			t.Errorf("Percent(%v) = %q, want %q", x, got, want)
		}
	}
}
