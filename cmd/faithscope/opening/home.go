package opening

import (
	"os"
	"path/filepath"
)

// UserFolder is a folder of the person's own files, as in the XDG Base Directory Specification.
type UserFolder struct {
	variable string // environment variable that names the folder
	usual    string // folder below the person's home otherwise
}

// The folders of the program.
var (
	Config = UserFolder{"XDG_CONFIG_HOME", ".config"}
	Data   = UserFolder{"XDG_DATA_HOME", ".local/share"}
	State  = UserFolder{"XDG_STATE_HOME", ".local/state"}
	Cache  = UserFolder{"XDG_CACHE_HOME", ".cache"}
)

// File returns the absolute path of this program's file in the folder, or of its own folder for "".
// It creates nothing. Without a home it is below the root, because the current folder may be
// somebody else's.
func (h UserFolder) File(fileName string) string {
	folder := os.Getenv(h.variable)
	if !filepath.IsAbs(folder) {
		home, _ := os.UserHomeDir() // "" if nothing names it
		if !filepath.IsAbs(home) {
			home = string(filepath.Separator)
		}
		folder = filepath.Join(home, h.usual)
	}
	return filepath.Join(folder, "faithscope", fileName)
}
