package night

import (
	"fmt"
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// builtIn is a reply of the built-in engine that tells what is over, and what is not.
func builtIn(over, holds []string) func(*transcript.Message) {
	return func(m *transcript.Message) { m.Model, m.Over, m.Holds = transcript.BuiltIn, over, holds }
}

// What the person was told is over is struck, though the night would not have known, and
// though it would not have kept what they said.
func TestWhatWasToldToBeOverIsStruck(t *testing.T) {
	for _, c := range []struct {
		news, model string
		of          string // what the reply names: the entry, or the message that told it
		want        bool
	}{
		{"[fact 0.9] The hall is Walter's on those evenings.", transcript.BuiltIn, "entry", true},
		{"The hall is Walter's on those evenings.", transcript.BuiltIn, "entry", true}, // no candidate
		{"[fact 0.9] The hall is Walter's on those evenings.", transcript.BuiltIn, "message", true},
		{"The hall is Walter's on those evenings.", transcript.BuiltIn, "message", true},
		{"[event 0.2] The hall is Walter's on those evenings.", transcript.BuiltIn, "entry", true},
		{"[fact 0.9] The hall is Walter's on those evenings.", "other/model", "entry", false},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			d := newDormitory(t, memdisk.New())
			message := d.say(transcript.User, "[fact 0.9] We sing on Tuesdays.")
			d.say(transcript.Assistant, "Noted.")
			d.sleep(1000)
			over := message
			if c.of == "entry" {
				over = firstID(d.file(land.MemoryFile))
			}
			d.say(transcript.User, c.news)
			d.say(transcript.Assistant, "Noted.", builtIn([]string{over}, nil), func(m *transcript.Message) { m.Model = c.model })
			d.sleep(1000)
			got := d.file(land.MemoryFile)
			if struck := strings.Contains(got, "~~We sing on Tuesdays.~~ (until "); struck != c.want {
				t.Errorf("struck: %v\n%s", struck, got)
			}
			if c.want && !strings.Contains(got, "- The hall is Walter's on those evenings. ^") {
				t.Errorf("what took its place is not there:\n%s", got)
			}
		})
	}
}

// It is so of as many lines as were told, whatever share of MEMORY.md that is.
func TestAllThatWasToldToBeOverIsStruck(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	lines := []string{"We sing on Tuesdays.", "The hall is Otto's.", "My bus is the 14.", "The shed is locked.", "Tea is at four."}
	news := []string{"It is the chapel from now on.", "Mina plays the organ there.", "There is a tram today.", "Ada has the bolt.", "Soup comes instead."}
	var told []string
	for _, l := range lines {
		told = append(told, d.say(transcript.User, "[fact 0.9] "+l))
		d.say(transcript.Assistant, "Noted.")
	}
	d.sleep(1000)
	for i, n := range news {
		d.say(transcript.User, "[fact 0.9] "+n)
		d.say(transcript.Assistant, "Noted.", builtIn(told[i:i+1], nil))
	}
	d.sleep(1000)
	got := d.file(land.MemoryFile)
	for _, l := range lines {
		if !strings.Contains(got, "~~"+l+"~~ (until ") {
			t.Errorf("%q stands:\n%s", l, got)
		}
	}
}

// What a reply said takes the place of another line of the talk is kept, though the night
// would have kept neither.
func TestWhatWasToldToBeNewIsKept(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	message := d.say(transcript.User, "The fork is in the left drawer.")
	d.say(transcript.Assistant, "Noted.")
	d.say(transcript.User, "It is in the car now.")
	d.say(transcript.Assistant, "Noted.", builtIn([]string{message}, nil))
	d.sleep(1000)
	all := d.file(land.MemoryFile) + d.file("memory/"+d.now.Format("2006-01-02")+".md")
	if !strings.Contains(all, "It is in the car now.") || strings.Contains(all, "drawer") {
		t.Errorf("memory:\n%s", all)
	}
}

// It is so, too, of two lines of one night, and of the candidates of a message the one
// that speaks of the line takes its place.
func TestWhatWasToldToBeOverIsStruckInTheSameNight(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	message := d.say(transcript.User, "[fact 0.9] We sing on Tuesdays.")
	d.say(transcript.Assistant, "Noted.")
	d.say(transcript.User, "[fact 0.9] The hall is Walter's on those evenings.")
	d.say(transcript.Assistant, "Noted.", builtIn([]string{message}, nil))
	d.sleep(1000)
	if got := d.file(land.MemoryFile); !strings.Contains(got, "~~We sing on Tuesdays.~~ (until ") {
		t.Errorf("MEMORY.md:\n%s", got)
	}
}

// What the person was told stays is not struck, whatever else ends it.
func TestWhatWasToldToStayIsNotStruck(t *testing.T) {
	for _, holds := range []bool{false, true} {
		d := newDormitory(t, memdisk.New())
		d.turn("[fact 0.9] Anna lives in Lisbon.", 5)
		d.sleep(1000)
		id := firstID(d.file(land.MemoryFile))
		d.say(transcript.User, "[fact 0.9] Anna moved to Porto.")
		d.say(transcript.Assistant, "The older line will go.", builtIn([]string{id}, nil))
		d.say(transcript.User, "No, she lives in Lisbon.")
		if holds {
			d.say(transcript.Assistant, "I knew that already.", builtIn(nil, []string{id}))
		}
		d.sleep(1000)
		if struck := strings.Contains(d.file(land.MemoryFile), "~~Anna lives in Lisbon.~~"); struck == holds {
			t.Errorf("told that it stays: %v, struck: %v\n%s", holds, struck, d.file(land.MemoryFile))
		}
	}
}

// Of two parts of one line two news of a night end one each: what is left of it tells neither.
func TestTwoNewsOfOneNightEndTwoPartsOfALine(t *testing.T) {
	for _, told := range []bool{false, true} {
		d := newDormitory(t, memdisk.New())
		d.turn("[fact 0.9] I live in Kiel with Anna, work at the harbour office and sing in a choir on Tuesdays.", 5)
		d.sleep(1000)
		id := firstID(d.file(land.MemoryFile))
		for _, news := range []string{"[fact 0.9] I don't work at the harbour office any more.", "[fact 0.9] I've stopped singing in the choir."} {
			d.say(transcript.User, news)
			if told {
				d.say(transcript.Assistant, "The older line will go.", builtIn([]string{id}, nil))
			} else {
				d.say(transcript.Assistant, "I see.")
			}
		}
		d.sleep(1000)
		got := d.file(land.MemoryFile)
		if whole := "- I live in Kiel with Anna, work at the harbour office and sing in a choir on Tuesdays. ^"; !told && strings.Contains(got, whole) {
			continue // it is not sure, and nobody was told
		}
		if !strings.Contains(got, "- I live in Kiel with Anna ^") || strings.Count(got, "work at the harbour") != 2 || strings.Count(got, "sing in a choir") != 1 {
			t.Errorf("told: %v; of the line is left:\n%s", told, got)
		}
		for _, news := range []string{"- I don't work at the harbour office any more. ^", "- I've stopped singing in the choir. ^"} {
			if !strings.Contains(got, news) {
				t.Errorf("told: %v; %q is not there:\n%s", told, news, got)
			}
		}
	}
}

// That a line is to stay is nothing to remember, where a reply let it stay.
func TestAnObjectionIsNoMemory(t *testing.T) {
	for _, holds := range [][]string{nil, {"aaaaaaaa"}} {
		d := newDormitory(t, memdisk.New())
		d.say(transcript.User, "[fact 0.9] The ferry is on Tuesdays.")
		d.say(transcript.Assistant, "The older line will go.", builtIn([]string{"aaaaaaaa"}, nil))
		d.say(transcript.User, "[fact 0.9] no, keep that line, it still holds")
		d.say(transcript.Assistant, "All right.", builtIn(nil, holds))
		d.sleep(1000)
		if got := d.file(land.MemoryFile); strings.Contains(got, "it still holds") != (holds == nil) {
			t.Errorf("with %q held there is\n%s", holds, got)
		}
	}
}

// That something is to be forgotten is nothing to remember, whatever came of it; what else is
// said is.
func TestWhoAsksToForgetSaysNothingToRemember(t *testing.T) {
	for text, kept := range map[string]bool{
		"[fact 0.9] forget what I said about the ferry":                 false,
		"[fact 0.9] I never forget a face":                              true,
		"[fact 0.9] Forget the ferry. My sister Ida sings in the choir": true,
	} {
		d := newDormitory(t, memdisk.New())
		d.say(transcript.User, text)
		d.say(transcript.Assistant, "I know nothing about that, so there is nothing to forget.", builtIn(nil, nil))
		d.sleep(1000)
		if got := d.file(land.MemoryFile); (strings.Count(got, "\n- ") > 0) != kept {
			t.Errorf("%q: there is\n%s", text, got)
		}
	}
}

// What stands for what was forgotten is no line; what was said beside it is.
func TestWhatIsHiddenIsNoLine(t *testing.T) {
	for text, want := range map[string]string{"[forgotten]": "", "[forgotten]. [fact 0.9] My sister Ida sings in the choir.": "My sister Ida sings"} {
		d := newDormitory(t, memdisk.New())
		from := d.say(transcript.User, text)
		d.say(transcript.Assistant, "I see.")
		d.sleep(1000)
		d.say(transcript.User, "[forgotten]")
		d.say(transcript.Assistant, "Right.", builtIn([]string{from}, nil))
		d.sleep(1000)
		got := d.file(land.MemoryFile) + d.file("memory/2026-11-20.md")
		if strings.Contains(got, transcript.Forgotten) || !strings.Contains(got, want) {
			t.Errorf("%q: there is\n%s", text, got)
		}
	}
}

// What the person says yes to is struck by what they said before it, not by their yes; what
// they say no to stays, and so does what they are asked of and do not answer. How they answer
// is nothing to remember.
func TestAnAnsweredQuestionIsDone(t *testing.T) {
	for _, answer := range []string{"yes", "no", ""} {
		d := newDormitory(t, memdisk.New())
		d.say(transcript.User, "[fact 0.9] We sing on Tuesdays.")
		d.say(transcript.Assistant, "Noted.")
		d.sleep(1000)
		old := firstID(d.file(land.MemoryFile))
		d.say(transcript.User, "[fact 0.9] We no longer sing on Tuesdays, the hall is Walter's.")
		d.say(transcript.Assistant, "Noted. Is this over, then?", func(m *transcript.Message) { m.Model, m.Asks = transcript.BuiltIn, []string{old} })
		switch answer {
		case "yes":
			d.say(transcript.User, "yes, it is. [fact 0.9] Ada has the bolt.")
			d.say(transcript.Assistant, "It will go.", builtIn([]string{old}, nil))
		case "no":
			d.say(transcript.User, "no, of course not. [fact 0.9] Ada has the bolt.")
			d.say(transcript.Assistant, "That stays.", builtIn(nil, []string{old}))
		}
		d.sleep(1000)
		file := d.file(land.MemoryFile)
		if got := strings.Contains(file, "~~We sing on Tuesdays"); got != (answer == "yes") || !strings.Contains(file, "the hall is Walter's") || strings.Contains(file, "it is.") || strings.Contains(file, "of course") || strings.Contains(file, "Ada has the bolt") == (answer == "") {
			t.Errorf("answered %q:\n%s", answer, file)
		}
	}
}

// What was asked about is kept, though the night would not have chosen it.
func TestWhatWasAskedAboutIsKept(t *testing.T) {
	for _, asks := range [][]string{nil, {"aaaaaaaa"}} {
		d := newDormitory(t, memdisk.New())
		d.say(transcript.User, "change of plan, the feast is at the boathouse")
		d.say(transcript.Assistant, "Got it. Is this over, then?", func(m *transcript.Message) { m.Model, m.Asks = transcript.BuiltIn, asks })
		d.sleep(1000)
		if got := d.file("memory/2026-11-20.md") + d.file(land.MemoryFile); strings.Contains(got, "- Change of plan, the feast is at the boathouse") != (asks != nil) {
			t.Errorf("asked of %q there is\n%s", asks, got)
		}
	}
}

// A yes to what was asked before the last night is no memory.
func TestALateYesIsNoMemory(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.say(transcript.User, "[fact 0.9] We sing on Tuesdays.")
	d.say(transcript.Assistant, "Noted.")
	d.sleep(1000)
	old := firstID(d.file(land.MemoryFile))
	d.say(transcript.User, "yes")
	d.say(transcript.Assistant, "It will go.", builtIn([]string{old}, nil))
	d.sleep(1000)
	if got := strings.ToLower(d.file(land.MemoryFile) + d.file("memory/2026-11-20.md")); strings.Contains(got, "- yes") {
		t.Errorf("there is\n%s", got)
	}
}

// What is left of a line says nearly what the line said, and is another entry all the same.
func TestWhatIsLeftOfALineOfTheSameNight(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	told := d.say(transcript.User, "[fact 0.9] I run the ferry kiosk at Tobermory all summer and sing in the parish choir")
	d.say(transcript.Assistant, "Noted.", builtIn(nil, nil))
	d.say(transcript.User, "[fact 0.9] I've stopped singing in the parish choir")
	d.say(transcript.Assistant, "The older line will go.", builtIn([]string{told}, nil))
	d.sleep(1000)
	if got := d.file(land.MemoryFile); !strings.Contains(got, "~~I run the ferry kiosk at Tobermory all summer and") || !strings.Contains(got, "\n- I run the ferry kiosk at Tobermory all summer ^") {
		t.Errorf("there is\n%s", got)
	}
}

// Of several lines of one message each goes once: what bought two things of a list ends two.
func TestTwoThingsOfAListAreDone(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	list := d.say(transcript.User, "要买:牛奶、鸡蛋、面包")
	d.say(transcript.Assistant, "放进待办了。")
	d.tell.extra = []summarize.Candidate{{Type: document.Fact, Text: "要买:牛奶、鸡蛋、面包", Importance: .9, Open: true, From: []string{list}}}
	d.sleep(1000)
	d.tell.extra = nil
	d.say(transcript.User, "[event 0.9] 牛奶和鸡蛋买了")
	d.say(transcript.Assistant, "办好了", builtIn([]string{list, list}, nil))
	if n := d.sleep(1000); len(n.Report.Superseded) != 2 {
		t.Errorf("superseded %v", n.Report.Superseded)
	}
}

// TestNothingGoesBehindThePersonsBack: what the built-in engine noted, and told of no end, ends
// nothing in the night.
func TestNothingGoesBehindThePersonsBack(t *testing.T) {
	said := transcript.Message{ID: "m1", Role: transcript.User, Content: "Silke sends her regards"}
	reply := func(m transcript.Message) transcript.Message {
		m.Role, m.Content = transcript.Assistant, "Noted."
		return m
	}
	two := said
	two.Content = "Silke sends her regards. She left the studio."
	for name, c := range map[string]struct {
		said, reply transcript.Message
		path        string
		spared      bool
	}{
		"noted":         {said, reply(transcript.Message{Model: transcript.BuiltIn}), land.MemoryFile, true},
		"of a log":      {said, reply(transcript.Message{Model: transcript.BuiltIn}), "memory/2026-01-05.md", false},
		"told":          {said, reply(transcript.Message{Model: transcript.BuiltIn, Over: []string{"k1"}}), land.MemoryFile, false},
		"asked":         {said, reply(transcript.Message{Model: transcript.BuiltIn, Asks: []string{"k2"}}), land.MemoryFile, false},
		"two sentences": {two, reply(transcript.Message{Model: transcript.BuiltIn}), land.MemoryFile, false},
		"a model":       {said, reply(transcript.Message{Model: "openai/gpt"}), land.MemoryFile, false},
	} {
		p := promisesIn([]transcript.Message{c.said, c.reply})
		if got := p.spared(document.Entry{ID: "k1", Path: c.path}, document.Entry{Sources: []string{"m1"}}); got != c.spared {
			t.Errorf("%s: spared %t", name, got)
		}
	}
}
