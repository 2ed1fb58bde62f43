package commands

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views/results"
)

type figureOptions struct {
	*commandLine
	name   string
	metric string
	x, y   string
	series string
	size   image.Point // cells
	wishes config.DisplayFlags
}

func figureCommand() *cobra.Command {
	o := &figureOptions{commandLine: newCommand("figure RUN…", "Draw the papers' figures for your runs",
		"Also lists runs with nothing to show, and why. A .csv file has a row per point, with its n.",
		"figure a.jsonl b.jsonl --figure accuracy-per-count -o count.svg",
		"figure predictions.json.gz --figure histograms",
		"figure predictions.json.gz --x size --y answers.accuracy --series kind"), name: figure.Names()[0], size: image.Pt(100, 30)}
	o.addFlags(value.Word(&o.name, "a figure", figure.Names()), "figure", "the figure: "+loaders.OrList(figure.Names()),
		&o.metric, "metric", "methods: what the bars show, iou or delta_a (default: faithfulness)")
	o.addFlags(&o.y, "y", "a formula over scores, such as `accuracy`, with a point per run or range of --x",
		&o.x, "x", "what --y depends on: a score, a fact (`run.size`) or a numeric column of examples (`size`)")
	o.addFlags(&o.series, "series", "with --y: split runs into series by a column or fact, like `kind` or run.round")
	o.Command.MarkFlagsRequiredTogether("x", "y")
	o.Command.MarkFlagsMutuallyExclusive("y", "figure")
	o.AddOut(o.Set, "-", "file to write (.svg, .png, .txt or .csv; -: standard output)")
	o.addFlags(value.Cells(&o.size), "size", "size in cells; a cell is 9×18 pixels")
	addWishes(o.Set, &o.wishes)
	o.AddBy()
	o.AddTotals()
	o.addQuery()
	return o.runWith(o.run)
}

func (o *figureOptions) run() error {
	kind, err := figure.Find(o.name)
	if err = errors.Join(err, o.wishes.Read()); err != nil {
		return err
	}
	if o.metric != "" {
		if other := kind.Name; other != "methods" {
			return fmt.Errorf("--metric only works with --figure methods: %s has its own metric", other)
		}
		kind = figure.Methods(o.metric)
	}
	if o.series != "" && o.y == "" {
		return errors.New("--series needs --x and --y")
	}
	if o.y != "" {
		kind = figure.Relate(o.x, o.y, o.series)
	}
	ext := filepath.Ext(o.Path)
	if o.Path == "-" {
		ext = ".txt"
	}
	if !results.Writes(ext) {
		return fmt.Errorf("%s: a figure can only be saved as .svg, .png, .txt or .csv", loaders.Clean(o.Path))
	}
	return o.EachScored(o.args, func(scored []*session.ScoredRun) error {
		ctx := o.Context()
		if kind.One && len(scored) > 1 {
			return fmt.Errorf("%s shows a single run: pass only one", kind.Name)
		}
		fig, err := kind.Make(ctx, figure.Source{Runs: scored, Settings: o.Settings})
		if err != nil {
			return err
		}
		for _, why := range fig.Left {
			o.Command.PrintErrln(loaders.Clean(why))
		}
		if len(fig.Panels) == 0 {
			return errors.New(cmp.Or(fig.Note, "none of these runs has data for the figure "+kind.Name))
		}
		return o.writeFile(func(w io.Writer) error {
			return results.Write(w, &fig, ext, o.size, o.wishes.Colors.On(themes.Light, 1<<24))
		})
	})
}
