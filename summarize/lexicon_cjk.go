package summarize

// cjk serves Chinese and Japanese together: without spaces, its words are
// pairs of characters, and markers are looked for inside the sentence.
func cjk() list {
	return list{
		name:    "cjk",
		stop:    `我们 你们 他们 这个 那个 什么 怎么 因为 所以 但是 如果 可以 没有 不是 就是 已经 还有 一个 です ます した して いる ある こと から まで でも ので ない れる って とか という`,
		dull:    `谢谢 真的 非常 很好 不错 太好 高兴 开心 哈哈 当然 好的 ありがとう すごい いいね とても 嬉しい`,
		me:      `我 我们 我的 私 僕 俺 私は 僕は`,
		you:     `你 你们 您 あなた 君`,
		they:    `它 他 她 那 这 それ これ 彼 彼女`,
		prefer:  `喜欢 最爱 讨厌 好き 嫌い`,
		correct: `不对 其实 错了 違う 間違`, undone: `待办 後で 未完`, reject: `放弃 不用 やめ 不要`,
	}
}
