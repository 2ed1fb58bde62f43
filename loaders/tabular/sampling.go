package tabular

import (
	"bytes"
	"context"
	"fmt"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
)

// sampleOf returns the sample of a file, nil if it is not a table. It looks once per source, so the
// result must not be changed.
func sampleOf(ctx context.Context, src *loaders.Source, m roles.RoleMap) *tableSample {
	return files.Remember(src, fmt.Sprintf("sample %q", m.PathsOf("rows")), func() *tableSample { return newSample(ctx, src, m) })
}

// newSample returns a new sample of the file. A map that says where the rows are rules out tables by
// split or by columns, whose rows are in no place.
func newSample(ctx context.Context, src *loaders.Source, m roles.RoleMap) *tableSample {
	t := &tableSample{}
	switch first := record.FirstByte(src.Head); first {
	case '{', '[':
		if first == '[' || m.Has("rows") || !t.readDocument(ctx, src) {
			*t = *jsonOf(ctx, src, m)
		}
	default:
		if files.ArchiveKind(src.Head) != "" { // one that isn't compressed has a table's text
			return nil
		}
		if t.readCells(src.Head); len(t.rows) == 0 { // lines of JSON may have others before them
			*t = tableSample{}
			t.readLines(src.Head)
		}
	}
	if len(t.columns) == 0 || len(t.rows) == 0 {
		return nil
	}
	if t.shape = shapeOf(t.columns); t.at != "" && t.at != "*" { // lists in other places have such columns too
		t.shape += " at " + t.at
	}
	if t.kept == nil {
		if !t.bare {
			t.spreadRows(src)
		}
		t.guessMap()
	}
	return t
}

// readDocument reads a JSON object that is a table without a list of rows, and reports whether it is one.
func (t *tableSample) readDocument(ctx context.Context, src *loaders.Source) bool {
	whole := gjson.ParseBytes(src.Head)
	if t.bySplit(whole) {
		return true
	}
	isOfLines := len(bytes.TrimSpace(src.Head[min(len(whole.Raw), len(src.Head)):])) > 0
	return !isOfLines && (len(src.Head) < loaders.HeadSize && t.byOutcome(whole) || t.byColumn(ctx, src))
}

// RowsOf returns the columns of the rows of a file with a map, and their path, "" for lines and
// cells; ok is false for what is not a table of rows, also for one by columns.
func RowsOf(ctx context.Context, src *loaders.Source, m roles.RoleMap) (columns []string, path string, ok bool) {
	t := sampleOf(ctx, src, m)
	if t == nil || t.columnar || t.split {
		return nil, "", false
	}
	return t.columns, t.at, true
}
