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

// findFormat tries tables last, unless --map names one, because they accept almost any records.
func (op RunOpener) findFormat(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Format, error) {
	named := func(o loaders.Options) *loaders.Format {
		return op.Formats.Find(func(f loaders.Format) bool { return f.Shape != nil && hasMap(ctx, &f, src, o) })
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
	if f == nil { // a saved map reads a sample of the file
		f = named(o)
	}
	if f == nil && retired.FileError(src.Head) == nil { // a table might accept it anyway
		f = op.Formats.Find(func(f loaders.Format) bool { return f.Confirm != nil && f.Confirm(ctx, src, o) })
	}
	if f == nil {
		return nil, op.describeUnknown(ctx, src, o)
	}
	return f, nil
}

// A map counts without a table if it says what the rows are ("rows="), so that the person learns
// what is missing.
func hasMap(ctx context.Context, f *loaders.Format, src *loaders.Source, o loaders.Options) bool {
	asked := o.Of(loaders.ColumnMap)
	if asked == "" && len(o.Maps) == 0 {
		return false
	}
	shape := f.Shape(ctx, src)
	_, kept := o.Maps[shape]
	return shape != "" && (asked != "" || kept) || f.Lacks != nil && strings.Contains(asked, "rows=")
}

const mostBad = 20

// tarSign is where a TAR archive has it.
const tarSign, tarPlace = "ustar", 257

// ArchiveKind returns what kind of archive or compressed file begins like this, "" for none of those that aren't
// unpacked here.
func ArchiveKind(head []byte) string {
	for sign, kind := range map[string]string{"PK\x03\x04": "ZIP", "BZh": "bzip2", "\xfd7zXZ": "xz", "\x1f\x8b": "gzip", "7z\xbc\xaf": "7z"} {
		if bytes.HasPrefix(head, []byte(sign)) {
			return kind
		}
	}
	isTar := len(head) > tarPlace && bytes.HasPrefix(head[tarPlace:], []byte(tarSign))
	return loaders.IfElse(isTar, "TAR", "")
}

// formatBehind tries 20 JSON objects after bad records. It ignores table formats, and a line with
// the keys of the line before, because then that line wasn't a bad record.
func (op RunOpener) formatBehind(head []byte) *loaders.Format {
	if ArchiveKind(head) != "" { // of a file's text, behind what the archive says of it
		return nil
	}
	for range mostBad {
		before := keysOf(head)
		_, rest, _ := bytes.Cut(head, []byte("\n"))
		head = bytes.TrimLeft(rest, " \t\r\n")
		if line := FirstLine(head); !bytes.HasPrefix(line, []byte("{")) || !json.Valid(line) {
			continue
		}
		if f := op.Formats.Detect(head); f != nil && f.Shape == nil && !slices.Equal(before, keysOf(head)) {
			return f
		}
	}
	return nil
}

func keysOf(head []byte) []string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(FirstLine(head), &fields) != nil {
		return nil
	}
	return loaders.SortedKeys(fields)
}

func (op RunOpener) describeUnknown(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	if err := retired.FileError(src.Head); err != nil {
		return fmt.Errorf("%w: %w", ErrFormat, err)
	}
	var lack error
	for _, f := range op.Formats {
		for _, t := range f.Takes {
			if t.Detect != nil && t.Detect(src.Head) {
				return fmt.Errorf("%w: it contains %s; open the run and pass this file with %s", ErrFormat, t.What, t.Flag)
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
	near += " (`faithscope formats` lists all formats)"
	if lack == nil {
		return fmt.Errorf("%w%s", ErrFormat, near)
	}
	return fmt.Errorf("%w; %w%s", ErrFormat, lack, near)
}

var aKey = regexp.MustCompile(`"([^"\\]{1,64})"\s*:`)

func (op RunOpener) nearestFormat(head []byte) (text string) {
	has := map[string]bool{}
	for _, key := range aKey.FindAllSubmatch(head, -1) {
		has[string(key[1])] = true
	}
	for column := range bytes.SplitSeq(bytes.TrimSpace(FirstLine(head)), []byte(",")) {
		has[string(bytes.Trim(column, `"`))] = true
	}
	most := 0.5
	for _, f := range op.Formats {
		keys := strings.Fields(f.Keys)
		n := len(keys)
		lacked := slices.DeleteFunc(keys, func(key string) bool { return has[key] })
		share := float64(n-len(lacked)) / float64(max(1, n))
		if share <= most {
			continue
		}
		reason := "the keys match, but their places or values don't"
		if len(lacked) > 0 {
			reason = "no " + strings.Join(lacked, ", no ")
		}
		most, text = share, "the closest match is "+f.Name+" ("+reason+")"
	}
	return text
}
