package record

import (
	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// Find returns a path by flag or [CompanionFile.Find]; "" for none or after a failure. A
// [loaders.GoldFile] becomes the run's Gold unless that is set.
func (o *RunBuilder) Find(c CompanionFile) (path string) {
	if o.Failed() {
		return ""
	}
	if c.Fits == nil && c.Asks != nil {
		c.Fits = c.FitTo(o.ctx, o.Source, o.at)
	}
	path, err := c.Find(o.Source, o.Run, o.Options.Of(c.Flag))
	if !o.Fail(err) && o.Run.Gold == "" && c.Flag == loaders.GoldFile {
		o.Run.Gold = path
	}
	return path
}

// Join finds and opens ([Opening.Joined]) a companion; nil without one or on failure.
func (o *RunBuilder) Join(c CompanionFile) *CompanionTable {
	path := o.Find(c)
	if path == "" {
		return nil
	}
	return o.Joined(c, path)
}

// Joined opens a companion as the run's table and [Record.Beside], nil on failure. If c.Left is
// set, entries that no record asks for become unanswered examples.
func (o *RunBuilder) Joined(c CompanionFile, companionPath string) *CompanionTable {
	head := o.HeadOf(companionPath)
	if o.Failed() {
		return nil
	}
	within, key := c.Entries(head)
	if o.beside = o.Table(companionPath, within, key); o.beside != nil && c.Left != "" {
		o.addLeft(o.beside, &c)
	}
	return o.beside
}

// HeadOf returns a companion's unpacked bytes, up to [loaders.HeadSize], or fails.
func (o *RunBuilder) HeadOf(companionPath string) []byte {
	head, err := headOf(o.Source, companionPath)
	o.Fail(err)
	return head
}

// Table opens elements as a table ([OpenTable]) that the run closes; nil after any failure.
func (o *RunBuilder) Table(companionPath, listPath string, entryNamer EntryNamer) *CompanionTable {
	if o.Failed() {
		return nil
	}
	t, err := OpenTable(o.ctx, PathInFile{o.Source.Files, companionPath, listPath}, &o.Run.Problems, entryNamer)
	if o.Fail(err) {
		return nil
	}
	o.Run.Own(t)
	return t
}

// Entries opens elements that the run closes; nil after any failure.
func (o *RunBuilder) Entries(file, listPath string) *index.FileElements {
	if o.Failed() {
		return nil
	}
	e, err := entriesAt(o.ctx, PathInFile{o.Source.Files, file, listPath}, &o.Run.Problems)
	if o.Fail(err) {
		return nil
	}
	o.Run.Own(e)
	return e
}
