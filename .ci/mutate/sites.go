package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
)

// change is one way to change one operator or constant of a file.
type change struct {
	file       string // relative to the root of the module
	line       int
	in         string // the declaration that contains it
	start, end int    // the source it replaces, as byte offsets in the file
	to         string // what replaces it
	shown      string // the change in one line, for a reader
	key        string // determines the order of the draw
}

// others says what an operator may become. Comparisons move their bound or are
// reversed; every other operator has one counterpart.
var others = map[token.Token][]token.Token{
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN}, token.REM_ASSIGN: {token.MUL_ASSIGN},
	token.AND_ASSIGN: {token.OR_ASSIGN}, token.OR_ASSIGN: {token.AND_ASSIGN}, token.XOR_ASSIGN: {token.AND_ASSIGN},
	token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN}, token.AND_NOT_ASSIGN: {token.AND_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// reader collects the changes of one file.
type reader struct {
	name   string
	seed   uint64
	source string
	set    *token.FileSet
	in     string
	nth    int            // number among the declaration's changes
	alike  map[string]int // how many of the declaration's changes look the same
	found  []change
}

// changesOf returns one change for every operator and constant of a file.
func changesOf(name string, seed uint64) ([]change, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r := &reader{name: name, seed: seed, source: string(source), set: token.NewFileSet()}
	file, err := parser.ParseFile(r.set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, decl := range file.Decls {
		r.in, r.nth, r.alike = nameOf(decl), 0, map[string]int{}
		ast.Inspect(decl, func(n ast.Node) bool {
			r.visit(n)
			return true
		})
	}
	return r.found, nil
}

// nameOf returns a function's name, with its receiver's type, or the first name that
// a declaration declares.
func nameOf(decl ast.Decl) string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		of := d.Recv.List[0].Type
		if star, ok := of.(*ast.StarExpr); ok {
			of = star.X
		}
		if generic, ok := of.(*ast.IndexExpr); ok {
			of = generic.X
		}
		return fmt.Sprint(of) + "." + d.Name.Name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				return s.Names[0].Name
			case *ast.TypeSpec:
				return s.Name.Name
			}
		}
	}
	return "imports"
}

// visit adds the changes that a node allows: of operators, of constants and of true and false to
// one of their others, of a not or minus to nothing, and of conditions of if and for to their
// opposites.
func (r *reader) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		for _, op := range r.one(others[n.Op]) {
			r.add(n, "(("+r.text(n.X)+") "+op+" ("+r.text(n.Y)+"))", r.text(n.X)+" ["+n.Op.String()+" -> "+op+"] "+r.text(n.Y))
		}
	case *ast.AssignStmt:
		for _, op := range r.one(others[n.Tok]) {
			r.plain(n, r.text(n.Lhs[0])+" "+op+" "+r.text(n.Rhs[0]))
		}
	case *ast.IncDecStmt:
		for _, op := range r.one(others[n.Tok]) {
			r.plain(n, r.text(n.X)+op)
		}
	case *ast.UnaryExpr:
		if slices.Contains([]token.Token{token.NOT, token.SUB}, n.Op) {
			r.plain(n, r.text(n.X))
		}
	case *ast.BasicLit:
		for _, other := range r.one(constants(n)) {
			r.plain(n, other)
		}
	case *ast.Ident:
		if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
			r.plain(n, other)
		}
	case *ast.IfStmt:
		r.negate(n.Cond)
	case *ast.ForStmt:
		r.negate(n.Cond)
	}
}

func (r *reader) negate(cond ast.Expr) {
	switch cond.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
		r.plain(cond, "!"+r.text(cond))
	}
}

// constants returns what a number may become: a whole number one more or less, any
// other number twice or half as much.
func constants(n *ast.BasicLit) []string {
	switch n.Kind {
	case token.INT:
		x, err := strconv.ParseInt(n.Value, 0, 64)
		if err != nil {
			return nil
		}
		less := strconv.FormatInt(x-1, 10)
		if x == 0 {
			less = "(-1)"
		}
		return []string{strconv.FormatInt(x+1, 10), less}
	case token.FLOAT:
		if x, err := strconv.ParseFloat(n.Value, 64); err == nil && x == 0 {
			return []string{"1.0"}
		}
		return []string{"(2 * " + n.Value + ")", "(" + n.Value + " / 2)"}
	}
	return nil
}

// one draws one of several alternatives.
func (r *reader) one(all any) []string {
	var names []string
	switch all := all.(type) {
	case []string:
		names = all
	case []token.Token:
		for _, t := range all {
			names = append(names, t.String())
		}
	}
	if len(names) == 0 {
		return nil
	}
	return names[int(r.hash()[0])%len(names):][:1]
}

// hash depends on the seed and on the change's name, but not on its position in the
// file, so that editing the file elsewhere leaves the draw as it is.
func (r *reader) hash() [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%d %s %s %d", r.seed, r.name, r.in, r.nth))
}

func (r *reader) text(n ast.Node) string {
	return r.source[r.set.Position(n.Pos()).Offset:r.set.Position(n.End()).Offset]
}

func (r *reader) plain(n ast.Node, to string) { r.add(n, to, r.text(n)+" -> "+to) }

// add appends to r.found the change of n to the text to, with its place and a key that its function
// and its number there give. Of changes that are shown alike, all but the first have a number
// behind them.
func (r *reader) add(n ast.Node, to, shown string) {
	at := r.set.Position(n.Pos())
	hash := r.hash()
	r.nth++
	shown = strings.Join(strings.Fields(shown), " ")
	if r.alike[shown]++; r.alike[shown] > 1 {
		shown += fmt.Sprintf(" (%d)", r.alike[shown])
	}
	r.found = append(r.found, change{
		file: r.name, line: at.Line, in: r.in, start: at.Offset, end: r.set.Position(n.End()).Offset,
		to: to, shown: shown, key: string(hash[1:]),
	})
}

// drawn returns the changes of some files in the order that the seed determines.
func drawn(files []string, seed uint64) ([]change, error) {
	var all []change
	for _, name := range files {
		found, err := changesOf(name, seed)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b change) int { return cmp.Compare(a.key, b.key) })
	return all, nil
}

func (c change) apply() (string, error) {
	source, err := os.ReadFile(c.file)
	if err != nil {
		return "", err
	}
	return string(source[:c.start]) + c.to + string(source[c.end:]), nil
}

func (c change) String() string { return c.file + " " + c.in + ": " + c.shown }
