package architecture

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// Reading a field counts, whichever way a file comes by it; naming and setting one does not.
func TestKindReaders(t *testing.T) {
	for body, want := range map[string]int{
		"return m.Output.Boxes != nil":                          1,
		"out := &m.Output; out.Boxes[0] = nil":                  1,
		"if m.Gold != nil { *m.Gold = g }":                      0,
		"m.Output.Boxes = nil; m.Output = o{Boxes: nil}":        0,
		"x := struct{ Boxes int }{}; x.Boxes++; return x.Boxes": 0,
	} {
		set, infos := token.NewFileSet(), &types.Info{Uses: map[*ast.Ident]types.Object{}}
		typeCheck := func(path, text string, from types.Importer) (*types.Package, []*ast.File) {
			tree, err := parser.ParseFile(set, path+".go", text, 0)
			check.NoError(t, err)
			pkg, _ := (&types.Config{Importer: from, Error: func(error) {}}).Check(path, set, []*ast.File{tree}, infos)
			return pkg, []*ast.File{tree}
		}
		nouns, _ := typeCheck("loaders", `package loaders
			type Output struct { Boxes []int }
			type Gold struct { Boxes []int }
			type Module struct { Output Output; Gold *Gold }`, importer.Default())
		pkg, trees := typeCheck("a", `package a
			import "loaders"
			type o = loaders.Output
			func f(m *loaders.Module, g loaders.Gold) any { `+body+"; return nil }", imported{nouns})
		check.Equal(t, "files that read a field", countKindReaders(pkg, trees, infos), want, body)
	}
}

// imported is the only package that a test imports.
type imported struct{ *types.Package }

func (i imported) Import(string) (*types.Package, error) { return i.Package, nil }
