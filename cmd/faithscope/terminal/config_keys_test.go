//go:build unix

package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// writeConfigFile writes a configuration file and returns its path.
func writeConfigFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	check.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func TestConfigIsPrintedAndRead(t *testing.T) {
	t.Parallel()
	mine := writeConfigFile(t, "theme = \"tol\"\n[keys]\nexamples = \"f2\"\nright-not-faithful = []\nhelp = [\"f1\", \"?\"]\n")
	out, _, err := programtest.Command(t, "config", "--config", mine)
	check.NoError(t, err)
	check.Contains(t, out, "\ntheme = 'tol'\n", "\n# wait = '300ms'\n", "\nexamples = ['f2']\n", "\nright-not-faithful = []\n",
		"\n# filter = ['/']\n")
	again, _, err := programtest.Command(t, "config", "--config", writeConfigFile(t, out))
	path := regexp.MustCompile(`(?m)^# .*config\.toml$`)
	if err != nil || path.ReplaceAllString(again, "") != path.ReplaceAllString(out, "") {
		t.Errorf("read again it is another (%v):\n%s", err, again)
	}
}

func TestConfigSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	manyUnknown := "[keys]\n"
	for k := range 150 {
		manyUnknown += fmt.Sprintf("k%03d = \"x\"\n", k)
	}
	for text, want := range map[string]string{
		"[keys]\nfliter = \"x\"\n":                  "did you mean filter",
		"[keys]\nnotebook = \"x\"\n":                ":notebook was removed: `:save-view NAME`",
		"[keys]\nzebra = \"x\"\napple = \"x\"\n":    "no action is called apple, zebra",
		"[keys]\nfilter = 3\n":                      "a key must be a string",
		"[keys]\nfilter = \"z\"\nreverse = \"z\"\n": "would both use \"z\"",
		"[keys]\nnext-failure = \"q\"\n":            "back and next-failure would both use \"q\" (screen: Examples)",
		"[keys]\nback = \"j\"\n":                    "back and down would both use \"j\"",
		"[keys]\nfilter = \"ctrl+banana\"\n":        "a key must be a string",
		"keys = \"x\"\n":                            "table",
		"colour = \"x\"\n":                          "is not a setting",
		manyUnknown:                                 "k098, k099, and 50 more",
	} {
		_, _, err := programtest.Command(t, "config", "--config", writeConfigFile(t, text))
		check.Error(t, "config", err, want, text)
	}
}

func TestOwnKeysWork(t *testing.T) {
	t.Parallel()
	config := writeConfigFile(t, "[keys]\nexamples = \"Z\"\n")
	term := screentest.Start(t, programtest.Wide, programtest.FaithfulCommand("--config", config))
	term.WaitFor("5 Results")
	term.Type("2") // the key that it had
	term.Walk("Z", "file order")
}

// A configuration of a hundred thousand keys is refused at once.
func TestHugeConfigIsRefused(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "key%d = 1\n", i)
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	check.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
	said, err := exec.Command("faithscope", "config", "--config", path).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "config.toml: larger than 256 KB") {
		t.Errorf("%v: %s", err, said)
	}
}
