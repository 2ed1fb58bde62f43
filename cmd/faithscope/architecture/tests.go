package architecture

import (
	"io/fs"
	"os"
	"path"
	"strings"
)

// CountTests counts the Go files under root outside the program, and their
// tokens: tests, and packages that only tests use. It leaves out testdata and folders that
// begin with a dot.
func CountTests(root string, program []Package) (files, tokens int, err error) {
	own := map[string]bool{}
	for _, p := range program {
		own[p.Dir] = true
	}
	tree := os.DirFS(root)
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		isHidden := name != "." && strings.HasPrefix(d.Name(), ".")
		switch {
		case d.IsDir() && (d.Name() == "testdata" || isHidden):
			return fs.SkipDir
		case d.IsDir(), path.Ext(name) != ".go", own[path.Dir(name)] && !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		n, texts := countTokens(text)
		files, tokens = files+1, tokens+n+texts
		return err
	})
	return files, tokens, err
}
