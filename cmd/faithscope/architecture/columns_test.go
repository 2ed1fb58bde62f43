package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// declaredTwice are words of two meanings, by which scripts know them: a and b are runs that are compared, or
// parameters of a calibration; an argument is that of a culprit, or the second of a relation; a group is a set of
// examples, or a heading of a paper's table; hard is whether an example is, or how many are; a module is the types
// of an example, or a node; a slice is of counts, or of what a query chooses; a type is blamed, or set to its gold.
// The list may only become shorter.
const declaredTwice = `a, argument, b, group, hard, module, slice, type`

// The name and the title of a column are literals in one package, which says what it means.
func TestColumnsAreDeclaredOnce(t *testing.T) {
	places := map[string]map[string]bool{} // packages, by names and titles
	err := filepath.WalkDir(moduleRoot, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != moduleRoot && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir(), !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		from := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), moduleRoot))
		for _, word := range columnWords(file) {
			if places[word] == nil {
				places[word] = map[string]bool{}
			}
			places[word][from] = true
		}
		return nil
	})
	check.NoError(t, err)
	if len(places) < 150 {
		t.Fatalf("only %d names of columns are found", len(places))
	}
	known := strings.Split(strings.ReplaceAll(declaredTwice, "\n", " "), ", ")
	for _, word := range slices.Sorted(maps.Keys(places)) {
		switch in := slices.Sorted(maps.Keys(places[word])); {
		case len(in) > 1 && !slices.Contains(known, word):
			t.Errorf("%q is the name or the title of a column in %s: take it from the one that declares it", word, strings.Join(in, ", "))
		case len(in) == 1 && slices.Contains(known, word):
			t.Errorf("%q is declared in %s alone now: take it off the list", word, in[0])
		}
	}
	for _, word := range known {
		if places[word] == nil {
			t.Errorf("%q is declared nowhere: take it off the list", word)
		}
	}
}

// columnWords returns the names and titles that a file gives to columns: where it makes them of words
// ("name=title: help"), declares those of a table of facts, or writes what one means.
func columnWords(file *ast.File) (words []string) {
	add := func(of ast.Expr) {
		ast.Inspect(of, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				said, _ := strconv.Unquote(text.Value)
				name, title, _ := strings.Cut(said, "=")
				title, _, _ = strings.Cut(title, ": ")
				words = append(words, slices.DeleteFunc([]string{name, title}, func(word string) bool { return word == "" })...)
			}
			_, call := n.(*ast.CallExpr)
			return !call
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch of := n.Fun.(type) {
			case *ast.SelectorExpr:
				if of.Sel.Name == "Columns" || of.Sel.Name == "Column" {
					for _, word := range n.Args {
						add(word)
					}
				}
			case *ast.Ident:
				if file.Name.Name == "facts" && slices.Contains([]string{"newColumn", "columnOf", "ofRow", "ofRecord"}, of.Name) {
					add(n.Args[0])
				}
			}
		case *ast.CompositeLit:
			if of, ok := n.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Meaning" {
				for _, field := range n.Elts {
					if pair, ok := field.(*ast.KeyValueExpr); ok && slices.Contains([]string{"Name", "Title"}, pair.Key.(*ast.Ident).Name) {
						add(pair.Value)
					}
				}
			}
		}
		return true
	})
	return words
}
