package commands

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring/marks"
)

func tagsCommand() *cobra.Command {
	return groupCommand(newCommand("tags", "Exchange marks, tags, notes and annotations; compare annotators",
		"Everything is kept in one file beside the run, "+marks.Beside("NAME")+", or in your data folder if that file can't be written."),
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
	o.addFlags(&o.of, "of", "only the marks of this guest (key comment or fingerprint) or annotator")
	o.AddFiles("as", "facts", "annotator")
	return o.runWith(o.exportTags)
}

func tagsImportCommand() *cobra.Command {
	o := &tagsOptions{commandLine: newCommand("import FILE RUN…", "Add marks, tags and notes from JSON Lines",
		"Nothing is removed; notes that differ are appended. Lines for other runs or unknown examples are counted and skipped. With "+
			"--annotator, lines are added to that person's marks.",
		"tags import tags.jsonl predictions.json.gz",
		"tags import monday.jsonl friday/predictions.json.gz --any-run")}
	o.addFlags(&o.any, "any-run", "accept lines from any run, matched by example id only")
	o.AddFiles("as", "facts")
	return o.runWith(o.importTo)
}

func (o *tagsOptions) exportTags() error {
	j, err := o.OpenNamed(o.args)
	if err != nil {
		return err
	}
	defer j.Close()
	count, others := 0, map[string]bool{}
	if err := o.writeFile(func(w io.Writer) error {
		for _, run := range j.Runs {
			book := opening.BookOf(run, opening.NotDemo, o.of)
			o.PrintProblems(run)
			for _, name := range loaders.Without(opening.People(run, opening.NotDemo), []string{opening.Me, o.of}) {
				others[name] = true
			}
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
	o.Command.PrintErrf("%s: %s from %s\n", loaders.Clean(o.Path), loaders.Count(count, "line"), loaders.Count(len(j.Runs), "run"))
	if len(others) > 0 {
		o.Command.PrintErrf("not written: the annotations of %s (--of NAME)\n", loaders.Clean(strings.Join(loaders.SortedKeys(others), ", ")))
	}
	return j.Err()
}

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
		o.Command.PrintErrf("%s: %s taken%s\n", loaders.Clean(run.Name), loaders.Count(added, "line"), loaders.Clean(elsewhere))
		o.PrintProblems(run)
	}
	if left := len(items) - len(taken); left > 0 {
		o.Command.PrintErrf("%s left out: from other runs (--any-run takes them), or about examples or modules not in these runs\n",
			loaders.Count(left, "line"))
	}
	return j.Err()
}

// addItems requires run names to agree, except with --any-run, because ids repeat among runs.
// addedIndices gets the indices of the items added; elsewhere is like [marks.MarksBook.Elsewhere].
func (o *tagsOptions) addItems(
	ctx context.Context, run *loaders.Run, exchangeLines []marks.ExchangeLine, addedIndices map[int]bool,
) (n int, elsewhere string, err error) {
	ids, err := idsOf(ctx, run)
	if err != nil {
		return 0, "", err
	}
	var own []marks.ExchangeLine
	for i, item := range exchangeLines {
		modules, isHere := ids[item.ID]
		isWanted := o.any || item.Run == run.Name
		if hasModule := item.Module == nil || *item.Module < modules; isHere && isWanted && hasModule {
			own, addedIndices[i] = append(own, item), true
		}
	}
	book := opening.BookOf(run, opening.NotDemo, o.Annotator)
	err = book.Step(ctx, func() []marks.Change { return book.Adding(own) })
	return len(own), book.Elsewhere(), err
}

func readTags(f *opening.Flags, path string) ([]marks.ExchangeLine, error) {
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
