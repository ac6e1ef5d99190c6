package adversary

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The package comment names files from the root, or from the folder of the file before it on
// the line, or from this one.
func TestTheFilesOfTheIndexExist(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`[\w/]+_test\.go`)
	found := 0
	for line := range strings.Lines(string(doc)) {
		folder := "net/adversary"
		for _, file := range named.FindAllString(line, -1) {
			if strings.Contains(file, "/") {
				folder = filepath.Dir(file)
			}
			path := filepath.Join("..", "..", folder, filepath.Base(file))
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %v", strings.TrimSpace(line), err)
			}
			found++
		}
	}
	if found < 20 {
		t.Errorf("only %d files are named", found)
	}
	all, _ := filepath.Glob("*_test.go")
	for _, file := range all {
		if file != "index_test.go" && !strings.Contains(string(doc), file) {
			t.Errorf("%s is not in the index", file)
		}
	}
}
