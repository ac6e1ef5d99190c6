package foreign

import (
	"strings"
	"testing"
)

func TestAddressesNameProtocolHostAndPort(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]Server{
		"dogfight://example.org":                 {"dogfight", "example.org:6699", false},
		"dogfight://10.0.0.1:7000/":              {"dogfight", "10.0.0.1:7000", false},
		"rtype://[::1]":                          {"rtype", "[::1]:4243", false},
		"rtype-code://[fe80::1]:9":               {"rtype-code", "[fe80::1]:9", false},
		"rtype://host:4243?floats=big-endian":    {"rtype", "host:4243", true},
		"rtype-code://a.very.long.name.example:": {"rtype-code", "a.very.long.name.example:4244", false},
	} {
		if s, err := Parse(address); err != nil || s != want || !Speaks(address) {
			t.Errorf("%s: %+v, %v", address, s, err)
		} else if again, err := Parse(s.String()); err != nil || again != s {
			t.Errorf("%s: written as %s, which reads as %+v, %v", address, s, again, err)
		}
	}
}

func TestOtherAddressesAreRefusedWithTheForm(t *testing.T) {
	t.Parallel()
	for address, why := range map[string]string{
		"dogfight://":                         `must be dogfight://HOST[:PORT], got "dogfight://"`,
		"dogfight://me@host":                  "must be dogfight://HOST[:PORT], got",
		"dogfight://host/match":               "must be dogfight://HOST[:PORT], got",
		"dogfight://host?floats=big-endian":   "must be dogfight://HOST[:PORT], got",
		"rtype://host?floats=small":           "must be rtype://HOST[:PORT][?floats=big-endian], got",
		"rtype-code://host?floats=big-endian": "must be rtype-code://HOST[:PORT], got",
		"rtype://host:0":                      "port must be 1 to 65535, got",
		"rtype://host:70000":                  "port must be 1 to 65535, got",
		"rtype://host:port":                   "must be rtype://HOST[:PORT][?floats=big-endian], got",
		"dogfight://ho st":                    "must be dogfight://HOST[:PORT], got",
		"dogfight://host#1":                   "must be dogfight://HOST[:PORT], got",
	} {
		if _, err := Parse(address); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: expected %q, got %v", address, why, err)
		}
	}
}

func TestAddressesOfOurHostsAreNotForeign(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "host", "host:4242", "ssh://host", "http://host", "[::1]:4242", "dogfight", "carnage://host"} {
		if Speaks(address) {
			t.Errorf("%q is mistaken for a foreign server's", address)
		}
	}
}
