package architecture

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode"
)

// ProseCounts holds what tokens leave out: comments, imports, and names that say little.
type ProseCounts struct {
	// Docs counts the words of functions' doc comments, Comments those of all comments.
	Docs, Comments int
	// Imports counts the lines of package clauses and imports.
	Imports int
	// Types declared anywhere in a file; ShortTypes have a name of one word.
	Types, ShortTypes int
	// Vague counts the parameters that have one of vagueParameters as their name.
	Vague int
}

// vagueParameters say nothing at the place of a call.
var vagueParameters = []string{"of", "at", "how", "said", "own", "why"}

func (p *ProseCounts) add(q ProseCounts) {
	p.Docs += q.Docs
	p.Comments += q.Comments
	p.Imports += q.Imports
	p.Types += q.Types
	p.ShortTypes += q.ShortTypes
	p.Vague += q.Vague
}

func (p ProseCounts) value(figureName string) (value float64, ok bool) {
	switch figureName {
	case "doc-words":
		return float64(p.Docs), true
	case "comment-words":
		return float64(p.Comments), true
	case "import-lines":
		return float64(p.Imports), true
	case "one-word-types":
		return percent(p.ShortTypes, p.Types), true
	case "vague-parameters":
		return float64(p.Vague), true
	}
	return 0, false
}

func countProse(p *ProseCounts, fileSet *token.FileSet, syntaxTree *ast.File) {
	for _, comment := range syntaxTree.Comments {
		p.Comments += len(strings.Fields(comment.Text()))
	}
	p.Imports++
	for _, decl := range syntaxTree.Decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				p.Imports += fileSet.Position(d.End()).Line - fileSet.Position(d.Pos()).Line + 1
			}
			countTypes(p, d)
		case *ast.FuncDecl:
			p.Docs += len(strings.Fields(d.Doc.Text()))
			for _, field := range d.Type.Params.List {
				for _, name := range field.Names {
					if slices.Contains(vagueParameters, name.Name) {
						p.Vague++
					}
				}
			}
		}
	}
}

func countTypes(p *ProseCounts, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		declared, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		p.Types++
		if !strings.ContainsFunc(declared.Name.Name[1:], unicode.IsUpper) {
			p.ShortTypes++
		}
	}
}
