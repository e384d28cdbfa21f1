package summarize

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func show(p *part) string {
	var b strings.Builder
	for _, t := range p.terms {
		fmt.Fprintf(&b, "%s:%.2f ", t.low, t.weight)
	}
	fmt.Fprintf(&b, "| names %v fig %d den %v open %v mode %b reason %v doer %q(%v) others %q", p.names, len(p.figures), p.denied, p.open, p.mode, p.reason, p.doer, p.carried, p.others)
	return b.String()
}

func TestDbg(t *testing.T) {
	want := os.Getenv("WHY")
	if want == "" {
		t.Skip()
	}
	files, _ := filepath.Glob("testdata/gate/*.json")
	for _, name := range files {
		b, _ := os.ReadFile(name)
		var talk gateTalk
		json.Unmarshal(b, &talk)
		k := newChecker(Input{New: talk.Messages, Known: talk.Known, Location: time.UTC})
		for _, e := range append(talk.Good, talk.Bad...) {
			if !strings.Contains(e.Text, want) {
				continue
			}
			c, bad := k.claims(e.Text, talk.cited(e))
			fmt.Println("##", e.Text, bad)
			if c == nil {
				continue
			}
			for pi := range c.parts {
				p := &c.parts[pi]
				fmt.Println(" PART", show(p))
				for n, i := range k.rec.near(p, c.cited) {
					for _, s := range k.supports(c, p, i) {
						if n < 6 || s.total > .5 {
							fmt.Printf("   %.2f/%.2f %s [%s] miss=%s conflict=%s\n", s.total, s.direct, k.rec.said[i].id, k.rec.said[i].text, s.missing, s.conflict)
							for _, q := range k.rec.said[i].parts {
								fmt.Println("        ", show(&q))
							}
						}
					}
				}
			}
		}
	}
}
