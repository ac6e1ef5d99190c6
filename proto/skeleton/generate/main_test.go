package main

import (
	"bytes"
	"os"
	"testing"
)

func TestTheTableIsWhatTheFileGives(t *testing.T) {
	raw, err := os.ReadFile("/usr/lib/python3/dist-packages/confusable_homoglyphs/confusables.json")
	if err != nil {
		t.Skip("python3-confusable-homoglyphs is not installed")
	}
	alike, err := parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile("../table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(table(alike), kept) {
		t.Error("table.go is out of date: run go generate ./proto/skeleton")
	}
}

func TestAPairHasOnePrototypeWhicheverComesFirst(t *testing.T) {
	alike, err := parse([]byte(`{"ꙅ": [{"c": "ƨ"}], "ƨ": [{"c": "ꙅ"}], "m": [{"c": "rn"}], "rn": [{"c": "m"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if all := settle(prototypes(alike)); len(all) != 2 || all['ꙅ'] != "ƨ" || all['m'] != "rn" {
		t.Errorf("expected ꙅ to look like ƨ and m like rn, got %q", all)
	}
}
