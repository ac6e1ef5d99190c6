package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// chosenTests matches a command that runs tests by their names: its pattern, and the rest of its line.
var chosenTests = regexp.MustCompile(`(?m)\b(?:go test|tests)\b[^\n|` + "`" + `]* -run '?([\w|]+)'?([^\n` + "`" + `]*)`)

// packagePath matches the path of a package.
var packagePath = regexp.MustCompile(`\s\./([\w/]*)`)

func TestTestsThatScriptsAndDocumentsNameExist(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range append(files, ".ci/run", ".ci/soak", "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range chosenTests.FindAllStringSubmatch(string(text), -1) {
			for _, name := range strings.Split(m[1], "|") {
				found++
				if !testNamed(t, name, packagePath.FindAllStringSubmatch(" "+m[0], -1)) {
					t.Errorf("%s: %q: no test has %s in its name", file, m[0], name)
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("%d names of tests, expected 10 or more", found)
	}
}

// testNamed reports whether a test of one of the packages has the name in its own.
func testNamed(t *testing.T, name string, packages [][]string) bool {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func Test\w*` + strings.TrimPrefix(name, "Test"))
	for _, p := range packages {
		files, err := filepath.Glob(filepath.Join(p[1], "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if declared.Match(text) {
				return true
			}
		}
	}
	return false
}
