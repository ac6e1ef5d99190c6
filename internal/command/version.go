package command

import (
	"runtime"
	"runtime/debug"
)

// Version is that of both programs; the protocol and the rules have their own.
const Version = "0.1.0"

// commit is the commit of a release. The linker sets it: go build would note the state of the repository, too.
var commit string

// VersionLine returns what --version prints: the version of a program, the commit that it was built from where Go has noted it, and the platform.
func VersionLine(program string) string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		info = &debug.BuildInfo{}
	}
	return versionLine(program, info.Settings)
}

func versionLine(program string, settings []debug.BuildSetting) string {
	commit := commit
	if commit != "" {
		commit = commit[:min(len(commit), 12)] + ", "
	}
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)] + ", "
		case s.Key == "vcs.modified" && s.Value == "true":
			commit += "with changes, "
		}
	}
	return program + " " + Version + " (" + commit + runtime.GOOS + "/" + runtime.GOARCH + ")"
}
