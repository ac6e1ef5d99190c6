package admission

import "slices"

// indent begins a line that belongs to the ban above it.
const indent = "  "

// belongs reports whether a line belongs to the ban above it, if there is one.
func belongs(line string) bool { return line != "" && (line[0] == ' ' || line[0] == '\t') }

// says reports whether a line bans anything.
func says(line string) bool {
	b, err := parseLine(line)
	return err == nil && b.What != ""
}

// with returns the lines of a file with those that keep out one player, some of which
// may be there.
func with(lines []string, whole []Ban) []string {
	known := slices.IndexFunc(lines, func(line string) bool {
		return slices.ContainsFunc(whole, func(b Ban) bool { return b.is(line) })
	})
	at := len(lines)
	if known >= 0 {
		_, at = banGroup(lines, known)
	}
	var news []string
	for _, b := range whole {
		switch {
		case slices.ContainsFunc(lines, b.is):
		case known >= 0 || len(news) > 0:
			news = append(news, indent+b.line())
		default:
			news = append(news, b.line())
		}
	}
	return slices.Insert(slices.Clone(lines), at, news...)
}

// without returns the lines without the bans that ban the same as b, and what these banned.
func withoutBan(lines []string, b Ban) (left []string, gone []Ban) {
	left = slices.Clone(lines)
	for i := slices.IndexFunc(left, b.is); i >= 0; i = slices.IndexFunc(left, b.is) {
		first, end := banGroup(left, i)
		for _, line := range left[first:end] {
			was, _ := parseLine(line) // without error, or it were in no group
			gone = append(gone, was)
		}
		left = slices.Delete(left, first, end)
	}
	return left, gone
}

// group returns where the ban begins and ends that a line is a part of.
func banGroup(lines []string, i int) (first, end int) {
	for first = i; first > 0 && belongs(lines[first]) && says(lines[first-1]); first-- {
	}
	for end = i + 1; end < len(lines) && belongs(lines[end]) && says(lines[end]); end++ {
	}
	return first, end
}
