package nmndrop

import (
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

type function struct {
	op     string // the paper's name
	output string // name in module_outputs, "" for none
	// reads is the module that runs inside the function on each argument and has its own output, ""
	// for none. In a function without an output it is numbered: find-num1, find-num2.
	reads string
	names string // in logical forms, separated by blanks
}

// functions are the names of the interpret branch, simplified programs, the master branch and the
// demo, which has the paper's.
var functions = func() map[string]function {
	all := map[string]function{}
	for _, f := range []function{
		{"find", "find", "", "find find_PassageAttention select_passage"},
		{"filter", "filter", "", "filter filter_PassageAttention filter_passage"},
		{"relocate", "relocate", "", "relocate relocate_PassageAttention project_passage"},
		{"find-num", "find-num", "", "find-num find_PassageNumber passageAttn2NumDist select_num"},
		{"find-max-num", "max-pattn", "find-num", "find-max-num maxNumPattn select_max_num"},
		{"find-min-num", "min-pattn", "find-num", "find-min-num minNumPattn select_min_num"},
		{"count", "", "", "count passageAttn2Count aggregate_count"},
		{"span", "", "", "span find_passageSpanAnswer select_passagespan_answer"},
		{"compare-num-lt", "", "find-num", "compare-num-lt compare_num_lt compare_num_lesser_than"},
		{"compare-num-gt", "", "find-num", "compare-num-gt compare_num_gt compare_num_greater_than"},
		{"compare-date-lt", "", "find-date", "compare-date-lt compare_date_lt compare_date_lesser_than"},
		{"compare-date-gt", "", "find-date", "compare-date-gt compare_date_gt compare_date_greater_than"},
		{timeDiff, "", "find-date", "year-diff year_difference year_difference_single_event year_difference_two_events"},
		{"sum", "", "", "number-addition passagenumber_addition"},
		{"difference", "", "", "number-difference passagenumber_difference"},
	} {
		for name := range strings.FieldsSeq(f.names) {
			all[name] = f
		}
	}
	return all
}()

const timeDiff = "time-diff"

func functionOf(functionName string) function {
	if f, ok := functions[functionName]; ok {
		return f
	}
	return function{op: functionName}
}

type node struct {
	op, name string // the paper's and the logical form's
	output   string // name in module_outputs, "" for none
	args     []*node
	place    int // index in module_outputs, -1 for none
}

type programTree struct {
	root     *node
	form     string  // with the paper's names
	executed []*node // nodes with an output, in order
}

// treeOf adds modules that run inside functions, because the files log their outputs.
func treeOf(logicalForm string) (*programTree, error) {
	root, err := parseForm(logicalForm)
	if err != nil {
		return nil, err
	}
	t := &programTree{root: root, form: root.String()}
	t.addReaders(root)
	return t, nil
}

func (t *programTree) addReaders(n *node) {
	for _, arg := range n.args {
		t.addReaders(arg)
	}
	f := functionOf(n.name)
	n.output = f.output
	// One event with two dates: both are read from the same attention.
	if f.op == timeDiff && len(n.args) == 1 {
		n.args = append(n.args, n.args[0])
	}
	if f.reads != "" {
		for i, arg := range n.args {
			reader := &node{op: f.reads, name: f.reads, output: f.reads, args: []*node{arg}, place: -1}
			if f.output == "" {
				reader.output += strconv.Itoa(i + 1)
			}
			n.args[i], t.executed = reader, append(t.executed, reader)
		}
	}
	if n.output != "" {
		t.executed = append(t.executed, n)
	}
}

// attachOutputs assigns each output to the next module of its name, skipping others (the outer
// find-num of find-num(find-max-num) is not in the files). It returns the rest.
func (t *programTree) attachOutputs(outputNames []string) (left []int) {
	next := 0
	for i, name := range outputNames {
		k := next
		for k < len(t.executed) && t.executed[k].output != name {
			k++
		}
		if k == len(t.executed) {
			left = append(left, i)
			continue
		}
		t.executed[k].place = i
		next = k + 1
	}
	return left
}

// String returns the form with the paper's names: "(count (filter find))".
func (n *node) String() string {
	if len(n.args) == 0 {
		return n.op
	}
	return "(" + n.op + " " + strings.Join(loaders.Map(n.args, (*node).String), " ") + ")"
}

// parseForm limits depth and size, because a form comes from a file: [record.MaxDepth] and
// [language.MaxModules].
func parseForm(logicalForm string) (*node, error) {
	var path []*node // from the whole to the last
	count := 0
	err := language.ReadForm(logicalForm, func(depth int, name string) error {
		switch {
		case depth > record.MaxDepth:
			return loaders.Errorf("nested more than %d levels deep", record.MaxDepth)
		case count == language.MaxModules:
			return language.ErrTooLong
		}
		count++
		n := &node{op: functionOf(name).op, name: name, place: -1}
		if depth > 0 {
			path[depth-1].args = append(path[depth-1].args, n)
		}
		path = append(path[:depth], n)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return path[0], nil
}
