package commands

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring/marks"
)

func tagsCommand() *cobra.Command {
	return groupCommand(newCommand("tags", "Exchange marks, tags, notes and annotations; compare annotators",
		"They are in one file beside a run, "+marks.Beside("NAME")+", or in your data folder if that can't be written."),
		tagsExportCommand(), tagsImportCommand(), tagsAgreementCommand())
}

type tagsOptions struct {
	*commandLine
	any bool
	of  string // like [opening.BookOf]'s; "": the person
}

func tagsExportCommand() *cobra.Command {
	o := &tagsOptions{commandLine: newCommand("export RUN…", "Write marks, tags and notes as JSON Lines", "",
		"tags export predictions.json.gz -o tags.jsonl")}
	o.AddOut(o.Set, "-", packedFile)
	o.addFlags(&o.of, "of", "the marks of this guest (comment or fingerprint of their key) or annotator")
	o.AddFiles("as", "facts", "annotator")
	return o.runWith(o.exportTags)
}

func tagsImportCommand() *cobra.Command {
	o := &tagsOptions{commandLine: newCommand("import FILE RUN…", "Add marks, tags and notes from JSON Lines",
		"Nothing is removed; a different note is appended. Lines of other runs or unknown examples are counted and left out. With "+
			"--annotator, they are added to that person's.",
		"tags import tags.jsonl predictions.json.gz",
		"tags import monday.jsonl friday/predictions.json.gz --any-run")}
	o.addFlags(&o.any, "any-run", "accept lines of any run, by example id only")
	o.AddFiles("as", "facts")
	return o.runWith(o.importTo)
}

// exportTags writes the books of the person, or of --of. Runs that did not open are an error
// afterwards.
func (o *tagsOptions) exportTags() error {
	j, err := o.OpenNamed(o.args)
	if err != nil {
		return err
	}
	defer j.Close()
	count := 0
	if err := o.writeFile(func(w io.Writer) error {
		for _, run := range j.Runs {
			book := opening.BookOf(run, opening.NotDemo, o.of)
			o.PrintProblems(run)
			items := book.Items(run.Name)
			count += len(items)
			if err := marks.Write(w, items); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	o.Command.PrintErrf("%s: %s of %s\n", loaders.Clean(o.Path), loaders.Count(count, "line"), loaders.Count(len(j.Runs), "run"))
	return j.Err()
}

// importTo adds the lines of the first argument to the books of each following run that has the
// example. It stops at the first book that can't be written; runs that did not open are an error
// afterwards.
func (o *tagsOptions) importTo() error {
	ctx := o.Context()
	items, err := readTags(o.Flags, o.args[0])
	if err != nil {
		return err
	}
	j, err := o.OpenNamed(o.args[1:])
	if err != nil {
		return err
	}
	defer j.Close()
	taken := map[int]bool{}
	for _, run := range j.Runs {
		added, elsewhere, err := o.addItems(ctx, run, items, taken)
		if err != nil {
			return err
		}
		o.Command.PrintErrf("%s: %s%s\n", loaders.Clean(run.Name), loaders.Count(added, "line"), loaders.Clean(elsewhere))
		o.PrintProblems(run)
	}
	if left := len(items) - len(taken); left > 0 {
		o.Command.PrintErrf("%s left out: they belong to other runs, or to examples or modules that these runs do not have\n",
			loaders.Count(left, "line"))
	}
	return j.Err()
}

// addItems adds the items whose example (and module, if named) the run has, and sets taken by their
// indices. Run names must agree, except with --any-run. It returns their number and, like
// [marks.Book.Elsewhere], where they are kept.
func (o *tagsOptions) addItems(
	ctx context.Context, run *loaders.Run, items []marks.Item, taken map[int]bool,
) (n int, elsewhere string, err error) {
	ids, err := idsOf(ctx, run)
	if err != nil {
		return 0, "", err
	}
	var own []marks.Item
	for i, item := range items {
		modules, isHere := ids[item.ID]
		isWanted := o.any || item.Run == run.Name
		if hasModule := item.Module == nil || *item.Module < modules; isHere && isWanted && hasModule {
			own, taken[i] = append(own, item), true
		}
	}
	book := opening.BookOf(run, opening.NotDemo, o.Annotator)
	err = book.Step(ctx, func() []marks.Change { return book.Adding(own) })
	return len(own), book.Elsewhere(), err
}

// readTags reads the items of a file, compressed or not, and prints the first bad lines and a count
// of the others.
func readTags(f *opening.Flags, path string) ([]marks.Item, error) {
	src, err := files.OpenSource(f.Options.Files, path)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	text, err := files.Reader(src)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	items, bad, err := marks.Read(text)
	for _, line := range bad[:min(len(bad), opening.PrintedProblems)] {
		f.Command.PrintErrf("%s: %s\n", loaders.Clean(path), loaders.Clean(line.Error()))
	}
	if rest := len(bad) - opening.PrintedProblems; rest > 0 {
		f.Command.PrintErrf("  and %d more\n", rest)
	}
	return items, err
}

func idsOf(ctx context.Context, run *loaders.Run) (map[string]int, error) {
	ids := map[string]int{}
	err := loaders.PassExamples(ctx, run, func(ex *loaders.Example) error {
		ids[ex.ID] = max(ids[ex.ID], len(ex.Program))
		return nil
	})
	return ids, err
}
