package architecture

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
)

// kindTables are the packages that hold a layer's table of evidence kinds (the nouns, the native
// codec, marks, the executor, evidence, the site), and those that judge or run one kind, to which
// entries of these tables lead.
var kindTables = []string{
	"faithscope/loaders", "faithscope/loaders/native", "faithscope/scoring/marks", "faithscope/scoring/executor",
	"faithscope/views/evidence", "faithscope/views/evidence/boxes", "faithscope/views/evidence/heat",
	"faithscope/views/evidence/panel", "faithscope/cmd/faithscope/site",
	"faithscope/scoring/protocols/boxes", "faithscope/scoring/protocols/spans", "faithscope/scoring/protocols/steps",
	"faithscope/loaders/steps",
	"faithscope/scoring/protocols/counting", "faithscope/scoring/protocols/grounding",
	"faithscope/scoring/executor/nmn", "faithscope/scoring/executor/dfol",
}

// countKindReaders returns how many files of a package outside kindTables read a field of
// loaders.Output or loaders.Gold. Setting a field is not reading it.
func countKindReaders(pkg *types.Package, trees []*ast.File, info *types.Info) (files int) {
	if slices.Contains(kindTables, pkg.Path()) {
		return 0
	}
	fields := map[types.Object]bool{}
	for _, imported := range pkg.Imports() {
		if path.Base(imported.Path()) != "loaders" {
			continue
		}
		for _, name := range []string{"Output", "Gold"} {
			if declared := imported.Scope().Lookup(name); declared != nil {
				for field := range declared.Type().Underlying().(*types.Struct).Fields() {
					fields[field] = true
				}
			}
		}
	}
	for _, tree := range trees {
		if readsField(tree, info, fields) {
			files++
		}
	}
	return files
}

// readsField reports whether a file selects one of the fields other than to assign it.
func readsField(tree *ast.File, info *types.Info, fields map[types.Object]bool) (reads bool) {
	assigned := map[ast.Expr]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				assigned[left] = n.Tok == token.ASSIGN
			}
		case *ast.SelectorExpr:
			reads = reads || fields[info.Uses[n.Sel]] && !assigned[n]
		}
		return true
	})
	return reads
}
