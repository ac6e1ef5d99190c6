package atomicfile

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

// ExposedError is why a file is refused whose secret others may know by now.
type ExposedError struct {
	Path string
	Mode os.FileMode
}

func (e *ExposedError) Error() string {
	return fmt.Sprintf("%s: others can read this private key (mode %04o); run: chmod 600 %s", e.Path, e.Mode.Perm(), quoted(e.Path))
}

// othersMay are the permissions of everybody but the owner.
const othersMay = 0o077

// readSecret reads a file that nobody but its owner may read. Windows has no such
// permissions to look at.
func readSecret(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat() // of what is read, whatever is at path by now
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode()&othersMay != 0 {
		return nil, &ExposedError{path, info.Mode()}
	}
	return io.ReadAll(f)
}

// quoted returns a path as a shell reads it.
func quoted(path string) string {
	plain := func(r rune) bool {
		return r < 0x80 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("/._-+:@", r))
	}
	if path != "" && strings.IndexFunc(path, func(r rune) bool { return !plain(r) }) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
