package dfol

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// Parse reads a program in one of three forms, the last is GQA's semanticStr:
//
//	exist(filter[yellow](find[square]))
//	∃x (square(x) ∧ yellow(x)), or exists x: square(x) & yellow(x)
//	select: square (3)->filter color: yellow [0]->exist: ? [1]
//
// It returns modules in pre-order for [Compile], under their names in runs.
func Parse(programText string) ([]loaders.Module, error) {
	programText = strings.TrimSpace(programText)
	var modules []loaders.Module
	var err error
	switch {
	case programText == "":
		return nil, errors.New("the program is empty")
	case len(programText) > 1<<16:
		return nil, errors.New("the program is larger than 64 KB")
	case chain.MatchString(programText):
		modules, err = parseChain(programText)
	case formulaLike.MatchString(programText):
		modules, err = parseFormula(programText)
	default:
		modules, err = parseCall(programText)
	}
	if err == nil && len(modules) > language.MaxModules {
		err = language.ErrTooLong
	}
	return modules, err
}

var (
	chain       = regexp.MustCompile(`^\s*select\s*:`)
	formulaLike = regexp.MustCompile(`[∃∀∄∧∨¬]|(?i:\b(exists|forall|no)\s+\w+\s*[:.(,])`)
)

type callParser struct {
	text    string
	at      int
	modules []loaders.Module
}

func parseCall(programText string) ([]loaders.Module, error) {
	c := &callParser{text: programText}
	if _, err := c.readModule(0); err != nil {
		return nil, err
	}
	if c.skipSpace(); c.at < len(c.text) {
		return nil, c.errorAt("the end of the program")
	}
	return c.modules, nil
}

func (c *callParser) skipSpace() {
	c.at = len(c.text) - len(strings.TrimLeft(c.text[c.at:], " \t\r\n"))
}

func (c *callParser) skipByte(b byte) bool {
	if c.skipSpace(); c.at < len(c.text) && c.text[c.at] == b {
		c.at++
		return true
	}
	return false
}

func (c *callParser) errorAt(expectedText string) error {
	if c.at >= len(c.text) {
		return fmt.Errorf("expected %s at the end of the program", expectedText)
	}
	return fmt.Errorf("expected %s at %.20q, character %d", expectedText, c.text[c.at:], len([]rune(c.text[:c.at]))+1)
}

// Depth and length are limited because the text is untrusted.
func (c *callParser) readModule(depth int) (int, error) {
	if depth > record.MaxDepth || len(c.modules) > language.MaxModules {
		return 0, errors.New("the program is too long or nested too deeply")
	}
	c.skipSpace()
	at := head.FindStringSubmatch(c.text[c.at:])
	if at == nil {
		return 0, c.errorAt("a module name")
	}
	i := len(c.modules)
	m := loaders.Module{Op: language.Typed(at[1]), Text: strings.TrimSpace(strings.Trim(at[2], "[]")), Place: i}
	if _, err := strconv.Atoi(m.Op); err == nil {
		m.Text, m.Op = cmp.Or(m.Text, m.Op), "number"
	}
	if c.at += len(at[0]); at[2] != "" && !strings.HasSuffix(at[2], "]") {
		return 0, c.errorAt(`"]"`)
	}
	c.modules = append(c.modules, m)
	return i, c.readChildren(i, depth)
}

var head = regexp.MustCompile(`^([\pL\pN_-]+)(?:\s*(\[[^]]*]?))?`)

func (c *callParser) readChildren(i, depth int) error {
	if !c.skipByte('(') || c.skipByte(')') {
		return nil
	}
	for {
		child, err := c.readModule(depth + 1)
		if err != nil {
			return err
		}
		c.modules[i].Children = append(c.modules[i].Children, child)
		if c.skipByte(')') {
			return nil
		}
		if !c.skipByte(',') {
			return c.errorAt(`"," or ")"`)
		}
	}
}

var (
	// [0], [1, 3]
	reads = regexp.MustCompile(`\s*\[([\d,\s]*)\]\s*$`)
	// (17), (3,5), (-)
	objectIDs = regexp.MustCompile(`\s*\((?:[\d,\s]+|-\s*)\)\s*$`)
)

// parseChain reads "operation: argument [step,…] -> …". A step that is read twice becomes two
// modules with its number as Place, because modules form a tree. The text's names of operations
// stay as Name.
func parseChain(programText string) ([]loaders.Module, error) {
	var steps []loaders.Module
	for part := range strings.SplitSeq(programText, "->") {
		operation, argument, ok := strings.Cut(part, ":")
		if operation = strings.TrimSpace(operation); !ok || operation == "" {
			return nil, fmt.Errorf(`%.40q is not "operation: argument [step]"`, part)
		}
		m := loaders.Module{Op: operation, Place: len(steps)}
		m.SetOp(language.FromGQA(operation))
		if at := reads.FindStringSubmatchIndex(argument); at != nil {
			for number := range strings.SplitSeq(argument[at[2]:at[3]], ",") {
				step, err := strconv.Atoi(strings.TrimSpace(number))
				if err != nil || step < 0 || step >= len(steps) {
					return nil, fmt.Errorf("%.40q refers to step %q, but only earlier steps have results", part, number)
				}
				m.Children = append(m.Children, step)
			}
			argument = argument[:at[0]]
		}
		m.Text = strings.TrimSpace(objectIDs.ReplaceAllString(argument, ""))
		if m.Text == "?" {
			m.Text = ""
		}
		steps = append(steps, m)
	}
	return language.Unfold(len(steps)-1, func(step int) (loaders.Module, []int) { return steps[step], steps[step].Children })
}
