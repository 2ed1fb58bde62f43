package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/scoring/report"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/compare"
)

// replayCommand runs commands of the program that root makes.
func replayCommand(root func() *cobra.Command) *cobra.Command {
	f, o := opening.NewFlags(), replayOptions{}
	cmd := &cobra.Command{
		Use:   "replay NOTEBOOK [RUN…]",
		Short: "Do again what a notebook says, and make a report of it",
		Long: "Do again, without a terminal, what a notebook says, on its runs or on others, and make a report of it. `:notebook FILE` writes a " +
			"notebook inside; it is text, a line for each thing:\n\n" +
			"  # TEXT            text of the report\n" +
			"  view COMMANDS     goes to a view, by commands as `:` takes them, apart by semicolons; the report shows the screen\n" +
			"  report COMMAND    prints numbers of the runs: score, compare, slices or blame with flags of theirs\n" +
			"  compare \"A\" \"B\"   compares two of the runs or more, as the command does\n" +
			"  tag \"ID\" NAME     what was said of an example; so do mark and note, and with -module behind the verb those of a module\n" +
			"  runs \"NAME\"…      the names of the runs, which other runs stand for one by one\n" +
			"  open \"RUN\"…       the runs, and flags that say where their files are\n\n" +
			"The report is HTML with the pictures inside, or Markdown with the screens as text and, beside the file, as pictures. A view that is " +
			"not there, because another run has no such example, is said in its place.",
		Example: "faithscope replay monday.txt -o monday.html\n" +
			"faithscope replay monday.txt friday/predictions.json.gz -o friday.md\n" +
			"faithscope replay --last -o today.html",
		RunE: func(cmd *cobra.Command, args []string) error { return replay(cmd, root, args, f, &o) },
	}
	cmd.Flags().StringVarP(&o.Path, "out", "o", "-", "file to write: .html or .md; - for Markdown on standard output")
	cmd.Flags().BoolVar(&o.last, "last", false, "replay what you did in the last session, which is kept in "+filepath.Join("faithscope", "notebook.txt")+" in your folder for data")
	cmd.Flags().BoolVar(&o.Force, "force", false, "replace the file, and its pictures, if they exist")
	cmd.Flags().BoolVar(&o.tags, "write-tags", false, "mark, tag and note the examples of the runs as the notebook says")
	o.addStage(cmd)
	f.AddFiles(cmd.Flags())
	return cmd
}

// filesOnly takes the runs and the flags of files from the command line of a
// notebook: only runs on this machine, whoever wrote it.
func (b *notebook) filesOnly(cmd *cobra.Command) (paths []string, err error) {
	for _, arg := range b.open {
		flag, isFlag := strings.CutPrefix(arg, "--")
		name, value, _ := strings.Cut(flag, "=")
		switch {
		case strings.Contains(arg, "://"):
			return nil, fmt.Errorf("the notebook opens %s: name the runs on the command line", arg)
		case !isFlag:
			paths = append(paths, arg)
		case slices.Contains(companions, name) && !cmd.Flags().Changed(name):
			if err := cmd.Flags().Set(name, value); err != nil {
				return nil, err
			}
		}
	}
	return paths, nil
}

func replay(cmd *cobra.Command, root func() *cobra.Command, args []string, f *opening.Flags, o *replayOptions) error {
	if o.last {
		args = append([]string{lastNotebook()}, args...)
	}
	if len(args) == 0 {
		return errors.New("name a notebook, or --last for that of the last session")
	}
	ctx := cmd.Context()
	b, err := readNotebook(args[0])
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	paths := args[1:]
	if len(paths) == 0 {
		if paths, err = b.filesOnly(cmd); err != nil {
			return err
		}
	}
	st, done, err := openStage(ctx, paths, f, &o.stageOptions, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer done()
	r := &replayed{root: root, stage: st, book: b, given: cmd.Flags(), paths: paths, title: filepath.Base(args[0]), tags: o.tags}
	if err := r.all(ctx); err != nil {
		return err
	}
	return r.write(ctx, cmd.OutOrStdout(), o)
}

// all does every line. What one asks for that cannot be had is said in its
// place.
func (r *replayed) all(ctx context.Context) error {
	for _, l := range r.book.lines {
		var p replayedPart
		var err error
		switch l.verb {
		case "":
			p.text = l.rest
		case views.LineView:
			p, err = r.view(l.rest)
		case views.LineReport:
			p, err = r.report(ctx, l.rest)
		case views.LineCompare:
			p, err = r.compare(ctx, l.rest)
		default:
			p, err = r.say(ctx, &l)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p = replayedPart{head: l.verb + " " + l.rest, text: fmt.Sprintf("Line %d of the notebook cannot be done: %v.", l.number, err)}
		}
		r.parts = append(r.parts, p)
	}
	return nil
}

// name is that of the run that stands for one of the notebook's: by its place
// among them.
func (r *replayed) name(of string) string {
	if at := slices.Index(r.book.runs, of); at >= 0 && at < len(r.s.Runs) {
		return r.s.Run(at).Name
	}
	return of
}

// compare compares runs by their names, under the settings of the last view.
func (r *replayed) compare(ctx context.Context, names string) (replayedPart, error) {
	asked, err := unquoteAll(names)
	if err != nil {
		return replayedPart{}, err
	}
	var runs []*loaders.Run
	for i, of := range asked {
		asked[i] = r.name(of)
		at := slices.Index(r.s.Names(), asked[i])
		if at < 0 {
			return replayedPart{}, fmt.Errorf("no run is called %s", asked[i])
		}
		runs = append(runs, r.s.Run(at))
	}
	if len(runs) < 2 {
		return replayedPart{}, errors.New("two runs or more are compared")
	}
	scored, err := opening.Read(ctx, runs, r.protocols, r.s.Settings)
	if err != nil {
		return replayedPart{}, err
	}
	all, err := report.CompareAll(ctx, scored, r.s.Settings, report.Design{Test: stats.Test{Trials: permutations, Seed: r.s.Settings.Seed}})
	if err != nil {
		return replayedPart{}, err
	}
	var out bytes.Buffer
	if err := all.Document().Write(&out, table.Find("markdown")); err != nil {
		return replayedPart{}, err
	}
	return replayedPart{head: "compare " + strings.Join(asked, ", "), table: out.String()}, nil
}

// view goes to a view and takes what is on screen.
func (r *replayed) view(commands string) (replayedPart, error) {
	r.Home()
	steps := views.ParseSteps(commands)
	for i, c := range steps {
		switch c.Name {
		case "run":
			steps[i].Value = r.name(c.Value)
		case "compare":
			if a, b, ok := strings.Cut(c.Value, compare.Against); ok {
				steps[i].Value = r.name(a) + compare.Against + r.name(b)
			}
		}
	}
	if err := r.follow(steps...); err != nil {
		return replayedPart{}, err
	}
	return replayedPart{head: strings.TrimPrefix(commands, "paper-settings; "), screen: r.still()}, nil
}

// say writes what a line says of an example, or only tells it.
func (r *replayed) say(ctx context.Context, l *notebookLine) (replayedPart, error) {
	c, err := l.change()
	if err != nil {
		return replayedPart{}, err
	}
	text := strings.TrimSpace(views.Spot(c.ID, c.Module) + ": " + string(c.Kind) + " " + c.Text)
	if !r.tags {
		return replayedPart{text: text}, nil
	}
	written, elsewhere := 0, ""
	for i, scored := range r.s.Runs {
		for k := range scored.Run.Len() {
			if scored.Run.Row(k).ID == c.ID {
				if err := r.s.Book(i).Apply(ctx, c); err != nil {
					return replayedPart{}, err
				}
				written, elsewhere = written+1, r.s.Book(i).Elsewhere()
				break
			}
		}
	}
	return replayedPart{text: fmt.Sprintf("%s (written to %s)%s", text, loaders.Count(written, "run"), elsewhere)}, nil
}
