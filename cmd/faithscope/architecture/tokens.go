package architecture

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// shortText is the length of a string literal, in bytes, up to which it counts as one token.
const shortText = 40

// steering are the endings of embedded files that say what the program does.
var steering = []string{".toml", ".js", ".py", ".html", ".css", ".tmpl", ".sh", ".tsv", ".yaml", ".txt", ".md"}

func steersProgram(tokenName string) bool {
	return slices.Contains(steering, filepath.Ext(tokenName)) && !strings.Contains(strings.ToLower(tokenName), "licen")
}

// countFile leaves out package clause and imports, so that parting a package costs nothing. text is
// what syntaxTree was parsed from.
func countFile(f *CodeMetrics, fileSet *token.FileSet, syntaxTree *ast.File, text []byte) {
	offset := func(pos token.Pos) int { return fileSet.Position(pos).Offset }
	tokens, texts := countTokens(text)
	tokens -= 2 // the package clause
	countProse(&f.ProseCounts, fileSet, syntaxTree)
	for _, decl := range syntaxTree.Decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				n, _ := countTokens(text[offset(d.Pos()):offset(d.End())])
				tokens -= n
			}
		case *ast.FuncDecl:
			countName(f, d)
		}
	}
	f.Files++
	f.Tokens += tokens + texts
	f.Texts += texts
}

func countName(f *CodeMetrics, d *ast.FuncDecl) {
	name := d.Name.Name
	isFixed := d.Name.IsExported() || name == "init" || name == "main" || name == "_"
	if isFixed {
		return
	}
	short := 0
	if !strings.ContainsFunc(name[1:], unicode.IsUpper) {
		short = 1
	}
	if d.Recv == nil {
		f.Functions++
		f.ShortFunctions += short
	} else {
		f.Methods++
		f.ShortMethods += short
	}
}

// countTokens leaves out comments and the semicolons that Go inserts. texts are the bytes of literals
// beyond shortText, divided by four, because a page of code in a literal is code too.
func countTokens(text []byte) (n, texts int) {
	set := token.NewFileSet()
	var scan scanner.Scanner
	scan.Init(set.AddFile("", set.Base(), len(text)), text, nil, 0)
	for {
		_, kind, literal := scan.Scan()
		if kind == token.EOF {
			return n, texts
		}
		if kind == token.STRING {
			if value, err := strconv.Unquote(literal); err == nil && len(value) > shortText {
				texts += (len(value) - shortText) / 4
			}
		}
		if kind != token.SEMICOLON || literal != "\n" {
			n++
		}
	}
}
