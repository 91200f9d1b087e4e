//! Documentation comments, `///`, gathered while the lexer steps over them.

/// `///` comments on lines directly below each other, with nothing else between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) struct DocComment {
    /// Where the first `///` starts and the last line ends.
    pub(in crate::syntax) start: u32,
    pub(in crate::syntax) end: u32,
    /// The number of its first line among [`DocComments::lines`], and how many there are.
    pub(in crate::syntax) first_line: u32,
    pub(in crate::syntax) lines: u32,
    /// No token is before it on its line.
    alone: bool,
}

/// The comments met so far: those above keys are handed out, the others are misplaced.
#[derive(Debug, Default)]
pub(super) struct DocComments {
    /// The text after `///` of every line of the comments that were not misplaced.
    pub(super) lines: Vec<(u32, u32)>,
    /// The comment the next line may continue.
    open: Option<DocComment>,
    /// The comment that is directly above the token read last, until it is taken.
    above: Option<DocComment>,
    /// Start and end of the comments found misplaced since the parser asked last.
    pub(super) misplaced: Vec<(u32, u32)>,
}

impl DocComments {
    /// Adds a `///` comment; `breaks` line ends are between it and the token or comment before it.
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

    /// A comment of another kind ends the open comment.
    pub(super) fn interrupt(&mut self) {
        if let Some(comment) = self.open.take() {
            self.misplace(comment);
        }
    }

    /// A token ends the open comment, `breaks` line ends after it. It is above the token if that is one.
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

    /// The lines of a misplaced comment are the last ones, since every earlier comment is settled; nothing reads
    /// them any more.
    fn misplace(&mut self, comment: DocComment) {
        self.lines.truncate(comment.first_line as usize);
        self.misplaced.push((comment.start, comment.end));
    }
}
