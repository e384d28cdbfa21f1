package document

import (
	"bytes"
	"strings"

	"dormouse/land"
	"dormouse/land/pattern"
	"dormouse/land/transcript"
)

// A log keeps its lines for ever. What was forgotten of a line that has no id, a
// night's paragraph or a bullet written by hand, is named by its hash in the same
// log: "- Forgotten: a part of this day #1f2e3d4c5b6a7988". Whoever reads the log
// for an answer, a prompt or a night reads it veiled.

// partForm is such a line.
var partForm = pattern.Of(`^[-*+] ` + partMark + `((?: #[0-9a-f]{16})+)$`)

const partMark = "Forgotten: a part of this day"

// PartLine names hidden texts by their hashes.
func PartLine(texts []string) string {
	var b strings.Builder
	b.WriteString(partMark)
	for _, t := range texts {
		b.WriteString(" #" + transcript.PieceHash(t))
	}
	return b.String()
}

// Told is what of a file of the land is for who answers, line for line: without what
// was forgotten of it, and without the lines that say so.
func Told(name string, text []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(Veiled(name, text)) {
		if said := strings.TrimRight(string(line), "\r\n"); len(said) > 2 && strings.Contains("-*+", said[:1]) {
			if _, forgets := Forgets(said[2:]); forgets {
				line = line[len(said):]
			}
		}
		b.Write(line)
	}
	return b.Bytes()
}

// Veiled is a file of the land without what was forgotten of it, line for line.
func Veiled(name string, text []byte) []byte {
	if strings.HasPrefix(name, land.SessionsDir+"/") {
		return transcript.VeilFile(text)
	}
	return []byte(WithoutParts(string(text), PartsGone(string(text))))
}

// WithoutParts is a text without the sentences of these hashes, and without the
// lines that name them.
func WithoutParts(text string, gone map[string]bool) string {
	if len(gone) == 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if partForm().MatchString(strings.TrimRight(line, "\r\n")) {
			b.WriteString(strings.Repeat("\n", strings.Count(line, "\n")))
			continue
		}
		at := 0
		for _, s := range Sentences(line) {
			if gone[transcript.PieceHash(line[s[0]:s[1]])] {
				b.WriteString(line[at:s[0]] + transcript.Forgotten)
				at = s[1]
			}
		}
		b.WriteString(line[at:])
	}
	return b.String()
}

// Blank says whether a veiled text tells nothing any more.
func Blank(veiled string) bool {
	return len(Sentences(strings.ReplaceAll(veiled, transcript.Forgotten, ""))) == 0
}

// PartsGone are the hashes that the lines of a note name.
func PartsGone(text string) map[string]bool {
	if !strings.Contains(text, partMark) {
		return nil
	}
	gone := map[string]bool{}
	for line := range strings.Lines(text) {
		if m := partForm().FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			for hash := range strings.FieldsSeq(m[1]) {
				gone[strings.TrimPrefix(hash, "#")] = true
			}
		}
	}
	return gone
}

// Sentences are the places of the sentences of a text, each without the white
// space, the bullet and the id around it.
func Sentences(text string) [][2]int {
	var out [][2]int
	add := func(from, to int) {
		s := text[from:to]
		from += len(s) - len(strings.TrimLeft(s, " \t\r\n-*+#>[("))
		if s = strings.TrimRight(text[from:to], " \t\r\n"); s == "" {
			return
		}
		s, _ = CutID(s)
		if s = strings.TrimRight(s, " \t"); s != "" {
			out = append(out, [2]int{from, from + len(s)})
		}
	}
	from := 0
	for i, r := range text {
		end := i + len(string(r))
		switch {
		case r == '\n':
		case strings.ContainsRune("。！？", r):
		case strings.ContainsRune(".!?", r) && (end == len(text) || text[end] == ' ' || text[end] == '\n'):
		default:
			continue
		}
		add(from, end)
		from = end
	}
	add(from, len(text))
	return out
}

// Seen is an entry without what is forgotten of its text; nil where nothing is
// left. One with an id is known to be forgotten by that, and its text tells a night
// what not to learn again.
func Seen(e *Entry, gone map[string]bool) *Entry {
	if len(gone) == 0 || e.ID != "" {
		return e
	}
	text := WithoutParts(e.Text, gone)
	if text == e.Text && !strings.HasPrefix(text, partMark) {
		return e
	}
	if text == transcript.Forgotten || strings.HasPrefix(text, partMark) {
		return nil
	}
	own := *e
	own.Text, own.Nth = text, 0
	return &own
}

// Forgets returns the id that a line of "## Notes" says is forgets.
func Forgets(text string) (string, bool) {
	if !strings.HasPrefix(text, "Forgotten: ^") {
		return "", false
	}
	if m := forgotForm().FindStringSubmatch(text); m != nil {
		return m[1], true
	}
	return "", false
}
