package command

import (
	"runtime"
	"runtime/debug"
)

// Version is the version of both programs; the protocol and the rules have their own.
const Version = "0.1.0"

// commit is the commit of a release, set by the linker: go build would add the state of the repository.
var commit string

// VersionLine returns the output of --version: the version of a program, its commit if known, and the platform.
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
