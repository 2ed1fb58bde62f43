package commands

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/themes"
)

// drawTo renders into a file of that name and returns what is in it.
func drawTo(t *testing.T, name string, args ...string) string {
	t.Helper()
	path := newPath(t, name)
	printed(t, append(append([]string{"render", "-o", path}, programtest.DemoArgs(programtest.FaithfulRun)...),
		args...)...)
	return readFile(t, path)
}

// ofExample is one with gold found and gold missed; its module 2 is a find.
var ofExample = []string{"--example", "dev-3817-0", "--module", "2"}

func TestRenderPNG(t *testing.T) {
	img, err := png.Decode(strings.NewReader(drawTo(t, "x.png", ofExample...)))
	check.NoError(t, err)
	if size := img.Bounds().Size(); size.X != 1200 || size.Y != 720 {
		t.Errorf("the picture is %v, want 120 by 36 cells of 10 by 20 pixels", size)
	}
	theme := themes.Default().On(themes.Dark, 1<<24)
	want := map[string]int{"hit": 0, "missed": 0, "photo": 0}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			is := func(wr, wg, wb uint8) bool {
				apart := func(a uint32, b uint8) bool { return max(int(a>>8), int(b))-min(int(a>>8), int(b)) > 4 }
				return !apart(r, wr) && !apart(g, wg) && !apart(b, wb)
			}
			switch {
			case is(theme.Hit.R, theme.Hit.G, theme.Hit.B):
				want["hit"]++
			case is(theme.Missed.R, theme.Missed.G, theme.Missed.B):
				want["missed"]++
			case is(211, 211, 211): // the ground of all pictures of NLVR
				want["photo"]++
			}
		}
	}
	if want["hit"] < 50 || want["missed"] < 50 || want["photo"] < 20_000 {
		t.Errorf("pixels: %v", want)
	}
}

func TestRenderSVG(t *testing.T) {
	text := drawTo(t, "x.svg", ofExample...)
	d := xml.NewDecoder(strings.NewReader(text))
	pictures, letters := 0, ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		check.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			for _, a := range token.Attr {
				if a.Name.Local != "href" {
					continue
				}
				data, ok := strings.CutPrefix(a.Value, "data:image/png;base64,")
				bytesOf, err := base64.StdEncoding.DecodeString(data)
				if _, bad := png.Decode(bytes.NewReader(bytesOf)); !ok || err != nil || bad != nil {
					t.Errorf("a picture that is not inside: %.60s", a.Value)
				}
				pictures++
			}
		case xml.CharData:
			letters += string(token)
		}
	}
	if pictures != 1 || !strings.Contains(letters, "dev-3817-0") || !strings.Contains(letters, "gold missed") {
		t.Errorf("%d pictures, and the text:\n%s", pictures, letters)
	}
}

func TestRenderText(t *testing.T) {
	text := drawTo(t, "x.ansi", ofExample...)
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) != 36 || !strings.Contains(text, "▀") || !strings.Contains(ansi.Strip(lines[0]), "dev-3817-0") {
		t.Errorf("%d lines:\n%s", len(lines), text)
	}
	for _, line := range lines {
		if plain := ansi.Strip(line); loaders.Clean(plain) != plain {
			t.Errorf("not clean: %q", plain)
		}
	}
}

func TestRenderPage(t *testing.T) {
	text := drawTo(t, "x.html", "--example", "dev-3817-0")
	run := programtest.OpenFaithful(t)
	ex := programtest.Find(t, run, "dev-3817-0")
	check.Contains(t, text, ex.Question, ex.ID, "<svg", "data:image/png;base64,", "default-src 'none'")
	for _, no := range []string{"<script", "src=\"http", "href=\"http", "url(http"} {
		check.Lacks(t, text, no)
	}
}

func TestRenderSays(t *testing.T) {
	run := programtest.SmallRun(t, "x")
	for _, tt := range []struct{ args, want string }{
		{"-o x.png", "use --example ID or --view"},
		{"-o x.gif --example a", ".png, .svg or .ansi, or .html for an example"},
		{"-o x.png --example nobody", "nobody"},
		{"-o x.png --example a --module 7", "no module 7"},
		{"-o x.png --module 1", "--example"},
		{"-o x.png --view exampels", "examples"},
		{"-o x.html --view examples", "an .html page shows an example"},
	} {
		args := append([]string{"render", run}, strings.Fields(strings.ReplaceAll(tt.args, "x.", newPath(t, "x.")))...)
		refused(t, tt.want, args...)
	}
}
