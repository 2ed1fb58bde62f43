package programtest

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"faithscope/scoring/marks"
)

// Paint writes a PNG of 200×100 pixels in one colour.
func Paint(t *testing.T, imagePath string, c color.Color) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 200, 100))
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	f, err := os.Create(imagePath)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// SmallRun writes a native run with a right and a wrong example, one module each, to a temporary
// file called runName, and returns its path.
func SmallRun(t *testing.T, runName string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), runName+".jsonl")
	text := `{"faithscope": 1, "run": {"name": "` + runName + `"}}
{"id": "a", "question": "is there a dog", "answer": {"predicted": "true", "gold": "true"}, "program": [{"op": "find", "text": "dog"}]}
{"id": "b", "question": "is there a cat", "answer": {"predicted": "true", "gold": "false"}, "program": [{"op": "find", "text": "cat"}]}
`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// AddMarks changes the marks kept beside the run at path.
func AddMarks(t *testing.T, path string, changes ...marks.Change) {
	t.Helper()
	book, err := marks.Open(marks.MarksLocation{Beside: marks.Beside(path)})
	if err != nil {
		t.Fatal(err)
	}
	if err := book.Apply(t.Context(), changes...); err != nil {
		t.Fatal(err)
	}
}

// OneExample is a line of a native run.
const OneExample = `{"id":"a","question":"q","answer":{"predicted":"x","gold":"x","correct":true},"program":[{"op":"find"}]}` + "\n"

// Contents returns a folder's files by name: the type, and the text of regular ones.
func Contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		all[e.Name()] = e.Type().String()
		if e.Type().IsRegular() {
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			all[e.Name()] += string(text)
		}
	}
	return all
}
