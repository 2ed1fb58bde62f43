package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring/marks"
	"faithscope/scoring/report"
	"faithscope/scoring/stats"
	"faithscope/views"
	"faithscope/views/compare"
)

func replayCommand() *cobra.Command {
	f, o := newFlags(), replayOptions{}
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
		RunE: func(cmd *cobra.Command, args []string) error { return replay(cmd, args, f, &o) },
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVarP(&o.out, "out", "o", "-", "file to write: .html or .md; - for Markdown on standard output")
	cmd.Flags().BoolVar(&o.last, "last", false, "replay what you did in the last session, which is kept in "+filepath.Join("faithscope", "notebook.txt")+" in your folder for data")
	cmd.Flags().BoolVar(&o.force, "force", false, "replace the file, and its pictures, if they exist")
	cmd.Flags().BoolVar(&o.tags, "write-tags", false, "mark, tag and note the examples of the runs as the notebook says")
	o.addStage(cmd)
	f.addFiles(cmd.Flags())
	return cmd
}

type replayOptions struct {
	stageOptions
	out               string
	force, tags, last bool
}

// lastNotebook is where the notebook of the last session is.
func lastNotebook() string { return filepath.Join(xdg.DataHome, "faithscope", "notebook.txt") }

// keepNotebook keeps what was done in a session that ends, where that was more
// than a look. Nobody is there any more to be told that there is no room for it.
func keepNotebook(ctx context.Context, s *views.Session) {
	if !s.Notebook.Told() || os.MkdirAll(filepath.Dir(lastNotebook()), 0o700) != nil {
		return
	}
	out, err := create(context.WithoutCancel(ctx), lastNotebook(), nil, true)
	if err != nil {
		return
	}
	defer out.drop()
	if _, err := io.WriteString(out, s.Notebook.Text(s.Opened, s.Names())); err == nil {
		_ = out.close()
	}
}

// mostNotebook bounds a notebook in bytes.
const mostNotebook = 4 << 20

// notebookLine is a line of a notebook.
type notebookLine struct {
	number     int
	verb, rest string // verb "" for a text
}

// notebook is a notebook that was read.
type notebook struct {
	open, runs []string
	lines      []notebookLine
}

// parseNotebook reads a notebook.
func parseNotebook(r io.Reader) (*notebook, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostNotebook+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostNotebook {
		return nil, fmt.Errorf("a notebook of more than %d MB", mostNotebook>>20)
	}
	var b notebook
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSpace(line)
		verb, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch {
		case line == "":
		case strings.HasPrefix(line, "#"):
			if number > 1 { // the first says what the file is
				b.lines = append(b.lines, notebookLine{number, "", strings.TrimSpace(strings.TrimLeft(line, "#"))})
			}
		case verb == views.LineOpen:
			b.open, err = unquoteAll(rest)
		case verb == views.LineRuns:
			b.runs, err = unquoteAll(rest)
		case slices.Contains([]string{views.LineView, views.LineReport, views.LineCompare}, verb) || marksVerb(verb):
			b.lines = append(b.lines, notebookLine{number, verb, rest})
		default:
			err = fmt.Errorf("%q is not something that a notebook says", verb)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return &b, nil
}

// marksVerb reports whether a line says something of an example or a module.
func marksVerb(verb string) bool {
	return slices.Contains([]marks.Kind{marks.Mark, marks.Tag, marks.Note}, marks.Kind(strings.TrimSuffix(verb, "-module")))
}

// unquoteAll reads words in double quotes.
func unquoteAll(text string) (words []string, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		prefix, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, errors.New("a word has to stand in double quotes")
		}
		word, err := strconv.Unquote(prefix)
		if err != nil {
			return nil, err
		}
		words, text = append(words, word), text[len(prefix):]
	}
	return words, nil
}

// change is what a line says of an example or a module.
func (l *notebookLine) change() (marks.Change, error) {
	kind, ofModule := strings.CutSuffix(l.verb, "-module")
	prefix, err := strconv.QuotedPrefix(l.rest)
	if err != nil {
		return marks.Change{}, errors.New("the id has to stand in double quotes")
	}
	c := marks.Change{Module: marks.Whole, Kind: marks.Kind(kind)}
	if c.ID, err = strconv.Unquote(prefix); err != nil {
		return c, err
	}
	c.Text = strings.TrimSpace(l.rest[len(prefix):])
	if ofModule {
		number, text, _ := strings.Cut(c.Text, " ")
		if c.Module, err = strconv.Atoi(number); err != nil || c.Module < 0 {
			return c, fmt.Errorf("%q is not the number of a module", number)
		}
		c.Text = text
	}
	return c, nil
}

// filesOnly takes the runs and the flags of files from the command line of a
// notebook: only runs on this machine, whoever wrote it.
func (b *notebook) filesOnly(f *flags, cmd *cobra.Command) (paths []string, err error) {
	known := []string{"gold", "programs", "scenes", "images"}
	for _, arg := range b.open {
		flag, isFlag := strings.CutPrefix(arg, "--")
		name, value, _ := strings.Cut(flag, "=")
		switch {
		case strings.Contains(arg, "://"):
			return nil, fmt.Errorf("the notebook opens %s: name the runs on the command line", arg)
		case !isFlag:
			paths = append(paths, arg)
		case slices.Contains(known, name) && !cmd.Flags().Changed(name):
			if err := cmd.Flags().Set(name, value); err != nil {
				return nil, err
			}
		}
	}
	return paths, nil
}

func replay(cmd *cobra.Command, args []string, f *flags, o *replayOptions) error {
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
		if paths, err = b.filesOnly(f, cmd); err != nil {
			return err
		}
	}
	st, done, err := openStage(ctx, paths, f, &o.stageOptions, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer done()
	r := &replayed{stage: st, book: b, flags: f, paths: paths, title: filepath.Base(args[0]), tags: o.tags}
	if err := r.all(ctx); err != nil {
		return err
	}
	return r.write(ctx, cmd.OutOrStdout(), o)
}

func readNotebook(path string) (*notebook, error) {
	src, err := files.Disk{}.Open(path)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return parseNotebook(src)
}

// replayed is a notebook that is done again.
type replayed struct {
	*stage
	book  *notebook
	flags *flags
	paths []string
	title string
	tags  bool

	parts []replayedPart
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
	scored, err := read(ctx, runs, r.protocols, r.s.Settings)
	if err != nil {
		return replayedPart{}, err
	}
	all, err := report.CompareAll(ctx, scored, r.s.Settings, report.Design{Test: stats.Test{Trials: permutations, Seed: r.s.Settings.Seed}})
	if err != nil {
		return replayedPart{}, err
	}
	var out bytes.Buffer
	if err := all.Write(&out, report.Markdown); err != nil {
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
	written := 0
	for i, scored := range r.s.Runs {
		for k := range scored.Run.Len() {
			if scored.Run.Row(k).ID == c.ID {
				if err := r.s.Book(i).Apply(ctx, c); err != nil {
					return replayedPart{}, err
				}
				written++
				break
			}
		}
	}
	return replayedPart{text: fmt.Sprintf("%s (written to %s)", text, loaders.Count(written, "run"))}, nil
}
