package commands

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/files/writer"
	"faithscope/views"
)

// pageText returns the command that writes a text to a temporary file that may only be read, shows
// it in $PAGER, or else $EDITOR, or less, and then removes it and redraws the screen. A failure is
// flashed.
func pageText(text string) tea.Cmd {
	return func() tea.Msg {
		file, err := writer.Temporary("", "record-*.json")
		if err != nil {
			return views.Flash{Text: "not shown: " + err.Error(), Bad: true}
		}
		_, err = file.WriteString(text + "\n")
		return pageFile(file.Name(), errors.Join(err, file.Chmod(0o400), file.Close()))()
	}
}

// pageFile returns the command that hands the terminal to the person's pager with a file, and removes
// the file when that has ended. written is why the file may be incomplete, nil for no reason.
func pageFile(path string, written error) tea.Cmd {
	words := append(strings.Fields(cmp.Or(os.Getenv("PAGER"), os.Getenv("EDITOR"), "less")), path)
	reader := exec.Command(words[0], words[1:]...)
	reader.Stdin, reader.Stdout, reader.Stderr = os.Stdin, os.Stdout, os.Stderr // the program's come between
	return tea.ExecProcess(reader, func(failed error) tea.Msg {
		if err := errors.Join(written, failed, os.Remove(path)); err != nil {
			return views.Flash{Text: "not shown: " + err.Error(), Bad: true}
		}
		return views.Redraw{}
	})
}
