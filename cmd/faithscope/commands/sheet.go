package commands

import (
	"errors"
	"image"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/site"
	"faithscope/cmd/faithscope/value"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views/widget"
)

type sheetOptions struct {
	*commandLine
	id      string
	modules []int
	size    image.Point
	wishes  config.DisplayFlags
}

func sheetCommand() *cobra.Command {
	o := &sheetOptions{commandLine: newCommand("sheet RUN…", "Draw one example in several runs side by side",
		"Draws a figure for papers and talks: a column per run with its answer, a row per module with its boxes or heat map, and a "+
			"legend. The file name determines the format: .png, .svg or .html.",
		"sheet a/predictions.json.gz b/predictions.json.gz --example dev-3125-1 -o tower.svg",
		"sheet bow-ig.jsonl bilstm-lime.jsonl --example dev-6811 --size 70x16 -o heat.png"), size: image.Pt(60, 16)}
	o.addFlags(&o.id, "example", "id of the example to draw")
	o.Set.IntSliceVar(&o.modules, "module", nil, "module numbers, 0 for the root (default: all with output or gold)")
	o.addOut("file to write: .png, .svg or .html")
	o.addFlags(value.Cells(&o.size), "size", "column width, and maximum lines of text below a module's pictures")
	addWishes(o.Set, &o.wishes)
	o.AddShared("as", "facts")
	return o.runWith(o.wishes.Read, o.run)
}

func (o *sheetOptions) run() error {
	page := strings.ToLower(filepath.Ext(o.Path)) == ".html"
	write, err := still.WriterOf(o.Path)
	isText := strings.HasSuffix(o.Path, ".txt") || strings.HasSuffix(o.Path, ".ansi")
	switch {
	case o.id == "":
		return errors.New("name the example with --example")
	case !page && (err != nil || isText):
		return errors.New(loaders.Clean(o.Path) + ": a sheet can only be saved as .png, .svg or .html")
	}
	return o.EachScored(o.args, func(scored []*session.ScoredRun) error {
		s := writing.ExampleSheet{Runs: scored, Settings: o.Settings, Look: widget.Look{Theme: o.wishes.Colors.On(themes.Light, 1<<24),
			Still: true},
			Ground: still.GroundOf(themes.Light), Modules: o.modules, Size: o.size}
		drawn, err := s.Draw(o.id)
		if err != nil {
			return err
		}
		return o.writeFile(func(w io.Writer) error {
			if !page {
				return write(drawn, w)
			}
			p := (&site.ExampleBuilder{Settings: o.Settings, Ground: s.Ground}).Page(o.id)
			p.Screen = drawn
			return site.WritePage(w, p)
		})
	})
}
