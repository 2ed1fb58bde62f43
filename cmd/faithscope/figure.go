package main

import (
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/themes"
	figures "faithscope/views/figure"
)

// figureOptions are the flags of figure alone.
type figureOptions struct {
	output.Target
	name string
	size image.Point // cells
}

func figureCommand() *cobra.Command {
	f, o := opening.NewFlags(), figureOptions{size: image.Pt(100, 30)}
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
	cmd.Flags().Var(&value.OneOf{Word: &o.name, What: "a figure", Known: figure.Names()}, "figure", "which one: "+value.OrList(figure.Names()))
	o.AddTo(cmd.Flags(), "", "file to write: .svg, .png, .txt or .csv", "replace the file if it exists")
	cmd.Flags().Var(value.Cells(&o.size), "size", "the figure's size in cells, of 9×18 pixels in a picture")
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

func drawFigure(cmd *cobra.Command, paths []string, f *opening.Flags, o *figureOptions) error {
	if o.name == "" {
		o.name = figure.Names()[0]
	}
	kind, err := figure.Find(o.name)
	if err != nil {
		return err
	}
	ext := strings.ToLower(filepath.Ext(o.Path))
	if o.Path == "" { // in characters
		o.Path, ext = "-", ".txt"
	}
	if !figures.Writes(ext) {
		return fmt.Errorf("%s: a figure is written to .svg, .png, .txt or .csv", loaders.Clean(o.Path))
	}
	return f.EachRun(cmd, paths, func(j *opening.Joined) error {
		ctx := cmd.Context()
		scored, err := opening.Read(ctx, j.Runs, opening.OnScreen(j.Protocols), f.Settings)
		if scored == nil {
			return err
		}
		if kind.One && len(j.Runs) > 1 {
			return fmt.Errorf("%s is of one run: name one", kind.Name)
		}
		fig, err := kind.Make(ctx, figure.Source{Runs: scored, Settings: f.Settings})
		if err != nil {
			return err
		}
		for _, why := range fig.Left {
			fmt.Fprintln(cmd.ErrOrStderr(), loaders.Clean(why))
		}
		if len(fig.Panels) == 0 {
			return errors.New("none of these runs has something to show in " + kind.Name)
		}
		return o.Write(ctx, cmd.OutOrStdout(), func(w io.Writer) error {
			return figures.Write(w, &fig, ext, o.size, themes.Default().On(false, 1<<24))
		})
	})
}
