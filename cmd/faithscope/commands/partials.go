package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
)

// isPartial returns false if the file does not open, because opening it as a run reports why.
func isPartial(path string) bool {
	src, err := files.OpenSource(files.Disk{}, path)
	if err != nil {
		return false
	}
	defer src.Close()
	return shards.IsPartial(src.Head)
}

// readPartials reads each partial report as a run with the protocols of --protocol, which must be
// equal for all. With an error it returns the runs read before.
func readPartials(ctx context.Context, f *opening.Flags, paths []string) (scored []*session.Scored, err error) {
	for _, path := range paths {
		m, err := shards.Merge(ctx, files.Disk{}, []string{path}, shards.RefuseSameID)
		if err != nil {
			return scored, err
		}
		protocols := slices.DeleteFunc(slices.Clone(m.Protocols), func(p scoring.Protocol) bool {
			return len(f.Protocols) > 0 && !slices.Contains(f.Protocols, p.Name)
		})
		if scored != nil && !scored[0].ScoredBy(protocols) {
			err = fmt.Errorf("%s and %s are partial reports of different protocols; --protocol names those to compare", paths[0], path)
		}
		var own []*session.Scored
		if err == nil {
			own, err = opening.Read(ctx, []*loaders.Run{m.Run}, protocols, f.Settings)
		}
		if err := errors.Join(err, m.Err()); err != nil {
			m.Run.Close()
			return scored, err
		}
		scored = append(scored, own...)
	}
	return scored, nil
}

func (c *commandLine) addPartial(others ...string) {
	c.addFlags(
		&c.Path, "partial", "write a partial report here, for merge (.gz and .zst are compressed; -: standard output)",
		&c.Force, "force", "with --partial: replace the file if it exists")
	for _, other := range others {
		c.Command.MarkFlagsMutuallyExclusive("partial", other)
	}
}

func (c *commandLine) checkPartial() error {
	if c.Force && c.Path == "" {
		return errors.New("--force is for --partial: nothing else is written to a file")
	}
	return nil
}

// writePartial leaves no file if writing fails, if examples were lost, or if done fails, which it
// always calls after reading. A report without examples is written and then returned as an error.
func (c *commandLine) writePartial(p *shards.Partial, done func() error) error {
	var nothing error
	err := c.writeFile(func(w io.Writer) error {
		ctx := c.Context()
		err := progress.ShowWhile(ctx, "scoring "+loaders.Count(len(p.Runs), "run"), func() error {
			return p.Write(ctx, w)
		})
		if errors.Is(err, shards.ErrNothingRead) {
			nothing, err = err, nil
		}
		err = cmp.Or(err, done())
		for _, run := range p.Runs {
			err = cmp.Or(err, run.Problems.Lost()) // nobody would notice a missing shard later
		}
		return err
	})
	return cmp.Or(err, nothing)
}
