package marks

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
)

// ExchangeLine is an entry as a line of the exchange file.
type ExchangeLine struct {
	Run    string   `json:"run"` // its name
	ID     string   `json:"id"`
	Module *int     `json:"module,omitempty"` // absent for the example
	Marked bool     `json:"marked,omitempty"`
	Tags   []string `json:"tags,omitempty"`
	Note   string   `json:"note,omitempty"`
	// an [Annotation]
	Gold json.RawMessage `json:"gold,omitempty"`
}

// Items are sorted by id and module.
func (b *MarksBook) Items(runName string) []ExchangeLine {
	b.mu.Lock()
	defer b.mu.Unlock()
	var items []ExchangeLine
	for _, at := range slices.SortedFunc(maps.Keys(b.entries), markTarget.comparePlace) {
		e := b.entries[at]
		item := ExchangeLine{Run: runName, ID: at.id, Marked: e.Marked, Tags: e.Tags, Note: e.Note, Gold: json.RawMessage(e.Gold)}
		if at.module != Whole {
			item.Module = &at.module
		}
		items = append(items, item)
	}
	return items
}

// Write writes JSON Lines, escaped for terminals.
func Write(w io.Writer, exchangeLines []ExchangeLine) error {
	for _, item := range exchangeLines {
		if err := loaders.WriteJSONLine(w, item); err != nil {
			return err
		}
	}
	return nil
}

// BadLine is a line that isn't an item, numbered from 1.
type BadLine struct {
	Line int
	Err  error
}

func (l BadLine) Error() string { return fmt.Sprintf("line %d: %v", l.Line, l.Err) }

// bytes
const mostLine = 4 << 20

// Read skips empty lines and returns bad ones; err is r's, or that a line is too long.
func Read(r io.Reader) (items []ExchangeLine, bad []BadLine, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		item, err := parseItem(line)
		if err != nil {
			bad = append(bad, BadLine{n, err})
			continue
		}
		items = append(items, item)
	}
	return items, bad, lines.Err()
}

// Unknown fields are errors, because a misspelt one would lose a mark.
func parseItem(jsonLine []byte) (item ExchangeLine, err error) {
	d := json.NewDecoder(bytes.NewReader(jsonLine))
	d.DisallowUnknownFields()
	if err := d.Decode(&item); err != nil {
		return item, err
	}
	if d.More() {
		return item, errors.New("the line has more than one JSON object")
	}
	changes := item.changesTo(MarksEntry{})
	if len(changes) == 0 {
		return item, errors.New("the line has no mark, tag, note or annotation")
	}
	if item.Module != nil && *item.Module < 0 {
		return item, fmt.Errorf("%d is not a module number", *item.Module)
	}
	for i := range changes {
		err = cmp.Or(err, changes[i].checkValid())
	}
	return item, err
}

func (item *ExchangeLine) moduleNumber() int {
	if item.Module == nil {
		return Whole
	}
	return *item.Module
}

// changesTo only adds, because an import must not undo somebody's work.
func (item *ExchangeLine) changesTo(currentEntry MarksEntry) []Change {
	var changes []Change
	add := func(kind ChangeKind, text string) {
		changes = append(changes, Change{ID: item.ID, Module: item.moduleNumber(), Kind: kind, Text: text})
	}
	if item.Marked {
		add(Mark, "")
	}
	for _, tag := range item.Tags {
		add(Tag, tag)
	}
	if item.Gold != nil && currentEntry.Gold == "" {
		add(Gold, string(item.Gold))
	}
	switch {
	case item.Note == "" || item.Note == currentEntry.Note:
	case currentEntry.Note == "":
		add(Note, item.Note)
	case !strings.Contains("\n"+currentEntry.Note+"\n", "\n"+item.Note+"\n"):
		add(Note, currentEntry.Note+"\n"+item.Note)
	}
	return changes
}

// Adding returns changes for [MarksBook.Apply]; they remove nothing.
func (b *MarksBook) Adding(exchangeLines []ExchangeLine) []Change {
	var changes []Change
	for i := range exchangeLines {
		changes = append(changes, exchangeLines[i].changesTo(b.Module(exchangeLines[i].ID, exchangeLines[i].moduleNumber()))...)
	}
	return changes
}
