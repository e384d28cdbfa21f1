package cli

import (
	"encoding/json"
	"fmt"
	"time"
)

// spoken is a line of an imported conversation.
type spoken struct {
	Role    string    `json:"role"`
	Content string    `json:"content"`
	Time    time.Time `json:"time"`
}

// talk is a conversation of n messages about a move, a garden and a bakery, a
// few exchanges a day from 2026-03-02 on, each with something to remember. Some
// days end after midnight UTC but before midnight in New York.
func talk(n int) []spoken {
	people := []string{"Ana", "Bjarne", "Chioma", "Dmitri", "Esra"}
	towns := []string{"Oslo", "Porto", "Ghent", "Lviv", "Cork", "Turin", "Malmö"}
	things := []string{"the lease", "the oven", "the cello", "the greenhouse", "the van", "the beehive", "the loom"}
	said := []string{
		"I decided that %[1]s will look after %[3]s in %[2]s; the bill was %[4]d euros and is paid.",
		"Please remember: %[1]s moved to %[2]s last week and keeps %[3]s in room %[4]d.",
		"I prefer to meet %[1]s at the station in %[2]s, never before %[4]d minutes past nine, because of %[3]s.",
		"%[1]s wrote that %[3]s broke in %[2]s yesterday. The spare part has number %[4]d.",
		"We learned that %[3]s must be watered every %[4]d hours, %[1]s found that out in %[2]s.",
	}
	answers := []string{
		"Noted. So %[1]s has %[3]s in %[2]s, and the number to keep is %[4]d. Shall I remind you about it next week?",
		"That makes sense. For %[2]s I would also ask %[1]s about the insurance of %[3]s, as %[4]d is close to the limit.",
		"Good. I will keep %[4]d in mind for %[3]s. Is %[1]s staying in %[2]s until the end of the month?",
	}
	at := time.Date(2026, 3, 2, 22, 10, 0, 0, time.UTC)
	var out []spoken
	for i := 0; len(out) < n; i++ {
		args := []any{people[i*7%5], towns[i*5%7], things[i*3%7], 100 + i*17}
		out = append(out, spoken{"user", fmt.Sprintf(said[i%5], args...), at})
		out = append(out, spoken{"assistant", fmt.Sprintf(answers[i%3], args...), at.Add(40 * time.Second)})
		at = at.Add(19 * time.Minute)
		if i%12 == 11 {
			at = at.Add(20 * time.Hour)
		}
	}
	return out[:n]
}

func jsonLines[T any](list []T) []byte {
	var out []byte
	for _, v := range list {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		out = append(append(out, b...), '\n')
	}
	return out
}
