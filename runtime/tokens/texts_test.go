package tokens

import (
	"fmt"
	"math/rand"
	"strings"
)

// alphabet has characters of every class, in groups of which texts are mixed.
func alphabet() [][]rune {
	return [][]rune{
		[]rune("abcdefstmdrevl"), []rune("ABCSTMDREVL"), []rune("'’'"), []rune("     "), []rune("\n\r\n"), []rune("\t\u00a0\u2003\u3000\u0085\v\f\u2028"),
		[]rune("0123456789٣½Ⅷ"), []rune(".,;:!?-_/\\(){}[]<>|=+*&^%$#@~`\""), []rune("中文字漢かなカナ한글ªº"), []rune("ʰʲˈǅǈ"),
		[]rune("\u0301\u0308\u20dd\u093f\u0e31\ufe0f"), []rune("éüßÀÉÎжЖωΩſK"), []rune("👍🏽👩\u200d🇩🇪"), []rune("\ufffd\ufeff\x00\x1b"), []rune("हनमไทยعربי"),
	}
}

// mixed makes n bytes or a little more of text rich in classes.
func mixed(r *rand.Rand, n int) string {
	groups := alphabet()
	var b strings.Builder
	for b.Len() < n {
		g := groups[r.Intn(len(groups))]
		for k := 1 + r.Intn(1+r.Intn(6)); k > 0; k-- {
			b.WriteRune(g[r.Intn(len(g))])
		}
		if r.Intn(500) == 0 {
			b.WriteString(strings.Repeat(string(g[r.Intn(len(g))]), r.Intn(400)))
		}
		if r.Intn(200) == 0 {
			b.WriteByte(byte(r.Intn(256)))
		}
	}
	return b.String()
}

// kinds of text that are made, not found; for tests and benchmarks.
func kinds() map[string]func(r *rand.Rand, n int) string {
	words := strings.Fields(`the of and to in that it is was for on you with as be at by not this are from or have an they which one had were all her she
		there would their we him been has when who will more if no out so said what up its about into than them can only other new some could time these two
		may then do first any my now such like our over man me even most made after also did many before must through years where much your way well down
		should because each just those people how too little state good very make world still own see men work long get here between both life being under
		never day same another know while last might us great old year off come since against go came right used take three Clara Miriam Amsterdam
		yesterday unbelievable photography internationalization`)
	pick := func(r *rand.Rand, s []rune) rune { return s[r.Intn(len(s))] }
	fill := func(n int, add func(b *strings.Builder)) string {
		var b strings.Builder
		for b.Len() < n {
			add(&b)
		}
		return b.String()
	}
	emoji := []rune("😀😂🥰👍🙏🎉🔥✨🚀❤🌍🍕")
	syllables := []string{"ba", "lo", "tri", "ne", "shu", "kor", "ing", "est", "pla", "mi"}
	const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	return map[string]func(r *rand.Rand, n int) string{
		"mixed": mixed,
		"prose": func(r *rand.Rand, n int) string {
			return fill(n, func(b *strings.Builder) {
				for k := range 4 + r.Intn(16) {
					w := words[r.Intn(len(words))]
					switch {
					case k == 0:
						w = strings.ToUpper(w[:1]) + w[1:]
					case r.Intn(15) == 0:
						w = ""
						for range 2 + r.Intn(3) {
							w += syllables[r.Intn(len(syllables))]
						}
					case r.Intn(30) == 0:
						w = fmt.Sprint(r.Intn(3000))
					case r.Intn(25) == 0:
						w += []string{"'s", "'ll", ",", ";", " —"}[r.Intn(5)]
					}
					if k > 0 {
						b.WriteByte(' ')
					}
					b.WriteString(w)
				}
				b.WriteString([]string{". ", "! ", "? ", ".\n\n", ".\n- "}[r.Intn(5)])
			})
		},
		"cjk": func(r *rand.Rand, n int) string {
			return fill(n, func(b *strings.Builder) {
				for range 5 + r.Intn(25) {
					switch r.Intn(8) {
					case 0, 1:
						b.WriteRune(rune(0x3041 + r.Intn(0x52)))
					case 2:
						b.WriteRune(rune(0xac00 + r.Intn(0x2ba4)))
					case 3:
						b.WriteRune(pick(r, []rune("的一是不了人我在有他这中大来上个国到说们")))
					default:
						b.WriteRune(rune(0x4e00 + r.Intn(0x1000)))
					}
				}
				b.WriteRune(pick(r, []rune("，。！？\n")))
			})
		},
		"emoji": func(r *rand.Rand, n int) string {
			return fill(n, func(b *strings.Builder) {
				b.WriteString(words[r.Intn(len(words))] + " ")
				for range r.Intn(6) {
					b.WriteRune(pick(r, emoji))
				}
			})
		},
		"white space": func(r *rand.Rand, n int) string {
			blanks := []string{" ", "  ", "\t", "\n", "\r\n", "\n\n", "\u00a0", "    ", "\n    ", " \n", "x", "Y", "/", "1", "."}
			return fill(n, func(b *strings.Builder) { b.WriteString(blanks[r.Intn(len(blanks))]) })
		},
		"base64": func(r *rand.Rand, n int) string {
			return fill(n, func(b *strings.Builder) {
				for range 76 {
					b.WriteByte(base64[r.Intn(len(base64))])
				}
				b.WriteByte('\n')
			})
		},
		"invalid": func(r *rand.Rand, n int) string {
			return fill(n, func(b *strings.Builder) {
				b.WriteString(words[r.Intn(len(words))])
				for range r.Intn(4) {
					b.WriteByte(byte(r.Intn(256)))
				}
				s := string(rune(0x80 + r.Intn(0x20000)))
				b.WriteString(s[:r.Intn(len(s)+1)])
			})
		},
		"special": func(r *rand.Rand, n int) string {
			return fill(n, func(b *strings.Builder) {
				b.WriteString([]string{"<|endoftext|>", "<|fim_prefix|>", "<|endofprompt|>", "<|", "|>", " a", "\n"}[r.Intn(7)])
			})
		},
	}
}
