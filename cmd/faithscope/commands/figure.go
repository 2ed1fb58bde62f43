package commands

import (
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/scoring/session"
	"faithscope/views/results"
)

// figureOptions are the flags of figure alone.
type figureOptions struct {
	*opening.Flags
	output.Target
	name   string
	metric string
	size   image.Point // cells
	wishes config.Wishes
}

func figureCommand() *cobra.Command {
	o := figureOptions{Flags: opening.NewFlags(), name: figure.Names()[0], size: image.Pt(100, 30)}
	cmd := &cobra.Command{
		Use:   "figure RUN…",
		Short: "Draw a figure of runs, as the papers have them",
		Long: "Draw a figure of runs: " + strings.Join(figure.Names(), ", ") +
			". A run that has nothing to show in it is named, with the reason.\n\n" +
			"Without -o it is drawn in characters. The file's ending chooses the format:\n\n" +
			"  .svg    lines and text, for a paper\n" +
			"  .png    a picture\n" +
			"  .txt    characters\n" +
			"  .csv    a row per point, with the number of its examples",
		Example: "faithscope figure a.jsonl b.jsonl --figure accuracy-per-count -o count.svg\n" +
			"faithscope figure predictions.json.gz --figure histograms",
		RunE: o.run,
	}
	set := cmd.Flags()
	value.Declare(set, value.Word(&o.name, "a figure", figure.Names()), "figure", "the figure: "+value.OrList(figure.Names()),
		&o.metric, "metric", "what the bars of methods show: iou, delta_a (default: the number by which examples are faithful)")
	o.Target.AddTo(set, "", "file to write: .svg, .png, .txt or .csv", "replace the file if it exists")
	value.Declare(set, value.Cells(&o.size), "size", "the figure's size in cells, of 9×18 pixels in a picture")
	addWishes(set, &o.wishes)
	o.AddBy(set)
	o.AddQuery(set)
	answering.Ask(o.Flags, set)
	return cmd
}

func (o *figureOptions) run(cmd *cobra.Command, paths []string) error {
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
	if o.Path == "" { // in characters
		o.Path, ext = "-", ".txt"
	}
	if !results.Writes(ext) {
		return fmt.Errorf("%s: a figure is written to .svg, .png, .txt or .csv", loaders.Clean(o.Path))
	}
	return o.EachScored(cmd, paths, func(scored []*session.Scored) error {
		ctx := cmd.Context()
		if kind.One && len(scored) > 1 {
			return fmt.Errorf("%s shows a single run: name one", kind.Name)
		}
		fig, err := kind.Make(ctx, figure.Source{Runs: scored, Settings: o.Settings})
		if err != nil {
			return err
		}
		for _, why := range fig.Left {
			cmd.PrintErrln(loaders.Clean(why))
		}
		if len(fig.Panels) == 0 {
			return errors.New("none of these runs has anything to show in " + kind.Name)
		}
		return o.Write(ctx, cmd.OutOrStdout(), func(w io.Writer) error {
			return results.Write(w, &fig, ext, o.size, o.wishes.Colors.On(false, 1<<24))
		})
	})
}
