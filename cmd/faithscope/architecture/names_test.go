package architecture

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// vague are names that say nothing without the type or the arguments.
var vague = strings.Fields("put of find at lay settle turn own against again works meant asked")

// containers have a method that is rightly called by one of these names alone.
var containers = []string{"loaders.rowPages.at"}

// No function is called by a word that means something else in every place, and no method of
// what is not a container.
func TestVagueNames(t *testing.T) {
	met := 0
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") || strings.Contains(s.pkg(), "test") {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !slices.Contains(vague, f.Name.Name) {
				continue
			}
			name := s.pkg() + "." + f.Name.Name
			if f.Recv != nil {
				name = s.pkg() + "." + receiverName(f) + "." + f.Name.Name
			}
			if slices.Contains(containers, name) {
				met++
				continue
			}
			t.Errorf("%s: %s says neither what it does nor to what", s.path, name)
		}
	}
	check.Equal(t, "containers with the method that is allowed", met, len(containers))
}

// receiverName returns the name of a method's type.
func receiverName(f *ast.FuncDecl) (name string) {
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}
