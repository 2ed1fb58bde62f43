// Command licences writes the licences of the modules that are built into
// faithscope on any system, as faithscope licences prints them. The modules must
// have been downloaded. It fails if a module has no licence.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems are the systems for which there are releases.
var systems = []string{"linux", "darwin", "windows"}

// names are the names of files with licences and notices.
var names = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|unlicense)([.-].*)?$`)

// main prints the licence texts of all modules, each once below the modules that have it. It fails
// for a module without one.
func main() {
	log.SetFlags(0)
	texts := map[string][]string{} // modules by the text of their licence
	for _, module := range modules() {
		name, version, dir := module[0], module[1], module[2]
		text := licence(dir)
		if text == "" {
			log.Fatalf("%s %s has no licence in %s", name, version, dir)
		}
		texts[text] = append(texts[text], strings.TrimSpace(name+" "+version))
	}
	order := make([]string, 0, len(texts))
	for text := range texts {
		order = append(order, text)
	}
	slices.SortFunc(order, func(a, b string) int { return strings.Compare(texts[a][0], texts[b][0]) })
	for _, text := range order {
		fmt.Printf("== %s\n\n%s\n\n", strings.Join(texts[text], ", "), text)
	}
}

// modules returns the name, version and folder of each module, sorted by name, and
// of Go's own library.
func modules() (list [][3]string) {
	found := map[[3]string]bool{}
	for _, system := range systems {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}",
			"./cmd/faithscope")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			log.Fatal(err)
		}
		for line := range strings.FieldsSeq(strings.ReplaceAll(string(out), "\t", "\x00")) {
			parts := strings.Split(line, "\x00")
			found[[3]string{parts[0], parts[1], parts[2]}] = true
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		log.Fatal(err)
	}
	list = append(list, [3]string{"Go's standard library", "", strings.TrimSpace(string(root))})
	for module := range found {
		list = append(list, module)
	}
	slices.SortFunc(list, func(a, b [3]string) int { return strings.Compare(a[0], b[0]) })
	return list
}

// licence returns the texts of the licence files in a folder, in alphabetical order with an empty
// line between; "" for none. It ends the program if one cannot be read.
func licence(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		log.Fatal(err)
	}
	var texts []string
	for _, e := range entries {
		if !names.MatchString(e.Name()) || e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			log.Fatal(err)
		}
		if trimmed := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")); trimmed != "" {
			texts = append(texts, trimmed)
		}
	}
	return strings.Join(texts, "\n\n")
}
