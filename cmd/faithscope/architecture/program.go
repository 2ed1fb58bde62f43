package architecture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Package is a package of the program with its figures.
type Package struct {
	Dir string // from the root, with slashes
	Figures
	// BackArrows are the arrows that point back, a use of each: "a.go → b.go (name)".
	BackArrows []string
	// LargestStruct is the struct with the most fields, "" if there is none.
	LargestStruct string
}

// listing holds what go list prints of a package.
type listing struct {
	ImportPath, Dir, Export             string
	GoFiles, IgnoredGoFiles, EmbedFiles []string
	Module                              *struct{ Main bool }
}

// MeasureProgram measures every package of the module in root that the packages named by patterns
// depend on, themselves included, in the order of go list: what is used comes before what uses it.
// It builds what it measures, and fails if that fails.
func MeasureProgram(root string, patterns ...string) ([]Package, error) {
	command := exec.Command("go", append([]string{"list", "-deps", "-export",
		"-json=ImportPath,Dir,Export,GoFiles,IgnoredGoFiles,EmbedFiles,Module", "--"}, patterns...)...)
	command.Dir = root
	out, err := command.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("go list: %s", bytes.TrimSpace(failed.Stderr))
	} else if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	exports, own := map[string]string{}, []listing(nil)
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listing
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main {
			own = append(own, p)
		}
	}
	if root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	imports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		name := exports[path]
		if name == "" {
			name = exports["vendor/"+path]
		}
		return os.Open(name)
	})
	var packages []Package
	for _, p := range own {
		dir, err := filepath.Rel(root, p.Dir)
		if err != nil {
			return nil, err
		}
		measured, err := measurePackage(set, imports, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		measured.Dir = filepath.ToSlash(dir)
		packages = append(packages, measured)
	}
	return packages, nil
}

// measurePackage returns the figures of a package without its Dir, tests left out: tokens, texts
// and names of all files, those of other platforms and embedded ones that steer the program
// included (a token for 4 bytes); and structs, arrows, the arrows back as texts, and circles of the
// files that this platform builds. A file that cannot be read, parsed or type-checked is an error.
func measurePackage(set *token.FileSet, imports types.Importer, p listing) (Package, error) {
	measured := Package{Figures: Figures{Packages: 1}}
	var trees []*ast.File
	for i, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		name = filepath.Join(p.Dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return measured, err
		}
		tree, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return measured, err
		}
		if i < len(p.GoFiles) {
			trees = append(trees, tree)
		}
		countFile(&measured.Figures, set, tree, text)
	}
	for _, name := range p.EmbedFiles {
		if steersProgram(name) {
			info, err := os.Stat(filepath.Join(p.Dir, name))
			if err != nil {
				return measured, err
			}
			measured.Tokens += int(info.Size() / 4)
			measured.Texts += int(info.Size() / 4)
		}
	}
	uses := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: imports}).Check(p.ImportPath, set, trees, uses)
	if err != nil {
		return measured, err
	}
	countStructs(&measured, pkg)
	measured.KindReaders = countKindReaders(pkg, trees, uses)
	arrows := collectArrows(set, pkg, trees, uses)
	order := arrows.orderFiles()
	measured.Arrows = len(arrows.listAll())
	for _, a := range arrows.listBack(order) {
		measured.Back++
		base := func(i int) string { return filepath.Base(set.Position(trees[i].Package).Filename) }
		measured.BackArrows = append(measured.BackArrows, fmt.Sprintf("%s → %s (%s)", base(a.from), base(a.to), a.name))
	}
	measured.Circled, measured.Circle = arrows.countCircles()
	return measured, nil
}

// countStructs sets State and LargestStruct of p to the top-level struct of pkg with the most
// fields; of equals the first by name.
func countStructs(p *Package, pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		declared, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if st, ok := declared.Type().Underlying().(*types.Struct); ok {
			if n := countFields(st, pkg.Path(), 0); n > p.State {
				p.State, p.LargestStruct = n, name
			}
		}
	}
}

// countFields returns the number of a struct's fields, those of embedded structs of the module of
// path in their place, eight levels deep at most.
func countFields(st *types.Struct, path string, depth int) (n int) {
	module, _, _ := strings.Cut(path, "/")
	for field := range st.Fields() {
		t := field.Type()
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		named, isNamed := t.(*types.Named)
		inner, isStruct := t.Underlying().(*types.Struct)
		isEmbedded := field.Embedded() && isNamed && isStruct && depth < 8
		if isEmbedded && named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), module) {
			n += countFields(inner, path, depth+1)
			continue
		}
		n++
	}
	return n
}
