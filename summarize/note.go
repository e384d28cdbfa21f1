package summarize

func (o *Offline) note(in Input, budget int, v View) string { return "" }
