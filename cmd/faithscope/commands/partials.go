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
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/shards"
)

// isPartial returns false if the file does not open, because opening it as a run reports why.
func isPartial(reportPath string) bool {
	src, err := files.OpenSource(files.DiskFiles{}, reportPath)
	if err != nil {
		return false
	}
	defer src.Close()
	return shards.IsPartial(src.Head)
}

// readPartials requires equal protocols, without which there is nothing to compare, and equal settings but for those of
// flags; the reports' are then f's. With an error it returns the runs read before.
func readPartials(ctx context.Context, f *opening.Flags, reportPaths []string) (scored []*session.ScoredRun, err error) {
	for _, path := range reportPaths {
		m, err := shards.Merge(ctx, files.DiskFiles{}, []string{path}, shards.RefuseSameID)
		if err != nil {
			return scored, err
		}
		own := f.Settings
		for _, setting := range scoring.AllSettings() {
			if setting.Name != "trials" && !f.Set.Changed(setting.Flag()) {
				err = cmp.Or(err, setting.In(&own).Set(setting.In(&m.Settings).String()))
			}
		}
		protocols := slices.DeleteFunc(slices.Clone(m.Protocols), func(p scoring.Protocol) bool {
			return len(f.Protocols) > 0 && !slices.Contains(f.Protocols, p.Name)
		})
		differing := differingSettings(protocols, f.Settings, own)
		f.Settings = own
		switch {
		case err != nil || scored == nil:
		case len(differing) > 0 && scored[0].ScoredBy(protocols):
			err = fmt.Errorf("%s and %s have different settings, such as %s; choose one with --%[3]s", reportPaths[0], path, differing[0].Flag())
		case !scored[0].ScoredBy(protocols):
			err = fmt.Errorf("%s and %s are partial reports of different protocols; use --protocol to choose what to compare", reportPaths[0], path)
		}
		var read []*session.ScoredRun
		if err == nil {
			read, err = opening.Read(ctx, []*loaders.Run{m.Run}, protocols, f.Settings)
		}
		if err := errors.Join(err, m.Err()); err != nil {
			m.Run.Close()
			return scored, err
		}
		scored = append(scored, read...)
	}
	return scored, nil
}

// differingSettings returns the settings that differ between a and b and change scores of the protocols.
func differingSettings(protocols []scoring.Protocol, a, b scoring.Settings) []scoring.Setting {
	return loaders.Filter(scoring.ChangedSettings(a, b), func(setting scoring.Setting) bool {
		changed := a
		err := setting.In(&changed).Set(setting.In(&b).String())
		return err != nil || slices.ContainsFunc(protocols, func(p scoring.Protocol) bool {
			return report.SettingsOf(p.Name, a) != report.SettingsOf(p.Name, changed)
		})
	})
}

func (c *commandLine) addPartial(conflictingFlags ...string) {
	c.addFlags(
		&c.Path, "partial", "write a partial report to this file, for merge (.gz and .zst are compressed; -: standard output)",
		&c.Force, "force", "with --partial: replace the file if it exists")
	for _, other := range conflictingFlags {
		c.Command.MarkFlagsMutuallyExclusive("partial", other)
	}
}

func (c *commandLine) checkPartial() error {
	if c.Force && c.Path == "" {
		return errors.New("--force only works with --partial: no other file is written")
	}
	return nil
}

// writePartial leaves no file if examples were lost, because nobody would notice the gap after
// merging. finishReport is always called, after reading. A report without examples is written and then
// returned as an error.
func (c *commandLine) writePartial(p *shards.PartialReport, finishReport func() error) error {
	var nothing error
	err := c.writeFile(func(w io.Writer) error {
		ctx := c.Context()
		err := progress.ShowWhile(ctx, "scoring "+loaders.Count(len(p.Runs), "run"), func() error {
			return p.Write(ctx, w)
		})
		if errors.Is(err, shards.ErrNothingRead) {
			nothing, err = err, nil
		}
		err = cmp.Or(err, finishReport())
		for _, run := range p.Runs {
			err = cmp.Or(err, run.Problems.Lost()) // nobody would notice a missing shard later
		}
		return err
	})
	return cmp.Or(err, nothing)
}
