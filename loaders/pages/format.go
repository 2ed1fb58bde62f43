package pages

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/tabular"
)

// detectsFile reports whether a text begins with a file of the sign: at the path At it has all of
// the keys, each as a key or a column all of Columns, and the text; in its first record the values;
// and every key matches IDs, if that is given, over a text, a list or null. Joined is for the
// caller to check.
func (s sign) detectsFile(head []byte) bool {
	keys, begins := record.KeysAt(head, s.At)
	isForeign := !begins || s.Keys != "" && !record.Holds(keys, s.Keys) || !bytes.Contains(head, []byte(s.Text))
	if isForeign {
		return false
	}
	names, first, columns := loaders.SortedKeys(keys), record.First(head).Bytes, record.CSVHeader(head)
	lacks := func(name string) bool { return keys[name] == 0 && !slices.Contains(columns, name) }
	differs := func(path string) bool { return gjson.GetBytes(first, path).String() != s.Value[path] }
	isOther := func(key string) bool {
		return !s.IDs.MatchString(key) || !strings.ContainsRune("\"[n", rune(keys[key]))
	}
	return !slices.ContainsFunc(s.Columns, lacks) && !slices.ContainsFunc(loaders.SortedKeys(s.Value), differs) &&
		(s.IDs == nil || names != nil && !slices.ContainsFunc(names, isOther))
}

// keyNames returns the keys on the path, the columns and the keys of the sign, each once; of
// alternatives the first, without those that must be absent.
func (s sign) keyNames() []string {
	path := strings.FieldsFunc(s.At, func(c rune) bool { return strings.ContainsRune("[{*.", c) })
	keys := slices.DeleteFunc(strings.Split(s.Keys, ", "), func(key string) bool { return strings.HasPrefix(key, "!") })
	return loaders.Distinct(slices.Concat(path, s.Columns, loaders.Map(keys, func(key string) string {
		key, _, _ = strings.Cut(key, "|")
		key, _, _ = strings.Cut(key, ":")
		return key
	})))
}

// asFormat returns the format that a page says, with the functions that Prepare names. It detects a
// file by any of the signs that are neither joined nor of ids. Confirm accepts one of these if a
// companion answers its rows; without, one of ids only if no file of gold is named, and a joined one
// without ids only if one is. Without Sign in the
// page, the keys of all signs are listed in words.
func (p *page) asFormat() loaders.Format {
	own := functions[p.Prepare]
	t := tabular.Preset{Traits: p.Traits, Prepare: own.Row, Finish: own.Finish, Open: own.Open}
	detect := func(head []byte) bool {
		return slices.ContainsFunc(p.Recognised, func(s sign) bool { return !s.Joined && s.IDs == nil && s.detectsFile(head) })
	}
	t.Format = loaders.Format{Name: p.Name, About: p.About, Boxes: p.Boxes, Sign: p.Sign, Detect: detect,
		Keys: strings.Join(p.Recognised[0].keyNames(), " ")}
	if p.Sign == "" {
		listKeys := func(s sign) string { return strings.Join(s.keyNames(), ", ") }
		t.Sign = "the keys or columns " + strings.Join(loaders.Map(p.Recognised, listKeys), ", or ")
	}
	roles := p.columnRoles()
	if p.Right != "" {
		roles["right"] = p.Right
	}
	if p.Rows != "" {
		roles["rows"] = p.Rows
	}
	t.Map = strings.Join(loaders.Map(loaders.SortedKeys(roles), func(role string) string {
		return fmt.Sprint(role, "=", roles[role])
	}), ",")
	t.Beside = loaders.Map(p.Beside, companion.asBeside)
	t.Confirm = func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
		answers := func(b tabular.Beside) bool { return b.Answers(ctx, src, p.Rows, o.Of(b.Flag)) }
		named := o.Of(loaders.GoldFile) != ""
		return slices.ContainsFunc(p.Recognised, func(s sign) bool {
			known := loaders.IfElse(s.Joined, s.IDs == nil && named, !named) // without a companion
			return (s.Joined || s.IDs != nil) && s.detectsFile(src.Head) && (known || slices.ContainsFunc(t.Beside, answers))
		})
	}
	return t.Reads()
}

// asBeside returns a companion as a file that the reader of tables looks for beside a table. At, ID
// and Row each list alternatives between bars, and Keys has the keys for each of At, with
// semicolons between, the last for the others: a file is the companion if it has them there. Its
// entries are named by ID; the row's column Row, ID unless the page says, or the row's own key asks
// for one. A table with the keys Unless needs no companion. A companion with Left is a file of gold
// answers: its flag is --gold, and its texts for what is missing say so unless the page has others.
func (c companion) asBeside() tabular.Beside {
	if c.Left != "" { // it is gold
		c.Flag, c.Lacks = loaders.GoldFile.Name, cmp.Or(c.Lacks, "kept as an example without gold")
		c.Without = cmp.Or(c.Without, c.Left+"s and without gold")
	}
	ids := strings.Split(c.ID, "|")
	own := strings.Split(cmp.Or(c.Row, ids[0]), "|")
	row, places := record.KeyOf(own...), strings.Split(c.At, "|")
	kinds := loaders.Fill(len(places), func(i int) loaders.Detector {
		keys := strings.Split(c.Keys, "; ")
		return record.KeyedAt(places[i], keys[min(i, len(keys)-1)])
	})
	b := tabular.Beside{As: c.Name, Done: c.Lacks, Own: c.Own, Around: c.Around, IDs: own, Companion: record.Companion{
		What: c.What, Flag: flags[c.Flag], Is: record.Either(kinds...),
		Entries: func(head []byte) (string, record.Naming) {
			at := places[max(0, slices.IndexFunc(kinds, func(is loaders.Detector) bool { return is(head) }))]
			return strings.TrimLeft(at, "[{"), record.KeyOf(ids...)
		},
		Asks: func(rec *record.Record) string { return cmp.Or(row(rec), rec.Key) },
		Left: c.Left, Official: c.Official, Blank: record.BlankOf(ids[0]), Missing: cmp.Or(c.Missing, c.What), Without: c.Without,
	}}
	if c.Unless != "" {
		b.Unless = record.Keyed(c.Unless)
	}
	return b
}
