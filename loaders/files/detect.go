package files

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/retired"
)

// findFormat returns the first of these that there is: a format of tables for which a map of
// columns was asked and fits; the format that detects the head, unless it is one of tables; that
// of a later record behind bad ones ([Opener.formatBehind]); the format of tables that detects the
// head; one for which o.Maps has a map; the first that confirms the file. If there is none it
// fails with [Opener.describeUnknown]'s error.
func (op Opener) findFormat(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Format, error) {
	named := func(o loaders.Options) *loaders.Format {
		at := slices.IndexFunc(op.Formats, func(f loaders.Format) bool { return f.Shape != nil && hasMap(ctx, &f, src, o) })
		if at < 0 {
			return nil
		}
		return &op.Formats[at]
	}
	unkept := o
	unkept.Maps = nil
	if f := named(unkept); f != nil {
		return f, nil
	}
	f := op.Formats.Detect(src.Head)
	if f == nil || f.Shape != nil {
		f = cmp.Or(op.formatBehind(src.Head), f)
	}
	if f == nil { // a kept map reads a sample of the file
		f = named(o)
	}
	if f != nil {
		return f, nil
	}
	isRetired := retired.FileError(src.Head) != nil // which a table might be read from all the same
	for i, f := range op.Formats {
		if !isRetired && f.Confirm != nil && f.Confirm(ctx, src, o) {
			return &op.Formats[i], nil
		}
	}
	return nil, op.describeUnknown(ctx, src, o)
}

// hasMap reports whether the options have a map for the table that f sees in src: any that was
// asked for, or one kept in o.Maps for its columns. Where f sees no table, it is true only if f
// has Lacks and the map asked for says what the rows are ("rows=").
func hasMap(ctx context.Context, f *loaders.Format, src *loaders.Source, o loaders.Options) bool {
	asked := o.Of(loaders.ColumnMap)
	if asked == "" && len(o.Maps) == 0 {
		return false
	}
	shape := f.Shape(ctx, src)
	_, kept := o.Maps[shape]
	return shape != "" && (asked != "" || kept) || f.Lacks != nil && strings.Contains(asked, "rows=")
}

// mostBad bounds the lines that [Opener.formatBehind] skips.
const mostBad = 20

// formatBehind returns the format of JSON Lines that begin with bad records: the one that detects
// the text from a later line on, the first of 20 lines that is a valid JSON object for which there
// is one. It passes over formats of tables, and a line with the keys of the line before, which is
// then not a bad record of that format. It returns nil if there is none.
func (op Opener) formatBehind(head []byte) *loaders.Format {
	for range mostBad {
		before := keysOf(head)
		_, rest, _ := bytes.Cut(head, []byte("\n"))
		head = bytes.TrimLeft(rest, " \t\r\n")
		if line, _, _ := bytes.Cut(head, []byte("\n")); !bytes.HasPrefix(line, []byte("{")) || !json.Valid(line) {
			continue
		}
		if f := op.Formats.Detect(head); f != nil && f.Shape == nil && !slices.Equal(before, keysOf(head)) {
			return f
		}
	}
	return nil
}

// keysOf returns the keys of the object in the first line of head, sorted; nil if that is not a
// whole JSON object.
func keysOf(head []byte) []string {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	var fields map[string]json.RawMessage
	if json.Unmarshal(line, &fields) != nil {
		return nil
	}
	return loaders.SortedKeys(fields)
}

// describeUnknown returns the error for a file that no format opens. It wraps [ErrFormat] and says
// that the file's format was removed, which flag takes the file, if it belongs beside a run, or else what it lacks as a table and which
// format is nearest.
func (op Opener) describeUnknown(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	if err := retired.FileError(src.Head); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	var lack error
	for _, f := range op.Formats {
		for _, t := range f.Takes {
			if t.Detect != nil && t.Detect(src.Head) {
				return fmt.Errorf("%w: it holds %s; open the run that they belong to with %s and this file", ErrFormat, t.What, t.Flag)
			}
		}
		if f.Lacks != nil && lack == nil {
			lack = f.Lacks(ctx, src, o)
		}
	}
	near := op.nearestFormat(src.Head)
	if near != "" {
		near = "; " + near
	}
	near += " (`faithscope formats` lists them)"
	if lack == nil {
		return fmt.Errorf("%w%s", ErrFormat, near)
	}
	return fmt.Errorf("%w; %w%s", ErrFormat, lack, near)
}

// aKey matches a key of a JSON object.
var aKey = regexp.MustCompile(`"([^"\\]{1,64})"\s*:`)

// nearestFormat returns a text that names the format of whose keys head has the greatest share,
// more than half, and the keys that are missing; "" if there is none. Keys are those of JSON
// objects anywhere in head and the columns of its first line.
func (op Opener) nearestFormat(head []byte) (said string) {
	has := map[string]bool{}
	for _, key := range aKey.FindAllSubmatch(head, -1) {
		has[string(key[1])] = true
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	for column := range bytes.SplitSeq(bytes.TrimSpace(first), []byte(",")) {
		has[string(bytes.Trim(column, `"`))] = true
	}
	most := 0.5
	for _, f := range op.Formats {
		keys := strings.Fields(f.Keys)
		n := len(keys)
		lacked := slices.DeleteFunc(keys, func(key string) bool { return has[key] })
		share := float64(n-len(lacked)) / float64(max(1, n))
		switch {
		case share <= most:
			continue
		case len(lacked) > 0:
			said = "the nearest is " + f.Name + " (no " + strings.Join(lacked, ", no ") + ")"
		default:
			said = "the nearest is " + f.Name + " (its keys are there, in another place or with other values)"
		}
		most = share
	}
	return said
}
