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

// countKindReaders counts the files outside kindTables that read a field of loaders.Output or
// loaders.Gold, because a new kind of evidence would have to change each. Setting a field is not
// reading it.
func countKindReaders(pkg *types.Package, syntaxTrees []*ast.File, info *types.Info) (files int) {
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
	for _, tree := range syntaxTrees {
		if readsField(tree, info, fields) {
			files++
		}
	}
	return files
}

func readsField(syntaxTree *ast.File, info *types.Info, kindFields map[types.Object]bool) (reads bool) {
	assigned := map[ast.Expr]bool{}
	ast.Inspect(syntaxTree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				assigned[left] = n.Tok == token.ASSIGN
			}
		case *ast.SelectorExpr:
			reads = reads || kindFields[info.Uses[n.Sel]] && !assigned[n]
		}
		return true
	})
	return reads
}
