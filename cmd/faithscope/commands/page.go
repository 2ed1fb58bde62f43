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

// pageText writes a text to a temporary file that only may be read, and returns the command that
// shows it in $PAGER, or else $EDITOR, or less, and then removes it and redraws the screen. A
// failure is flashed.
func pageText(text string) tea.Cmd {
	file, err := writer.Temporary("", "record-*.json")
	if err != nil {
		return views.Send(views.Flash{Text: err.Error(), Bad: true})
	}
	_, err = file.WriteString(text + "\n")
	err = errors.Join(err, file.Chmod(0o400), file.Close())
	words := append(strings.Fields(cmp.Or(os.Getenv("PAGER"), os.Getenv("EDITOR"), "less")), file.Name())
	reader := exec.Command(words[0], words[1:]...)
	reader.Stdin, reader.Stdout, reader.Stderr = os.Stdin, os.Stdout, os.Stderr // the program's come between
	return tea.ExecProcess(reader, func(failed error) tea.Msg {
		if err := errors.Join(err, failed, os.Remove(file.Name())); err != nil {
			return views.Flash{Text: "not shown: " + err.Error(), Bad: true}
		}
		return views.Redraw{}
	})
}
