package commands

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// writeTraining draws pictures of three things each, and asks of each whether one is red. The oracle
// knows the boxes, and nothing else. It returns the arguments of calibrate.
func writeTraining(t *testing.T, folder string) []string {
	t.Helper()
	write := func(text string, names ...string) {
		t.Helper()
		path := filepath.Join(append([]string{folder}, names...)...)
		check.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)))
	}
	questions, lines := map[string]any{}, ""
	for i := range 81 {
		img := image.NewRGBA(image.Rect(0, 0, 90, 30))
		for k := range 3 {
			red := i/[]int{1, 3, 9}[k]%3 == 0
			draw.Draw(img, image.Rect(30*k+5, 5, 30*k+20, 20), image.NewUniform(loaders.IfElse(red, color.RGBA{R: 255, A: 255},
				color.RGBA{B: 255, A: 255})), image.Point{}, draw.Src)
		}
		var b bytes.Buffer
		check.NoError(t, png.Encode(&b, img))
		name := fmt.Sprintf("%d-of-81", i)
		write(b.String(), "images", name+".png")
		isRed := i%3 == 0 || i/3%3 == 0 || i/9%3 == 0
		questions[name] = map[string]any{"question": "Is anything red?", "imageId": name, "answer": loaders.IfElse(isRed, "yes", "no"),
			"semantic": []any{map[string]any{"operation": "select", "dependencies": []int{}, "argument": "red (-)"},
				map[string]any{"operation": "exist", "dependencies": []int{0}, "argument": "?"}}}
		lines += fmt.Sprintf(`{"imageId": %q, "width": 90, "height": 30, "objects": [[5,5,15,15],[35,5,15,15],[65,5,15,15]], `+
			`"attributes": {"red": [0.5,0.5,0.5]}, "relations": {}}`+"\n", name)
	}
	text, err := json.Marshal(questions)
	check.NoError(t, err)
	write(lines, "oracle.jsonl")
	write(string(text), "questions.json")
	return []string{"calibrate", filepath.Join(folder, "questions.json"), "--oracle", filepath.Join(folder, "oracle.jsonl"), "--train",
		"--images", filepath.Join(folder, "images"), "--format", "json"}
}

// calibrate --train learns what is red from answers, and writes the same bytes each time, which run
// reads as an oracle.
func TestCalibrateTrainsAnOracle(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	args := writeTraining(t, folder)
	var files [2]string
	for k := range files {
		path := filepath.Join(folder, fmt.Sprint(k, ".jsonl"))
		rows := gjson.Get(made(t, append(args, "-o", path)...), "oracles").Array()
		last := rows[len(rows)-1]
		if len(rows) != 3 || last.Get("oracle").Str != "trained on answers" || last.Get("accuracy").Num != 1 ||
			rows[1].Get("accuracy").Num == 1 ||
			last.Get("n").Int() != last.Get("pictures").Int() || rows[0].Get("n").Int()+last.Get("n").Int() != 81 {
			t.Errorf("%s", rows)
		}
		text := readFile(t, path)
		files[k] = text
	}
	if files[0] != files[1] || strings.Count(files[0], "\n") != 81 {
		t.Errorf("%d bytes, and then %d", len(files[0]), len(files[1]))
	}
	made(t, "run", args[1], "--oracle", filepath.Join(folder, "0.jsonl"), "-o", filepath.Join(folder, "run.jsonl"))
	scores := made(t, "score", filepath.Join(folder, "run.jsonl"), "--protocol", "reasoning", "--format", "json")
	check.Equal(t, "accuracy", gjson.Get(scores, `runs.0.scores.#(metric=="accuracy").value`).Num, 1)
	refused(t, "--images", append(args[:5:5], "--images", t.TempDir())...)
}
