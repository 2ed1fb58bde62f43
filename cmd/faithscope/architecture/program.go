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
	CodeMetrics
	// BackArrows are the arrows that point back, a use of each: "a.go → b.go (name)".
	BackArrows []string
	// LargestStruct is the struct with the most fields, "" if there is none.
	LargestStruct string
}

// packageListing holds what go list prints of a package.
type packageListing struct {
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
	exports, own := map[string]string{}, []packageListing(nil)
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p packageListing
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

// measurePackage counts embedded files that steer the program, a token for 4 bytes, and those of other
// platforms, so that moving code there saves nothing. Arrows and circles are of the files that this
// platform builds, because only these are type-checked.
func measurePackage(fileSet *token.FileSet, imports types.Importer, p packageListing) (Package, error) {
	measured := Package{CodeMetrics: CodeMetrics{Packages: 1}}
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
		tree, err := parser.ParseFile(fileSet, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return measured, err
		}
		if i < len(p.GoFiles) {
			trees = append(trees, tree)
		}
		countFile(&measured.CodeMetrics, fileSet, tree, text)
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
	pkg, err := (&types.Config{Importer: imports}).Check(p.ImportPath, fileSet, trees, uses)
	if err != nil {
		return measured, err
	}
	countStructs(&measured, pkg)
	measured.KindReaders = countKindReaders(pkg, trees, uses)
	arrows := collectArrows(fileSet, pkg, trees, uses)
	order := arrows.orderFiles()
	measured.Arrows = len(arrows.listAll())
	for _, a := range arrows.listBack(order) {
		measured.Back++
		base := func(i int) string { return filepath.Base(fileSet.Position(trees[i].Package).Filename) }
		measured.BackArrows = append(measured.BackArrows, fmt.Sprintf("%s → %s (%s)", base(a.from), base(a.to), a.name))
	}
	measured.Circled, measured.Circle = arrows.countCircles()
	return measured, nil
}

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

// countFields counts the fields of embedded structs of packagePath's module in their place, so that
// embedding hides none; eight levels deep at most, because types may embed themselves by pointers.
func countFields(st *types.Struct, packagePath string, depth int) (n int) {
	module, _, _ := strings.Cut(packagePath, "/")
	for field := range st.Fields() {
		t := field.Type()
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		named, isNamed := t.(*types.Named)
		inner, isStruct := t.Underlying().(*types.Struct)
		isEmbedded := field.Embedded() && isNamed && isStruct && depth < 8
		if isEmbedded && named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), module) {
			n += countFields(inner, packagePath, depth+1)
			continue
		}
		n++
	}
	return n
}
