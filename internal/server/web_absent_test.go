package server

import (
	"io"
	stdnet "net"
	"runtime"
	"strings"
	"testing"

	"dogfight/net"
)

func TestNothingOfTheDoorForBrowsersRunsWithoutOne(t *testing.T) {
	for web, want := range map[string]bool{"": false, "127.0.0.1:0": true} {
		s, err := Start(Options{
			Dirs: ownDirs(t), Match: net.MatchOptions{Skill: 2, Arena: "duel", OffRecord: true}, Title: "Test", Listen: "127.0.0.1:0", Hidden: true, Web: web,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range s.Doors() { // so that it surely runs, where there is one
			if d.Name() != "web" {
				continue
			}
			if c, err := stdnet.Dial("tcp", d.Addrs()[0]); err == nil {
				io.WriteString(c, "GET / HTTP/1.0\r\n\r\n")
				c.Read(make([]byte, 1))
				defer c.Close()
			}
		}
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		if runs := strings.Contains(string(stacks), "dogfight/net/webd.") || strings.Contains(string(stacks), "net/http.("); runs != want {
			t.Errorf("with a door at %q, something of it runs: %v", web, runs)
		}
		s.Close()
	}
}
