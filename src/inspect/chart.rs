//! A value by item as bars: the counterparts of Figures 2, 3 and 5 of Wu et al. 2012.
//!
//! Each chart is SVG inside a page, coloured by that page's style. However many items there are, a
//! chart is two paths, one for what is content and one for the rest, so that its size is linear in
//! the items with a small factor.

use std::fmt::Write;
use std::ops::Range;

use super::put;
use crate::render::escape;

/// Size of the plotting area, in pixels.
const PLOT: (f64, f64) = (900.0, 150.0);
/// Space to the left, for the ticks' labels.
const LEFT: f64 = 60.0;
/// Space above the plotting area, for a block's number.
const TOP: f64 = 16.0;
/// Space below, for the ticks' labels.
const BOTTOM: f64 = 24.0;
/// Ticks of an axis, about.
const TICKS: f64 = 5.0;
/// Share of an item's place that its bar takes, where places are wide enough to have gaps.
const BAR: f64 = 0.8;
/// Width of a bar at the most, in pixels: a page of one item has no wall for a bar.
const WIDEST: f64 = 24.0;

/// What one chart shows.
#[derive(Debug, Clone, Copy)]
pub struct Chart<'c> {
    /// What it shows, for readers who do not see it.
    pub title: &'c str,
    /// A value of each item, at least 0.
    pub values: &'c [f64],
    /// Whether each item is content.
    pub content: &'c [bool],
    /// A level to draw across, with what it is.
    pub level: Option<(f64, &'c str)>,
    /// Runs of items to shade, each with whether it was taken for content.
    pub blocks: &'c [(Range<usize>, bool)],
}

impl Chart<'_> {
    /// The chart as an `svg` element.
    pub fn svg(&self) -> String {
        let (width, height) = (LEFT + PLOT.0 + 10.0, TOP + PLOT.1 + BOTTOM);
        let mut title = String::new();
        escape(self.title, &mut title);
        let mut out =
            format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n");
        self.shade(&mut out);
        self.grid(&mut out);
        self.bars(&mut out, "other", false);
        self.bars(&mut out, "content", true);
        if let Some((level, name)) = self.level {
            let y = self.y(level);
            put(
                &mut out,
                format_args!("<path class=\"level\" d=\"M{LEFT} {y:.1}h{:.1}\"/>", PLOT.0),
            );
            let right = LEFT + PLOT.0;
            label(&mut out, ("end", right, y - 4.0), &format!("{name} {level:.0}"));
        }
        out.push_str("</svg>\n");
        out
    }

    /// The bands of blocks, each with its number.
    fn shade(&self, out: &mut String) {
        for (number, (items, accepted)) in self.blocks.iter().enumerate() {
            let class = if *accepted { "block" } else { "block rejected" };
            let (x, end) = (self.x(items.start), self.x(items.end));
            let (wide, tall) = (end - x, PLOT.1);
            put(
                out,
                format_args!(
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{TOP}\" width=\"{wide:.1}\" \
                     height=\"{tall}\"/>"
                ),
            );
            label(out, ("middle", f64::midpoint(x, end), TOP - 4.0), &(number + 1).to_string());
        }
    }

    /// Lines across with their values, and the numbers of items below.
    fn grid(&self, out: &mut String) {
        for value in ticks(self.highest()) {
            let y = self.y(value);
            put(out, format_args!("<path class=\"grid\" d=\"M{LEFT} {y:.1}h{:.1}\"/>", PLOT.0));
            label(out, ("end", LEFT - 6.0, y + 4.0), &format!("{value}"));
        }
        let below = TOP + PLOT.1 + 16.0;
        for number in ticks(self.values.len() as f64).filter(|number| number.fract() == 0.0) {
            let item = (number as usize).saturating_sub(1);
            if item < self.values.len() {
                let x = f64::midpoint(self.x(item), self.x(item + 1));
                label(out, ("middle", x, below), &(item + 1).to_string());
            }
        }
    }

    /// The bars of the items that are content, or of those that are not.
    fn bars(&self, out: &mut String, class: &str, content: bool) {
        let place = PLOT.0 / self.values.len().max(1) as f64;
        let wide = (place * BAR).clamp(0.5, WIDEST);
        let mut path = String::new();
        for (item, &value) in self.values.iter().enumerate() {
            if self.content[item] == content && value > 0.0 {
                let x = f64::midpoint(self.x(item), self.x(item + 1));
                let _ = write!(path, "M{x:.1} {:.0}V{:.1}", TOP + PLOT.1, self.y(value));
            }
        }
        put(out, format_args!("<path class=\"{class}\" stroke-width=\"{wide:.1}\" d=\"{path}\"/>"));
    }

    /// The highest value, at least 1.
    fn highest(&self) -> f64 {
        self.values.iter().copied().fold(1.0, f64::max)
    }

    fn x(&self, item: usize) -> f64 {
        LEFT + PLOT.0 * item as f64 / self.values.len().max(1) as f64
    }

    fn y(&self, value: f64) -> f64 {
        TOP + PLOT.1 * (1.0 - value / self.highest())
    }
}

/// Round values from 0 to `highest`: steps of 1, 2 or 5 times a power of ten.
fn ticks(highest: f64) -> impl Iterator<Item = f64> {
    let rough = highest / TICKS;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|step| *step >= rough);
    let step = step.unwrap_or(highest).max(1.0);
    (0..=(highest / step) as u32).map(move |i| f64::from(i) * step)
}

/// A text at a place, anchored `start`, `middle` or `end`.
fn label(out: &mut String, (anchor, x, y): (&str, f64, f64), text: &str) {
    let mut escaped = String::new();
    escape(text, &mut escaped);
    put(
        out,
        format_args!("<text text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{escaped}</text>"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_end_below_the_highest() {
        let ticks = |highest| ticks(highest).collect::<Vec<_>>();
        assert_eq!(ticks(1234.0), [0.0, 500.0, 1000.0]);
        assert_eq!(ticks(100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(1.0), [0.0, 1.0]);
    }

    #[test]
    fn bars_stand_by_what_they_are() {
        let chart = Chart {
            title: "a \"<b>",
            values: &[150.0, 0.0, 75.0],
            content: &[true, true, false],
            level: Some((75.0, "mean")),
            blocks: &[(0..2, true)],
        };
        let svg = chart.svg();
        assert!(svg.contains("aria-label=\"a &quot;&lt;b&gt;\""));
        assert!(
            svg.contains("<path class=\"content\" stroke-width=\"24.0\" d=\"M210.0 166V16.0\"/>")
        );
        assert!(
            svg.contains("<path class=\"other\" stroke-width=\"24.0\" d=\"M810.0 166V91.0\"/>")
        );
        assert!(svg.contains("<rect class=\"block\" x=\"60.0\" y=\"16\" width=\"600.0\""));
        assert!(svg.contains("mean 75"));
    }

    #[test]
    fn a_page_without_text_has_axes() {
        let none = Chart { title: "", values: &[], content: &[], level: None, blocks: &[] };
        assert!(none.svg().contains("<path class=\"grid\""));
    }
}
