package architecture

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// unboundedReads returns the calls of a file that read from a disk whatever is there, however long
// it is or takes: a pipe never ends. embedded has the names of embedded files.
func unboundedReads(file *ast.File, embedded map[string]bool) (calls []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name := types.ExprString(call.Fun); name {
		case "os.DirFS", "os.ReadFile":
			calls = append(calls, name)
		case "fs.ReadFile":
			if of := types.ExprString(call.Args[0]); !embedded[of] {
				calls = append(calls, name+" of "+of)
			}
		}
		return true
	})
	return calls
}

// Only loaders/files reads a person's files whole, within bounds.
func TestFilesAreReadWithinBounds(t *testing.T) {
	embedded, all := map[string]map[string]bool{}, sources(t)
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && v.Type != nil && types.ExprString(v.Type) == "embed.FS" {
				if embedded[s.pkg()] == nil {
					embedded[s.pkg()] = map[string]bool{}
				}
				embedded[s.pkg()][v.Names[0].Name] = true
			}
			return true
		})
	}
	seen := 0
	for _, s := range all {
		forTests := s.test || strings.HasPrefix(s.path, ".") || strings.HasSuffix(s.pkg(), "test") || s.pkg() == "cmd/faithscope/architecture" ||
			s.pkg() == "loaders/golden" || s.pkg() == "scoring/vectors"
		calls := unboundedReads(s.file, embedded[s.pkg()])
		if s.pkg() == "loaders/files" || forTests {
			seen += len(calls)
			continue
		}
		for _, call := range calls {
			t.Errorf("%s: %s: files.ReadOwn and files.ReadStored read within bounds", s.path, call)
		}
	}
	if seen < 5 {
		t.Errorf("only %d reads of tests are seen", seen)
	}
}
