package webd

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// npmPackage is an entry of packages.json.
type npmPackage struct {
	Name, Version, License, Tarball, Integrity string

	Files []struct{ File, From, SHA256 string }
}

func npmPackages(t *testing.T) (packages []npmPackage) {
	t.Helper()
	b, err := fs.ReadFile(embedded, "npm/packages.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &packages); err != nil {
		t.Fatal(err)
	}
	return packages
}

// plain returns a file of others as it was before it was compressed.
func plain(t *testing.T, name string) []byte {
	t.Helper()
	b, err := fs.ReadFile(embedded, path.Join("npm", name))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, packed) {
		return newFile("", b, true).unpack()
	}
	return b
}

func TestFilesOfOthersAreAsTheyPublishedThem(t *testing.T) {
	known := []string{"npm/README.md", "npm/packages.json"}
	for _, p := range npmPackages(t) {
		licensed := false
		for _, f := range p.Files {
			known = append(known, path.Join("npm", f.File))
			licensed = licensed || path.Base(f.File) == "LICENSE" && len(plain(t, f.File)) > 1000
			if sum := sha256.Sum256(plain(t, f.File)); hex.EncodeToString(sum[:]) != f.SHA256 {
				t.Errorf("%s %s: the SHA-256 of %s is %x", p.Name, p.Version, f.File, sum)
			}
		}
		if !licensed {
			t.Errorf("%s %s: there is no text of its licence, %s", p.Name, p.Version, p.License)
		}
	}
	fs.WalkDir(embedded, "npm", func(name string, d fs.DirEntry, _ error) error {
		if !d.IsDir() && !slices.Contains(known, name) {
			t.Errorf("%s: packages.json does not say where it is from", name)
		}
		return nil
	})
}

// TestFilesOfOthersAreWhatNPMHas runs where there is a network, and NPM is set.
func TestFilesOfOthersAreWhatNPMHas(t *testing.T) {
	if os.Getenv("NPM") == "" {
		t.Skip("NPM is not set: nothing is downloaded")
	}
	for _, p := range npmPackages(t) {
		folder := t.TempDir()
		pack := exec.Command("npm", "pack", "--silent", "--ignore-scripts", p.Name+"@"+p.Version)
		pack.Dir, pack.Stderr = folder, os.Stderr
		out, err := pack.Output()
		if err != nil {
			t.Fatal(err)
		}
		tarball, err := os.ReadFile(path.Join(folder, strings.TrimSpace(string(out))))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha512.Sum512(tarball); "sha512-"+base64.StdEncoding.EncodeToString(sum[:]) != p.Integrity {
			t.Fatalf("%s: the SHA-512 of %s is %x", p.Name, p.Tarball, sum)
		}
		published := unpackTar(t, tarball)
		for _, f := range p.Files {
			if !bytes.Equal(published[f.From], plain(t, f.File)) {
				t.Errorf("%s is not %s of %s", f.File, f.From, p.Tarball)
			}
		}
	}
}

// unpackTar returns the files of a compressed archive by their names.
func unpackTar(t *testing.T, tarball []byte) map[string][]byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(tarball))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}
