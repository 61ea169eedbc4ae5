# One line a chapter: its stage, its tests, its benchmark. Names are file names in the chapter's folders.
