package record

import (
	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// Find returns a path by flag or [Companion.Find]; "" for none or after a failure. A
// [loaders.GoldFile] becomes the run's Gold unless that is set.
func (o *Opening) Find(c Companion) (path string) {
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
func (o *Opening) Join(c Companion) *CompanionTable {
	path := o.Find(c)
	if path == "" {
		return nil
	}
	return o.Joined(c, path)
}

// Joined opens a companion as the run's table and [Record.Beside], nil on failure. If c.Left is
// set, entries that no record asks for become unanswered examples.
func (o *Opening) Joined(c Companion, path string) *CompanionTable {
	head := o.HeadOf(path)
	if o.Failed() {
		return nil
	}
	within, key := c.Entries(head)
	if o.beside = o.Table(path, within, key); o.beside != nil && c.Left != "" {
		o.addLeft(o.beside, &c)
	}
	return o.beside
}

// HeadOf returns a companion's unpacked bytes, up to [loaders.HeadSize], or fails.
func (o *Opening) HeadOf(path string) []byte {
	head, err := headOf(o.Source, path)
	o.Fail(err)
	return head
}

// Table opens elements as a table ([OpenTable]) that the run closes; nil after any failure.
func (o *Opening) Table(path, within string, key Naming) *CompanionTable {
	if o.Failed() {
		return nil
	}
	t, err := OpenTable(o.ctx, Place{o.Source.Files, path, within}, &o.Run.Problems, key)
	if o.Fail(err) {
		return nil
	}
	o.Run.Own(t)
	return t
}

// Entries opens elements that the run closes; nil after any failure.
func (o *Opening) Entries(file, path string) *index.Elements {
	if o.Failed() {
		return nil
	}
	e, err := entriesAt(o.ctx, Place{o.Source.Files, file, path}, &o.Run.Problems)
	if o.Fail(err) {
		return nil
	}
	o.Run.Own(e)
	return e
}
