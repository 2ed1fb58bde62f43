// Package retired tells people what to do instead of what this release no longer has.
package retired

import "fmt"

// List holds what was removed, by the name that people type, and what to do instead. The table
// under "Removed" in the changelog has the same rows.
var List = []struct{ Name, Instead string }{
	{"s3://", "copy the file with `aws s3 cp`, or open a presigned https link"},
	{"gs://", "copy the file with `gcloud storage cp`, or open a signed https link"},
	{"--junit", "use the exit code of `gate`, its text, or `--format json`"},
}

// Error returns what to do instead of name, as an error, or nil if name is not in [List].
func Error(name string) error {
	for _, entry := range List {
		if entry.Name == name {
			return fmt.Errorf("%s was removed: %s", name, entry.Instead)
		}
	}
	return nil
}
