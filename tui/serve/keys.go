package serve

import (
	"bytes"
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/crypto/ssh"
)

// harmless are the options of a line that take away what no guest has.
var harmless = []string{"no-agent-forwarding", "no-port-forwarding", "no-X11-forwarding", "no-user-rc"}

// key is a line of an authorized_keys file.
type key struct {
	ssh.PublicKey
	name string
}

// readKeys reads the keys of an authorized_keys file (sshd(8)). A line with an
// option that is not harmless is left out and named in left: what it restricts
// would not be. Lines that are not keys are left out as sshd does. It fails where
// others could change the file, unless loose says that this is as it should be.
func readKeys(path string, loose bool) (keys []key, left []string, err error) {
	if err := trusted(path, writable, loose); err != nil {
		return nil, nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	for n, line := range bytes.Split(text, []byte("\n")) {
		public, comment, options, _, err := ssh.ParseAuthorizedKey(line)
		if err != nil {
			continue
		}
		if i := slices.IndexFunc(options, func(o string) bool { return !slices.Contains(harmless, o) }); i >= 0 {
			left = append(left, fmt.Sprintf("%s:%d: the option %q is not known here: the key is left out", path, n+1, options[i]))
			continue
		}
		keys = append(keys, key{public, nameOf(comment, public)})
	}
	return keys, left, nil
}

// longestName bounds the name of a guest in bytes.
const longestName = 64

// nameOf is what a guest is called: the first word of the key's comment, of
// letters, digits and ._@-, or else the key's fingerprint.
func nameOf(comment string, public ssh.PublicKey) string {
	word, _, _ := strings.Cut(strings.TrimSpace(comment), " ")
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._@-", r) {
			return r
		}
		return -1
	}, word)
	if name == "" || len(name) > longestName {
		return ssh.FingerprintSHA256(public)
	}
	return name
}

var errUnknownKey = errors.New("the key is not listed")

// hostKey reads the server's private key, and makes it where it is not there. It
// fails where others could read it, unless loose says that this is as it should
// be.
func hostKey(path string, loose bool) (ssh.Signer, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(path); err != nil {
			return nil, fmt.Errorf("the host key is not made: %w", err)
		}
	}
	if err := trusted(path, readable, loose); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return signer, nil
}

// makeKey makes a private key that nobody else can read.
func makeKey(path string) error {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "faithscope")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, pem.EncodeToMemory(block), 0o600)
}

// trusted says what to do about a file, or a folder that it is in, that others
// could change, as StrictModes of sshd_config(5): both belong to this user or to
// root, and nobody else may write them, nor read the file where mode is readable.
// A folder that everybody may write, but where nobody may remove what is others',
// is one of the system's.
func trusted(path string, mode fs.FileMode, loose bool) error {
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
	if at, err = filepath.Abs(at); err != nil || loose {
		return err
	}
	if mode == readable && info.Mode()&readable != 0 {
		return fmt.Errorf("others than its owner may read %s: chmod 600 it%s", at, orLoose)
	}
	if err := changeable(at, info, writable); err != nil {
		return err
	}
	for above := filepath.Dir(at); above != at; at, above = above, filepath.Dir(above) {
		if info, err = os.Stat(above); err != nil {
			return err
		}
		if err := changeable(above, info, writable|fs.ModeSticky); err != nil {
			return err
		}
	}
	return nil
}

// The bits of a mode by which others than the owner read a file, or write it.
const readable, writable fs.FileMode = 0o077, 0o022

const orLoose = ", or start with --strict-modes=false where it is meant to be so"

// changeable says what to do where others may write what is at a path, nil where
// they may not; with the sticky bit in mode, where they may remove it too.
func changeable(at string, info fs.FileInfo, mode fs.FileMode) error {
	if uid, known := owner(info); known && uid != 0 && uid != os.Geteuid() {
		return fmt.Errorf("%s belongs to another user: chown it to yours%s", at, orLoose)
	}
	if others := info.Mode() & mode; others&writable != 0 && others&fs.ModeSticky == 0 {
		return fmt.Errorf("others than its owner may write %s: chmod go-w it%s", at, orLoose)
	}
	return nil
}
