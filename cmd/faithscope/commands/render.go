package commands

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/tui/still"
	"faithscope/views"
)

func renderCommand() *cobra.Command {
	o := &renderOptions{commandLine: newCommand("render [RUN…]", "Draw a screen to a file, without a terminal",
		"The file name determines the format:\n\n  .png    a picture, with the photos and their boxes\n  .svg    the same, with searchable "+
			"text\n  .ansi   coloured text for a terminal\n  .html   a page with the example and all its modules",
		"render predictions.json.gz --example dev-3125-1 --module 2 -o tower.png",
		"render predictions.json.gz --example dev-3125-1 -o tower.html",
		"render run.jsonl --view 'threshold .4; examples; sort find' --size 132x40 -o list.svg"), module: -1}
	o.addFlags(
		&o.example, "example", "id of the example to draw",
		&o.module, "module", "the module's number, 0 for the root (default: the culprit)",
		&o.view, "view", "commands that open the view, separated by semicolons")
	o.AddOut(o.Set, "-", "file to write: .png, .svg, .ansi or .html (- prints .ansi)")
	o.addStage(o.Set)
	o.AddTotals()
	o.AddQuery()
	return o.runWith(o.run)
}

type renderOptions struct {
	*commandLine
	headlessOptions
	example, view string
	module        int
}

func (o *renderOptions) stepsTo() ([]views.ViewStep, error) {
	switch {
	case o.example == "" && o.view == "":
		return nil, errors.New("nothing to draw: use --example ID or --view COMMANDS")
	case o.example == "" && o.module >= 0:
		return nil, errors.New("--module needs --example ID")
	case o.module < -1:
		return nil, fmt.Errorf("--module %d: modules are numbered from 0", o.module)
	}
	steps, err := views.ParseSteps(o.view)
	if err != nil {
		return nil, fmt.Errorf("--view: %w", err)
	}
	if o.example != "" {
		steps = append(steps, views.Do("goto", o.example), views.Do("open"))
	}
	if o.module >= 0 {
		steps = append(steps, views.Do("module", strconv.Itoa(o.module)))
	}
	return steps, nil
}

func (o *renderOptions) run() error {
	page := filepath.Ext(o.Path) == ".html"
	write, err := still.WriterOf(loaders.IfElse(o.Path == "-", ".ansi", o.Path))
	if err != nil && !page {
		return fmt.Errorf("%w, or .html for an example", err)
	}
	steps, err := o.stepsTo()
	if err != nil {
		return err
	}
	st, done, err := openStage(o.Flags, o.args, &o.headlessOptions)
	if err != nil {
		return err
	}
	defer done()
	if err := st.followSteps(steps...); err != nil {
		return err
	}
	if err := o.writeFile(func(w io.Writer) error {
		if page {
			return st.examplePage(w)
		}
		return write(still.Of(st.Frame(), still.GroundOf(st.dark)), w)
	}); err != nil {
		return err
	}
	if o.Path != "-" {
		o.Command.PrintErrln(loaders.Clean(o.Path))
	}
	return nil
}
