package hub_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dogfight/internal/hub"
)

const someKey = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"

func TestAFileOfKeysIsReadLineByLine(t *testing.T) {
	text := "# our hosts\n\n  " + someKey + "  host\tnorth-1  \n"
	keys, err := hub.ParseKeys([]byte(text))
	if err != nil || len(keys) != 1 || keys[0] != (hub.Key{Public: someKey, Role: hub.RoleHost, Name: "north-1"}) {
		t.Fatalf("got %v, %v", keys, err)
	}
	if again, err := hub.ParseKeys([]byte(keys[0].String())); err != nil || again[0] != keys[0] {
		t.Errorf("its own line: %v, %v", again, err)
	}
}

func TestALineThatIsWrongIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"\n" + someKey:                              "line 2: must be a public key, a role and a name, got 1 words",
		someKey + " host a b":                       "line 1: must be",
		someKey + " king a":                         "line 1: the role must be host, door, operator or hub, got \"king\"",
		someKey + " host " + "a/b":                  "line 1: a name must have letters",
		someKey + " host " + nameOf(33):             "line 1: a name must have 1 to 32 letters, got 33",
		someKey[1:] + " host a":                     "is not a public user nkey",
		strings.ToLower(someKey) + " host a":        "is not a public user nkey",
		"SUAAAAAAAAAAAA host a":                     "looks like a secret seed",
		someKey + " host a\n" + someKey + " door b": "line 2: the same key as in line 1",
		strings.Repeat("#\n", 1<<19) + "# more":     "must be at most",
	} {
		if _, err := hub.ParseKeys([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: got %v, expected %q in it", text, err, want)
		}
	}
}

func nameOf(n int) string { return strings.Repeat("n", n) }

func TestASecretIsNotPrinted(t *testing.T) {
	const seed = "SUAGMJH5XLGZKQQWAWKRZJIGMOU4HPFUYLXJMXOO5NLFEO2OOQJ5LPRDPM"
	if _, err := hub.ParseKeys([]byte(seed + " host a")); err == nil || strings.Contains(err.Error(), seed) {
		t.Errorf("got %v", err)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add([]byte("# nobody\n" + someKey + " host a\n"))
	f.Add([]byte(someKey + " operator \xff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		keys, err := hub.ParseKeys(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		var written bytes.Buffer
		for _, k := range keys {
			written.WriteString(k.String() + "\n")
		}
		again, err := hub.ParseKeys(written.Bytes())
		if err != nil || len(again) != len(keys) {
			t.Fatalf("%v became %v, %v", keys, again, err)
		}
	})
}

func TestASeedIsForItsOwnerAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.nkey")
	public, err := hub.MakePair(file)
	if err != nil || public[0] != 'U' {
		t.Fatalf("got %q, %v", public, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := hub.MakePair(file); err == nil {
		t.Error("a second pair took the place of the first")
	}
}
