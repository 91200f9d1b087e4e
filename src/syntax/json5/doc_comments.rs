//! Documentation comments, `///`, collected while the lexer skips them.

/// The text of `///` comments, one on each line, as plain comments.
pub(crate) fn plain_comment(comments: &str) -> String {
    comments.split_inclusive('\n').map(|line| line.replacen("///", "//", 1)).collect()
}

/// `///` comments on lines directly below each other, with nothing else between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) struct DocComment {
    /// The start of the first `///`, and the end of the last line.
    pub(in crate::syntax) start: u32,
    pub(in crate::syntax) end: u32,
    /// The number of its first line among [`DocComments::lines`], and the number of its lines.
    pub(in crate::syntax) first_line: u32,
    pub(in crate::syntax) lines: u32,
    /// Whether no token precedes it on its line.
    alone: bool,
}

/// The comments so far: those above keys are taken, the others are misplaced.
#[derive(Debug, Default)]
pub(super) struct DocComments {
    /// The text after `///` of every line of the comments that were not misplaced.
    pub(super) lines: Vec<(u32, u32)>,
    /// The comment that the next line may continue.
    open: Option<DocComment>,
    /// The comment directly above the last token, until it is taken.
    above: Option<DocComment>,
    /// The start and end of misplaced comments that the parser has not yet taken.
    pub(super) misplaced: Vec<(u32, u32)>,
}

impl DocComments {
    /// Adds a `///` comment. `breaks` is the number of line ends between it and the token or comment before it.
    pub(super) fn add_line(&mut self, start: u32, end: u32, alone: bool, breaks: u32) {
        self.misplace_above();
        let line = (start.saturating_add(3), end);
        match &mut self.open {
            Some(comment) if comment.alone && alone && breaks == 1 => {
                comment.end = end;
                comment.lines += 1;
            }
            _ => {
                self.interrupt();
                let first_line = crate::text::narrow(self.lines.len());
                self.open = Some(DocComment { start, end, first_line, lines: 1, alone });
            }
        }
        self.lines.push(line);
    }

    /// Ends the open comment at a comment of another kind.
    pub(super) fn interrupt(&mut self) {
        if let Some(comment) = self.open.take() {
            self.misplace(comment);
        }
    }

    /// Ends the open comment at a token that follows after `breaks` line ends. The comment is above the token if that
    /// number is 1.
    #[inline]
    pub(super) fn reach_token(&mut self, breaks: u32) {
        if self.above.is_some() || self.open.is_some() {
            self.settle(breaks);
        }
    }

    fn settle(&mut self, breaks: u32) {
        self.misplace_above();
        match self.open.take() {
            Some(comment) if comment.alone && breaks == 1 => self.above = Some(comment),
            Some(comment) => self.misplace(comment),
            None => {}
        }
    }

    /// Takes the comment directly above the last token. Other comments are misplaced.
    pub(super) fn take_above(&mut self) -> Option<DocComment> {
        self.above.take()
    }

    fn misplace_above(&mut self) {
        if let Some(comment) = self.above.take() {
            self.misplace(comment);
        }
    }

    /// Removes the lines of a misplaced comment. They are the last ones, since every earlier comment is settled.
    fn misplace(&mut self, comment: DocComment) {
        self.lines.truncate(comment.first_line as usize);
        self.misplaced.push((comment.start, comment.end));
    }
}
