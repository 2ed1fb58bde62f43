package serve

import (
	"bytes"
	"errors"
	"fmt"
	"os"
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
// others than the owner may write the file.
func readKeys(path string) (keys []key, left []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if info.Mode().Perm()&0o022 != 0 {
		return nil, nil, fmt.Errorf("%s: others than its owner may write it: chmod go-w", path)
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

// guest returns the name of the guest whose key is public. The file is read
// each time: a key that is taken out is out at once.
func guest(path string, public ssh.PublicKey) (name string, err error) {
	keys, _, err := readKeys(path)
	if err != nil {
		return "", err
	}
	if public != nil {
		for _, k := range keys {
			if bytes.Equal(k.Marshal(), public.Marshal()) {
				return k.name, nil
			}
		}
	}
	return "", errUnknownKey
}
