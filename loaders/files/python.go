package files

import (
	"bufio"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"
)

var (
	// printed matches a text in quotes, or what is between two.
	printed      = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^'"]+`)
	printedWords = strings.NewReplacer(strings.Split("None|null|nan|null|True|true|False|false|(|[|)|]|,]|]|, ]|]|,)|]", "|")...)
	printedKey   = regexp.MustCompile(`(\d+):`)
	quoted       = strings.NewReplacer(strings.Split(`\'|'|\"|\"|"|\"|\\|\\|\x|\u00`, "|")...)
)

// PythonJSON returns as JSON a value that Python printed: its texts, words, tuples and numbered keys.
func PythonJSON(text string) string {
	return printed.ReplaceAllStringFunc(text, func(part string) string {
		if part[0] == '\'' || part[0] == '"' {
			return `"` + quoted.Replace(part[1:len(part)-1]) + `"`
		}
		return printedKey.ReplaceAllString(printedWords.Replace(part), `"$1":`)
	})
}

// printedReader reads as JSON the lines of values that Python printed.
type printedReader struct {
	*bufio.Reader
	left string
}

func (r *printedReader) Read(p []byte) (int, error) {
	if r.left == "" {
		line, err := r.ReadString('\n')
		if line == "" {
			return 0, err
		}
		r.left = PythonJSON(line)
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

func isPrinted(head []byte) bool {
	first, _, _ := strings.Cut(string(head), "\n")
	return strings.HasPrefix(first, "{'") && gjson.Valid(PythonJSON(first))
}
