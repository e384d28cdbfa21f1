//go:build ignore

package main

// promise is one guarantee. part begins a part of the page.
type promise struct{ part, words string }

// promises are what the program promises, the n-th of them guarantee n.
func promises() []promise {
	return []promise{
		{"What was said stays", "A message that is shown as sent is on disk: neither a kill nor a power cut takes it."},
		{"", "Killed while a reply streams, the program finds your message and the part of the reply that had come, marked as interrupted, and neither of them twice."},
		{"", "A damaged line of a session (torn, full of NULs, no JSON, not ours) costs itself alone. It is named with file and line, and never rewritten."},
		{"", "A tool call that a crash left without its result gets one on resume, so that every provider takes the next request."},
		{"", "What the disk refuses is said and never passed off as saved; a file that refused once is not written to again before it is read."},
		{"Nights", "A night is all or nothing. After a crash, a full disk or a broken one, the next start finds MEMORY.md, the log, the session and its cursor as before the night or as after it, never between."},
		{"", "No line of a session is lost, or slept over twice. The same night again adds nothing."},
		{"", "What you edit is never overwritten, whenever you edit it and however your editor saves. What you delete does not come back. A half-written file is read again before anything is concluded from it."},
		{"", "Memory is saved before the context is cut. A night that fails changes nothing, never costs you a reply, and is tried again later."},
		{"", "When the provider is down, refuses or answers rubbish, the built-in engine finishes the night and says that it did."},
		{"", "What a model makes of a night is data: checked against a schema, bounded in size and in what it may retire."},
		{"Several at once", "Any number of programs may use one land at once. One of them sleeps at a time; the lock of one that was killed is free."},
		{"", "A land that git or a cloud folder keeps in step may hold conflict copies and conflict marks: they are told, not fed to a model, and not deleted."},
		{"", "State and index under .dormouse/ may be missing, cut, newer than the program or rubbish: the answers are the same after they are made again."},
		{"Faults and strange input", "A full disk, an I/O error, a read-only land: one line says what and where, the talk goes on, nothing on disk is shortened, and what was not saved is saved when there is room."},
		{"", "Pipes, sockets, devices, folders and link loops in the place of notes, strange names, bytes that are no text, very many files: no hang, no crash, in bounded time and memory."},
		{"", "The clock may jump, the hour may come twice, midnight may fall into a turn, the zone may change: each message is in the log of its own day, and no waiting time gets stuck."},
		{"Network", "Whatever the provider does, your turn is kept, and `retry` sends it again."},
		{"", "A reply without its end mark is incomplete, and told to be; a tool runs only with arguments that came whole and are valid."},
		{"", "Retries are few and spread, wait as long as the provider asks within bounds, never follow visible output, and can be cancelled."},
		{"", "\"The context is too long\", in any provider's words, leads to one night and one retry, then to a clear error, never to a loop."},
		{"", "A key goes to the configured host and nowhere else: no redirect is followed, and no key is in a log, an error or a session. Replies, lines, headers and waiting are bounded."},
		{"Text that nobody vouches for", "No control character of a model, a tool, a memory, a file name or an error reaches your terminal: it is shown as what it is."},
		{"", "No tool reaches a file outside MEMORY.md, memory/ and, to read, sessions/, whatever links and pipes stand in the way."},
		{"", "Memory stands in the prompt as data with its source. Forged fences and role marks do nothing. What came from a tool does not become a standing instruction unattended."},
		{"", "Every write to memory is shown, with what, where and from which turn, and can be taken back."},
		{"", "Folders are yours alone (0700), files too (0600), whatever the umask. Credentials are taken out before anything is written; ordinary text is not touched."},
		{"", "Nothing is fetched but from the provider: no link of a reply, no picture, and nothing is reported to anybody."},
		{"Found by attacking it", "Who acts decides what may be done, in one place: a guest program or a model cannot do to your lines what it may not. Every write has a way back from a shell."},
		{"", "A start after a kill merges exactly as the living program does. A night whose entries did not reach the files is not done."},
		{"", "Ctrl-C and SIGTERM end the program within a second, whatever it does, and nothing is lost."},
		{"", "No input makes a step worse than in proportion to its size. A reply, a message, a file and a query have a largest size."},
		{"", "Words that you did not type are never yours: no preference, no decision, no standing order."},
		{"", "What an entry rests on is the sentence that it came from: on every machine, after every merge, and also where that was moved, numbered anew or changed. A land that several machines keep in step loses nothing and has nothing twice, wherever a sync was killed."},
	}
}
