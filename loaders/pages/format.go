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

// detectsFile reports whether a text begins with a file of the sign. Joined is for the caller to
// check.
func (s recognitionSign) detectsFile(head []byte) bool {
	keys, ok := record.FindKeys(head, s.At, s.Keys)
	if !ok || !bytes.Contains(head, []byte(s.Text)) {
		return false
	}
	names, first, columns := loaders.SortedKeys(keys), record.First(head).Bytes, record.CSVHeader(head)
	if s.IDs != nil && gjson.GetBytes(head, "@values.0.0").IsObject() { // no answer
		return false
	}
	lacks := func(name string) bool {
		name, isUnwanted := strings.CutPrefix(name, "!")
		return (keys[name] == 0 && !slices.Contains(columns, name)) != isUnwanted
	}
	differs := func(path string) bool { return gjson.GetBytes(first, path).String() != s.Value[path] }
	isOther := func(key string) bool {
		return !s.IDs.MatchString(key) || !strings.ContainsRune(loaders.IfElse(s.Joined, "\"[n-0123456789", "\"[n"), rune(keys[key]))
	}
	others := 0
	if s.IDs != nil {
		others = loaders.CountFunc(names, isOther)
	}
	most := loaders.IfElse(s.Joined, len(names)/10, 0) // ids that no question has
	return !slices.ContainsFunc(s.Columns, lacks) && !slices.ContainsFunc(loaders.SortedKeys(s.Value), differs) &&
		(s.IDs == nil || names != nil && others <= most)
}

func (s recognitionSign) keyNames() []string {
	path := strings.FieldsFunc(s.At, func(c rune) bool { return strings.ContainsRune("[{*.", c) })
	isWanted := func(name string) bool { return !strings.HasPrefix(name, "!") }
	keys := loaders.Filter(strings.Split(s.Keys, ", "), isWanted)
	return loaders.Distinct(slices.Concat(path, loaders.Filter(s.Columns, isWanted), loaders.Map(keys, func(key string) string {
		key, _, _ = strings.Cut(key, "|")
		key, _, _ = strings.Cut(key, ":")
		return key
	})))
}

// asFormat returns the format that a page defines. Signs that are joined or of ids would fit many
// files, so Confirm accepts one only if a companion answers its rows or, without companions, by
// whether a file of gold is named.
func (p *formatPage) asFormat() loaders.Format {
	own := functions[p.Prepare]
	t := tabular.Preset{PresetTraits: p.PresetTraits, Prepare: own.Row, Finish: own.Finish, Open: own.Open}
	detect := func(head []byte) bool {
		return slices.ContainsFunc(p.Recognised, func(s recognitionSign) bool { return !s.Joined && s.IDs == nil && s.detectsFile(head) })
	}
	t.Format = loaders.Format{Name: p.Name, About: p.About, Boxes: p.Boxes, Sign: p.Sign, Detect: detect, Together: p.Together,
		Keys: strings.Join(p.Recognised[0].keyNames(), " ")}
	if p.Sign == "" {
		listKeys := func(s recognitionSign) string { return strings.Join(s.keyNames(), ", ") }
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
	t.Beside = loaders.Map(p.Beside, companionFile.asBeside)
	t.Confirm = func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
		answers := func(b tabular.PresetCompanion) bool { return b.Answers(ctx, src, p.Rows, o.Of(b.Flag)) }
		named := o.Of(loaders.GoldFile) != ""
		return slices.ContainsFunc(p.Recognised, func(s recognitionSign) bool {
			known := loaders.IfElse(s.Joined, s.IDs == nil && named, !named) // without a companion
			return (s.Joined || s.IDs != nil) && s.detectsFile(src.Head) && (known || slices.ContainsFunc(t.Beside, answers))
		})
	}
	return t.Reads()
}

// asBeside returns a companion as the reader of tables looks for it. One with Left is a file of gold
// answers, so that its flag and texts default to gold's.
func (c companionFile) asBeside() tabular.PresetCompanion {
	if c.Left != "" { // it is gold
		c.Flag, c.Lacks = loaders.GoldFile.Name, cmp.Or(c.Lacks, "kept as an example without gold")
		c.Without = cmp.Or(c.Without, c.Left+"s or gold")
	}
	ids := strings.Split(c.ID, "|")
	own := strings.Split(cmp.Or(c.Row, ids[0]), "|")
	row, places := record.KeyOf(own...), strings.Split(c.At, "|")
	kinds := loaders.Fill(len(places), func(i int) loaders.FormatDetector {
		keys := strings.Split(c.Keys, "; ")
		return record.KeyedAt(places[i], keys[min(i, len(keys)-1)])
	})
	b := tabular.PresetCompanion{As: c.Name, Done: c.Lacks, Own: c.Own, Around: c.Around, IDs: own, CompanionFile: record.CompanionFile{
		What: c.What, Flag: flags[c.Flag], Is: record.Either(kinds...),
		Entries: func(head []byte) (string, record.EntryNamer) {
			at := places[max(0, slices.IndexFunc(kinds, func(is loaders.FormatDetector) bool { return is(head) }))]
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
