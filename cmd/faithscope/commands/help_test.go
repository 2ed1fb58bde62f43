package commands

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
)

// eachCommand calls look with every command of the program that help lists.
func eachCommand(look func(cmd *cobra.Command)) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		look(cmd)
		for _, below := range cmd.Commands() {
			if !below.Hidden {
				walk(below)
			}
		}
	}
	walk(rootCommand())
}

// Every command is in a group of help, or named here as one that is about the program itself.
func TestEveryCommandHasAGroup(t *testing.T) {
	itself := []string{"completion", "config", "doctor", "help", "licences"}
	root := rootCommand()
	for _, cmd := range root.Commands() {
		if grouped := cmd.GroupID != ""; !cmd.Hidden && grouped == slices.Contains(itself, cmd.Name()) {
			t.Errorf("%s is in the group %q", cmd.Name(), cmd.GroupID)
		}
		if len(cmd.Short) > 66 {
			t.Errorf("%s: %q does not fit a line of help", cmd.Name(), cmd.Short)
		}
	}
}

var listedFlag = regexp.MustCompile(`(?m)^  (?:    |-., )--([a-z0-9-]+)`)

// helped returns the flags that a command's help lists, and its last line.
func helped(t *testing.T, cmd *cobra.Command, more ...string) (flags []string, last string) {
	t.Helper()
	out := printed(t, slices.Concat(strings.Fields(cmd.CommandPath())[1:], []string{"--help"}, more)...)
	for _, line := range strings.Split(out, "\n") {
		if strings.HasPrefix(line, "      --") && len([]rune(line)) > 80 {
			t.Errorf("%s: a line is wider than 80 columns: %s", cmd.CommandPath(), line)
		}
	}
	for _, m := range listedFlag.FindAllStringSubmatch(out, -1) {
		flags = append(flags, m[1])
	}
	return flags, out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:]
}

// `faithscope --help` fits a small screen: a sentence, examples, eight commands with what they do, the others by name,
// and four flags.
func TestHelpFitsASmallScreen(t *testing.T) {
	out := printed(t, "--help")
	rows := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for _, row := range rows {
		if len([]rune(row)) > 80 {
			t.Errorf("wider than 80 columns: %s", row)
		}
	}
	_, names, _ := strings.Cut(out, "Others: ")
	explained := 0
	for _, cmd := range rootCommand().Commands() {
		if strings.Contains(out, "\n  "+cmd.Name()+" ") && strings.Contains(out, " "+cmd.Short+"\n") {
			explained++
		} else if !cmd.Hidden && !slices.Contains(strings.Fields(names), cmd.Name()) {
			t.Errorf("%s is not named", cmd.Name())
		}
	}
	if len(rows) > 24 || explained != 8 || strings.Count(out, "\n  --") != 4 || strings.Count(out, "\n  faithscope ") != 3 {
		t.Errorf("%d rows, %d commands:\n%s", len(rows), explained, out)
	}
}

// Whatever introduces the program opens with the same sentence.
func TestOneSentenceIntroducesTheProgram(t *testing.T) {
	texts := map[string]string{"--help": printed(t, "--help"), "README": strings.TrimPrefix(readReadme(t, "."), "# faithscope\n")}
	_, texts["man"], _ = strings.Cut(strings.ReplaceAll(printed(t, "man"), `\&`, ""), ".SH DESCRIPTION\n")
	for name, before := range map[string]string{"cmd/faithscope/main.go": "", ".goreleaser.yaml": "description: |-\n"} {
		text := readFile(t, filepath.Join(moduleRoot, name))
		_, texts[name], _ = strings.Cut(strings.ReplaceAll("\n"+text, "\n//", "\n"), before)
	}
	for name, text := range texts {
		if !strings.HasPrefix(strings.Join(strings.Fields(text), " "), sentence+".") {
			t.Errorf("%s opens with %.200q", name, text)
		}
	}
}

// The manual says everything once: what several commands or screens share is in one place.
func TestManualSaysThingsOnce(t *testing.T) {
	out := printed(t, "man")
	const mostWords = 9_400
	if n := len(strings.Fields(out)); n > mostWords {
		t.Errorf("the manual has %d words, more than %d", n, mostWords)
	}
	eachCommand(func(cmd *cobra.Command) {
		if cmd.HasParent() && cmd.Parent().Name() == "completion" {
			return
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			_, help := pflag.UnquoteUsage(flag)
			first, _, _ := strings.Cut(strings.ReplaceAll(help, " (default", ";"), ";")
			if len([]rune(first)) > 88 && flag.Name != "theme" && flag.Name != "figure" { // which list names
				t.Errorf("%s: the help of --%s is longer than a line", cmd.CommandPath(), flag.Name)
			}
			if n := strings.Count(out, "\n"+plain(help)+"\n"); !flag.Hidden && (n == 0 || n > 1 && len(help) > 40) {
				t.Errorf("%s: --%s is explained %d times", cmd.CommandPath(), flag.Name, n)
			}
		})
	})
	check.Equal(t, "the key of down is listed times", strings.Count(out, `:down\fP`), 1)
}

// Help lists at most a dozen flags besides a command's own, says how many there are more, and
// lists these with --all, where none is missing.
func TestHelpHasLayers(t *testing.T) {
	shared := map[string]string{}
	rootCommand().Flags().VisitAll(func(flag *pflag.Flag) { shared[flag.Name] = flag.Usage })
	eachCommand(func(cmd *cobra.Command) {
		if cmd.Name() == "help" || strings.Contains(cmd.CommandPath(), "completion") {
			return
		}
		cmd.InitDefaultHelpFlag()
		cmd.InitDefaultVersionFlag()
		few, last := helped(t, cmd)
		all, _ := helped(t, cmd, "--all")
		common, want := 0, []string(nil)
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if !flag.Hidden {
				want = append(want, flag.Name)
			}
			if slices.Contains(few, flag.Name) && shared[flag.Name] == flag.Usage {
				common++
			}
		})
		slices.Sort(all)
		slices.Sort(want)
		if common > 25 || !slices.Equal(all, want) {
			t.Errorf("%s: %d common flags; all: %q instead of %q", cmd.CommandPath(), common, all, want)
		}
		if left := len(all) - len(few); left > 0 && cmd.HasParent() &&
			last != fmt.Sprintf("More flags (%d): %s --help --all\n", left, cmd.CommandPath()) {
			t.Errorf("%s: the last line is %q; %d of %d flags are listed", cmd.CommandPath(), last, len(few), len(all))
		}
	})
}

// A command that opens runs has the flags that say how, without those that change nothing of what
// it does: no fact of a run is in what these print, nobody's annotations are gold, or no cache is read.
func TestFlagsThatChangeNothingAreLeftOut(t *testing.T) {
	left := map[string]string{"formats": "as facts allow-outside no-cache annotator", "check": "no-cache annotator",
		"calibrate": "as facts annotator", "run": "as facts annotator", "explain": "annotator", "slurm explain": "annotator",
		"whatif": "as facts", "sheet": "as facts", "tags export": "as facts annotator", "tags import": "as facts"}
	eachCommand(func(cmd *cobra.Command) {
		if cmd.Flags().Lookup("gold") == nil {
			return
		}
		_, name, _ := strings.Cut(cmd.CommandPath(), " ")
		for _, flag := range []string{"as", "facts", "allow-outside", "no-cache", "annotator"} {
			if has := cmd.Flags().Lookup(flag) != nil; has == slices.Contains(strings.Fields(left[name]), flag) {
				t.Errorf("%s has --%s: %v", cmd.CommandPath(), flag, has)
			}
		}
		delete(left, name)
	})
	if len(left) > 0 {
		t.Errorf("these open no run: %v", left)
	}
}

// A command has the settings of totals if it shows totals, and they change nothing that one
// example has.
func TestSettingsOfTotalsAreWhereTotalsAre(t *testing.T) {
	show := strings.Fields("faithscope agreement compare export figure gate open render score serve slurm tables")
	eachCommand(func(cmd *cobra.Command) {
		for _, s := range scoring.AllSettings() {
			has, scores := cmd.Flags().Lookup(s.Flag()) != nil, cmd.Flags().Lookup("average") != nil
			if want := !s.Totals || slices.Contains(show, cmd.Name()); scores && s.Help != "" && has != want {
				t.Errorf("%s has --%s: %v", cmd.CommandPath(), s.Flag(), has)
			}
		}
	})
	var moved []string
	for _, s := range scoring.AllSettings() {
		if to := strings.NewReplacer("false", "true", "0.", "0.7", "1000", "7").Replace(s.Default); s.Totals {
			moved = append(moved, "--"+s.Flag()+"="+to)
		}
	}
	nlvr := "demo/nlvr/runs/layer_count/predictions.json.zst"
	for _, run := range []string{"demo/counting/runs/scn-normal.jsonl.gz", "demo/dfol/runs/weak.jsonl.gz", nlvr} {
		for _, rows := range []string{"examples", "modules"} {
			args := []string{"export", run, "--images", "demo/nlvr/images", "--format", "csv", "--rows", rows, "-o", "-"}
			if run == nlvr {
				args = append(args, programtest.DemoArgs("layer_count")[1:5]...)
			}
			if plain := printed(t, args...); plain != printed(t, append(args, moved...)...) || len(plain) < 1000 {
				t.Errorf("%v: a setting of totals changes an example", args)
			}
		}
		args := []string{"score", run, "--no-intervals", "--format", "csv"}
		if printed(t, args...) == printed(t, append(args, moved...)...) && strings.Contains(run, "counting") {
			t.Errorf("%s: the settings of totals change no total", run)
		}
	}
}
