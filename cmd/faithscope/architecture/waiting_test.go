package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// commandMakers returns the names of the functions that return one command of Bubble Tea.
func commandMakers(files []source) map[string]bool {
	makers := map[string]bool{}
	for _, s := range files {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Type.Results.NumFields() == 1 && types.ExprString(f.Type.Results.List[0].Type) == "tea.Cmd" {
				makers[f.Name.Name] = true
			}
		}
	}
	return makers
}

// runHere returns where a file runs a command itself, and so on the goroutine of the screen: by
// calling what one of makers returns, except inside another command.
func runHere(file *ast.File, makers map[string]bool) (places []token.Pos) {
	makes := func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch f := call.Fun.(type) {
		case *ast.Ident:
			return makers[f.Name]
		case *ast.SelectorExpr:
			return makers[f.Sel.Name]
		}
		return false
	}
	commands := map[string]bool{} // names of variables
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Type.Results.NumFields() != 1 || types.ExprString(n.Type.Results.List[0].Type) != "tea.Msg"
		case *ast.FuncDecl:
			clear(commands)
		case *ast.AssignStmt:
			if name, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Rhs) == 1 && makes(n.Rhs[0]) {
				commands[name.Name] = true
			}
		case *ast.CallExpr:
			name, ok := n.Fun.(*ast.Ident)
			if makes(n.Fun) || ok && commands[name.Name] {
				places = append(places, n.Pos())
			}
		}
		return true
	})
	return places
}

// Nothing that grows with a run runs on the goroutine of the screen: a view returns commands, and
// runs none.
func TestViewsRunNoCommand(t *testing.T) {
	files := slices.DeleteFunc(sources(t), func(s source) bool {
		return s.test || s.pkg() == "views/viewtest" || !strings.HasPrefix(s.path, "views/") && s.pkg() != "tui"
	})
	makers := commandMakers(files)
	if len(makers) < 100 {
		t.Fatalf("only %d functions return a command", len(makers))
	}
	for _, s := range files {
		for _, at := range runHere(s.file, makers) {
			t.Errorf("%s, byte %d: a command is run on the goroutine of the screen: return it, and wait for its message", s.path, at)
		}
	}
}

func TestRunHere(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "a.go", `package a
func (v *V) Compute() tea.Cmd { return nil }
func change() func() tea.Cmd { return nil }
func (v *V) f() tea.Cmd {
	v.Update(v.Compute()())
	cmd := v.Compute()
	cmd()
	change()()
	return func() tea.Msg { return v.Compute()() }
}
`, 0)
	check.NoError(t, err)
	check.Equal(t, "commands run in place", len(runHere(file, commandMakers([]source{{file: file}}))), 2)
}
