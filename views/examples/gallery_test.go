package examples

import (
	"image"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// A gallery shows three times two thumbnails at least, each of which is a part of what one picture would take, with
// its outcome; its keys go from one to the other, and all other keys work as in the list.
func TestGallery(t *testing.T) {
	var list []*loaders.Example
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		ex := viewtest.BoxExample(id, id != "b", true)
		ex.Images[0].Path, ex.Images[0].Width, ex.Images[0].Height = id+".png", 400, 300
		list = append(list, ex)
	}
	run := viewtest.RunOf("run", list...)
	files := fstest.MapFS{}
	for _, ex := range list {
		files[ex.Images[0].Path] = &fstest.MapFile{}
	}
	run.Pictures = files
	s := viewtest.ReadAll(t, viewtest.Of(t, run))
	for _, size := range []image.Point{{80, 24}, {120, 36}, {200, 60}} {
		v := New(s, 0, Filter{})
		sc := viewtest.New(t, size.X, size.Y, s, v)
		sc.Act("gallery")
		if n := len(sc.Frame.Pictures); n < 6 {
			t.Fatalf("%v has %d pictures:\n%s", size, n, sc.Text())
		}
		for i, p := range sc.Frame.Pictures {
			for _, q := range sc.Frame.Pictures[:i] {
				if p.Area.Overlaps(q.Area) {
					t.Errorf("%v: %v lies over %v", size, p.Area, q.Area)
				}
			}
			if !p.Area.In(sc.Frame.Bounds()) || p.Area.Dx() < 12 || p.Area.Dy() < 5 {
				t.Errorf("%v: a picture at %v", size, p.Area)
			}
		}
		sc.Want("✓ ", "✗ ")
		ahead := sc.Frame.Ahead
		if n := len(sc.Frame.Pictures); len(ahead) != min(n, len(list)-n) {
			t.Errorf("%v: %d pictures ahead of %d", size, len(ahead), n)
		}
		sc.Press("pgdown") // as large as they will be, so that they are ready there
		for _, p := range ahead {
			if !slices.ContainsFunc(sc.Frame.Pictures, func(q widget.PlacedPicture) bool {
				return p.Area.Size() == q.Area.Size() && p.Picture.Key == q.Picture.Key
			}) {
				t.Errorf("%v: %v of %v is not on the next page", size, p.Area, p.Picture.Key)
			}
		}
		sc.Press("pgup")
		sc.Press("l", "j")
		if at := v.selectedExample(); at < 4 {
			t.Errorf("%v: example %d is selected to the right and below", size, at)
		}
		sc.Press("h", "k")
		if at := v.selectedExample(); at != 0 {
			t.Errorf("%v: example %d is selected after going back", size, at)
		}
		sc.Act("wrong")
		if n := len(sc.Frame.Pictures); n != 1 {
			t.Errorf("%v: %d pictures of one wrong answer", size, n)
		}
		sc.Act("gallery")
		sc.Want("question")
	}
	s.Run(0).Pictures = os.DirFS(t.TempDir())
	sc := viewtest.New(t, 80, 24, s, New(s, 0, Filter{}))
	sc.Act("gallery")
	if len(sc.Frame.Pictures) > 0 {
		t.Error("pictures that are nowhere are drawn")
	}
	sc.Want("✗ ")
}

// A caption has the answer and what failed on its first line, the question on its second.
func TestCaptionsStartAtTheirBeginning(t *testing.T) {
	var list []*loaders.Example
	for _, question := range []string{"there is at least one tower with the base of four blocks", "dogs"} {
		ex := viewtest.BoxExample(question, true, true)
		ex.Question, ex.Images[0].Path = question, "a.png"
		list = append(list, ex)
	}
	run := viewtest.RunOf("run", list...)
	run.Pictures = fstest.MapFS{"a.png": &fstest.MapFile{}}
	s := viewtest.ReadAll(t, viewtest.Of(t, run))
	sc := viewtest.New(t, 80, 24, s, New(s, 0, Filter{}))
	sc.Act("gallery")
	lines := strings.Split(sc.Text(), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "there is at least one") })
	if at < 1 || !strings.Contains(lines[at], "dogs") || strings.Count(lines[at-1], "✓ ") != 2 {
		t.Errorf("captions in\n%s", sc.Text())
	}
}
