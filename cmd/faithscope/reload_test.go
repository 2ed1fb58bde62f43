package main

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"faithscope/tui/screen/screentest"
)

// paint writes a picture of one colour.
func paint(t *testing.T, path string, c color.Color) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 200, 100))
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// shows reports whether much of what is on the terminal has this colour, give
// or take what a palette loses.
func shows(term *screentest.Terminal, want color.RGBA) bool {
	pixels := term.Pixels()
	seen := 0
	for i := 0; i < len(pixels.Pix); i += 4 {
		near := true
		for k, v := range []uint8{want.R, want.G, want.B, 255} {
			near = near && max(pixels.Pix[i+k], v)-min(pixels.Pix[i+k], v) < 16
		}
		if near {
			seen++
		}
	}
	return seen > 10000
}

// A picture that was replaced is shown as it is now once its run was opened
// again.
func TestProgramReloadShowsReplacedPictures(t *testing.T) {
	dir := t.TempDir()
	red, blue := color.RGBA{200, 30, 30, 255}, color.RGBA{30, 30, 200, 255}
	picture := filepath.Join(dir, "a.png")
	paint(t, picture, red)
	run := filepath.Join(dir, "run.jsonl")
	line := `{"id":"ex-0","question":"is it red?","answer":{"predicted":"yes","gold":"yes"},"images":[{"path":"a.png","width":200,"height":100,"proposals":[[0.1,0.1,0.2,0.2]]}],` +
		`"program":[{"op":"find","text":"it","output":{"boxes":[[0.9]]},"gold":{"boxes":[[[0.1,0.1,0.2,0.2]]]}}]}` + "\n"
	if err := os.WriteFile(run, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	term := start(t, wide, run)
	term.WaitFor("5 Results")
	term.Type("2")
	term.WaitFor("1 of 1")
	term.Type("\r")
	term.Wait("the red picture", func() bool { return shows(term, red) })
	paint(t, picture, blue)
	term.Type("q:reload\r")
	term.WaitFor("reopened")
	term.Type("\r")
	term.Wait("the blue picture", func() bool { return shows(term, blue) })
}
