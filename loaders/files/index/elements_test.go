package index

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest/check"
)

func openedElements(t testing.TB, content []byte, path string, most sizeLimits) (*FileElements, *loaders.Problems) {
	t.Helper()
	src, err := files.OpenSource(files.DiskFiles{}, filestest.Write(t, content))
	check.NoError(t, err)
	problems := &loaders.Problems{}
	e, err := openSearch(context.Background(), src, problems, most, newElementBounds(path, files.Mark(src)))
	check.NoError(t, err)
	t.Cleanup(func() {
		check.NoError(t, e.Close())
	})
	return e, problems
}

// allElements waits for the end and returns every element as "line:key=value",
// with the element around it where there is one.
func allElements(t testing.TB, e *FileElements) []string {
	t.Helper()
	check.NoError(t, e.Wait(context.Background(), 1<<60))
	var got []string
	for i := range e.Len() {
		element, err := e.Element(i)
		if err != nil {
			element.Bytes = []byte("error: " + err.Error())
		}
		s := fmt.Sprintf("%d:%s=%s", element.Line, element.Key, element.Bytes)
		if around, err := e.Enclosing(i); err == nil {
			s += fmt.Sprintf(" in %d %s=%s", around.Index, around.Key, around.Bytes)
		}
		got = append(got, s)
	}
	return got
}

func TestElements(t *testing.T) {
	for _, tt := range []struct {
		why, content, path string
		want               string // elements, joined by " | "
		problem            string // "" for none
	}{
		{"an array", `[{"a": [1, 2]}, {"b": "]"} ]`, "*", `1:={"a": [1, 2]} | 1:={"b": "]"}`, ""},
		{"an object, printed", "{\n \"a\": {\"x\": 1},\n\n \"b\" : {\n }\n}\n", "*", "2:a={\"x\": 1} | 4:b={\n }", ""},
		{"elements of every kind", "[1, \"a\", null,\n-2.5e3 , true, [], \"\"]", "*",
			`1:=1 | 1:="a" | 1:=null | 2:=-2.5e3 | 2:=true | 2:=[] | 2:=""`, ""},
		{"quotes and backslashes in strings", `{"a\"b": "\\", "c": "\\\"}"}`, "*", `1:a"b="\\" | 1:c="\\\"}"`, ""},
		{"nothing in it", ` [ ] `, "*", "", ""},
		{"an entry by its key", `{"info": {"images": [7]}, "images": [1, 2], "x": [3]}`, "images.*", "1:=1 | 1:=2", ""},
		{"an entry that is not there", `{"info": 1}`, "images.*", "", ""},
		{"an entry that is not a list", `{"images": "text"}`, "images.*", "", ""},
		{"an entry as a whole", `{"x": 1, "images": {"a": 1}}`, "images", `1:images={"a": 1}`, ""},
		{"a key where an array is", `[{"images": [1]}]`, "images.*", "", ""},
		{"entries of entries, with what is around them", `{"p": {"t": "x", "qa": [1, 2]}, "q": {"qa": []}, "r": {"qa": [3], "t": "y"}}`, "*.qa.*",
			`1:=1 in 0 p={"t": "x", "qa": []} | 1:=2 in 0 p={"t": "x", "qa": []} | 1:=3 in 1 r={"qa": [], "t": "y"}`, ""},
		{"entries among others", `{"p": {"qa": {"a": 1, "t": "x", "b": 2}}}`, "*.qa.*!t",
			`1:a=1 in 0 p={"qa": {"a": 1, "t": "x", "b": 2}} | 1:b=2 in 0 p={"qa": {"a": 1, "t": "x", "b": 2}}`, ""},
		{"a value under a key, with what is around it", `{"p": [{"t": "x", "a": 1}]}`, "p.*.a",
			`1:a=1 in 0 ={"t": "x", "a": 1}`, ""},
		{"the nearest around, of two", `{"data": [{"ps": [{"c": 1, "qs": [4]}, {"qs": [5]}]}]}`, "data.*.ps.*.qs.*",
			`1:=4 in 0 ={"c": 1, "qs": []} | 1:=5 in 1 ={"qs": []}`, ""},
		{"the text as a whole", "{\n\"a\": 1}\n", "", "1:={\n\"a\": 1}", ""},
		{"values in a row", "{\"a\": 1}{\"b\":\n2}\n\n[3]", "", "1:={\"a\": 1} | 1:={\"b\":\n2} | 4:=[3]", ""},
		{"a byte order mark", "\ufeff[1]", "*", "1:=1", ""},

		{"cut off in an element", "[1,\n{\"a\": [2", "*", `1:=1 | 2:={"a": [2`, "2: the JSON text is cut off"},
		{"cut off in a string", `["a", "b`, "*", `1:="a" | 1:="b`, "1: the JSON text is cut off"},
		{"cut off between elements", `[1, 2`, "*", "1:=1 | 1:=2", "1: the JSON text is cut off"},
		{"cut off inside what is around", `{"p": {"qa": [1, 2], "t`, "*.qa.*",
			`1:=1 in 0 p={"qa": [], "t | 1:=2 in 0 p={"qa": [], "t`, "1: the JSON text is cut off"},
		{"cut off in a string, at a carriage return", "{\"p\": {\"qa\": [1, \"t\r", "*.qa.*",
			`1:=1 in 0 p={"qa": [ | 1:="t in 0 p={"qa": [`, "1: the JSON text is cut off"},
		{"a comma too many", "[1,\n,2]", "*", "1:=1 | 2:=2", "2: a comma with nothing before it"},
		{"a comma forgotten costs the neighbour", `[{"a":1} {"b":2}, 3]`, "*", `1:={"a":1} {"b":2} | 1:=3`, ""},
		{"the wrong bracket", `[1, 2}, 3`, "*", "1:=1 | 1:=2", "1: unmatched closing bracket"},
		{"a bracket too many", "[1]]", "*", "1:=1", "1: unmatched closing bracket"},
		{"a key that is not a string", `{"a": 1, b: 2}`, "*", "1:a=1", "1: an object entry has no key"},
		{"a text after the text", "[1]\n[2]", "*", "1:=1", "1: data follows the end of the JSON text"},
		{"a word", "word", "*", "", "1: no JSON array or object begins here"},
		{"a word after a value", "{} word", "", "1:={}", "1: no JSON array or object begins here"},
		{"a comma after a value", "{}, {}", "", "1:={}", "1: data follows the end of the JSON text"},
		{"an entry without a value", `{"a":, "b"}`, "*", `1:a= | 1:="b"`, ""},
		{"deep nesting is the decoder's matter", strings.Repeat("[", 1000), "*", "1:=" + strings.Repeat("[", 999),
			"1: the JSON text is cut off"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			e, problems := openedElements(t, []byte(tt.content), tt.path, usual)
			check.Equal(t, tt.path, strings.Join(allElements(t, e), " | "), tt.want, tt.content)
			check.Equal(t, "problems", strings.Join(whats(problems), " | "), tt.problem)
		})
	}
}

// TestElementsCut tells a last element that is not whole from one that is.
func TestElementsCut(t *testing.T) {
	for content, want := range map[string]bool{`[1, {"a"`: true, `[1, {"a": 1}, `: false, `[1, {"a": 1}]`: false} {
		e, _ := openedElements(t, []byte(content), "*", usual)
		if got := allElements(t, e); len(got) != 2 || e.Cut(1) != want || e.Cut(0) {
			t.Errorf("%s: %q, cut %v", content, got, e.Cut(1))
		}
	}
}

// TestElementsLimits keeps an element over the limit in its place, and the
// same for what is around elements.
func TestElementsLimits(t *testing.T) {
	e, _ := openedElements(t, []byte(`[1, "0123456789", 2]`), "*", sizeLimits{line: 10, content: 1 << 20, memory: 1 << 20})
	if got := allElements(t, e); len(got) != 3 || !strings.Contains(got[1], "error: the record is larger than") || got[2] != "1:=2" {
		t.Errorf("an element over the limit: %q", got)
	}
	e, _ = openedElements(t, []byte(`{"a": {"q": [1, 2]}}`), "*.q.*", sizeLimits{line: 5, content: 1 << 20, memory: 1 << 20})
	check.EqualLists(t, "an enclosing element over the limit", allElements(t, e), []string{"1:=1", "1:=2"})
	_, err := e.Enclosing(0)
	check.Fails(t, "an enclosing element over the limit was read", err)
}

// TestElementsCompressed reads elements of archives in any order.
func TestElementsCompressed(t *testing.T) {
	content := []byte(`{"a": {"q": [{"x": 1}]}, "b": {"q": [{"x": 2}, {"x": 3}]}}`)
	for kind, data := range map[string][]byte{"gzip": filestest.Gzip(t, content), "zstd": filestest.Zstd(t, content)} {
		e, problems := openedElements(t, data, "*.q.*", usual)
		allElements(t, e)
		element, err := e.Element(2)
		around, aerr := e.Enclosing(2)
		if err != nil || aerr != nil || string(element.Bytes) != `{"x": 3}` || around.Key != "b" || around.Index != 1 {
			t.Errorf("%s: %s (%v) in %+v (%v), problems %v", kind, element.Bytes, err, around, aerr, whats(problems))
		}
	}
}

// FuzzElements compares the places of elements with package json's, whatever
// the size of the pieces that come from the reader, and takes any text
// without harm.
func FuzzElements(f *testing.F) {
	for _, seed := range []string{`[]`, `[1, "a]", {"b": [2]}]`, `{"a": {"b": 1}, "c\"": "\\"}`, "\ufeff[\n1]", `[[[`, `{"a": 1,, "b"`,
		"{}{}", `"a"`} {
		f.Add([]byte(seed), "*")
		f.Add([]byte(seed), "a.*")
		f.Add([]byte(seed), "")
	}
	f.Fuzz(func(t *testing.T, content []byte, path string) {
		bom := 0
		if bytes.HasPrefix(content, []byte("\ufeff")) {
			bom = 3
		}
		var lists [][]string
		for _, in := range []io.Reader{bytes.NewReader(content), iotest.OneByteReader(bytes.NewReader(content))} {
			l := &FileElements{}
			s := recordSearch{lines: l, most: usual, split: newElementBounds(path, int64(bom)), number: 1}
			err := s.searchThrough(context.Background(), in, 0)
			l.addFound(s.found, loaders.AllThere, s.cut)
			list := []string{fmt.Sprint(err)}
			for _, at := range l.at {
				element := elementOf(0, content[at.start:at.start+int64(at.length)], 0)
				check.Equal(t, "line", int(at.number), 1+bytes.Count(content[:at.start], []byte("\n")), content)
				list = append(list, element.Key+"="+string(element.Bytes))
			}
			lists = append(lists, list)
		}
		check.EqualLists(t, "at once byte by byte", lists[0], lists[1], content)
		if want, ok := children(content[bom:]); ok && path == "*" && !slices.Equal(lists[0][1:], want) {
			t.Errorf("%q: elements %q, want %q", content, lists[0][1:], want)
		}
	})
}

// children lists the children of a valid JSON array or object as package json
// reads them.
func children(text []byte) (list []string, ok bool) {
	if !json.Valid(text) {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(text))
	open, _ := d.Token()
	if open != json.Delim('[') && open != json.Delim('{') {
		return nil, false
	}
	list = []string{}
	for d.More() {
		key := ""
		if open == json.Delim('{') {
			token, _ := d.Token()
			key = token.(string)
		}
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return nil, false // nested deeper than package json goes
		}
		list = append(list, key+"="+string(raw))
	}
	return list, true
}

// BenchmarkElements finds the records of a dictionary like GQA's questions.
// BenchmarkElements/read is reading the same file and nothing else.
func BenchmarkElements(b *testing.B) {
	var text bytes.Buffer
	text.WriteString("{")
	for i := range 40_000 {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(
			&text,
			`"%d": {"question": "What is the name of the piece of furniture that is in front of the white wall?", "imageId": "n54424",`+
				` "semantic": [{"operation": "select", "dependencies": [], "argument": "wall (16)"}, {"operation": "filter color", "dependencies": `+
				`[0], "argument": "white"}],`+
				` "entailed": ["201030463", "201030458"], "isBalanced": true, "answer": "couch", "groups": {"global": "furniture", "local": `+
				`"15-wall"}}`,
			i,
		)
	}
	text.WriteString("}")
	path := filestest.Write(b, text.Bytes())
	b.Run("index", func(b *testing.B) {
		b.SetBytes(int64(text.Len()))
		b.ReportAllocs()
		for b.Loop() {
			src, err := files.OpenSource(files.DiskFiles{}, path)
			check.NoError(b, err)
			e, err := FindElements(context.Background(), src, "*", &loaders.Problems{})
			check.NoError(b, err)
			if err := e.Wait(context.Background(), 1<<60); err != nil || e.Len() != 40_000 {
				b.Fatal(err, e.Len())
			}
			e.Close()
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(text.Len()))
		buf := make([]byte, 1<<20)
		for b.Loop() {
			f, err := os.Open(path)
			for err == nil {
				_, err = f.Read(buf)
			}
			f.Close()
		}
	})
}
