package commands

import (
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

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
	size   image.Point // cells
	wishes config.Wishes
}

// figureCommand returns the command figure, which draws to -o or, by default, as 100×30 cells on
// standard output.
func figureCommand() *cobra.Command {
	o := &figureOptions{commandLine: newCommand("figure RUN…", "Draw a figure of the papers from runs",
		"Runs with nothing to show are named, with the reason. The file name decides the format: .svg, .png, .txt, or .csv with a row "+
			"per point and its n. Without -o, the figure is drawn in characters.",
		"figure a.jsonl b.jsonl --figure accuracy-per-count -o count.svg",
		"figure predictions.json.gz --figure histograms"), name: figure.Names()[0], size: image.Pt(100, 30)}
	o.addFlags(value.Word(&o.name, "a figure", figure.Names()), "figure", "the figure: "+loaders.OrList(figure.Names()),
		&o.metric, "metric", "what the bars of methods show: iou, delta_a (default: faithfulness)")
	o.AddOut(o.Set, "-", "file to write (.svg, .png, .txt or .csv; -: standard output)")
	o.addFlags(value.Cells(&o.size), "size", "size in cells; pictures have 9×18 pixels a cell")
	addWishes(o.Set, &o.wishes)
	o.AddBy()
	o.AddTotals()
	o.addQuery()
	return o.runWith(o.run)
}

// run names runs that are left out on standard error, and fails if all are, if --metric is set for
// another figure than methods, or if a figure of one run is asked of several.
func (o *figureOptions) run() error {
	kind, err := figure.Find(o.name)
	if err = errors.Join(err, o.wishes.Read()); err != nil {
		return err
	}
	if o.metric != "" {
		if other := kind.Name; other != "methods" {
			return fmt.Errorf("--metric belongs to methods: %s has its own", other)
		}
		kind = figure.Methods(o.metric)
	}
	ext := strings.ToLower(filepath.Ext(o.Path))
	if o.Path == "-" {
		ext = ".txt"
	}
	if !results.Writes(ext) {
		return fmt.Errorf("%s: a figure is written to .svg, .png, .txt or .csv", loaders.Clean(o.Path))
	}
	return o.EachScored(o.args, func(scored []*session.Scored) error {
		ctx := o.Context()
		if kind.One && len(scored) > 1 {
			return fmt.Errorf("%s shows a single run: name one", kind.Name)
		}
		fig, err := kind.Make(ctx, figure.Source{Runs: scored, Settings: o.Settings})
		if err != nil {
			return err
		}
		for _, why := range fig.Left {
			o.Command.PrintErrln(loaders.Clean(why))
		}
		if len(fig.Panels) == 0 {
			return errors.New("none of these runs has anything to show in " + kind.Name)
		}
		return o.writeFile(func(w io.Writer) error {
			return results.Write(w, &fig, ext, o.size, o.wishes.Colors.On(themes.Light, 1<<24))
		})
	})
}
