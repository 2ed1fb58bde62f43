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

// Whole is the module number of an example as a whole.
const Whole = -1

// Kind holds what a change changes.
type Kind string

// The kinds. Their names are in files.
const (
	Mark Kind = "mark"
	Tag  Kind = "tag"
	Note Kind = "note"
	// Gold says what a module should have returned according to the person: an [Annotation].
	Gold Kind = "gold"
	// View belongs to the run, not to an example: a saved view, whose name
	// replaces the id.
	View Kind = "view"
)

// Change sets something on an example of a run, or removes it.
type Change struct {
	ID     string `json:"id"`     // of the example; of a View its name
	Module int    `json:"module"` // its number in the program, Whole for the example
	Kind   Kind   `json:"kind"`
	// Text is the tag, the note or annotation as a whole, or what a view is; "" for a
	// mark.
	Text string `json:"text,omitempty"`
	Off  bool   `json:"off,omitempty"` // it is removed
}

// MostText bounds an id, a tag's or a note's text in bytes, MostTag a tag.
const (
	MostText = 64 << 10
	MostTag  = 200
	mostTags = 200 // of an example or a module
)

// checkValid returns an error if a change is invalid: without an id, with a module below Whole, not
// UTF-8, with an id or text longer than MostText, of an unknown kind, a tag longer than MostTag or
// without anything visible, or a gold to be set that parseAnnotation refuses; else nil.
func (c *Change) checkValid() error {
	switch {
	case c.ID == "":
		return errors.New("the example has no id")
	case c.Module < Whole:
		return fmt.Errorf("%d is not the number of a module", c.Module)
	case !utf8.ValidString(c.ID) || !utf8.ValidString(c.Text):
		return errors.New("not UTF-8")
	case len(c.ID) > MostText || len(c.Text) > MostText:
		return fmt.Errorf("more than %d KB of text", MostText>>10)
	case c.Kind == Tag && len(c.Text) > MostTag:
		return fmt.Errorf("a tag of more than %d bytes", MostTag)
	case c.Kind == Tag && strings.TrimSpace(loaders.Clean(c.Text)) == "":
		return errors.New("a tag without a letter")
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

// Entry is the mark, tags, note and annotation of an example or a module. The zero value is
// none.
type Entry struct {
	Marked bool
	Tags   []string // sorted, each once
	Note   string
	Gold   string // an [Annotation] as text
}

// Empty reports whether there is no mark, tag, note or annotation.
func (e Entry) Empty() bool { return !e.Marked && len(e.Tags) == 0 && e.Note == "" && e.Gold == "" }

// Has reports whether e has a tag, case aside.
func (e Entry) Has(tag string) bool {
	return slices.ContainsFunc(e.Tags, func(t string) bool { return strings.EqualFold(t, tag) })
}

// withChange returns e with the change made. Off unmarks, empties the note or the annotation, or
// removes the tag; otherwise it marks, replaces the text, or adds the tag in order, once, unless
// there are mostTags. Views change nothing. e's own slices are not written to.
func (e Entry) withChange(c *Change) Entry {
	switch c.Kind {
	case Mark:
		e.Marked = !c.Off
	case Note, Gold:
		text, into := c.Text, &e.Note
		if c.Kind == Gold {
			into = &e.Gold
		}
		if c.Off {
			text = ""
		}
		*into = text
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

// place is an example or one of its modules.
type place struct {
	id     string
	module int
}

func (p place) comparePlace(q place) int {
	return cmp.Or(strings.Compare(p.id, q.id), cmp.Compare(p.module, q.module))
}

// subject holds what a change is about. Of two changes with one subject the later
// counts.
type subject struct {
	run string
	place
	kind Kind
	tag  string
}

// subjectOf returns the subject of the change in a run: example, module and kind, and for a tag its
// text, so that a later change of the same subject replaces this one.
func (c *Change) subjectOf(run string) subject {
	s := subject{run: run, place: place{c.ID, c.Module}, kind: c.Kind}
	if c.Kind == Tag {
		s.tag = c.Text
	}
	return s
}
