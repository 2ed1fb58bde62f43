package views

import "strings"

// Command is a step that leads to a view, as the command line takes it.
type Command struct{ Name, Value string }

// ParseSteps reads steps: one a line, or on a single line apart by semicolons.
// Blank ones and those that begin with # are left out.
func ParseSteps(text string) []Command {
	between := ";"
	if strings.Contains(text, "\n") {
		between = "\n"
	}
	var steps []Command
	for line := range strings.SplitSeq(text, between) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != "" && !strings.HasPrefix(name, "#") {
			steps = append(steps, Command{name, strings.TrimSpace(value)})
		}
	}
	return steps
}

// JoinSteps writes steps as ParseSteps reads them: on one line, unless a value
// has a semicolon.
func JoinSteps(steps []string) string {
	if text := strings.Join(steps, "; "); strings.Count(text, ";") < len(steps) {
		return text
	}
	return strings.Join(steps, "\n") + "\n"
}
