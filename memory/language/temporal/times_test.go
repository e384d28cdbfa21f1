package temporal

import (
	"testing"
	"time"
)

func TestAbsolute(t *testing.T) {
	const monday = "2023-05-08"
	for _, c := range []struct{ day, in, want string }{
		{"", "I went to a support group yesterday and it was powerful.", "I went to a support group on 2023-05-07 and it was powerful."},
		{"", "Yesterday was great", "2023-05-07 was great"},
		{"", "Yesterday I ran", "On 2023-05-07 I ran"},
		{"", "the talk yesterday was great", "the talk on 2023-05-07 was great"},
		{"", "since yesterday", "since 2023-05-07"},
		{"", "It feels like yesterday.", "It feels like yesterday."},
		{"", "We danced like no tomorrow.", "We danced like no tomorrow."},
		{"", "Für die beiden gibt es kein Gestern.", "Für die beiden gibt es kein Gestern."},
		{"", "It feels like just yesterday that we met.", "It feels like just yesterday that we met."},
		{"", "yesterday's meeting", "the 2023-05-07 meeting"},
		{"", "saw him the day before yesterday", "saw him on 2023-05-06"},
		{"", "We leave tomorrow morning.", "We leave on the morning of 2023-05-09."},
		{"", "Last Friday we met", "On Friday 2023-05-05 we met"},
		{"", "next Monday", "on Monday 2023-05-15"},
		{"", "We met last Fri in town.", "We met on Fri 2023-05-05 in town."},
		{"", "last Monday", "on Monday 2023-05-01"},
		{"", "camping last week with kids", "camping in the week of 2023-05-01 with kids"},
		{"", "last week's talk", "last week's (week of 2023-05-01) talk"},
		{"", "the last week of May", "the last week of May"},
		{"", "my last year at school", "my last year at school"},
		{"", "two weeks ago", "around 2023-04-24"},
		{"", "I moved here 3 years ago.", "I moved here in 2020."},
		{"", "a month ago", "in 2023-04"},
		{"", "a few days ago", "a few days before 2023-05-08"},
		{"", "a couple of weeks ago", "a couple of weeks before 2023-05-08"},
		{"", "over two years ago", "over two years ago (2021)"},
		{"", "about two years ago", "about 2021"},
		{"", "going next month", "going in 2023-06"},
		{"2023-01-31", "last month and next month", "in 2022-12 and in 2023-02"},
		{"2024-02-29", "a year ago", "in 2023"},
		{"2024-12-31", "next year", "in 2025"},
		{"", "painted it last year", "painted it in 2022"},
		{"", "this weekend", "on the weekend of 2023-05-13"},
		{"2023-05-14", "this weekend and last weekend", "on the weekend of 2023-05-13 and on the weekend of 2023-05-06"},
		{"", "tonight", "on the evening of 2023-05-08"},
		{"", "last night", "on the night of 2023-05-07"},
		{"", "last summer", "in summer 2022"},
		{"2023-10-02", "last summer", "in summer 2023"},
		{"", "last July", "in 2022-07"},
		{"", "I went hiking on Saturday", "I went hiking on Saturday 2023-05-06"},
		{"", "we will meet on Saturday", "we will meet on Saturday 2023-05-13"},
		{"", "the shop opens on Saturday", "the shop opens on Saturday"},
		{"", "yesterday (2023-05-07)", "yesterday (2023-05-07)"},
		{"", "yesterday, 7 May 2023, we", "yesterday, 7 May 2023, we"},
		{"", "the film \"Yesterday\"", "the film \"Yesterday\""},
		{"", "in two weeks", "in two weeks"},
		{"", "no dates here", "no dates here"},
		{"", "ich war gestern mit der Familie im Zoo", "ich war am 2023-05-07 mit der Familie im Zoo"},
		{"", "wir fahren nächste Woche und ich freue mich", "wir fahren in der Woche vom 2023-05-15 und ich freue mich"},
		{"", "ich habe heute Morgen und morgen frei", "ich habe am Morgen des 2023-05-08 und am 2023-05-09 frei"},
		{"", "das war vor zwei Jahren und ist vorbei", "das war im Jahr 2021 und ist vorbei"},
		{"", "je suis allé au parc hier avec ma mère", "je suis allé au parc le 2023-05-07 avec ma mère"},
		{"", "nous sommes partis la semaine dernière pour Lyon", "nous sommes partis la semaine du 2023-05-01 pour Lyon"},
		{"", "il y a deux ans je suis parti", "en 2021 je suis parti"},
		{"", "fui al parque ayer con mi madre", "fui al parque el 2023-05-07 con mi madre"},
		{"", "ieri et hier", "il 2023-05-07 et le 2023-05-07"},
		{"", "por la mañana me gusta y mañana no", "por la mañana me gusta y el 2023-05-09 no"},
	} {
		if c.day == "" {
			c.day = monday
		}
		got := Absolute(c.in, localDay(c.day))
		if got != c.want {
			t.Errorf("%s: %q\n got %q\nwant %q", c.day, c.in, got, c.want)
		}
		if again := Absolute(got, localDay("2026-01-01")); again != got {
			t.Errorf("not stable: %q became %q", got, again)
		}
	}
}

func FuzzAbsolute(f *testing.F) {
	for _, s := range []string{"yesterday's 's", "last last Friday", "a few days ago ago", "hier il y a deux ans", "the day before", "日本 yesterday", "on Monday on Monday I went on Monday", "в понедельник я купил в марте", "el lunes fui en marzo", "hier soir lundi j'ai mangé", "gestern j'ai vu Karl hier", "\xff tomorrow"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Absolute(s, localDay("2023-05-08"))
		if twice := Absolute(once, localDay("2023-05-08")); twice != once {
			t.Fatalf("%q → %q → %q", s, once, twice)
		}
	})
}

func localDay(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}
