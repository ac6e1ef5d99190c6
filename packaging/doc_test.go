// Package packaging has tests of the files by which the two programs are installed.
package packaging
