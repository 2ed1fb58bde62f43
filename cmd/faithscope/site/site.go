// Package site writes runs as static pages: a folder with one file of HTML and the pictures, which
// opens from a disk or from any web server, without a network.
//
// Decisions:
//
//   - One page shows everything; the part behind # of its address says which view, so
//     that a link leads to an example.
//   - The data are one gzipped JSON object in letters, which every browser since 2023
//     unpacks. Boxes and levels of heat are whole numbers, so that a thousand examples
//     fit into 300 KB.
//   - Scores are the tables that the commands print. The script filters, sorts and counts;
//     it computes and rounds nothing.
//   - Every text of a file becomes a text node. The page's policy lets no other script
//     run, and loads only the pictures.
package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders"
	"faithscope/loaders/files/writer"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views"
	"faithscope/views/widget"
)

//go:embed page
var files embed.FS

// Site holds what the pages show.
type Site struct {
	Title    string
	Runs     []*session.ScoredRun // read, under Settings
	Books    []*marks.MarksBook   // by run; nil: none
	Settings scoring.Settings
}

// Write writes the page and a folder of pictures into a folder, which it makes, and says how many
// examples they have. With force it replaces existing pages. A new folder is removed on failure. It
// fails, too, if the pictures would be among those that a run reads.
func (s *Site) Write(ctx context.Context, folder string, force bool) (text string, err error) {
	page, into := filepath.Join(folder, index), filepath.Join(folder, pictures)
	_, err = writer.Check(page, force)
	if err = cmp.Or(err, s.checkFolder(into, page)); err != nil {
		return "", err
	}
	_, missing := os.Lstat(folder)
	if err := writer.MakeFolder(folder); err != nil {
		return "", err
	}
	there := writer.NewFolder(into)
	defer func() {
		if err != nil && there == nil {
			os.RemoveAll(into)
		}
		if err != nil && errors.Is(missing, fs.ErrNotExist) {
			os.Remove(folder) // keeps other people's files
		}
	}()
	if errors.Is(there, fs.ErrExist) && !force {
		return "", writer.Exists(into)
	}
	if err := writer.MakeFolder(into); err != nil {
		return "", err
	}
	to := &output.Target{Path: into, Force: force}
	d, err := s.gatherData(ctx, to)
	if err != nil {
		return "", err
	}
	to.Path = page
	if err := to.Write(ctx, nil, func(w io.Writer) error { return writePage(w, d) }); err != nil {
		return "", err
	}
	text = fmt.Sprintf("%s: %s of %s", page, loaders.Count(len(d.Examples), "example"), loaders.Count(len(d.Runs), "run"))
	if d.Left > 0 {
		text += fmt.Sprintf("; %d more scored but not on the page", d.Left)
	}
	return text, nil
}

// checkFolder refuses a folder from which a run reads pictures, which the site's would replace, or one
// below unless a file at pageName shows an earlier site. Folders are compared as files, because links
// and case give them other names.
func (s *Site) checkFolder(folder, pageName string) error {
	_, unpaged := os.Lstat(pageName)
	var below fs.FileInfo
	for at := folder; ; at += "/.." { // as the system resolves it
		info, err := os.Stat(at)
		isFree := err != nil || os.SameFile(info, below) || below != nil && unpaged == nil
		if isFree {
			return nil //nolint:nilerr // it is not there, or at the top: nothing below it is read
		}
		for _, scored := range s.Runs {
			file, _ := scored.Run.Sought(index)
			if root, _ := os.Stat(filepath.Dir(file)); file != "" && os.SameFile(info, root) {
				return fmt.Errorf("%s: %s reads pictures from this folder; choose another", folder, scored.Run.Name)
			}
		}
		below = info
	}
}

// gatherData leaves out tests if runs are scored differently, because their scores can't be compared.
// Pictures are copied into the folder outputTarget.
func (s *Site) gatherData(ctx context.Context, outputTarget *output.Target) (*pageData, error) {
	made := time.Now().UTC().Format("created 2006-01-02 15:04 MST by faithscope ") + output.Version
	d := &pageData{Title: loaders.Clean(s.Title), Settings: made + " · " + (&views.Data{Runs: s.Runs, Settings: s.Settings}).SettingsText(),
		Pictures: []pagePicture{}, Texts: []passageText{}, Examples: [][]*exampleAnswer{}}
	r := report.Build(s.Runs, s.Settings)
	if err := r.Resample(ctx, s.Runs); err != nil {
		return nil, err
	}
	d.Scores = r.Document().Pages()
	if len(s.Runs) > 1 {
		all, err := report.CompareAll(ctx, s.Runs, s.Settings, report.DesignOf(s.Settings, report.ClusterOf(s.Runs[0], session.ByExample)))
		if _, unlike := errors.AsType[*report.IncomparableRunsError](err); unlike {
			all = &report.Comparisons{}
		} else if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all.List, func(c *report.Comparison) bool { return c.Pairs > 0 }) {
			d.Tests = all.Document().Pages()
		}
	}
	c := pageCollector{pageData: d, into: outputTarget, runs: len(s.Runs),
		pictures: distinctValues{}, texts: distinctValues{}, examples: distinctValues{}, copies: distinctValues{}}
	for i, scored := range s.Runs {
		d.Runs = append(d.Runs, runOf(scored, s.Settings))
		d.Left = max(d.Left, scored.Run.Len()-mostExamples)
		if err := c.collectRun(ctx, i, &siteRun{scored, s.Books[i], s.Settings}); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// runOf takes shares of what has the verdicts only: the right of those with a verdict or partial credit, the faithful of
// those judged, the right but unfaithful of those with both.
func runOf(scoredRun *session.ScoredRun, settings scoring.Settings) pageRun {
	q := scoredRun.Summaries(settings).Quadrant()
	of := func(n, total int) countedShare {
		if total == 0 {
			return countedShare{Text: table.Absent}
		}
		return countedShare{float64(n), total, widget.Percent(float64(n) / float64(total))}
	}
	right := of(q.Answers())
	if all, ok := scoring.Pick(scoredRun.Scores(settings), "accuracy", "overall"); ok && all.Count > right.Of {
		share, _ := all.Value.Float()
		right = countedShare{math.Round(share*float64(all.Count)*100) / 100, all.Count, widget.Percent(share)}
	}
	from := scoredRun.Run
	return pageRun{
		Name: loaders.Clean(from.Name), About: loaders.Clean(from.Format), Note: loaders.Clean(from.Note), Examples: from.Len(),
		Right: right, Faithful: of(q.Faithful()), Suspect: of(q[loaders.Right][loaders.Wrong], q.Placed()),
	}
}

var indents = regexp.MustCompile(`\n\s+`)

// writePage puts everything into one file, so that it works from a disk, without a server. Its policy
// lets only its own script run, because texts come from the runs.
func writePage(w io.Writer, d *pageData) error {
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // fails only for other levels
	if err := cmp.Or(loaders.EncodeJSON(z, d), z.Close()); err != nil {
		return err
	}
	read := func(name string) string {
		text, _ := files.ReadFile("page/" + name) // embedded
		return indents.ReplaceAllString(string(text), "\n")
	}
	t := template.Must(template.New("").Parse(read("page.html")))
	script := read("page.js")
	sum := sha256.Sum256([]byte(script))
	return t.Execute(w, map[string]any{
		"Title": d.Title, "Data": template.HTML(base64.StdEncoding.EncodeToString(packed.Bytes())), //nolint:gosec // letters and digits
		"Policy": "sha256-" + base64.StdEncoding.EncodeToString(sum[:]),
		"Style":  template.CSS(themeColors() + read("page.css")), //nolint:gosec // of this program
		"Script": template.JS(script),                            //nolint:gosec // of this program
	})
}

func themeColors() string {
	of := func(dark bool) string {
		t, ground := themes.Default().On(dark, 1<<24), still.GroundOf(dark)
		var b bytes.Buffer
		named := map[string]color.Color{
			"back": ground.Back, "text": ground.Text, "faint": t.Faint.Fg, "accent": t.Accent.Fg, "border": t.Border.Fg,
			"right": t.Right.Fg, "wrong": t.Wrong.Fg, "picked": t.Selected.Bg,
			"hit": t.Hit, "miss": t.Miss, "gold": t.Gold, "missed": t.Missed, "plain": t.Plain,
		}
		const steps = 10
		for k := range steps + 1 {
			for name, ramp := range map[string]themes.Ramp{"heat": t.Heat, "signed": t.Signed} {
				name += strconv.Itoa(k)
				named[name], named["on-"+name] = ramp.At(float64(k) / steps)
			}
		}
		for _, name := range loaders.SortedKeys(named) { // so that equal runs have equal pages
			r, g, bl, _ := named[name].RGBA()
			fmt.Fprintf(&b, "--%s:#%02x%02x%02x;", name, r>>8, g>>8, bl>>8)
		}
		return b.String()
	}
	return fmt.Sprintf(":root{%s}\n:root[data-theme=dark]{%s}\n", of(false), of(true))
}
