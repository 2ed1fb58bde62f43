package architecture

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strings"
)

// testTokens is the figure of ceilings.txt for what [CountTests] counts.
const testTokens = "test-tokens"

// CountTests counts the Go files under root outside the program, tests and packages that only
// tests use, and their tokens; a text is one token, however long. It leaves out testdata and
// folders that begin with a dot.
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
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		var f CodeMetrics
		countFile(&f, set, parsed, text)
		files, tokens = files+1, tokens+f.Tokens-f.Texts
		return nil
	})
	return files, tokens, err
}
