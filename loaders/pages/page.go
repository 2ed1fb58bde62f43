package pages

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"faithscope/loaders"
	"faithscope/loaders/roles"
	"faithscope/loaders/rules"
	"faithscope/loaders/tabular"
)

// formatPage is a format as its page says it; see the package's documentation.
type formatPage struct {
	tabular.PresetTraits
	Name, About, Sign, Boxes   string
	Together                   bool
	Rows, Right, Prepare, Like string
	Recognised                 []recognitionSign
	Columns                    map[string]any
	Beside                     []companionFile
}

// recognitionSign is one of the ways to recognise a file.
type recognitionSign struct {
	At, Keys, Text string
	Joined         bool
	IDs            *regexp.Regexp // of the keys there
	Columns        []string
	Value          map[string]string
}

// companionFile is a kind of file that lies beside the table.
type companionFile struct {
	Name, What, Flag, Keys, At, ID, Row     string
	Around                                  string
	Lacks, Left, Missing, Without, Official string
	Unless                                  string
	Own                                     bool
}

func (c *companionFile) isWhole() bool {
	isFound := c.Own || c.Keys != "" && c.ID != ""
	return c.Name != "" && c.What != "" && isFound
}

// maxSize bounds a page, in bytes.
const maxSize = 64 << 10

// PageError holds what is wrong with a page.
type PageError struct {
	File         string
	Line, Column int // from 1
	What         string
}

func (f *PageError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.What)
}

// readPage returns the first thing wrong with a page, with its place, because people write pages by
// hand; nil for nothing.
func readPage(fileName string, pageText []byte) (p formatPage, _ *PageError) {
	if len(pageText) > maxSize {
		return p, &PageError{fileName, 1, 1, fmt.Sprintf("larger than %d KB; a page should be a few lines", maxSize>>10)}
	}
	var on struct{ Like string }
	_ = toml.Unmarshal(pageText, &on) // what is wrong with it is found below
	if below, err := fs.ReadFile(ours, on.Like+".toml"); err == nil {
		_ = toml.Unmarshal(below, &p) // it was read before
	} else if on.Like != "" {
		line, column := placeOf(pageText, "like", on.Like)
		return p, &PageError{fileName, line, column, "`like` names no built-in page"}
	}
	err := toml.NewDecoder(bytes.NewReader(pageText)).DisallowUnknownFields().Decode(&p)
	f := p.findFault()
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		err = &unknown.Errors[0]
		f.what = strings.Join(unknown.Errors[0].Key(), ".") + " is not a key of a page; `faithscope formats --preset ragas` prints all keys"
	} else if err != nil {
		f.what = strings.TrimPrefix(err.Error(), "toml: ")
	}
	if f.what == "" {
		return p, nil
	}
	line, column := placeOf(pageText, f.key, f.value)
	if at, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column = at.Position()
	}
	return p, &PageError{fileName, line, column, f.what}
}

func placeOf(pageText []byte, pageKey, keyValue string) (line, column int) {
	p := unstable.Parser{}
	p.Reset(pageText)
	for p.NextExpression() {
		e := p.Expression()
		keys, at := e.Key(), unstable.Range{}
		name := ""
		for keys.Next() {
			name, at = string(keys.Node().Data), keys.Node().Raw
		}
		if _, of, dotted := strings.Cut(pageKey, "."); name == pageKey || dotted && name == of {
			if v := e.Value(); e.Kind != unstable.KeyValue || keyValue == "" || string(v.Data) == keyValue {
				shape := p.Shape(at)
				return shape.Start.Line, shape.Start.Column
			}
		}
	}
	return 1, 1
}

// named matches the names of formats.
var named = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// pageFault holds what is wrong with the value of a key.
type pageFault struct{ key, value, what string }

func (p *formatPage) findFault() (f pageFault) {
	check := func(ok bool, key, value, what string) {
		if !ok && f.what == "" {
			f = pageFault{key, value, what}
		}
	}
	check(named.MatchString(p.Name), "name", p.Name, "a name must consist of up to 40 lower-case letters, digits and hyphens")
	check(p.About != "" && len(p.Recognised) > 0, "name", p.Name, "about, or [[recognised]] with keys or columns, is missing")
	_, unruled := rules.FindRule(cmp.Or(p.Right, rules.Equal))
	check(unruled == nil, "right", p.Right, fmt.Sprint(unruled))
	_, known := functions[p.Prepare]
	check(known || p.Prepare == "", "prepare", p.Prepare,
		"unknown function; choose from "+strings.Join(loaders.SortedKeys(functions), ", "))
	for _, s := range p.Recognised {
		check(s.Keys != "" || len(s.Columns) > 0 || s.IDs != nil, "recognised", "",
			"[[recognised]] has neither keys nor columns; every file would match this format")
	}
	for _, c := range p.Beside {
		check(c.isWhole(), "beside", "", "name, what, keys or id is missing")
		_, known := flags[c.Flag]
		check(known, "flag", c.Flag, "flag must be gold or scenes")
	}
	named := p.columnRoles()
	for _, role := range loaders.SortedKeys(named) {
		columns, isText := named[role].(string)
		check(isText && role != "rows" && role != "right", role, "", "[columns] must map roles to column names, as strings")
		_, err := roles.ParseMap(role + "=" + columns)
		check(err == nil, role, columns, fmt.Sprint(err))
	}
	return f
}

// flags has the flags that name files beside a table.
var flags = map[string]loaders.Flag{"": {}, loaders.GoldFile.Name: loaders.GoldFile, loaders.SceneFile.Name: loaders.SceneFile}

func (p *formatPage) columnRoles() map[string]any {
	all := map[string]any{}
	for role, value := range p.Columns {
		columns, nested := value.(map[string]any)
		if !nested {
			all[role] = value
		}
		for name, column := range columns {
			all[role+"."+name] = column
		}
	}
	return all
}
