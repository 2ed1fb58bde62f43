package architecture

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// module is the module's import path, moduleRoot its folder as seen from a
// test of this package.
const (
	module     = "faithscope"
	moduleRoot = "../../.."
)

// direction says which packages of ours a package may import, tests apart.
// The most exact line counts. A star stands for one folder.
const direction = `
	loaders:           nothing
	loaders/gqa:       loaders loaders/files loaders/language loaders/record loaders/rows loaders/tabular loaders/rules
	loaders/pages:     loaders loaders/files loaders/nearest loaders/record loaders/roles loaders/rows loaders/tabular loaders/rules
	loaders/reading:   loaders loaders/files loaders/record loaders/rules
	loaders/tabular:   loaders loaders/files loaders/files/index loaders/nearest loaders/record loaders/rules
	loaders/tabular:   loaders/parquet loaders/roles loaders/rows loaders/steps
	loaders/parquet:   loaders loaders/files loaders/rows
	loaders/steps:     loaders loaders/files loaders/record loaders/roles
	loaders/roles:     loaders loaders/nearest loaders/record loaders/rows loaders/rules
	loaders/rows:      loaders loaders/files loaders/record loaders/rules
	loaders/*:         loaders loaders/files loaders/files/index loaders/language loaders/nearest loaders/record
	loaders/coding:    nothing
	loaders/language:  loaders
	loaders/nearest:   nothing
	loaders/retired:   nothing
	loaders/rules:     loaders loaders/nearest
	loaders/photo:     nothing
	loaders/files:     loaders loaders/coding loaders/files/cache loaders/nearest loaders/retired loaders/files/writer
	loaders/files/cache: loaders/files/writer
	loaders/files/writer: nothing
	loaders/files/filestest: nothing
	loaders/loadertest: loaders loaders/files
	loaders/loadertest/check: nothing
	loaders/loadertest/testmain: nothing
	loaders/files/index: loaders loaders/coding loaders/files
	loaders/record:    loaders loaders/files loaders/files/index loaders/language
	scoring:           loaders loaders/coding
	scoring/*:         loaders loaders/coding scoring scoring/stats
	scoring/protocols/*: loaders loaders/coding scoring scoring/stats
	scoring/marks:     loaders loaders/language loaders/files/writer
	scoring/protocols/predicates: loaders loaders/coding loaders/language scoring scoring/stats
	scoring/protocols/boxes:     loaders loaders/coding scoring
	scoring/protocols/alignment: loaders loaders/coding scoring scoring/protocols/annotators scoring/stats
	scoring/calibration: loaders scoring scoring/executor scoring/executor/dfol scoring/figure scoring/protocols/reasoning
	scoring/calibration: scoring/stats scoring/table
	scoring/agreement: loaders scoring scoring/protocols/alignment scoring/stats
	scoring/protocols/causes:    loaders loaders/coding scoring scoring/protocols/faithfulness
	scoring/protocols/faithfulness: loaders loaders/coding scoring scoring/protocols/alignment scoring/protocols/answers
	scoring/protocols/faithfulness: scoring/protocols/boxes scoring/protocols/grounding
	scoring/protocols/faithfulness: scoring/protocols/predicates scoring/protocols/sentences scoring/protocols/spans scoring/protocols/steps
	scoring/protocols/counting:  loaders loaders/coding scoring scoring/protocols/boxes scoring/stats scoring/mcd
	scoring/protocols/grounding: loaders loaders/coding scoring scoring/stats scoring/protocols/boxes scoring/protocols/counting
	scoring/protocols/intervention: loaders loaders/coding scoring scoring/protocols/alignment scoring/stats
	scoring/protocols/reasoning: loaders loaders/coding scoring loaders/rules scoring/stats
	scoring/protocols/answers:   loaders loaders/coding scoring loaders/rules scoring/stats
	scoring/protocols/classes:   loaders loaders/coding scoring loaders/rules scoring/stats
	scoring/model/span:
	scoring/model:     loaders loaders/files/writer scoring/model/span
	scoring/explain:   loaders scoring scoring/executor scoring/model scoring/protocols/sentences
	scoring/executor:  loaders loaders/language scoring scoring/protocols/boxes scoring/protocols/counting scoring/stats
	scoring/executor/ask: loaders loaders/language scoring/executor scoring/executor/*
	scoring/executor/*: loaders loaders/language loaders/record scoring scoring/protocols/boxes scoring/executor loaders/rules
	scoring/session:   loaders loaders/coding scoring scoring/* scoring/protocols/*
	scoring/query:     loaders/nearest scoring
	scoring/facts:     loaders loaders/language scoring scoring/agreement scoring/protocols/alignment scoring/protocols/boxes
	scoring/facts: scoring/protocols/counting scoring/protocols/intervention scoring/protocols/steps
	scoring/facts:     scoring/mcd scoring/mixed scoring/protocols/predicates scoring/query scoring/protocols/reasoning scoring/session
	scoring/facts:     scoring/slicing scoring/stats scoring/table
	scoring/figure:    loaders loaders/nearest scoring scoring/* scoring/protocols/*
	scoring/slicing:   loaders scoring scoring/query scoring/stats scoring/table
	scoring/papers:    loaders scoring scoring/protocols/alignment scoring/protocols/annotators scoring/protocols/answers scoring/figure
	scoring/papers: scoring/session
	scoring/papers:    scoring/facts scoring/mixed scoring/protocols/sentences scoring/stats scoring/table
	scoring/mixed:     loaders scoring scoring/table
	scoring/report:    loaders loaders/coding loaders/roles loaders/rules scoring scoring/* scoring/protocols/*
	scoring/shards:    loaders loaders/coding loaders/files loaders/files/index loaders/record scoring scoring/* scoring/protocols/*
	scoring/scoringtest: loaders loaders/coding scoring
	scoring/table:     loaders scoring
	scoring/vectors:   loaders
	themes:            nothing
	views:             loaders scoring scoring/* scoring/protocols/* scoring/executor/* themes views/widget
	views/widget:      loaders scoring scoring/table themes
	views/*:           loaders scoring scoring/* scoring/protocols/* scoring/executor/* themes views views/widget
	views/screens:     loaders views views/*
	views/help:        loaders loaders/nearest loaders/retired views views/widget
	views/evidence:    loaders loaders/photo scoring scoring/protocols/alignment scoring/protocols/steps scoring/table views/widget
	views/evidence/*:  loaders scoring scoring/* scoring/protocols/* scoring/executor/* themes views/evidence views/widget
	views/evidence/boxes: loaders scoring scoring/protocols/* scoring/executor/* scoring/table themes views/evidence
	views/evidence/boxes: views/evidence/heat views/widget
	views/evidence/panel: loaders scoring scoring/executor/* scoring/table themes views/evidence views/evidence/* views/widget
	views/runs:        loaders scoring scoring/* scoring/protocols/* themes views views/widget views/compare views/examples
	views/groups:      loaders scoring scoring/* scoring/protocols/* themes views views/widget views/examples
	views/results:     loaders scoring scoring/* scoring/protocols/* themes views views/drawing views/widget views/examples
	views/rows:        loaders scoring scoring/* scoring/protocols/* themes views views/widget views/examples
	views/compare:     loaders scoring scoring/* scoring/protocols/* themes views views/widget views/examples
	views/examples:    loaders scoring scoring/* scoring/protocols/* themes views views/widget views/evidence views/evidence/* views/example
	views/example:     loaders loaders/rules scoring scoring/* scoring/protocols/* scoring/executor/* themes views views/widget
	views/example: views/evidence views/evidence/* views/whatif
	views/whatif:      loaders loaders/language scoring scoring/* scoring/protocols/* scoring/executor/* themes views views/widget
	views/whatif: views/evidence views/evidence/*
	views/viewtest:    loaders scoring scoring/* scoring/protocols/* themes views views/widget
	tui:               loaders loaders/nearest loaders/retired scoring scoring/* scoring/protocols/* themes views views/* tui/*
	tui/*:             loaders scoring scoring/* scoring/protocols/* themes views views/* tui/*
	tui/serve:         loaders scoring tui loaders/files loaders/files/writer
	tui/*/*:           loaders scoring scoring/* scoring/protocols/* themes views views/* tui/*
	cmd/faithscope:    cmd/faithscope/commands
	cmd/faithscope/commands: loaders loaders/* loaders/files/* scoring scoring/* scoring/protocols/* scoring/executor/* themes views
	cmd/faithscope/commands: views/* tui tui/*
	cmd/faithscope/commands: cmd/faithscope/*
	cmd/faithscope/programtest: loaders scoring scoring/marks scoring/session tui/screen/screentest cmd/faithscope/demo
	cmd/faithscope/programtest: cmd/faithscope/answering cmd/faithscope/opening
	cmd/faithscope/architecture: nothing
	cmd/faithscope/value: loaders loaders/retired
	cmd/faithscope/addresses: nothing
	cmd/faithscope/output: loaders/files/writer
	cmd/faithscope/demo: loaders loaders/files loaders/steps views
	cmd/faithscope/ending: loaders tui loaders/files/writer
	cmd/faithscope/site: loaders loaders/photo scoring scoring/* scoring/protocols/* themes tui/still views views/evidence views/widget
	cmd/faithscope/site: cmd/faithscope/output views/evidence/*
	cmd/faithscope/site: loaders/files/writer
	cmd/faithscope/progress: loaders
	cmd/faithscope/checking: loaders loaders/language loaders/photo loaders/record scoring/table cmd/faithscope/progress
	cmd/faithscope/config: loaders loaders/files loaders/nearest loaders/retired scoring scoring/session themes tui views views/screens
	cmd/faithscope/config: cmd/faithscope/demo cmd/faithscope/explaining cmd/faithscope/opening cmd/faithscope/value views/widget
	cmd/faithscope/oracle: loaders loaders/* scoring/executor scoring/executor/* views
	cmd/faithscope/oracle: cmd/faithscope/demo cmd/faithscope/opening cmd/faithscope/value
	cmd/faithscope/answering: loaders loaders/* loaders/files/writer scoring/executor/* scoring/protocols/reasoning scoring/table
	cmd/faithscope/answering: cmd/faithscope/*
	cmd/faithscope/explaining: loaders scoring/explain scoring/model views views/widget cmd/faithscope/answering cmd/faithscope/opening
	cmd/faithscope/explaining: cmd/faithscope/progress cmd/faithscope/value
	cmd/faithscope/writing: loaders loaders/* scoring scoring/* scoring/protocols/* themes tui/still views views/* cmd/faithscope/output
	cmd/faithscope/writing: cmd/faithscope/site views/evidence/*
	cmd/faithscope/writing: cmd/faithscope/value
	cmd/faithscope/opening: loaders loaders/* loaders/files/* scoring scoring/* scoring/protocols/* tui/columns cmd/faithscope/demo
	cmd/faithscope/opening: cmd/faithscope/output cmd/faithscope/progress cmd/faithscope/value
`

// libraries says who may import a library, a package of the standard library, or one of
// our packages that only few may import. What is not listed is free.
const libraries = `
	charm.land/bubbletea/v2:       views views/* views/evidence/* tui tui/* cmd/faithscope/commands
	charm.land/lipgloss/v2:        scoring/table views views/* tui tui/* cmd/faithscope/commands
	charm.land/bubbles/v2:         views views/* tui tui/*
	github.com/spf13/cobra:        cmd/faithscope cmd/faithscope/*
	github.com/mattn/go-sixel:     tui tui/* tui/*/*
	github.com/expr-lang/expr:     scoring/query
	github.com/creack/pty:         tui/*/* tui/serve
	os:                            loaders/* loaders/files/* scoring/marks scoring/model scoring/vectors
	os:                            tui tui/* tui/*/* cmd/faithscope cmd/faithscope/*
	os/exec:                       cmd/faithscope/architecture
	os/exec:                       scoring/model tui/*/* cmd/faithscope/commands cmd/faithscope/programtest cmd/faithscope/ending
	net:                           loaders/files tui/serve cmd/faithscope/commands
	net/http:                      loaders/files scoring/model
	math/rand:                     nobody
	unsafe:                        nobody
	faithscope/scoring/vectors:    nobody
	faithscope/scoring/scoringtest: nobody
	faithscope/loaders/files/filestest: nobody
	faithscope/loaders/loadertest: nobody
	faithscope/loaders/loadertest/testmain: nobody
	faithscope/loaders/loadertest/check: nobody
	faithscope/loaders/golden:     nobody
	faithscope/cmd/faithscope/programtest: nobody
	faithscope/cmd/faithscope/architecture: nobody
`

// standard are the packages that import nothing but the standard library.
const standard = "loaders"

// folders are those at the root: the six of the design and what convention
// expects.
var folders = []string{"cmd", "loaders", "scoring", "themes", "tui", "views", ".ci", ".git", ".github"}

// maxLines bounds a file: above it there are two ideas in one room. maxMethods
// and maxFields bound a type: above them it does two things.
const (
	maxLines   = 450
	maxMethods = 40
	maxFields  = 20
)

// source is one Go file of the module, parsed, or a README, which has no file.
type source struct {
	path  string // from the module's root, with slashes
	text  []byte
	lines int
	test  bool
	file  *ast.File
}

// pkg returns the folder, "." for the root.
func (s source) pkg() string { return path.Dir(s.path) }

// tree is every Go file of the module and every README, those of testdata apart. The
// tests read and parse it once.
var tree = sync.OnceValues(func() (files []source, err error) {
	root := os.DirFS(moduleRoot)
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name != "." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" && d.Name() != "README.md":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		s := source{path: name, text: text, lines: bytes.Count(text, []byte("\n")), test: strings.HasSuffix(name, "_test.go")}
		if path.Ext(name) == ".go" {
			if s.file, err = parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution); err != nil {
				return err
			}
			if ignored(s.file, text) {
				return nil
			}
		}
		files = append(files, s)
		return nil
	})
	return files, err
})

// sources returns the Go files of the module.
func sources(t *testing.T) []source {
	t.Helper()
	all, err := tree()
	check.NoError(t, err)
	all = slices.DeleteFunc(slices.Clone(all), func(s source) bool { return s.file == nil })
	if len(all) < 20 {
		t.Fatalf("only %d Go files under %s: is this the module's root?", len(all), moduleRoot)
	}
	return all
}

// ignored reports whether a file says that no build takes it.
func ignored(file *ast.File, text []byte) bool {
	head := text[:int(file.Package)-1]
	return bytes.Contains(head, []byte("//go:build ignore"))
}

// rules parses a table of "pattern: pattern pattern". A pattern may have several lines.
func rules(table string) map[string][]string {
	rules := map[string][]string{}
	for line := range strings.Lines(table) {
		left, right, ok := strings.Cut(strings.TrimSpace(line), ":")
		if ok {
			rules[left] = append(rules[left], strings.Fields(right)...)
		}
	}
	return rules
}

// rule returns the rule for pkg: its own line, else the one with a star that
// matches.
func rule(rules map[string][]string, pkg string) (allowed []string, ok bool) {
	if allowed, ok := rules[pkg]; ok {
		return allowed, true
	}
	for pattern, allowed := range rules {
		if matches(pattern, pkg) {
			return allowed, true
		}
	}
	return nil, false
}

func matches(pattern, pkg string) bool {
	ok, err := path.Match(pattern, pkg)
	return err == nil && ok
}

func permitted(allowed []string, pkg string) bool {
	return slices.ContainsFunc(allowed, func(pattern string) bool { return matches(pattern, pkg) })
}

func imports(s source) []string {
	var paths []string
	for _, spec := range s.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

func TestImportDirection(t *testing.T) {
	direction, libraries := rules(direction), rules(libraries)
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		allowed, known := rule(direction, s.pkg())
		if !known {
			t.Errorf("%s: package %s has no line in the table of directions", s.path, s.pkg())
			continue
		}
		for _, imported := range imports(s) {
			if ours, ok := strings.CutPrefix(imported, module+"/"); ok && !permitted(allowed, ours) {
				t.Errorf("%s imports %s; %s may import: %s", s.path, ours, s.pkg(), strings.Join(allowed, " "))
			}
			if first, _, _ := strings.Cut(imported, "/"); permitted(strings.Fields(standard), s.pkg()) && strings.Contains(first, ".") {
				t.Errorf("%s imports %s; %s keeps to the standard library", s.path, imported, s.pkg())
			}
			if users, listed := libraries[imported]; listed && !permitted(users, s.pkg()) {
				t.Errorf("%s imports %s, which is for %s", s.path, imported, strings.Join(users, " "))
			}
		}
	}
}

func TestRulesTellAllowedFromForbidden(t *testing.T) {
	direction := rules(direction)
	for _, c := range []struct {
		pkg, imported string
		want          bool
	}{
		{"views", "scoring/report", true},        // a screen shows scores
		{"views", "tui", false},                  // but knows no terminal
		{"views", "loaders/nmndrop", false},      // nor a format
		{"loaders", "scoring", false},            // files come before numbers
		{"loaders/native", "loaders", true},      // a codec fills the nouns
		{"loaders/native", "loaders/x", false},   // and knows no other codec
		{"scoring/session", "scoring/box", true}, // the session lists the protocols
		{"scoring/protocols/boxes", "scoring/protocols/spans", false},
		{"themes", "views", false},
		{"tui/screen", "tui/picture", true},
		{"cmd/faithscope/opening", "loaders/native", true}, // formats are listed only here
		{"cmd/faithscope/opening", "cmd/faithscope", false},
	} {
		allowed, ok := rule(direction, c.pkg)
		if !ok {
			t.Errorf("no rule for %s", c.pkg)
		}
		check.Equal(t, "allowed", permitted(allowed, c.imported), c.want, c.pkg, "importing", c.imported)
	}
}

func TestFolders(t *testing.T) {
	entries, err := os.ReadDir(moduleRoot)
	check.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(folders, e.Name()) {
			t.Errorf("folder %s is none of %s", e.Name(), strings.Join(folders, " "))
		}
	}
	for _, name := range folders[:6] {
		if _, err := os.Stat(filepath.Join(moduleRoot, name)); err != nil {
			t.Errorf("the design has a folder %s: %v", name, err)
		}
	}
}

// empty are package and file names that say nothing of what is inside.
var empty = []string{"util", "utils", "common", "helper", "helpers", "manager", "misc", "shared", "internal", "pkg"}

// riddle matches the names of functions that do not say what they do.
var riddle = regexp.MustCompile(`^([kK]eeps?|[kK]ept|[nN]otes?|[nN]oted|[tT]akes?|[tT]aken|[tT]ells?|[tT]old|` +
	`[sS]ay(s|ing)?|[sS]aid)($|[A-Z])`)

// functions returns the names of a file's functions: of those that it declares, of
// variables, fields and parameters that hold one, and of an interface's methods.
func functions(file *ast.File) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names = append(names, n.Name.Name)
		case *ast.Field:
			if _, ok := n.Type.(*ast.FuncType); ok {
				for _, name := range n.Names {
					names = append(names, name.Name)
				}
			}
		case *ast.AssignStmt:
			for i, value := range n.Rhs {
				name, named := n.Lhs[i].(*ast.Ident)
				if _, ok := value.(*ast.FuncLit); ok && named {
					names = append(names, name.Name)
				}
			}
		}
		return true
	})
	return names
}

func TestFunctions(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "a/a.go", `package a
type T struct { f func(); kept []func() }
type I interface { m() }
func (T) n(p func(), said string) { v, told := func() {}, 1 }
`, 0)
	check.NoError(t, err)
	check.EqualLists(t, "functions", functions(file), []string{"f", "m", "n", "p", "v"})
}

func TestNames(t *testing.T) {
	for _, s := range sources(t) {
		parts := strings.Split(strings.TrimSuffix(strings.TrimSuffix(s.path, ".go"), "_test"), "/")
		for _, part := range append(parts, s.file.Name.Name) {
			if slices.Contains(empty, part) {
				t.Errorf("%s: %q says nothing about what is inside", s.path, part)
			}
		}
		for _, name := range functions(s.file) {
			if riddle.MatchString(name) {
				t.Errorf("%s: %s: a function is named by a verb that says what it does to what", s.path, name)
			}
		}
		for _, decl := range s.file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := fn.Name.Name
			if name == "init" && fn.Recv == nil {
				t.Errorf("%s: func init: lists are written in one place, nothing registers itself", s.path)
			}
			if rest, ok := strings.CutPrefix(name, "Get"); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
				t.Errorf("%s: %s: a getter is named after what it returns", s.path, name)
			}
		}
	}
}

// Only what compares with the authors' numbers may look for data beside the
// project: everything else has to hold on any machine.
func TestDataBesideTheProject(t *testing.T) {
	for _, s := range sources(t) {
		if path.Base(s.path) == "architecture_test.go" {
			continue // which names it here
		}
		for _, decl := range s.file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !s.test || !strings.HasPrefix(fn.Name.Name, "Test") || strings.HasPrefix(fn.Name.Name, "TestOracle") {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && slices.Contains(strings.Split(strings.Trim(lit.Value, "`\""), "/"), "shared") {
					t.Errorf("%s: %s looks into ../shared", s.path, fn.Name.Name)
				}
				return true
			})
		}
	}
}

func TestFileLength(t *testing.T) {
	for _, s := range sources(t) {
		if !s.test && s.lines > maxLines {
			t.Errorf("%s has %d lines, more than %d: two ideas in one file", s.path, s.lines, maxLines)
		}
	}
}

// size holds what a type has.
type size struct{ methods, fields int }

// sizes counts methods and fields per type, "package.Type". A function of its
// package that takes the type is a method in another form, and counts as one.
func sizes(all []source) map[string]size {
	sizes, declared := map[string]size{}, map[string]bool{}
	for _, s := range all {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				taken := n.Type.Params.List
				if n.Recv != nil {
					taken = n.Recv.List
				}
				of := map[string]bool{}
				for _, field := range taken {
					of[s.pkg()+"."+receiver(field.Type)] = true
				}
				for name := range of {
					sizes[name] = size{sizes[name].methods + 1, sizes[name].fields}
				}
			case *ast.TypeSpec:
				declared[s.pkg()+"."+n.Name.Name] = true
				if st, ok := n.Type.(*ast.StructType); ok {
					name := s.pkg() + "." + n.Name.Name
					sizes[name] = size{sizes[name].methods, fields(st)}
				}
			}
			return true
		})
	}
	maps.DeleteFunc(sizes, func(name string, _ size) bool { return !declared[name] })
	return sizes
}

// receiver returns the name of a receiver's type.
func receiver(x ast.Expr) string {
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// fields counts a struct's fields; an embedded one counts as one.
func fields(st *ast.StructType) int {
	n := 0
	for _, f := range st.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}

// larger are types that may be larger, and why.
var larger = map[string]string{
	"scoring.Settings": "a setting is a field, and nothing else",
}

func TestTypeSize(t *testing.T) {
	for name, s := range sizes(sources(t)) {
		if larger[name] != "" {
			continue
		}
		if s.methods > maxMethods {
			t.Errorf("%s has %d methods, more than %d: it does two things", name, s.methods, maxMethods)
		}
		if s.fields > maxFields {
			t.Errorf("%s has %d fields, more than %d: some of them are a type", name, s.fields, maxFields)
		}
	}
}

// maxWhole is how many functions may take the whole session: those that open screens.
const maxWhole = 11

// takingSession lists the functions of the program that take the whole session.
func takingSession(all []source) (names []string) {
	for _, s := range all {
		if s.test || s.pkg() == "views/viewtest" {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil {
				continue
			}
			for _, field := range f.Type.Params.List {
				if of := types.ExprString(field.Type); strings.HasSuffix(of, "views.Session") || s.pkg() == "views" && of == "*Session" {
					names = append(names, s.pkg()+"."+f.Name.Name)
				}
			}
		}
	}
	return names
}

func TestFewFunctionsTakeTheWholeSession(t *testing.T) {
	names := takingSession(sources(t))
	if len(names) == 0 || len(names) > maxWhole {
		t.Errorf("%d functions take the whole session, more than %d, or none is found: "+
			"a part of it is enough (views.Data, Console, Timeline, Asking): %s", len(names), maxWhole, strings.Join(names, ", "))
	}
}

func TestSizesCountMethodsAndFields(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "a/a.go", `package a
type T[K any] struct { A, b int; embedded; c struct { d int } }
func (t *T[K]) M() {}
func (T[K]) n() {}
func free() {}
func takes(n int, t, u *T[int]) {}
func (o other) also(T[int]) {}
`, 0)
	check.NoError(t, err)
	check.Equal(t, "size", sizes([]source{{path: "a/a.go", file: file}})["a.T"], (size{3, 4}))
}
