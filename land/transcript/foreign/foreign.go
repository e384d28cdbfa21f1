// Package foreign reads other programs' conversations: exports, the files that
// programs on this machine keep, databases, notes.
//
// It never writes, and never fails on a record that it does not understand: such
// a record is numbered, said in one plain line, and passed over. Text stays as it
// was. What no person said is marked as what it is, with transcript.Span: texts of
// attachments and tools, summaries, and what a program says to its model in the
// person's place. What is left out, and what is lost, is counted in a Tally.
//
// # Streams
//
// An export is read record by record. No more is held of it than one record and
// the talk that comes of it, so memory does not grow with the file.
//
// # Why each file says itself what it is
//
// Files carry no name of their maker, and people rename them. So each Format
// tells by the shape of the first records whether it is meant. To add one: a
// file, a row in Formats, a sample in testdata.
package foreign

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"dormouse/land/transcript"
)

// ErrUnknown is returned for a file in none of the known forms; the caller
// should list them.
var ErrUnknown = errors.New("not a conversation in a known form")

// Format is one way of keeping conversations.
type Format struct {
	Name  string // "chatgpt"
	Title string // "ChatGPT export", for people
	// fits says whether a file is meant, by its beginning.
	fits func(Sample) bool
	// read hands on every talk of a file.
	read func(*Reading) error
	// homes are where the program keeps its files; nil for what is exported.
	homes func(Home) []string
}

// Formats are all that can be read. The first that fits counts.
var Formats = []Format{
	{"chatgpt", "ChatGPT export", fitsChatGPT, readChatGPT, nil},
	{"claude", "Claude export", fitsClaude, readClaude, nil},
	{"claude-code", "Claude Code", fitsClaudeCode, readClaudeCode, homesClaudeCode},
	{"codex", "Codex", fitsCodex, readCodex, homesCodex},
	{"gemini", "Gemini CLI", fitsGemini, readGemini, homesGemini},
	{"openclaw", "OpenClaw", fitsOpenClaw, readOpenClaw, homesOpenClaw},
	{"llm", "llm's database", fitsLLM, readLLM, homesLLM},
	{"aichat", "aichat sessions", fitsAichat, readAichat, homesAichat},
	{"plain", "JSON lines {role, content, time?} or {messages}", fitsPlain, readPlain, nil},
	{"markdown", "Markdown notes", fitsMarkdown, readMarkdown, nil},
}

// Names lists what can be read, for messages to people.
func Names() string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Title)
	}
	return strings.Join(names, ", ")
}

// Talk is one conversation.
type Talk struct {
	Format string
	// Key is what its program calls it: unchanged however much was said since.
	Key   string
	Title string
	Began time.Time // zero where nobody knows
	// Branches are what was said. The first is the one that the program shows;
	// the others are what was said instead of a part of it.
	Branches []Branch
}

// Branch is one way through a talk.
type Branch struct {
	Messages []transcript.Message
	// Own is how many of the messages at the end are in no earlier branch. The
	// ones before are there so that one can read what it is about.
	Own int
}

// Reading is one file while it is read.
type Reading struct {
	Input
	Sample
	in    *bufio.Reader
	at    io.ReaderAt // the same file, where it can be read in any order
	wal   io.ReaderAt // the write-ahead log beside it
	tally *Tally
	emit  func(Talk) error
	said  func(string)
	now   time.Time
	bad   int // records that could not be read
	good  int
}

// Sink takes what comes of a file.
type Sink struct {
	Tally *Tally
	// Talk takes one conversation. An error ends the reading.
	Talk func(Talk) error
	// Say takes one line about a record that could not be read.
	Say func(string)
	// Now stands in for the time of a file that has none, such as standard input.
	Now time.Time
	// Took is told of every piece that was read, in bytes. An error ends the
	// reading: somebody pressed Ctrl-C.
	Took func(bytes int) error
}

// watched tells of what is read.
type watched struct {
	io.Reader
	took func(int) error
}

func (w watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p[:min(len(p), 1<<20)])
	if stop := w.took(n); stop != nil {
		return n, stop
	}
	return n, err
}

// Read reads one file. ErrUnknown when it is in none of the known forms, or holds
// no message.
func Read(in Input, to Sink) error {
	file, err := in.open()
	if err != nil {
		return err
	}
	defer file.Close()
	r := &Reading{Input: in, in: bufio.NewReaderSize(watched{file, to.Took}, sampleSize), tally: to.Tally, emit: to.Talk, said: to.Say, now: to.Now}
	r.at, _ = file.Reader.(io.ReaderAt)
	r.wal = file.wal
	if r.Sample, err = look(r.in, in.Name); err != nil {
		return err
	}
	if bytes.HasPrefix(r.Text, []byte("PK\x03\x04")) {
		return fmt.Errorf("%w: it is a zip; name the file, with the ending .zip", ErrUnknown)
	}
	if len(bytes.TrimSpace(r.Text)) == 0 {
		return fmt.Errorf("%w: it is empty", ErrUnknown)
	}
	for _, f := range Formats {
		if f.fits(r.Sample) {
			if err := f.read(r); err != nil {
				return err
			}
			if r.good == 0 {
				return fmt.Errorf("%w: it holds no message (it looks like %s)", ErrUnknown, f.Title)
			}
			return nil
		}
	}
	return ErrUnknown
}

// mostSaid is how many broken records of one file are named; the rest is counted.
const mostSaid = 20

// skip counts a record that could not be read, and says so.
func (r *Reading) skip(n int, unit, why string) {
	r.tally.Bad++
	if r.bad++; r.bad <= mostSaid {
		r.said(fmt.Sprintf("%s: %s %d: %s; it is passed over", r.Name, unit, n, why))
	} else if r.bad == mostSaid+1 {
		r.said(r.Name + ": more such records are counted and not named")
	}
}

// talk hands on a talk when there is anything in it.
func (r *Reading) talk(t Talk) error {
	r.bounded(t)
	t, guessed := completed(t, r.fallback())
	if len(t.Branches) == 0 {
		r.tally.Left["talks without a word"]++
		return nil
	}
	r.good++
	r.tally.Guessed += guessed
	return r.emit(t)
}

// fallback is the time of what nothing else is known of.
func (r *Reading) fallback() time.Time {
	if !r.ModTime.IsZero() {
		return r.ModTime
	}
	return r.now
}
