package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"faithscope/loaders"
)

// The elements of JUnit's XML, as build servers read it.
type (
	suite struct {
		XMLName  xml.Name   `xml:"testsuite"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []testcase `xml:"testcase"`
	}
	testcase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Failure *outcome `xml:"failure"`
		Skipped *outcome `xml:"skipped"`
	}
	outcome struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the gate as a suite of tests in JUnit's XML: one for the examples that B lacks
// or that cannot be compared, and one for each score. A score that is not tested is skipped, or
// fails if B cannot pass without it. show is as in [Gate.Document]. The error is w's.
func (g *Gate) WriteJUnit(w io.Writer, show func(c *Check) string) error {
	all := suite{Name: "faithscope gate " + loaders.Clean(g.A.Name) + " " + loaders.Clean(g.B.Name)}
	add := func(class, name string, fails, skipped bool, message string, c *Check) {
		test := testcase{Class: class, Name: name}
		switch {
		case fails:
			test.Failure = &outcome{Message: loaders.Clean(message)}
			if c == nil || c.Fails() {
				test.Failure.Text = show(c)
			}
			all.Failures++
		case skipped:
			test.Skipped = &outcome{Message: loaders.Clean(message)}
			all.Skipped++
		}
		all.Cases = append(all.Cases, test)
	}
	odd := g.describeConfusion()
	add("examples", "in both runs", g.LacksTooMany() || odd != nil, false,
		strings.Join(append(odd, g.describeLacking()), "; "), nil)
	for i := range g.Checks {
		c := &g.Checks[i]
		add(c.Protocol, c.Of+" "+c.Metric, c.Fails() || g.blocksPassing(*c), !c.Tested, c.String(), c)
	}
	all.Tests = len(all.Cases)
	text, _ := xml.MarshalIndent(all, "", "  ") // it is of texts and whole numbers
	_, err := fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
