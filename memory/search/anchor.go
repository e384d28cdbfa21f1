package search

import (
	"strings"

	"dormouse/memory/search/index"
)

// anchored looks for "before …" or "after …" in a question without a date. The
// day of what best answers the rest of the question bounds the period asked
// about.
func (a *asked) anchored(q Query, parts []part, s scope) error {
	if len(a.spans) > 0 || s.newest == 0 {
		return nil
	}
	text := q.Text[:min(len(q.Text), maxQuery)]
	ws := strings.Fields(text)
	for i := 1; i+1 < len(ws); i++ {
		edge := index.Lexica().Edge[index.FoldString(ws[i])]
		if edge == 0 {
			continue
		}
		event := parse(Query{Text: strings.Join(ws[i+1:], " ")}, parts, s.first, s.newest)
		if event.little || len(event.terms) == 0 {
			return nil
		}
		if err := event.gather(parts, s.live); err != nil {
			return err
		}
		ranked, err := scores(&event, parts, s.avg)
		order(ranked, parts)
		if err != nil || len(ranked) == 0 || ranked[0].cover < anchorCover {
			return err
		}
		day, err := dayAt(parts, ranked[0])
		if err != nil || day == 0 {
			return err
		}
		if a.period = (index.Span{From: s.first, To: day}); edge > 0 {
			a.period = index.Span{From: day, To: s.newest}
		}
		return nil
	}
	return nil
}

// dayAt is the day of a ranked passage.
func dayAt(parts []part, r scored) (int, error) {
	places, err := parts[r.part].seg.PlacesOf(r.file, nil)
	if err != nil {
		return 0, err
	}
	if d := places[r.i].Day; d != 0 {
		return d, nil
	}
	return parts[r.part].seg.Files[r.file].Day, nil
}
