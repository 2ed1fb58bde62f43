package writing

import (
	"faithscope/cmd/faithscope/site"
	"faithscope/loaders"
	"fmt"
	"io"
	"sync/atomic"
)

// mostExamples limits the examples of a page, each of which may have a picture.
const mostExamples = 200

// pageSink writes examples as a page.
func pageSink(w io.Writer, p *site.Examples, title string) *sink {
	const ahead = 64 // examples are begun a few before their turn
	var begun atomic.Int64
	page, all := p.Page(title), 0
	return &sink{
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
				page.Lines = append(page.Lines, fmt.Sprintf("This page has the first %d of them.", mostExamples))
			}
			return site.WritePage(w, page)
		},
		describe: func() string {
			if all <= mostExamples {
				return ""
			}
			return fmt.Sprintf(", of which the page has the first %d", mostExamples)
		},
	}
}
