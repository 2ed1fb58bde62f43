package serve

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/crypto/ssh"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/writer"
)

// harmless lists the options that forbid what no guest may do anyway.
var harmless = []string{"no-agent-forwarding", "no-port-forwarding", "no-X11-forwarding", "no-user-rc"}

func idOf(publicKey ssh.PublicKey) string {
	return strings.NewReplacer(":", "=", "/", "_").Replace(ssh.FingerprintSHA256(publicKey))
}

// readKeys returns guests' names by id from an authorized_keys file (sshd(8)), which others must
// not be able to change unless skipCheck. It skips lines with options that it cannot enforce, and names
// them in left; like sshd it skips invalid lines and repeated keys. Unless ownerName is "", err lists
// keys with this name, or another key's, case aside.
func readKeys(keysPath string, skipCheck bool, ownerName string) (names map[string]string, left []string, err error) {
	if err := checkTrusted(keysPath, writable, skipCheck); err != nil {
		return nil, nil, err
	}
	text, err := files.ReadOwn(keysPath)
	if err != nil {
		return nil, nil, err
	}
	names, holders := map[string]string{}, map[string]string{ownerName: "the owner"}
	for n, line := range bytes.Split(text, []byte("\n")) {
		public, comment, options, _, wrong := ssh.ParseAuthorizedKey(line)
		if wrong != nil {
			continue
		}
		if i := slices.IndexFunc(options, func(o string) bool { return !slices.Contains(harmless, o) }); i >= 0 {
			left = append(left, fmt.Sprintf("%s:%d: unknown option %q; key ignored", keysPath, n+1, options[i]))
			continue
		}
		id := idOf(public)
		if names[id] != "" {
			continue
		}
		name := cmp.Or(nameOf(comment), id)
		folded := strings.ToLower(strings.ToUpper(name))
		if other := holders[folded]; other != "" && ownerName != "" {
			err = errors.Join(err, fmt.Errorf("%s:%d: the comment %q is already used by %s; give this key another comment",
				keysPath, n+1, name, other))
			name = id
		}
		names[id], holders[folded] = name, fmt.Sprintf("line %d", n+1)
	}
	return names, left, err
}

const longestName = 64

// nameOf returns a key's comment without what a terminal cannot show; "" if it is over longestName.
func nameOf(keyComment string) string {
	name := strings.Join(strings.Fields(strings.ReplaceAll(loaders.Clean(keyComment), "\ufffd", "")), " ")
	if len(name) > longestName {
		return ""
	}
	return name
}

var errUnknownKey = errors.New("the key is not in the authorized_keys file")

// hostKey makes a missing key, so that a first start needs no preparation. Unless skipCheck, others must
// not be able to read or change it.
func hostKey(keyPath string, skipCheck bool) (ssh.Signer, error) {
	if _, err := os.Lstat(keyPath); errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(keyPath); err != nil {
			return nil, fmt.Errorf("can't create the host key: %w", err)
		}
	}
	if err := checkTrusted(keyPath, readable, skipCheck); err != nil {
		return nil, err
	}
	text, err := files.ReadOwn(keyPath)
	if err != nil {
		return nil, err
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", keyPath, err)
	}
	return signer, nil
}

func makeKey(keyPath string) error {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "faithscope")
	if err != nil {
		return err
	}
	return writer.Save(keyPath, pem.EncodeToMemory(block))
}

// checkTrusted returns an error that says what to do if others could change a file or a folder above
// it. Like StrictModes in sshd_config(5), both must belong to this user or root, without write access
// for others, or read access if fileMode is readable.
func checkTrusted(path string, fileMode fs.FileMode, skipCheck bool) error {
	at, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(at)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	if at, err = filepath.Abs(at); err != nil || skipCheck {
		return err
	}
	if fileMode == readable && info.Mode()&readable != 0 {
		return fmt.Errorf("other users can read %s: run chmod 600 on it%s", at, orLoose)
	}
	if err := checkChangeable(at, info, writable); err != nil {
		return err
	}
	for above := filepath.Dir(at); above != at; at, above = above, filepath.Dir(above) {
		if info, err = os.Stat(above); err != nil {
			return err
		}
		if err := checkChangeable(above, info, writable|fs.ModeSticky); err != nil {
			return err
		}
	}
	return nil
}

// The bits that let others access a file, or write it.
const readable, writable fs.FileMode = 0o077, 0o022

const orLoose = ", or start with --strict-modes=false if that is intended"

func checkChangeable(path string, fileInfo fs.FileInfo, fileMode fs.FileMode) error {
	if uid, known := writer.OwnerOf(fileInfo); known && uid != 0 && uid != os.Geteuid() {
		return fmt.Errorf("%s belongs to another user: run chown on it%s", path, orLoose)
	}
	if others := fileInfo.Mode() & fileMode; others&writable != 0 && others&fs.ModeSticky == 0 {
		return fmt.Errorf("other users can write to %s: run chmod go-w on it%s", path, orLoose)
	}
	return nil
}
