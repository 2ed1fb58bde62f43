// Package retired tells people what to use instead of removed features.
package retired

import (
	"cmp"
	"fmt"
	"regexp"
)

const convertBoxes = "convert the boxes to COCO JSON, or write a run with the helper that `faithscope python` prints"

// List has what was removed, by the name that people type, and what to do instead. The table under
// "Removed" in the changelog has the same rows.
var List = []struct{ Name, Instead string }{
	{"s3://", "copy the file with `aws s3 cp`, or open a presigned https link"},
	{"gs://", "copy the file with `gcloud storage cp`, or open a signed https link"},
	{"--junit", "use the exit code of `gate`, its text output, or `--format json`"},
	{"faithscope replay", "`y` `p` copies the `faithscope render --view` command that draws the view; put such commands in a shell script"},
	{":notebook", "`:save-view NAME` saves a view; `y` `p` copies a command that draws it, `y` `l` one that opens it"},
	{"voc", convertBoxes},
	{"yolo", convertBoxes},
	{
		"yes-no",
		"use `score --protocol answers,classes`, and read POPE's precision, recall and F1 in the row yes; " +
			"`right=yes-no` and `right=mme` still judge answers",
	},
	{":layer-1", "`w` `l` picks a version of the example by name, as does `:layer recorded`"},
	{":base-run", "use `g` `r` or `:run NAME`"},
	{":swap", "use `:compare B against A`"},
	{":as-picture", "`--graphics none` draws figures as text; `faithscope figure -o FILE.txt` prints one"},
	{":forget-map", "open the file with `--map none`"},
	{":this-culprit", "press `enter` on a module in Runs or a group in Groups (`3`), or use `:filter culprit=find`"},
	{":this-cause", "press `enter` on a cause in Runs or Groups (`3`), or use `:filter culprit.cause:low`"},
	{":this-value", "press `enter` on a group in Groups (`3`), or use `:filter answer.predicted=no`"},
	{"hover", "click a row to select or open it, or press `z` for more room"},
	{"scheme", "`--theme auto` follows the background at startup; `:theme` changes it later"},
	{"ascii", "use `--graphics none`; `auto` chooses it if half blocks can't be drawn"},
	{
		"trainer",
		"no program writes that table, but `--map question=input_text,predicted=pred_ids,gold=label_ids` reads it; " +
			"rows with `label` and `predicted_label` open as a `table`",
	},
	{"nmn-drop-demo", "nobody has published such a file; write a run with the helper that `faithscope python` prints"},
}

// letters are the keys of removed actions: of a menu, and in it.
var letters = map[string]string{
	"w1": ":layer-1", "w2": ":layer-1", "gb": ":base-run", "vx": ":as-picture", "vf": ":forget-map",
	"fc": ":this-culprit", "fa": ":this-cause", "fi": ":this-value",
}

// Error returns, as an error, what to do instead of formatName, which may also be the letters of an
// action; nil if formatName isn't in [List].
func Error(formatName string) error {
	formatName = cmp.Or(letters[formatName], formatName)
	for _, entry := range List {
		if entry.Name == formatName {
			return fmt.Errorf("%s was removed: %s", formatName, entry.Instead)
		}
	}
	return nil
}

var (
	voc  = regexp.MustCompile(`^\s*(<\?xml(?s:.*?)\?>\s*)?<annotation[ >]`)
	yolo = regexp.MustCompile(`^\d+( -?[01]?\.\d+){4,} *\r?(\n|$)`)
	demo = regexp.MustCompile(`^\s*\[?\s*\{(?s:.*)"program_nested_expression":`)
)

// FileError returns the error for a file of a removed format, by its first bytes; nil for others.
func FileError(head []byte) error {
	switch {
	case voc.Match(head):
		return Error("voc")
	case yolo.Match(head):
		return Error("yolo")
	case demo.Match(head):
		return Error("nmn-drop-demo")
	}
	return nil
}
