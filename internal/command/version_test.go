package command

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestTheVersionNamesTheCommitAndThePlatform(t *testing.T) {
	built := []debug.BuildSetting{{Key: "vcs.revision", Value: "73ad2fe6039e6fef28caea602076808941fdcbf6"}, {Key: "vcs.modified", Value: "false"}}
	changed := []debug.BuildSetting{built[0], {Key: "vcs.modified", Value: "true"}}
	platform := runtime.GOOS + "/" + runtime.GOARCH + ")"
	for want, settings := range map[string][]debug.BuildSetting{
		"x " + Version + " (" + platform:                             nil,
		"x " + Version + " (73ad2fe6039e, " + platform:               built,
		"x " + Version + " (73ad2fe6039e, with changes, " + platform: changed,
	} {
		if got := versionLine("x", settings); got != want {
			t.Errorf("expected %q, found %q", want, got)
		}
	}
}
