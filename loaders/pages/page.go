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

// page is a format as its page says it; see the package's documentation.
type page struct {
	tabular.Traits
	Name, About, Sign, Boxes   string
	Rows, Right, Prepare, Like string
	Recognised                 []sign
	Columns                    map[string]any
	Beside                     []companion
}

// sign is one of the ways to recognise a file.
type sign struct {
	At, Keys, Text string
	Joined         bool
	IDs            *regexp.Regexp // of the keys there
	Columns        []string
	Value          map[string]string
}

// companion is a kind of file that lies beside the table.
type companion struct {
	Name, What, Flag, Keys, At, ID, Row     string
	Around                                  string
	Lacks, Left, Missing, Without, Official string
	Unless                                  string
	Own                                     bool
}

func (c *companion) isWhole() bool {
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

// readPage returns the page in a text, over the one that it is like, or the first thing wrong with
// it, nil for nothing.
func readPage(file string, text []byte) (p page, _ *PageError) {
	if len(text) > maxSize {
		return p, &PageError{file, 1, 1, fmt.Sprintf("more than %d KB; a page is a few lines", maxSize>>10)}
	}
	var on struct{ Like string }
	_ = toml.Unmarshal(text, &on) // what is wrong with it is found below
	if below, err := fs.ReadFile(ours, on.Like+".toml"); err == nil {
		_ = toml.Unmarshal(below, &p) // it was read before
	} else if on.Like != "" {
		line, column := placeOf(text, "like", on.Like)
		return p, &PageError{file, line, column, "no page of the program has the name that like says"}
	}
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&p)
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
	line, column := placeOf(text, f.key, f.value)
	if at, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column = at.Position()
	}
	return p, &PageError{file, line, column, f.what}
}

func placeOf(text []byte, key, value string) (line, column int) {
	p := unstable.Parser{}
	p.Reset(text)
	for p.NextExpression() {
		e := p.Expression()
		keys, at := e.Key(), unstable.Range{}
		name := ""
		for keys.Next() {
			name, at = string(keys.Node().Data), keys.Node().Raw
		}
		if _, of, dotted := strings.Cut(key, "."); name == key || dotted && name == of {
			if v := e.Value(); e.Kind != unstable.KeyValue || value == "" || string(v.Data) == value {
				shape := p.Shape(at)
				return shape.Start.Line, shape.Start.Column
			}
		}
	}
	return 1, 1
}

// named matches the names of formats.
var named = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// fault holds what is wrong with the value of a key.
type fault struct{ key, value, what string }

func (p *page) findFault() (f fault) {
	check := func(ok bool, key, value, what string) {
		if !ok && f.what == "" {
			f = fault{key, value, what}
		}
	}
	check(named.MatchString(p.Name), "name", p.Name, "a name has up to 40 lower-case letters, digits and hyphens")
	check(p.About != "" && len(p.Recognised) > 0, "name", p.Name, "about, or [[recognised]] with keys or columns, is missing")
	_, unruled := rules.FindRule(cmp.Or(p.Right, rules.Equal))
	check(unruled == nil, "right", p.Right, fmt.Sprint(unruled))
	_, known := functions[p.Prepare]
	check(known || p.Prepare == "", "prepare", p.Prepare,
		"unknown function; a page can name "+strings.Join(loaders.SortedKeys(functions), ", "))
	for _, s := range p.Recognised {
		check(s.Keys != "" || len(s.Columns) > 0 || s.IDs != nil, "recognised", "",
			"neither keys nor columns; every file would be of this format")
	}
	for _, c := range p.Beside {
		check(c.isWhole(), "beside", "", "name, what, keys or id is missing")
		_, known := flags[c.Flag]
		check(known, "flag", c.Flag, "flag is gold or scenes")
	}
	named := p.columnRoles()
	for _, role := range loaders.SortedKeys(named) {
		columns, isText := named[role].(string)
		check(isText && role != "rows" && role != "right", role, "", "[columns] has roles with the names of columns, as texts")
		_, err := roles.ParseMap(role + "=" + columns)
		check(err == nil, role, columns, fmt.Sprint(err))
	}
	return f
}

// flags has the flags that name files beside a table.
var flags = map[string]loaders.Flag{"": {}, loaders.GoldFile.Name: loaders.GoldFile, loaders.SceneFile.Name: loaders.SceneFile}

// columnRoles returns the page's columns by role; a nested table of names becomes roles "role.name".
func (p *page) columnRoles() map[string]any {
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
