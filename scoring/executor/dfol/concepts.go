package dfol

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"

	"github.com/tidwall/gjson"
)

// Concepts names categories and their words. The zero value is empty. Once filled it is safe for concurrent use.
type Concepts struct {
	categories map[string][]string // color -> red, blue, in order
	classes    map[string][]string // furniture -> chair, table
	anything   string
	graph      graphOptions
}

type graphOptions interface {
	optionsOf(category string, list []string) []string
	factOf(category string) string
}

// Add reads a file's lists: an object with "categories" or "attributes" and "classes", each an
// object of lists, and with "object", a noun for everything; or an object of only lists, which are
// classes if the file's name contains "class", like DFOL-VQA's gqa_all_class.json, otherwise
// categories. Anything else is an error.
func (c *Concepts) Add(name string, text []byte) error {
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return err
	}
	named := map[string]*map[string][]string{"categories": &c.categories, "attributes": &c.categories, "classes": &c.classes}
	found := false
	var anything string
	if json.Unmarshal(whole["object"], &anything) == nil && anything != "" {
		c.anything = normalName(anything)
	}
	for key, into := range named {
		if lists, ok := listsIn(whole[key]); ok {
			putLists(into, lists)
			found = true
		}
	}
	if found {
		return nil
	}
	lists, ok := listsIn(text)
	if !ok || len(lists) == 0 {
		return errors.New("neither lists of options nor an object with categories, attributes or classes")
	}
	into := &c.categories
	if strings.Contains(strings.ToLower(name), "class") {
		into = &c.classes
	}
	putLists(into, lists)
	return nil
}

func listsIn(text []byte) (lists map[string][]string, ok bool) {
	ok = text != nil && json.Unmarshal(text, &lists) == nil
	return lists, ok
}

func putLists(into *map[string][]string, lists map[string][]string) {
	if *into == nil {
		*into = map[string][]string{}
	}
	for name, options := range lists {
		(*into)[normalName(name)] = loaders.Map(options, normalName)
	}
}

func (c *Concepts) isNoun(name string) bool {
	forms := formsOf(name)
	for _, members := range c.classes {
		if haveCommon(members, forms) {
			return true
		}
	}
	return c.membersOf(name) != nil
}

func (c *Concepts) membersOf(name string) []string {
	for _, form := range formsOf(name) {
		if list := c.classes[form]; list != nil {
			return list
		}
	}
	return nil
}

func formsOf(name string) []string { return append([]string{name}, executor.Singulars(name)...) }

// Another spelling of an earlier tied option, or its class, counts as the same answer.
func (c *Concepts) mostSpecific(tied []string) (own []string) {
	for _, option := range tied {
		forms := formsOf(option)
		if !slices.ContainsFunc(own, func(before string) bool { return haveCommon(formsOf(before), forms) }) {
			own = append(own, option)
		}
	}
	return loaders.Filter(own, func(option string) bool {
		members := c.membersOf(option)
		return !slices.ContainsFunc(own, func(other string) bool { return other != option && haveCommon(members, formsOf(other)) })
	})
}

func haveCommon(a, b []string) bool {
	return slices.ContainsFunc(b, func(text string) bool { return slices.Contains(a, text) })
}

// AreConcepts accepts the keys of [Concepts.Add], not a plain object of lists, which could be
// anything.
func AreConcepts(head []byte) bool {
	has := func(key string) bool { return gjson.GetBytes(head, key).IsObject() }
	return has("categories") || has("attributes") && has("classes")
}

const asName = "name"

var errUnlisted = errors.New("no list has the options")

func (c *Concepts) optionsOf(category, name string) ([]string, error) {
	category, name = normalName(category), normalName(name)
	list := c.listOptions(category)
	if category == "type" {
		category = asName
	}
	isNaming := category == asName
	if isNaming {
		list = c.kindsOf(name)
	}
	if c.graph != nil {
		list = c.graph.optionsOf(category, list)
	}
	switch {
	case len(list) > 0:
		return list, nil
	case isNaming && name != "":
		return []string{name}, nil
	case isNaming:
		category = "object"
	}
	return nil, loaders.Errorf("%w of %q", errUnlisted, category)
}

func (c *Concepts) kindsOf(name string) []string {
	list := c.listOptions(name)
	if len(list) == 0 && name == "" {
		for _, class := range loaders.SortedKeys(c.classes) {
			list = scoring.AppendNew(list, c.classes[class]...)
		}
	}
	return list
}

func normalName(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

func (c *Concepts) isClass(name string) bool {
	return c.categories[name] == nil && c.classes[name] != nil
}

func (c *Concepts) listOptions(name string) []string {
	if list := c.categories[name]; len(list) > 0 {
		return list
	}
	return c.classes[name]
}
