package writing

import (
	"faithscope/cmd/faithscope/site"
	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/tui/still"
	"faithscope/views/widget"
	"fmt"
	"sync/atomic"
)

// mostExamples limits a page, because each example may have a picture.
const mostExamples = 200

// openPage writes the first mostExamples examples at its end. A few more may be drawn, because
// several are begun at once.
func (j *exportJob) openPage() (*exampleWriter, error) {
	const ahead = 64 // a few examples begin early
	var begun atomic.Int64
	look := widget.Look{Theme: themes.Default().On(themes.Dark, 1<<24)}
	p := site.ExampleBuilder{Scored: j.Scored, Book: j.Book, Settings: j.Settings, Look: look, Ground: still.GroundOf(themes.Dark)}
	page, all := p.Page(j.title), 0
	return &exampleWriter{
		prepare: func(ex *loaders.Example) (_ func() error, err error) {
			var e site.Example
			if begun.Add(1) <= mostExamples+ahead {
				e, err = p.Example(ex)
			}
			return func() error {
				if all++; all <= mostExamples {
					page.Examples = append(page.Examples, e)
				}
				return nil
			}, err
		},
		end: func() error {
			page.Lines = append(page.Lines, loaders.Count(all, "example"))
			if all > mostExamples {
				page.Lines = append(page.Lines, fmt.Sprintf("This page shows the first %d.", mostExamples))
			}
			return site.WritePage(j.w, page)
		},
		describe: func() string {
			return widget.If(all > mostExamples, fmt.Sprintf("; the page shows the first %d", mostExamples))
		},
	}, nil
}
