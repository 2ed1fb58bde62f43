package opening

import (
	"os"
	"path/filepath"
)

// Home is a folder of the person's own files, as the XDG Base Directory
// Specification has it.
type Home struct {
	variable string // of the environment, which names the folder
	usual    string // the folder otherwise, below the person's home
}

// The folders in use.
var (
	Config = Home{"XDG_CONFIG_HOME", ".config"}
	Data   = Home{"XDG_DATA_HOME", ".local/share"}
	State  = Home{"XDG_STATE_HOME", ".local/state"}
	Cache  = Home{"XDG_CACHE_HOME", ".cache"}
)

// File returns the path of a file of this program in the folder, or of the program's own folder in
// it for "". It creates nothing. The path is absolute even where nothing names a home: the current
// folder may be somebody else's.
func (h Home) File(name string) string {
	folder := os.Getenv(h.variable)
	if !filepath.IsAbs(folder) {
		home, _ := os.UserHomeDir() // "" if nothing names it
		if !filepath.IsAbs(home) {
			home = string(filepath.Separator)
		}
		folder = filepath.Join(home, h.usual)
	}
	return filepath.Join(folder, "faithscope", name)
}
