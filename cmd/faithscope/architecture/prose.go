package architecture

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode"
)

// Prose holds what tokens leave out: comments, imports, and names that say little.
type Prose struct {
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

func (p *Prose) add(q Prose) {
	p.Docs += q.Docs
	p.Comments += q.Comments
	p.Imports += q.Imports
	p.Types += q.Types
	p.ShortTypes += q.ShortTypes
	p.Vague += q.Vague
}

// value returns the figure that a row of ceilings.txt names, as [Figures.Value] does.
func (p Prose) value(name string) (value float64, ok bool) {
	switch name {
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

// countProse adds a file that was parsed with its comments.
func countProse(p *Prose, set *token.FileSet, tree *ast.File) {
	for _, comment := range tree.Comments {
		p.Comments += len(strings.Fields(comment.Text()))
	}
	p.Imports++
	for _, decl := range tree.Decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				p.Imports += set.Position(d.End()).Line - set.Position(d.Pos()).Line + 1
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

func countTypes(p *Prose, d *ast.GenDecl) {
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
