package architecture

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/zstd"

	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
)

// largeGoldens names the golden files, those below a folder testdata/golden, that are longer
// than a person reads, unpacked.
func largeGoldens(root fs.FS) (complaints []string, files int, err error) {
	err = fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !strings.Contains("/"+name, "/"+golden.Folder+"/") {
			return err
		}
		files++
		text, err := readUnpacked(root, name)
		if len(text) > golden.MostBytes {
			complaints = append(complaints, fmt.Sprintf("%s has %d bytes unpacked, more than %d: "+
				"let it have an excerpt and the cells that matter", name, len(text), golden.MostBytes))
		}
		return err
	})
	return complaints, files, err
}

// readUnpacked returns the content of a file, unpacked where its name ends in .gz or .zst.
func readUnpacked(root fs.FS, name string) ([]byte, error) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	var unpacked io.Reader = bytes.NewReader(text)
	switch path.Ext(name) {
	case ".gz":
		unpacked, err = gzip.NewReader(unpacked)
	case ".zst":
		unpacked, err = zstd.NewReader(unpacked)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return io.ReadAll(unpacked)
}

func TestGoldenFilesAreRead(t *testing.T) {
	complaints, files, err := largeGoldens(os.DirFS(moduleRoot))
	if err != nil || files < 100 {
		t.Errorf("%d golden files, %v", files, err)
	}
	for _, complaint := range complaints {
		t.Error(complaint)
	}
}

func TestLargeGoldenFilesAreNamed(t *testing.T) {
	most := strings.Repeat("x", golden.MostBytes)
	var gz, zst bytes.Buffer
	zip := gzip.NewWriter(&gz)
	std, err := zstd.NewWriter(&zst)
	check.NoError(t, err)
	for _, w := range []io.WriteCloser{zip, std} {
		if _, err := io.WriteString(w, most+"x"); err != nil {
			t.Fatal(err)
		}
		check.NoError(t, w.Close())
	}
	root := fstest.MapFS{}
	for name, text := range map[string]string{
		"a/testdata/golden/most": most, "a/testdata/golden/b/more": most + "x", "a/testdata/golden/packed.gz": gz.String(),
		"testdata/golden/packed.zst": zst.String(), "a/testdata/vectors": most + "x",
	} {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	complaints, files, err := largeGoldens(root)
	if got := strings.Join(complaints, "\n"); err != nil || files != 4 || len(complaints) != 3 ||
		!strings.Contains(got, "a/testdata/golden/b/more has") || !strings.Contains(got, "packed.gz has") ||
		!strings.Contains(got, "packed.zst has") {
		t.Errorf("of %d files: %s, %v", files, got, err)
	}
}

// ownRewriting lists what lets a test rewrite a file other than by package golden: a flag
// of its own, or a write to a path that names testdata.
func ownRewriting(file *ast.File) (calls []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name := types.ExprString(call.Fun); {
		case strings.HasPrefix(name, "flag.") && name != "flag.Set" && name != "flag.Parse":
			calls = append(calls, types.ExprString(call))
		case (name == "os.WriteFile" || name == "os.Create" || name == "os.OpenFile") &&
			strings.Contains(types.ExprString(call.Args[0]), "testdata"):
			calls = append(calls, types.ExprString(call))
		}
		return true
	})
	return calls
}

func TestFilesAreRewrittenInOneWay(t *testing.T) {
	for _, s := range sources(t) {
		if !s.test {
			continue
		}
		for _, call := range ownRewriting(s.file) {
			t.Errorf("%s: %s: the tests have one flag, -update, and what it rewrites is golden.CompareFile's", s.path, call)
		}
	}
}

func TestOwnRewritingIsFound(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "a_test.go", `package a
var update = flag.Bool("renew", false, "")
func f() {
	os.WriteFile(filepath.Join("testdata", name), text, 0o600)
	os.WriteFile(filepath.Join(t.TempDir(), name), text, 0o600)
	os.ReadFile("testdata/x")
	flag.Set("test.parallel", "6")
}
`, 0)
	check.NoError(t, err)
	check.Equal(t, "rewriting calls", len(ownRewriting(file)), 2)
}

// What tests write into a README is short too.
func TestTablesOfReadmesAreRead(t *testing.T) {
	all, err := tree()
	check.NoError(t, err)
	begin, parts := regexp.MustCompile(`<!-- (\w+) -->\n`), 0
	for _, s := range all {
		for _, m := range begin.FindAllSubmatchIndex(s.text, -1) {
			name, rest := string(s.text[m[2]:m[3]]), s.text[m[1]:]
			part, _, found := bytes.Cut(rest, []byte("<!-- /"+name+" -->"))
			if !found || len(part) > golden.MostBytes {
				t.Errorf("%s: the part %s has %d bytes, more than %d, or no end", s.path, name, len(part), golden.MostBytes)
			}
			parts++
		}
	}
	if parts < 1 {
		t.Errorf("%d parts of READMEs", parts)
	}
}
