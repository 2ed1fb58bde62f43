package marks

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"faithscope/loaders"
)

// Whole is the example's module number.
const Whole = -1

// ChangeKind holds what a change changes.
type ChangeKind string

// Files contain their names.
const (
	Mark ChangeKind = "mark"
	Tag  ChangeKind = "tag"
	Note ChangeKind = "note"
	// Gold is an [Annotation].
	Gold ChangeKind = "gold"
	// of the run; its name replaces the id
	View ChangeKind = "view"
)

// Change sets or removes something.
type Change struct {
	ID     string     `json:"id"`     // a View's name
	Module int        `json:"module"` // Whole for the example
	Kind   ChangeKind `json:"kind"`
	// the tag, note, annotation or view; "" for a mark
	Text string `json:"text,omitempty"`
	Off  bool   `json:"off,omitempty"` // removed
}

// in bytes: an id's, tag's or note's text, and a tag
const (
	MostText = 64 << 10
	MostTag  = 200
	mostTags = 200
)

// checkValid bounds every field, because lines may come from anyone. Removed gold isn't parsed.
func (c *Change) checkValid() error {
	switch {
	case c.ID == "":
		return errors.New("the example has no id")
	case c.Module < Whole:
		return fmt.Errorf("%d is not a module number", c.Module)
	case !utf8.ValidString(c.ID) || !utf8.ValidString(c.Text):
		return errors.New("the id or text is not UTF-8")
	case len(c.ID) > MostText || len(c.Text) > MostText:
		return fmt.Errorf("the id or text is larger than %d KB", MostText>>10)
	case c.Kind == Tag && len(c.Text) > MostTag:
		return fmt.Errorf("the tag is longer than %d bytes", MostTag)
	case c.Kind == Tag && strings.TrimSpace(loaders.Clean(c.Text)) == "":
		return errors.New("the tag is blank")
	}
	switch c.Kind {
	case Mark, Tag, Note, View:
		return nil
	case Gold:
		if c.Off {
			return nil
		}
		_, err := parseAnnotation(c.Text)
		return err
	}
	return fmt.Errorf("%q is not a kind of mark", c.Kind)
}

// MarksEntry holds what an example or a module has.
type MarksEntry struct {
	Marked bool
	Tags   []string
	Note   string
	Gold   string
}

// Empty reports whether the entry has nothing.
func (e MarksEntry) Empty() bool {
	return !e.Marked && len(e.Tags) == 0 && e.Note == "" && e.Gold == ""
}

// e's slices stay, because readers may have them.
func (e MarksEntry) withChange(c *Change) MarksEntry {
	text := loaders.IfElse(c.Off, "", c.Text)
	switch c.Kind {
	case Mark:
		e.Marked = !c.Off
	case Note:
		e.Note = text
	case Gold:
		e.Gold = text
	case Tag:
		if !c.Off && len(e.Tags) >= mostTags {
			return e
		}
		tags := loaders.Filter(e.Tags, func(t string) bool { return t != c.Text })
		if !c.Off {
			tags = append(tags, c.Text)
			slices.Sort(tags)
		}
		e.Tags = tags
	}
	return e
}

type markTarget struct {
	id     string
	module int
}

func (p markTarget) comparePlace(q markTarget) int {
	return cmp.Or(strings.Compare(p.id, q.id), cmp.Compare(p.module, q.module))
}

// The later of two changes with one subject counts.
type markSubject struct {
	run string
	markTarget
	kind ChangeKind
	tag  string
}

// Tags are subjects with their text, because they don't replace each other.
func (c *Change) subjectOf(runName string) markSubject {
	s := markSubject{run: runName, markTarget: markTarget{c.ID, c.Module}, kind: c.Kind}
	if c.Kind == Tag {
		s.tag = c.Text
	}
	return s
}
