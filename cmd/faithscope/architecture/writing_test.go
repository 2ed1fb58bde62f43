package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// writing is the one package that creates files.
const writing = "loaders/files/writer"

// creators are the functions of a package that create, open for writing or rename a file,
// or make a folder. Those of "" are methods too, whatever they belong to.
var creators = map[string][]string{
	"":          {"CreateTemp", "Mkdir", "MkdirAll", "MkdirTemp", "OpenFile", "Rename", "Symlink", "WriteFile"},
	"os":        {"CopyFS", "Create", "Link", "Truncate"},
	"io/ioutil": {"TempDir", "TempFile"},
	"syscall": {"Creat", "Link", "Mkfifo", "Mknod",
		"Open", "Openat", "Truncate"},
	"golang.org/x/sys/unix": {"Creat", "Link", "Linkat", "Mkdirat", "Mkfifo", "Mknod", "Open", "Openat", "Renameat",
		"Symlinkat", "Truncate"},
	"golang.org/x/sys/windows": {"CreateFile", "CreateHardLink", "MoveFile", "MoveFileEx", "Open"},
}

// readers have the name of a creator, and read.
var readers = []string{"github.com/parquet-go/parquet-go.OpenFile"}

// creations returns the places of a file that name a creator.
func creations(file *ast.File) (found []string) {
	packages := map[string]string{}
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		packages[strings.TrimSuffix(name, "-go")] = imported
		if name == "." && creators[imported] != nil {
			found = append(found, ". "+imported)
		}
	}
	var names []string
	inRoot := false
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		imported := ""
		if x, ok := s.X.(*ast.Ident); ok {
			imported = packages[x.Name]
		}
		if named := imported + "." + s.Sel.Name; !slices.Contains(readers, named) {
			inRoot = inRoot || s.Sel.Name == "OpenRoot"
			if slices.Contains(creators[""], s.Sel.Name) || slices.Contains(creators[imported], s.Sel.Name) {
				found = append(found, s.Sel.Name)
			} else if imported == "" {
				names = append(names, s.Sel.Name)
			}
		}
		return true
	})
	if inRoot { // where a method of this name is one of an os.Root
		found = append(found, slices.DeleteFunc(names, func(name string) bool { return name != "Create" && name != "Link" })...)
	}
	return found
}

func TestCreations(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "a/a.go", `package a
import (
	disk "os"
	"golang.org/x/sys/unix"
	"github.com/parquet-go/parquet-go"
	"cache"
)
var open = disk.OpenFile
func f(c *cache.Cache) {
	disk.Open("a")
	disk.Create("a")
	disk.ReadFile("a")
	root, _ := disk.OpenRoot("a")
	root.Create("a")
	root.MkdirAll("a")
	unix.Open("a", unix.O_CREAT, 0)
	parquet.OpenFile(nil, 0)
	cache.Link()
}
`, 0)
	check.NoError(t, err)
	want := []string{"OpenFile", "Create", "MkdirAll", "Open", "Create"}
	check.EqualLists(t, "creations", creations(file), want)
	if file, err = parser.ParseFile(token.NewFileSet(), "a/a.go", "package a\nimport . \"os\"\n",
		0); err != nil || len(creations(file)) != 1 {
		t.Errorf("a package whose names need no dot is not found: %v", err)
	}
}

// What is written in another way could follow a link, replace a file that nobody meant, or
// stay half.
func TestFilesAreWrittenInOnePlace(t *testing.T) {
	found := 0
	for _, s := range sources(t) {
		if s.test || strings.HasSuffix(s.pkg(), "test") || s.pkg() == "loaders/golden" { // which only tests import
			continue
		}
		list := creations(s.file)
		if s.pkg() == writing {
			found += len(list)
			continue
		}
		for _, name := range list {
			t.Errorf("%s: %s: only %s creates files and folders, opens them for writing and renames them", s.path, name, writing)
		}
	}
	if found < 8 {
		t.Errorf("%s names only %d of what it is for", writing, found)
	}
}
