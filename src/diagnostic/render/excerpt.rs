//! The part of a source that is drawn under a diagnostic.
//!
//! A source cannot be drawn unchanged: literals may be masked, characters may control the terminal, a line
//! may be a megabyte long, and two labels may be a million lines apart. An [`Excerpt`] is a small text that
//! is safe to draw, with the places of the labels in it.

use crate::diagnostic::Label;
use crate::text::{Masks, Source, Span, narrow};
use std::ops::Range;

/// Replaces a hidden text.
const MASK: char = '…';
/// Replaces the rest of a long line.
const CUT: &str = "...";
/// Labels that are further apart, in lines, have excerpts of their own.
const MAX_GAP: u32 = 50;
/// A place with more lines is drawn as its first line only.
const MAX_LINES: u32 = 200;
/// The most lines that are drawn around each end of a label.
const NEAR: u32 = 6;

/// A label, and whether it is the primary one.
#[derive(Debug, Clone, Copy)]
pub(super) struct LabelMarker<'a> {
    /// The span with its text.
    pub(super) label: &'a Label,
    /// Whether it points at the wrong text, and not at a cause.
    pub(super) primary: bool,
}

/// A text that can be drawn as it is, with its labels.
#[derive(Debug)]
pub(super) struct Excerpt<'a> {
    /// The lines, joined by LF. Lines that are not drawn are empty.
    pub(super) text: String,
    /// The number of the first line.
    pub(super) first_line: u32,
    /// The ranges of the labels in `text`.
    pub(super) marks: Vec<(Range<usize>, LabelMarker<'a>)>,
}

/// Cuts a source into the excerpts that show these labels. The one with the primary label comes first, the others in
/// the order of the text.
pub(super) fn excerpts<'a>(source: &Source, pointers: &[LabelMarker<'a>], width: usize) -> Vec<Excerpt<'a>> {
    let mut placed: Vec<Placed<'a>> = pointers.iter().map(|pointer| Placed::new(source, *pointer)).collect();
    placed.sort_by_key(|placed| (placed.first, placed.start));
    let mut clusters: Vec<Vec<Placed<'a>>> = Vec::new();
    let mut reach = 0;
    for placed in placed {
        let last = placed.last;
        match clusters.last_mut() {
            Some(cluster) if placed.first <= reach + MAX_GAP => cluster.push(placed),
            _ => clusters.push(vec![placed]),
        }
        reach = last.max(reach);
    }
    let painter = Painter { source, masks: source.masked(), width: width.max(30) };
    let mut excerpts: Vec<Excerpt<'a>> = clusters.iter().map(|cluster| painter.excerpt(cluster)).collect();
    excerpts.sort_by_key(|excerpt| !excerpt.marks.iter().any(|(_, pointer)| pointer.primary));
    excerpts
}

/// A label with its lines.
#[derive(Debug, Clone, Copy)]
struct Placed<'a> {
    pointer: LabelMarker<'a>,
    start: u32,
    end: u32,
    first: u32,
    last: u32,
}

impl<'a> Placed<'a> {
    fn new(source: &Source, pointer: LabelMarker<'a>) -> Self {
        let Span { start, end, .. } = pointer.label.span;
        let first = source.place(start).line;
        // A line feed belongs to the line it ends, so a label on whole lines does not include the next line.
        let last = source.place(end.saturating_sub(1).max(start)).line;
        if last - first > MAX_LINES {
            let end = source.line(first).map_or(start, |line| line.end.max(start));
            return Self { pointer, start, end, first, last: first };
        }
        Self { pointer, start, end, first, last }
    }

    fn is_near(&self, line: u32) -> bool {
        let around = |end: u32| line + NEAR > end && line < end + NEAR;
        around(self.first) || around(self.last)
    }
}

/// Draws the lines of one source.
struct Painter<'s> {
    source: &'s Source,
    /// The hidden ranges of the source.
    masks: Masks,
    width: usize,
}

impl Painter<'_> {
    fn excerpt<'a>(&self, cluster: &[Placed<'a>]) -> Excerpt<'a> {
        let first_line = cluster.iter().map(|placed| placed.first).min().unwrap_or(1);
        let last_line = cluster.iter().map(|placed| placed.last).max().unwrap_or(1);
        let mut text = String::new();
        let mut marks: Vec<(Range<usize>, LabelMarker<'a>)> =
            cluster.iter().map(|placed| (0..0, placed.pointer)).collect();
        for number in first_line..=last_line {
            if number > first_line {
                text.push('\n');
            }
            if !cluster.iter().any(|placed| placed.is_near(number)) {
                continue;
            }
            let Some(line) = self.source.line(number) else { continue };
            let mut points = Vec::new();
            for (placed, (mark, _)) in cluster.iter().zip(&mut marks) {
                if placed.first == number {
                    points.push((self.outside(placed.start, line, |mask| mask.0), &mut mark.start));
                }
                if placed.last == number {
                    points.push((self.outside(placed.end, line, |mask| mask.1), &mut mark.end));
                }
            }
            points.sort_by_key(|(offset, _)| *offset);
            self.line(line, points, &mut text);
        }
        for (mark, _) in &mut marks {
            mark.end = mark.end.max(mark.start);
        }
        // The renderer sees no line after a final LF, but a caret may be there.
        if text.is_empty() || text.ends_with('\n') {
            text.push(' ');
        }
        Excerpt { text, first_line, marks }
    }

    /// Moves an offset into its line, and out of a hidden range to the side that `side` chooses.
    fn outside(&self, offset: u32, line: Span, side: impl Fn((u32, u32)) -> u32) -> u32 {
        let offset = match self.mask_at(offset) {
            Some(mask) if mask.0 < offset => side(mask),
            Some(_) | None => offset,
        };
        offset.clamp(line.start, line.end)
    }

    /// The hidden range that contains a byte.
    fn mask_at(&self, offset: u32) -> Option<(u32, u32)> {
        let next = self.masks.get(self.masks.partition_point(|mask| mask.1 <= offset))?;
        (next.0 <= offset).then_some(*next)
    }

    /// Draws a line, and sets the drawn offset of each point; points are in ascending order.
    fn line(&self, line: Span, points: Vec<(u32, &mut usize)>, out: &mut String) {
        let offsets: Vec<u32> = points.iter().map(|(offset, _)| *offset).collect();
        let mut points = points.into_iter().peekable();
        let mut at = line.start;
        for window in self.windows(line, &offsets) {
            if window.start > at {
                out.push_str(CUT);
            }
            at = at.max(window.start);
            loop {
                while let Some((_, drawn)) = points.next_if(|(offset, _)| *offset <= at) {
                    *drawn = out.len();
                }
                if at >= window.end {
                    break;
                }
                at = self.step(at, line.end, out);
            }
        }
        if at < line.end {
            out.push_str(CUT);
        }
    }

    /// Draws one character or one hidden range, and returns the offset after it.
    fn step(&self, at: u32, end: u32, out: &mut String) -> u32 {
        if let Some(mask) = self.mask_at(at) {
            out.push(MASK);
            return mask.1.min(end);
        }
        let rest = self.source.slice(self.source.span(at, end));
        let Some(c) = rest.chars().next() else { return end };
        out.push(visible(c));
        at + u32::try_from(c.len_utf8()).unwrap_or(1)
    }

    /// The drawn parts of a line: all of it if it fits, or else the surroundings of the points.
    fn windows(&self, line: Span, points: &[u32]) -> Vec<Range<u32>> {
        let text = self.source.slice(line);
        let mut windows: Vec<Range<u32>> = Vec::new();
        if text.len() <= self.width || (text.len() <= 4 * self.width && text.chars().count() <= self.width) {
            windows.push(line.start..line.end);
            return windows;
        }
        // A line without a point shows its start.
        let points = if points.is_empty() { &[line.start] } else { points };
        for point in points.iter().map(|point| (point - line.start) as usize) {
            let context = self.width / 3;
            let start = line.start + boundary_before(text, point.saturating_sub(context));
            let end = line.start + boundary_before(text, point + context);
            match windows.last_mut() {
                Some(last) if start <= last.end => last.end = end,
                _ => windows.push(start..end),
            }
        }
        windows
    }
}

/// The last character boundary at or before `offset`.
fn boundary_before(text: &str, offset: usize) -> u32 {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    narrow(offset)
}

/// The drawn form of a character. One that would steer the terminal is drawn as a picture of one column.
fn visible(c: char) -> char {
    match c {
        // A tab is drawn as four columns.
        '\t' => '\t',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('�'),
        '\u{7f}' => '␡',
        c if crate::text::escape::is_unsafe(c) => '�',
        c => c,
    }
}
