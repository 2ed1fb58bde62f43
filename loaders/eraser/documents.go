package eraser

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// documents are where documents are found by their docid: one of a folder and
// a table, or nothing.
type documents struct {
	folder *files.Folder
	table  *record.Table
}

// maxDocument bounds a document, in bytes.
const maxDocument = 64 << 20

// open looks for docs.jsonl and docs in dirs, in order. What it opens is
// closed with run.
func (d *documents) open(o *record.Opening, dirs ...string) (err error) {
	for _, dir := range dirs {
		path := filepath.Join(dir, "docs.jsonl")
		if _, err = fs.Stat(o.Source.Files, path); err == nil {
			d.table, err = o.Table(path, "", record.KeyOf("docid"))
			return err
		}
		path = filepath.Join(dir, "docs")
		if info, err := fs.Stat(o.Source.Files, path); err == nil && info.IsDir() {
			if d.folder, err = files.OpenFolder(o.Source, path); err == nil {
				o.Run.Own(d.folder)
			}
			return err
		}
	}
	o.Run.Problems.Add(loaders.Problem{File: o.Run.Path, What: loaders.Say("neither a folder docs nor docs.jsonl beside the annotations or beside it"), Done: loaders.Say("shown without the passages")})
	return nil
}

// known reports whether there are documents at all.
func (d *documents) known() bool { return d.folder != nil || d.table != nil }

// document returns the lines of tokens of a document.
func (d *documents) document(rec *record.Record, id string) ([][]string, error) {
	if d.table != nil {
		var doc struct {
			Text string `json:"document"`
		}
		if !d.table.Decode(id, &doc) {
			return nil, errors.New("not in docs.jsonl")
		}
		return linesOf(doc.Text, true), nil
	}
	if !fs.ValidPath(id) {
		return nil, errors.New("its name leads out of docs")
	}
	f, err := d.folder.Open(id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("not in docs")
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxDocument+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxDocument {
		return nil, loaders.Errorf("more than %d MB", maxDocument>>20)
	}
	return linesOf(string(b), false), nil
}

// linesOf splits a document as the authors' code does: see the package's
// documentation on empty lines and tokens.
func linesOf(text string, empty bool) [][]string {
	if !empty {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	}
	var lines [][]string
	for line := range strings.SplitSeq(text, "\n") {
		tokens := strings.Split(strings.TrimSpace(line), " ")
		if !empty {
			tokens = slices.DeleteFunc(tokens, func(token string) bool { return token == "" })
		}
		if len(tokens) > 0 {
			lines = append(lines, tokens)
		}
	}
	return lines
}

// passage is the documents of one example, one after the other.
type passage struct {
	loaders.Passage
	ids []string
	at  map[string]part
}

// part is where a document lies in the passage.
type part struct{ tokens, sentences loaders.Span }

// passage reads the documents called ids; those that cannot be read are
// problems. It is nil where none can.
func (d *documents) passage(rec *record.Record, ids []string) *passage {
	if !d.known() {
		return nil
	}
	p := &passage{at: map[string]part{}}
	var text strings.Builder
	for _, id := range ids {
		if _, twice := p.at[id]; twice {
			continue
		}
		lines, err := d.document(rec, id)
		if err != nil {
			rec.Problem(loaders.Say("the document %.80q: %v", id, err), loaders.Say("shown without it"))
			continue
		}
		p.ids = append(p.ids, id)
		at := part{tokens: loaders.Span{Start: len(p.Tokens)}, sentences: loaders.Span{Start: len(p.Sentences)}}
		for _, line := range lines {
			p.Sentences = append(p.Sentences, loaders.Span{Start: len(p.Tokens), End: len(p.Tokens) + len(line)})
			p.Tokens = append(p.Tokens, line...)
			text.WriteString(strings.Join(line, " "))
			text.WriteByte('\n')
		}
		at.tokens.End, at.sentences.End = len(p.Tokens), len(p.Sentences)
		p.at[id] = at
	}
	if len(p.ids) == 0 {
		return nil
	}
	p.Text = text.String()
	return p
}

// sentence returns the sentence that a span lies in, ok false where it lies
// in none or in several.
func (p *passage) sentence(s loaders.Span) (_ int, ok bool) {
	for i, line := range p.Sentences {
		if line.Start <= s.Start && s.Start < line.End {
			return i, s.End <= line.End
		}
	}
	return 0, false
}
