// Package search finds lines in a land: in MEMORY.md, in the logs and, when
// asked or when these hold nothing, in the transcripts. A query is words in any
// language; there is no syntax and no text that is an error. It never changes
// a file that a person reads, never asks a model and never reads a clock.
//
// # The ranking
//
// A file is cut into passages: a bullet with its continuation, a table row, a
// line of code, a piece of a paragraph. For a passage p and the terms t of the
// query, each with the rarity idf = ln(1 + (N−n+½)/(n+½)),
//
//	line(p)   = Σ idf · tf(k+1) / (tf + k(1−b+b·length/average))
//	around(p) = the same over the passages within 8 of p under its heading, each
//	            counting less the farther away it is
//	score(p)  = (line(p) + q·line(before) + 0.15·line(after) + 1.2·around(p)
//	            + ½ Σ idf of terms in headings and outer bullets) · boosts
//
// that is BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework,
// 2009) over the fields a note has. q is 0.9 when the passage before is a
// question and 0.2 otherwise, because an answer seldom repeats the words it
// answers. The boosts are 1 plus what applies of: the question names one
// speaker ("Anna: …") and the passage is that person's; it was written in the
// period asked about; it says when and "when" is asked, and so on; less a quarter for being a question itself and
// three tenths for being an assistant's or a tool's. In MEMORY.md, which has no day,
// what stands around a line counts half: it was seldom said beside it. The
// constants stand in rank.go. There is no decay: a fact of years ago is as good
// an answer, and MEMORY.md has no age.
//
// Words are stemmed by package language, English ones after their irregular forms,
// the language being guessed from each line's little words, all of which are data of
// package language; a German, Dutch or English compound is found by its parts; scripts without
// spaces are taken in overlapping pairs. A word that occurs nowhere is looked for written
// in one with its neighbour, then as a slip of the pen for an English word, then as
// what it begins and one slip away from words of the memory; one that the language
// has is no slip. Another word for the same person or animal ("gran" for "grandmother")
// counts eight tenths, words that often stand for each other a fifth.
//
// # In other words
//
// Each word of the question brings the words of the memory that are nearest to it in
// meaning (vectors.Nearest), each counting the square of its cosine, with a rarity of its
// own, and those that are a kind of what it names (vectors.Kinds: "medicine" finds
// "antibiotic") or asked for by it ("skin" finds "dermatologist"), which seldom are the
// nearest; a word of another language brings the English ones that it stands for and those
// near them, and the words of the other languages of the memory that stand for the same
// (translate.Akin). Names bring none.
// With c the largest share of the question's weight that one passage holds,
//
//	score(p) = c · score by the words + (1−c) · score by the words and those near
//
// so that what people ask in the words of their notes is answered as before. The words
// of each line together are then compared with the question's (vectors.Gist), and a share
// of the best score times the cosine is added:
//
//	0.4 for the first lines that were said, 0.8 + (1−c) for notes
//
// All notes are compared, unless one line has half of the question's weight: one that has
// no word of the question, nor one near those, comes in by what it means ("who looks
// after the kids?", "our childminder is Odile"). The vectors are learned so that questions
// are near what answers them (docs/word-data.md); lines are compared with each other by
// those that tell what is alike.
//
// # From the talk to the entry
//
// An entry is short and often lacks the words by which it was talked about: "where is
// the injector kept?" and "drawer under the till". Where no line of memory holds enough
// of the question, the transcripts are asked, too, and the best messages lead to the
// entries that rest on them, or on the message before or after them, by what a session's
// file says of its entries (index.Trace). The constants of both stand in expand.go, gist.go
// and lead.go. Talk that is only near the question leads, too.
//
// Where memory has no word of the question and somebody told in the talk what is asked for
// in so many words (all of them, or half of their weight with a name or a figure), that is
// the answer, and what is only near in meaning is left out, but for the entries that rest on
// it. A message that asks, or says no more than the question, tells nothing.
//
// # What a hit is
//
// A passage that holds a word of the question, or stands under one, or was said by
// whom it names, or is near enough in meaning. A passage that only stands beside
// one is shown inside its hit, where both were said by somebody ("Name: …") and it
// scores 0.7 of it: notes stand for themselves. An entry that is found and was
// superseded gives its place to what took its place, whatever that says.
//
// The verdict follows how much of the question one passage holds, or is near to: a
// quarter makes hits, two fifths where no word of it occurs anywhere, and nine hundredths
// where the line and the question are alike as wholes (a cosine of 0.5). Less than that
// comes as the nearest lines, with the verdict that they are no answer.
//
// Superseded entries come last, and not at all beside the one that took their
// place; forgotten ones never. An entry that stands in a log and in MEMORY.md
// is one hit.
//
// docs/search.md tells how the constants were found, what each term is worth, and what
// was tried and left out.
//
// # Meaning
//
// With an Embedder, and only then, the lines of MEMORY.md and the logs and the
// questions are given to it, and the question is compared with every line (fuse.go).
// Transcripts, headings, forgotten entries and lines that Options.Clean changes are
// never given away. When the Embedder fails, the words alone are searched and
// Answer.Notice says so.
//
// # On disk
//
// Under .dormouse/index: "memory" and "sessions" name the segments of an index,
// base first; a segment holds some files' postings, in pieces with checksums of
// their own. What changed since is indexed in memory while it is little, then
// in a middle segment, then in a new base. A file is taken as unchanged when its size, time and
// inode are, unless it was written within two seconds of the last look by the
// disk's own clock: then its content is compared. Every hit is read from the
// file and its content compared with what was indexed. An index that is missing,
// damaged, newer, or being written by another process is passed by and the files
// are read. A land below a mebibyte is read each time and has no index file.
//
// "vectors-…" are the directions of passages that an Embedder gave, in signed
// bytes with a scale each, by the content of the passage's text, and which
// passages a file has, by the content of the file. They are of one embedder;
// others are removed. A line that changed is embedded alone; the vector of one
// that is gone goes with the next write while all are below 4 MiB, and above
// that once an eighth of them are without a line.
//
// # Why
//
// The first pass adds up postings over windows of eight passages, which start
// anew with each file; the second scores the best windows. Both see only terms
// and counts, so a scan that builds a segment in memory gives the same answers
// as the index on disk, whichever segments it consists of.
package search
