package statement

import (
	"dormouse/memory/language"
)

// Without is what an older statement says without the company of whom a newer one is about,
// and that: "Perce moved to Leominster" leaves "I live in Ludlow" of "I live in Ludlow with my
// cousin Perce". It is "" where they have more in common than the company and the one who has it,
// or there is none. Of languages without spaces none is read.
func Without(older, newer Statement) (rest, company string) {
	if older.Lang.Dense() {
		return "", ""
	}
	for i := 1; i < len(older.words); i++ {
		if !older.Lang.Company(older.words[i].Low) {
			continue
		}
		end := older.companyEnds(i + 1)
		if end == i+1 || !older.onlyMeets(newer, i, end) {
			continue
		}
		from, to := wordEnd(older.words[i-1]), wordEnd(older.words[end-1])
		if end+1 < len(older.words) && older.Lang.Is(language.Connectives, older.words[end].Low) && !older.parts(end) {
			if next := end + 1; older.somebody(next) || opensNoun(older.words[next], older.Lang) { // "with my cousin and a cat"
				from, to = wordEnd(older.words[i]), wordEnd(older.words[end])
			}
		}
		return older.Text[:from] + older.Text[to:], older.Text[older.words[i].Start:wordEnd(older.words[end-1])]
	}
	return "", ""
}

func wordEnd(w language.Word) int { return w.Start + len(w.Text) }

// farCompany is within how many words behind the preposition whom it brings is named.
const farCompany = 4

// companyEnds is behind which word the one ends whose name begins at word i: "my cousin
// Perce", "the carer Ludmila"; i where nobody is named there.
func (s *Statement) companyEnds(i int) int {
	at := i
	for at < min(i+farCompany, len(s.words)) && !s.somebody(at) {
		if s.Lang.Is(language.Connectives, s.words[at].Low) || s.parts(at) && at > i {
			return i
		}
		at++
	}
	if at == min(i+farCompany, len(s.words)) {
		return i
	}
	for at < len(s.words) && s.somebody(at) && (at == i || !s.parts(at)) {
		at++
	}
	return at
}

// onlyMeets reports whether a newer statement has the words from from to to in common with
// this one, and else only whom that is about, and gives no figure anew.
func (s *Statement) onlyMeets(newer Statement, from, to int) bool {
	lead, met := s.subjectEnds(), false
	for _, stem := range s.Shares(newer) {
		in := false
		for i := range s.words {
			if s.derived.words[i].stem == stem && (i < lead || from <= i && i < to) {
				in, met = true, met || i >= from
			}
		}
		if !in {
			return false
		}
	}
	return met && len(Outdated(*s, newer)) == 0
}
