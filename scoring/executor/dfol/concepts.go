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

// ConceptCategories names categories and their words. The zero value is empty. Once filled it is safe for concurrent use.
type ConceptCategories struct {
	categories wordLists // color -> red, blue, in order
	classes    wordLists // furniture -> chair, table
	anything   string
	graph      graphOptions
}

type wordLists map[string][]string

type graphOptions interface {
	optionsOf(category string, list []string) []string
	factOf(category string) string
}

// Add reads a file's lists: an object with "categories" or "attributes" and "classes", each an
// object of lists, and with "object", a noun for everything; or an object of only lists, which are
// classes if the file's name contains "class", like DFOL-VQA's gqa_all_class.json, otherwise
// categories. Anything else is an error.
func (c *ConceptCategories) Add(fileName string, fileText []byte) error {
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(fileText, &whole); err != nil {
		return err
	}
	named := map[string]*wordLists{"categories": &c.categories, "attributes": &c.categories, "classes": &c.classes}
	found := false
	var anything string
	if json.Unmarshal(whole["object"], &anything) == nil && anything != "" {
		c.anything = normalName(anything)
	}
	for key, into := range named {
		found = addLists(into, whole[key]) || found
	}
	if found {
		return nil
	}
	into := &c.categories
	if strings.Contains(strings.ToLower(fileName), "class") {
		into = &c.classes
	}
	if len(whole) == 0 || !addLists(into, fileText) {
		return errors.New("expected lists of options, or an object with categories, attributes or classes")
	}
	return nil
}

func addLists(targetLists *wordLists, jsonText []byte) (areLists bool) {
	var lists wordLists
	if json.Unmarshal(jsonText, &lists) != nil {
		return false
	}
	if *targetLists == nil {
		*targetLists = wordLists{}
	}
	for name, options := range lists {
		(*targetLists)[normalName(name)] = loaders.Map(options, normalName)
	}
	return true
}

// IsNoun reports whether a name is a class or its member, in the singular or plural.
func (c *ConceptCategories) IsNoun(conceptName string) bool {
	forms := formsOf(conceptName)
	for _, members := range c.classes {
		if haveCommon(members, forms) {
			return true
		}
	}
	return c.membersOf(conceptName) != nil
}

func (c *ConceptCategories) membersOf(conceptName string) []string {
	for _, form := range formsOf(conceptName) {
		if list := c.classes[form]; list != nil {
			return list
		}
	}
	return nil
}

func formsOf(conceptName string) []string {
	return append([]string{conceptName}, executor.Singulars(conceptName)...)
}

// Another spelling of an earlier tied option, or its class, counts as the same answer.
func (c *ConceptCategories) mostSpecific(tiedOptions []string) (distinctOptions []string) {
	for _, option := range tiedOptions {
		forms := formsOf(option)
		if !slices.ContainsFunc(distinctOptions, func(before string) bool { return haveCommon(formsOf(before), forms) }) {
			distinctOptions = append(distinctOptions, option)
		}
	}
	return loaders.Filter(distinctOptions, func(option string) bool {
		members := c.membersOf(option)
		return !slices.ContainsFunc(distinctOptions, func(other string) bool { return other != option && haveCommon(members, formsOf(other)) })
	})
}

func haveCommon(a, b []string) bool {
	return slices.ContainsFunc(b, func(text string) bool { return slices.Contains(a, text) })
}

// AreConcepts accepts the keys of [ConceptCategories.Add], not a plain object of lists, which could be
// anything.
func AreConcepts(head []byte) bool {
	has := func(key string) bool { return gjson.GetBytes(head, key).IsObject() }
	return has("categories") || has("attributes") && has("classes")
}

const asName = "name"

var errUnlisted = errors.New("no list of concepts (--concepts) contains the options")

func (c *ConceptCategories) optionsOf(category, optionsName string) ([]string, error) {
	category, optionsName = normalName(category), normalName(optionsName)
	list := c.listOptions(category)
	if category == "type" {
		category = asName
	}
	isNaming := category == asName
	if isNaming {
		list = c.kindsOf(optionsName)
	}
	if c.graph != nil {
		list = c.graph.optionsOf(category, list)
	}
	switch {
	case len(list) > 0:
		return list, nil
	case isNaming && optionsName != "":
		return []string{optionsName}, nil
	case isNaming:
		category = "object"
	}
	return nil, loaders.Errorf("%w for %q", errUnlisted, category)
}

func (c *ConceptCategories) kindsOf(conceptName string) []string {
	list := c.listOptions(conceptName)
	if len(list) == 0 && conceptName == "" {
		for _, class := range loaders.SortedKeys(c.classes) {
			list = scoring.AppendNew(list, c.classes[class]...)
		}
	}
	return list
}

func normalName(conceptName string) string {
	return strings.ToLower(strings.Join(strings.Fields(conceptName), " "))
}

func (c *ConceptCategories) isClass(conceptName string) bool {
	return c.categories[conceptName] == nil && c.classes[conceptName] != nil
}

func (c *ConceptCategories) listOptions(conceptName string) []string {
	if list := c.categories[conceptName]; len(list) > 0 {
		return list
	}
	return c.classes[conceptName]
}

// CategoryOf returns the category with this name, also in the plural, or with this member; "" for
// none.
func (c *ConceptCategories) CategoryOf(conceptName string) string {
	forms := formsOf(conceptName)
	for _, key := range loaders.SortedKeys(c.categories) {
		if slices.Contains(forms, key) || slices.Contains(c.categories[key], conceptName) {
			return key
		}
	}
	return ""
}
