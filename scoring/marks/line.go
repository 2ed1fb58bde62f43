package marks

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"faithscope/loaders"
)

// stamp orders lines: by a counter, which is one above the highest that the
// writer had seen in any file, and where two writers had not seen each other's
// lines, by their names.
type stamp struct {
	N  int64  `json:"n"` // 1 to mostCount
	By string `json:"by"`
}

// mostCount bounds a counter. A line from elsewhere may have it; from then on the
// line that is read last counts.
const mostCount = 1 << 53

// before reports whether a line with stamp s gives way to one with t that is read
// later.
func (s stamp) before(t stamp) bool {
	return s.N < t.N || s.N == t.N && (s.N == mostCount || s.By <= t.By)
}

// said is the present state of a subject.
type said struct {
	stamp
	text string
	off  bool
}

// line is a change as a file has it.
type line struct {
	stamp
	Run string `json:"run,omitempty"`
	Who string `json:"who,omitempty"` // as [Book] has it
	Change
	Left int    `json:"left,omitempty"` // lines of the same step that follow
	At   string `json:"at"`
}

// seal ends a line: it is the checksum of everything before it.
func seal(text []byte) string {
	return fmt.Sprintf(`,"sum":"%08x"}`, crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
}

// encode writes the line, with its line end.
func (l *line) encode() ([]byte, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	text = loaders.EscapeJSON(text[:len(text)-1])
	return append(append(text, seal(text)...), '\n'), nil
}

// decode reads a line, given without its line end. ok is false for a damaged
// line and for one without a valid change.
func decode(text []byte) (l line, ok bool) {
	l.Module = Whole
	at := len(text) - len(seal(nil))
	if at < 0 || seal(text[:at]) != string(text[at:]) || json.Unmarshal(append(text[:at:at], '}'), &l) != nil {
		return l, false
	}
	return l, l.N >= 1 && l.N <= mostCount && l.Left >= 0 && l.check() == nil
}

// parseLines reads the lines of text. A last line without its end, and a last step
// that lacks lines, are left unread: whole is the number of bytes before them. bad
// counts the lines that cannot be read; they affect no other line.
func parseLines(text []byte) (lines []line, whole int64, bad int) {
	var step []line
	for read := int64(0); ; {
		row, rest, found := bytes.Cut(text, []byte("\n"))
		if !found {
			return lines, whole, bad
		}
		text, read = rest, read+int64(len(row))+1
		l, ok := decode(row)
		if ok {
			step = append(step, l)
		} else {
			bad++
		}
		if !ok || l.Left == 0 {
			lines, step, whole = append(lines, step...), nil, read
		}
	}
}

// dropReplaced returns the lines that no later line of the same subject replaces, in
// their order, each a step by itself.
func dropReplaced(lines []line) []line {
	last := map[subject]int{}
	for i, l := range lines {
		of := l.subject(l.Run)
		if k, ok := last[of]; !ok || lines[k].before(l.stamp) {
			last[of] = i
		}
	}
	var kept []line
	for _, i := range slices.Sorted(maps.Values(last)) {
		lines[i].Left = 0
		kept = append(kept, lines[i])
	}
	return kept
}

// encodeAll returns lines as a file has them.
func encodeAll(lines []line) ([]byte, error) {
	var b bytes.Buffer
	for i := range lines {
		row, err := lines[i].encode()
		if err != nil {
			return nil, err
		}
		b.Write(row)
	}
	return b.Bytes(), nil
}

// Whole is the module number of an example as a whole.
const Whole = -1

// Kind is what a change changes.
type Kind string

// The kinds. Their names are in files.
const (
	Mark Kind = "mark"
	Tag  Kind = "tag"
	Note Kind = "note"
	// Gold is what the person says that a module should have returned: an [Annotation].
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

// check returns why a change is invalid; nil if it can be kept.
func (c *Change) check() error {
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

// with returns e after a change of its kinds. Slices of e stay as they are.
func (e Entry) with(c *Change) Entry {
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
		tags := slices.DeleteFunc(slices.Clone(e.Tags), func(t string) bool { return t == c.Text })
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

func (p place) compare(q place) int {
	return cmp.Or(strings.Compare(p.id, q.id), cmp.Compare(p.module, q.module))
}

// subject is what a change is about. Of two changes with one subject the later
// counts.
type subject struct {
	run string
	place
	kind Kind
	tag  string
}

func (c *Change) subject(run string) subject {
	s := subject{run: run, place: place{c.ID, c.Module}, kind: c.Kind}
	if c.Kind == Tag {
		s.tag = c.Text
	}
	return s
}
