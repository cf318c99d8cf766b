//! A sweep drawn: the counterpart of Figure 6 of Wu et al. 2012.
//!
//! Three panels, precision, recall and F1, against the parameter that varies along a line, with a
//! line for each value of the other. The picture is one SVG file that needs nothing else, follows
//! the reader's light or dark setting, and tells lines apart by marker as well as by colour. The
//! same scores give the same bytes.

use std::fmt::Write;

use super::sweep::{Point, Sweep};
use super::table::SetScores;
use crate::measure::Scores;

/// Size of a panel's plotting area, in pixels.
const PANEL: (f64, f64) = (270.0, 250.0);
/// Space to the left of the first panel, between panels and to the right of the last.
const GAP: f64 = 50.0;
/// Space above the panels: title, legend and the panels' heads.
const TOP: f64 = 92.0;
/// Space below the panels: tick labels, the axis' name and the best setting.
const BOTTOM: f64 = 78.0;
/// Width of a character of the legend, about.
const CHARACTER: f64 = 8.0;

/// Colours of the lines in the light and in the dark (Okabe and Ito 2008, yellow left out).
const COLOURS: [(&str, &str); 7] = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff8b3d"),
    ("#009e73", "#2fd0a5"),
    ("#cc79a7", "#e59cc4"),
    ("#8a6d00", "#f0c929"),
    ("#4b4b4b", "#c8c8c8"),
    ("#6a3d9a", "#b79bd8"),
];

/// What a panel shows.
type Score = fn(Scores) -> f64;

/// The panels and their heads.
const PANELS: [(&str, Score); 3] = [
    ("precision", |scores| scores.precision),
    ("recall", |scores| scores.recall),
    ("F1", |scores| scores.f1),
];

/// A sweep's scores on a data set by a measure, as an SVG file.
///
/// `measure` is the measure's place in the table and its name, `best` the point to mark with its
/// spec as it prints.
pub fn svg(sweep: &Sweep, set: &SetScores, measure: (usize, &str), best: (&Point, &str)) -> String {
    let width = GAP + 3.0 * (PANEL.0 + GAP);
    let height = TOP + PANEL.1 + BOTTOM;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n"
    );
    let varied = sweep.lines.iter().chain([&sweep.along]).map(String::as_str);
    let varied = varied.collect::<Vec<_>>().join(" and ");
    let title = format!("{} by {varied}: {}, {}", sweep.fixed, set.title(), measure.1);
    put(&mut out, format_args!("<title>{}</title>", escape(&title)));
    out.push_str(&style());
    put(&mut out, format_args!("<rect class=\"back\" width=\"{width}\" height=\"{height}\"/>"));
    text(&mut out, "title", (GAP, 28.0), &title);
    let scores = sweep.points.iter().map(|point| set.mean(point.spec, measure.0, None));
    let scores: Vec<_> = scores.collect();
    let lines = sweep.line_values();
    if let Some(name) = &sweep.lines {
        legend(&mut out, name, &lines);
    }
    for (number, (name, score)) in PANELS.iter().enumerate() {
        let left = GAP + number as f64 * (PANEL.0 + GAP);
        put(&mut out, format_args!("<g transform=\"translate({left} {TOP})\">"));
        let panel = Panel::new(sweep, scores.iter().map(|scores| score(*scores)).collect());
        panel.axes(&mut out, name);
        for (line, value) in lines.iter().enumerate() {
            panel.line(&mut out, line, value);
        }
        panel.ring(&mut out, best.0);
        put(&mut out, format_args!("</g>"));
    }
    let f1 = set.mean(best.0.spec, measure.0, None).f1;
    let best = format!("best F1 {f1:.3} at {} (ringed)", best.1);
    text(&mut out, "middle", (width / 2.0, height - 14.0), &best);
    out.push_str("</svg>\n");
    out
}

/// The lines' names beside their looks.
fn legend(out: &mut String, name: &str, lines: &[&str]) {
    text(out, "head", (GAP, 56.0), name);
    let mut x = GAP + 20.0 + CHARACTER * name.chars().count() as f64;
    for (line, value) in lines.iter().enumerate() {
        let colour = line % COLOURS.len();
        put(out, format_args!("<path class=\"l{colour}\" d=\"M{x:.1} 52h26\"/>"));
        marker(out, line, (x + 13.0, 52.0));
        text(out, "start", (x + 32.0, 56.0), value);
        x += 56.0 + CHARACTER * value.chars().count() as f64;
    }
}

/// One score of a sweep, with its scales.
struct Panel<'s> {
    sweep: &'s Sweep,
    /// The score at each point.
    scores: Vec<f64>,
    /// Least and greatest value along the axis.
    x: (f64, f64),
    /// Least and greatest score shown, in steps.
    y: (u32, u32),
    /// Steps in a score of 1.
    steps: u32,
}

impl<'s> Panel<'s> {
    fn new(sweep: &'s Sweep, scores: Vec<f64>) -> Panel<'s> {
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)))
        };
        let x = range(&mut sweep.points.iter().map(|point| point.x));
        let (low, high) = range(&mut scores.iter().copied());
        let steps = [100, 50, 20].into_iter().find(|&steps| (high - low) * f64::from(steps) <= 6.0);
        let steps = steps.unwrap_or(10);
        let y = ((low * f64::from(steps)).floor() as u32, (high * f64::from(steps)).ceil() as u32);
        // A scale needs two ends, also where all values are one.
        let y = if y.0 < y.1 { y } else { (y.0.saturating_sub(1), y.0.max(1)) };
        let x = if x.0 < x.1 { x } else { (x.0 - 1.0, x.0 + 1.0) };
        Panel { sweep, scores, x, y, steps }
    }

    fn at(&self, x: f64, score: f64) -> (f64, f64) {
        let (low, high) = (f64::from(self.y.0), f64::from(self.y.1));
        let right = (x - self.x.0) / (self.x.1 - self.x.0);
        let up = (score * f64::from(self.steps) - low) / (high - low);
        (right * PANEL.0, (1.0 - up) * PANEL.1)
    }

    /// The frame, grid, ticks and names.
    fn axes(&self, out: &mut String, name: &str) {
        let (width, height) = PANEL;
        text(out, "head middle", (width / 2.0, -12.0), name);
        for step in self.y.0..=self.y.1 {
            let score = f64::from(step) / f64::from(self.steps);
            let (_, y) = self.at(self.x.0, score);
            put(out, format_args!("<path class=\"grid\" d=\"M0 {y:.1}h{width}\"/>"));
            text(out, "end", (-7.0, y + 4.0), &format!("{score:.2}"));
        }
        for value in self.ticks() {
            let (x, _) = self.at(value, 0.0);
            put(out, format_args!("<path class=\"axis\" d=\"M{x:.1} {height}v5\"/>"));
            text(out, "middle", (x, height + 20.0), &((value * 1e6).round() / 1e6).to_string());
        }
        put(out, format_args!("<path class=\"axis\" d=\"M0 0V{height}H{width}\"/>"));
        text(out, "middle", (width / 2.0, height + 40.0), &self.sweep.along);
    }

    /// The values along the axis, thinned out to at most seven.
    fn ticks(&self) -> Vec<f64> {
        let mut values: Vec<_> = self.sweep.points.iter().map(|point| point.x).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let step = values.len().div_ceil(7).max(1);
        values.into_iter().step_by(step).collect()
    }

    fn line(&self, out: &mut String, line: usize, value: &str) {
        let points = self.sweep.points.iter().zip(&self.scores);
        let points = points.filter(|(point, _)| point.line == value);
        let points: Vec<_> = points.map(|(point, score)| self.at(point.x, *score)).collect();
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let colour = line % COLOURS.len();
        put(out, format_args!("<path class=\"l{colour}\" d=\"M{}\"/>", path.join("L")));
        for at in points {
            marker(out, line, at);
        }
    }

    fn ring(&self, out: &mut String, best: &Point) {
        let points = self.sweep.points.iter().zip(&self.scores);
        for (_, score) in points.filter(|(point, _)| *point == best) {
            let (x, y) = self.at(best.x, *score);
            put(out, format_args!("<circle class=\"ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\"/>"));
        }
    }
}

/// The mark of a line's point: a circle, square, diamond or triangle.
fn marker(out: &mut String, line: usize, (x, y): (f64, f64)) {
    // Each shape is drawn from its left end, so far from its middle.
    let (left, shape) = match line % 5 {
        0 => (3.2, "a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"),
        1 => (3.0, "v-3h6v6h-6z"),
        2 => (4.0, "l4 -4l4 4l-4 4z"),
        3 => (3.8, "v3.2h7.6l-3.8 -6.8z"),
        _ => (3.8, "v-3.2h7.6l-3.8 6.8z"),
    };
    let colour = line % COLOURS.len();
    put(out, format_args!("<path class=\"m{colour}\" d=\"M{:.1} {y:.1}{shape}\"/>", x - left));
}

/// A text of a class at a place.
fn text(out: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    let text = escape(text);
    put(out, format_args!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"));
}

/// The style sheet, for light and dark.
fn style() -> String {
    let lines = |colour: fn(&(&'static str, &'static str)) -> &'static str| {
        let rule = |(i, pair)| format!(".l{i}{{stroke:{0}}}.m{i}{{fill:{0}}}", colour(pair));
        COLOURS.iter().enumerate().map(rule).collect::<String>()
    };
    format!(
        "<style>text{{font:13px sans-serif;fill:#222}}.title{{font-size:16px;font-weight:bold}}\
         .head{{font-weight:bold}}.middle{{text-anchor:middle}}.end{{text-anchor:end}}\
         path{{fill:none;stroke-width:1.8}}.back{{fill:#fff}}.grid{{stroke:#ddd;stroke-width:1}}\
         .axis{{stroke:#555;stroke-width:1}}.ring{{fill:none;stroke:#222;stroke-width:1.5}}{}\
         @media(prefers-color-scheme:dark){{text{{fill:#ddd}}.back{{fill:#161616}}\
         .grid{{stroke:#333}}.axis{{stroke:#aaa}}.ring{{stroke:#ddd}}{}}}</style>\n",
        lines(|pair| pair.0),
        lines(|pair| pair.1),
    )
}

/// Appends a line.
fn put(out: &mut String, line: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn three_panels_with_a_line_each() {
        let mut table = table();
        table.sets[0].name = "a<b".into();
        let [sweep] = &Sweep::find(&table.entrants)[..] else { panic!() };
        let set = &table.sets[0];
        let best = sweep.best(set, 0).unwrap();
        let name = table.entrants[best.spec].to_string();
        let svg = svg(sweep, set, (0, "words"), (best, &name));
        assert!(svg.contains("<title>wu(k=0) by threshold: a&lt;b, 3 pages, words</title>"));
        assert!(svg.contains("best F1 0.800 at wu(threshold=0.5,k=0)"));
        assert_eq!(svg.matches("<path class=\"l0\" d=\"M0.0 ").count(), 3);
        assert_eq!(svg.matches("class=\"ring\"").count(), 3);
        // Precision goes from 1 to 1/3 on an axis from 0.3 to 1.
        assert!(svg.contains("M0.0 0.0L270.0 238.1"), "{svg}");
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
    }

    #[test]
    fn equal_scores_have_a_scale() {
        let mut table = table();
        table.sets[0].pages.truncate(0);
        let [sweep] = &Sweep::find(&table.entrants)[..] else { panic!() };
        let svg = svg(sweep, &table.sets[0], (0, "words"), (&sweep.points[0], "wu"));
        assert!(!svg.contains("NaN"));
    }
}
