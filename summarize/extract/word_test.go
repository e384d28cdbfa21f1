package extract

import "testing"

func TestCountWords(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, " \n": 0, "two words": 2, "on 2024-01-12, at 9:30 pm": 5, "- Mara: a dog ^k7f3a2": 5,
		"二つの言葉": 3, "Go を書く": 3,
	} {
		if got := CountWords(text); got != want {
			t.Errorf("%q has %d words, want %d", text, got, want)
		}
	}
}

// A line that only points somewhere, or to somebody, says nothing.
func TestSays(t *testing.T) {
	for text, want := range map[string]bool{
		"https://example.com/a/b.png": false, "@ada www.example.com": false, "🎉 !!": false,
		"the plan: https://example.com/plan": true, "10 km": true, "会議は三時": true,
	} {
		if got := Says(Split(text)); got != want {
			t.Errorf("%q says something: %v", text, got)
		}
	}
}
