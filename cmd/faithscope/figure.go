package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/figure"
	"faithscope/themes"
	figures "faithscope/views/figure"
)

// figureOptions are the flags of figure alone.
type figureOptions struct {
	name, out string
	size      image.Point // cells
	force     bool
}

func figureCommand() *cobra.Command {
	f, o := newFlags(), figureOptions{size: image.Pt(100, 30)}
	cmd := &cobra.Command{
		Use:   "figure RUN…",
		Short: "Draw a figure of runs, as the papers have them",
		Long: "Draw a figure of runs: " + strings.Join(figure.Names(), ", ") + ". A run that has nothing to show in it is named, with the reason.\n\n" +
			"Without -o it is drawn in characters. The file's name says what it becomes:\n\n" +
			"  .svg    lines and text, for a paper\n" +
			"  .png    a picture\n" +
			"  .txt    characters\n" +
			"  .csv    a row a point, with how many examples it rests on",
		Example: "faithscope figure a.jsonl b.jsonl --figure accuracy-per-count -o count.svg\n" +
			"faithscope figure predictions.json.gz --figure histograms",
		RunE: func(cmd *cobra.Command, paths []string) error { return drawFigure(cmd, paths, f, &o) },
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().Var(&oneOf{&o.name, "figure", figure.Names()}, "figure", "which one: "+orList(figure.Names()))
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "file to write: .svg, .png, .txt or .csv")
	cmd.Flags().BoolVar(&o.force, "force", false, "replace the file if it exists")
	cmd.Flags().Var(&cells{&o.size}, "size", "the figure's size in cells, of 9×18 pixels in a picture")
	f.addWhere(cmd.Flags())
	f.addTo(cmd.Flags())
	return cmd
}

func drawFigure(cmd *cobra.Command, paths []string, f *flags, o *figureOptions) error {
	if o.name == "" {
		o.name = figure.Names()[0]
	}
	kind, err := figure.Find(o.name)
	if err != nil {
		return err
	}
	ext := strings.ToLower(filepath.Ext(o.out))
	if o.out != "" && !figures.Writes(ext) {
		return fmt.Errorf("%s: a figure is written to .svg, .png, .txt or .csv", loaders.Clean(o.out))
	}
	return f.eachRun(cmd, paths, func(ctx context.Context, runs []*loaders.Run, protocols []scoring.Protocol) error {
		scored, err := read(ctx, runs, onScreen(protocols), f.settings)
		if scored == nil {
			return err
		}
		if kind.One && len(runs) > 1 {
			return fmt.Errorf("%s is of one run: name one", kind.Name)
		}
		fig, err := kind.Make(ctx, figure.Source{Runs: scored, Settings: f.settings})
		if err != nil {
			return err
		}
		for _, why := range fig.Left {
			fmt.Fprintln(cmd.ErrOrStderr(), loaders.Clean(why))
		}
		if len(fig.Panels) == 0 {
			return errors.New("none of these runs has something to show in " + kind.Name)
		}
		return o.write(ctx, &fig, ext, cmd.OutOrStdout())
	})
}

// write writes the figure to its file, or in characters.
func (o *figureOptions) write(ctx context.Context, fig *figure.Figure, ext string, stdout io.Writer) error {
	look := themes.Default().On(false, 1<<24)
	if o.out == "" {
		return figures.Write(stdout, fig, ".txt", o.size, look)
	}
	out, err := create(ctx, o.out, stdout, o.force)
	if err != nil {
		return err
	}
	defer out.drop()
	if err := figures.Write(out, fig, ext, o.size, look); err != nil {
		return err
	}
	return out.close()
}
