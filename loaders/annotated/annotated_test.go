package annotated_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/annotated"
	"faithscope/loaders/loadertest"
)

var formats = loadertest.Formats{annotated.VOC, annotated.YOLO}

// outline writes a picture's modules, with what was found and what is gold.
func outline(ex *loaders.Example) string {
	parts := []string{ex.ID, ex.Images[0].Path}
	for _, m := range ex.Program {
		if m.Op != "find" {
			continue
		}
		text := m.Text
		if m.Output.Boxes != nil {
			text += fmt.Sprint(m.Output.Boxes[0])
		}
		if m.Gold != nil {
			for _, b := range m.Gold.Boxes[0] {
				text += fmt.Sprintf(" (%.4g %.4g %.4g %.4g)", b.X0, b.Y0, b.X1, b.Y1)
			}
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// A folder is a run, a file in it one example.
func TestFolders(t *testing.T) {
	for folder, want := range map[string][]string{
		"voc/Annotations": {"2007_000027; 2007_000027.png; dog (50 40 90.5 70); person (17 10 34 35)", "2007_000028; gone.jpg"},
		"yolo/labels": {"000001; 000001.png; cat (0.375 0.25 0.625 0.75); dog (0 0 0.2 0.2)",
			"000002; 000002.png; dog (0.2 0.2 0.6 0.4)"},
		"yolo/predict/labels": {"000001; 000001.png; cat[0.9 0.4] (0.375 0.25 0.625 0.75); dog[0 0] (0 0 0.2 0.2)"},
	} {
		run := formats.Testdata(t, folder)
		if run.Len() != len(want) {
			t.Fatalf("%s: %d examples", folder, run.Len())
		}
		for i := range want {
			if got := outline(run.Example(i)); got != want[i] {
				t.Errorf("%s: %s, want %s", folder, got, want[i])
			}
		}
	}
	if meta := formats.Testdata(t, "voc/Annotations/2007_000027.xml").Example(0).Meta; meta["difficult"] != "1" || meta["objects"] != "2" {
		t.Errorf("%v", meta)
	}
}

// Gold of detections may be a file without a box; those without
// a file of annotations have no gold.
func TestGold(t *testing.T) {
	fsys := fstest.MapFS{
		"p/labels/a.txt": {Data: []byte("0 .5 .5 .2 .2 .75\n")}, "gold/a.txt": {Data: []byte{}},
		"q/labels/a.txt": {Data: []byte("3 .5 .5 .2 .2 .75\n")},
		"p/classes.txt":  {Data: []byte("cat\ndog\n")},
	}
	for named, want := range map[string]string{"": "a; a.jpg; cat[0.75]", "gold": "a; a.jpg; cat[0.75]"} {
		run := formats.Open(t, fsys, "p/labels/a.txt", loaders.Options{Gold: named})
		ex := run.Example(0)
		if got := outline(ex); got != want || (ex.Program[1].Gold != nil) != (named != "") {
			t.Errorf("gold %q: %s, %+v", named, got, ex.Program[1].Gold)
		}
	}
	if got := outline(formats.Open(t, fsys, "q/labels/a.txt", loaders.Options{}).Example(0)); got != "a; a.jpg; 3[0.75]" {
		t.Error(got)
	}
	if err := formats.Err(t, fsys, "p/labels/a.txt", loaders.Options{Gold: "nowhere"}); err == nil {
		t.Error("gold that is not there")
	}
}

// Numbers in lines are not taken for boxes where nothing says that they are.
func TestNumbersAlone(t *testing.T) {
	for _, fsys := range []fstest.MapFS{
		{"data/a.txt": {Data: []byte("0 .5 .5 .2 .2\n")}},
		{"labels/a.txt": {Data: []byte("0 .5 .5 .2 7\n")}},
		{"labels/a.txt": {Data: []byte("0.5 .5 .5 .2 .7\n")}},
		{"labels/a.txt": {Data: []byte("1 2\n")}},
	} {
		for name := range fsys {
			if err := formats.Err(t, fsys, name, loaders.Options{}); err == nil {
				t.Errorf("%q was opened", fsys[name].Data)
			}
		}
	}
}

// Each broken twin says what is wrong.
func TestBroken(t *testing.T) {
	const xml = "<annotation><filename>a.jpg</filename><size><width>9</width><height>9</height></size><object><name>cat</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>5</xmax><ymax>5</ymax></bndbox></object></annotation>"
	for _, c := range []struct{ name, good, old, changed, problem string }{
		{"a.xml", xml, "", "", ""},
		{"a.xml", xml, "<xmin>1</xmin>", "", "do not have four numbers"},
		{"a.xml", xml, "<xmin>1</xmin>", "<xmin>7</xmin>", "turned inside out"},
		{"a.xml", xml, "<xmax>5</xmax>", "<xmax>50</xmax>", "reach outside the picture"},
		{"a.xml", xml, "</bndbox>", "</x>", "not XML"},
		{"a.xml", xml, "</annotation>", "", "not XML"},
		{"a.xml", xml, "<object><name>cat</name>", "<object/><object><name>cat</name>", "object 1, , has no bndbox"},
		{"labels/a.txt", "0 .5 .5 .2 .2\n", "", "", ""},
		{"labels/a.txt", strings.Repeat("0 .5 .5 .2 .2\n", 6000), "\n0 .5 .5 .2 .2\n0", "\n0 .5 .5 .2 .2\n0", ""},
	} {
		content := c.good
		if c.old != c.changed {
			content = loadertest.Twin(t, c.good, c.old, c.changed)
		}
		run := formats.Open(t, fstest.MapFS{c.name: {Data: []byte(content)}}, c.name, loaders.Options{})
		loadertest.Problem(t, run, c.problem)
	}
	late := strings.Repeat("0 .5 .5 .2 .2\n", 6000) + "0 .5 cat\n"
	loadertest.Problem(t, formats.Open(t, fstest.MapFS{"labels/a.txt": {Data: []byte(late)}}, "labels/a.txt", loaders.Options{}),
		"line 6001: 3 numbers where a class and a box belong")
}

func FuzzOpen(f *testing.F) {
	for _, name := range []string{"voc/Annotations/2007_000027.xml", "yolo/labels/000002.txt", "yolo/predict/labels/000001.txt"} {
		f.Add(loadertest.Only(f, name)[name].Data, []byte("names: [a, b]"))
	}
	f.Add([]byte("0 .5 .5 .2 .2 .75"), []byte("names: {99999999: a}"))
	f.Fuzz(func(t *testing.T, content, names []byte) {
		fsys := fstest.MapFS{"labels/a.txt": {Data: content}, "data.yaml": {Data: names}}
		formats.WalkEach(t, fsys, "labels/a.txt", func(_ *loaders.Run, ex *loaders.Example) {
			if len(ex.Images) == 0 {
				return
			}
			for _, b := range ex.Images[0].Gold {
				if math.IsNaN(b.X0 + b.Y0 + b.X1 + b.Y1) {
					t.Errorf("the box %v", b)
				}
			}
		})
	})
}
