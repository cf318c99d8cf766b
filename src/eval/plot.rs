//! A sweep drawn: the counterpart of Figure 6 of Wu et al. 2012.
//!
//! Three panels, precision, recall and F1, against the parameter that varies along a line, with a
//! line for each value of the other. The picture is one SVG file that needs nothing else, follows
//! the reader's light or dark setting, and tells lines apart by marker as well as by colour. The
//! same scores give the same bytes.

use std::fmt::Write;

use super::sweep::{Point, Sweep};
use super::table::{Scores, SetScores};

/// Size of a panel's plotting area, in pixels.
const PANEL: (f64, f64) = (270.0, 250.0);
/// Space to the left of the first panel, between panels and to the right of the last.
const GAP: f64 = 46.0;
/// Space above the panels: title, legend and the panels' heads.
const TOP: f64 = 92.0;
/// Space below the panels: tick labels, the axis' name and the best setting.
const BOTTOM: f64 = 78.0;

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
/// `measure` is the measure's place in the table and its name, `best` the spec to mark, as it
/// prints.
pub fn svg(sweep: &Sweep, set: &SetScores, measure: (usize, &str), best: (&Point, &str)) -> String {
    let plot = Plot::new(sweep, set, measure.0);
    let width = GAP + 3.0 * (PANEL.0 + GAP);
    let height = TOP + PANEL.1 + BOTTOM;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n"
    );
    let title = format!("{}: {} by {}", set.title(), measure.1, plot.parameters());
    put(&mut out, format_args!("<title>{}</title>", escape(&title)));
    out.push_str(&style());
    put(&mut out, format_args!("<rect class=\"back\" width=\"{width}\" height=\"{height}\"/>"));
    put(
        &mut out,
        format_args!("<text class=\"title\" x=\"{GAP}\" y=\"28\">{}</text>", escape(&title)),
    );
    plot.legend(&mut out);
    for (number, (name, score)) in PANELS.iter().enumerate() {
        let left = GAP + number as f64 * (PANEL.0 + GAP);
        put(&mut out, format_args!("<g transform=\"translate({left} {TOP})\">"));
        plot.axes(&mut out, name);
        for (line, value) in plot.lines.iter().enumerate() {
            plot.line(&mut out, line, value, *score);
        }
        plot.ring(&mut out, best.0, *score);
        put(&mut out, format_args!("</g>"));
    }
    let (point, spec) = best;
    let best = format!("best F1 {:.3} at {spec} (ringed)", plot.scores(point).f1);
    let (x, y) = (width / 2.0, height - 14.0);
    put(
        &mut out,
        format_args!("<text class=\"middle\" x=\"{x}\" y=\"{y}\">{}</text>", escape(&best)),
    );
    out.push_str("</svg>\n");
    out
}

/// A sweep with its scores and scales.
struct Plot<'s> {
    sweep: &'s Sweep,
    set: &'s SetScores,
    measure: usize,
    lines: Vec<&'s str>,
    /// Least and greatest value along the axis.
    x: (f64, f64),
    /// Least and greatest score shown: tenths, the same for all panels.
    y: (f64, f64),
}

impl<'s> Plot<'s> {
    fn new(sweep: &'s Sweep, set: &'s SetScores, measure: usize) -> Plot<'s> {
        let lines = sweep.line_values();
        let mut plot = Plot { sweep, set, measure, lines, x: (0.0, 1.0), y: (0.0, 1.0) };
        let (mut x, mut y) = ((f64::MAX, f64::MIN), (f64::MAX, f64::MIN));
        for point in &sweep.points {
            x = (x.0.min(point.x), x.1.max(point.x));
            for (_, score) in PANELS {
                let score = score(plot.scores(point));
                y = (y.0.min(score), y.1.max(score));
            }
        }
        let tenths = |score: f64, round: fn(f64) -> f64| round(score * 10.0) / 10.0;
        plot.y = (tenths(y.0, f64::floor), tenths(y.1, f64::ceil));
        if plot.y.0 == plot.y.1 {
            // All scores are one tenth: 1.0, or one below it.
            plot.y.0 -= 0.1;
        }
        if x.0 < x.1 {
            plot.x = x;
        }
        plot
    }

    fn scores(&self, point: &Point) -> Scores {
        self.set.mean(point.spec, self.measure, None)
    }

    fn parameters(&self) -> String {
        match &self.sweep.lines {
            Some(lines) => format!("{lines} and {}", self.sweep.along),
            None => self.sweep.along.clone(),
        }
    }

    fn at(&self, x: f64, score: f64) -> (f64, f64) {
        let share = |value: f64, (low, high): (f64, f64)| (value - low) / (high - low);
        (share(x, self.x) * PANEL.0, (1.0 - share(score, self.y)) * PANEL.1)
    }

    fn legend(&self, out: &mut String) {
        let Some(name) = &self.sweep.lines else { return };
        put(out, format_args!("<text class=\"head\" x=\"{GAP}\" y=\"56\">{}</text>", escape(name)));
        let mut x = GAP + 14.0 + 7.5 * name.chars().count() as f64;
        for (line, value) in self.lines.iter().enumerate() {
            put(
                out,
                format_args!("<path class=\"l{}\" d=\"M{x:.1} 52h26\"/>", line % COLOURS.len()),
            );
            marker(out, line, (x + 13.0, 52.0));
            put(out, format_args!("<text x=\"{:.1}\" y=\"56\">{}</text>", x + 32.0, escape(value)));
            x += 52.0 + 7.5 * value.chars().count() as f64;
        }
    }

    /// A panel's frame, grid, ticks and names.
    fn axes(&self, out: &mut String, name: &str) {
        let (width, height) = PANEL;
        put(
            out,
            format_args!(
                "<text class=\"head middle\" x=\"{}\" y=\"-12\">{name}</text>",
                width / 2.0
            ),
        );
        let tenths = ((self.y.1 - self.y.0) * 10.0).round() as u32;
        for step in 0..=tenths {
            let score = self.y.0 + f64::from(step) / 10.0;
            let (_, y) = self.at(self.x.0, score);
            put(out, format_args!("<path class=\"grid\" d=\"M0 {y:.1}h{width}\"/>"));
            put(
                out,
                format_args!("<text class=\"end\" x=\"-7\" y=\"{:.1}\">{score:.1}</text>", y + 4.0),
            );
        }
        for value in self.ticks() {
            let (x, _) = self.at(value, self.y.0);
            let label = (value * 1e6).round() / 1e6;
            put(out, format_args!("<path class=\"axis\" d=\"M{x:.1} {height}v5\"/>"));
            put(
                out,
                format_args!(
                    "<text class=\"middle\" x=\"{x:.1}\" y=\"{}\">{label}</text>",
                    height + 20.0
                ),
            );
        }
        put(out, format_args!("<path class=\"axis\" d=\"M0 0V{height}H{width}\"/>"));
        let axis = escape(&self.sweep.along);
        put(
            out,
            format_args!(
                "<text class=\"middle\" x=\"{}\" y=\"{}\">{axis}</text>",
                width / 2.0,
                height + 40.0
            ),
        );
    }

    /// The values along the axis, thinned out to at most seven.
    fn ticks(&self) -> Vec<f64> {
        let mut values: Vec<_> = self.sweep.points.iter().map(|point| point.x).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let step = values.len().div_ceil(7).max(1);
        values.into_iter().step_by(step).collect()
    }

    fn line(&self, out: &mut String, line: usize, value: &str, score: Score) {
        let points = self.sweep.points.iter().filter(|point| point.line == value);
        let points = points.map(|point| self.at(point.x, score(self.scores(point))));
        let points: Vec<_> = points.collect();
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let colour = line % COLOURS.len();
        put(out, format_args!("<path class=\"l{colour}\" d=\"M{}\"/>", path.join("L")));
        for at in points {
            marker(out, line, at);
        }
    }

    fn ring(&self, out: &mut String, point: &Point, score: Score) {
        let (x, y) = self.at(point.x, score(self.scores(point)));
        put(out, format_args!("<circle class=\"ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\"/>"));
    }
}

/// The mark of a line's point: a circle, square, diamond or triangle.
fn marker(out: &mut String, line: usize, (x, y): (f64, f64)) {
    let colour = line % COLOURS.len();
    let shape = match line % 4 {
        0 => "a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z",
        1 => "v-3h6v6h-6z",
        2 => "l4 -4l4 4l-4 4z",
        _ => "l0 3.2h7.6l-3.8 -6.8z",
    };
    let left = [3.2, 3.0, 4.0, 3.8][line % 4];
    put(out, format_args!("<path class=\"m{colour}\" d=\"M{:.1} {y:.1}{shape}\"/>", x - left));
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
        let [sweep] = &Sweep::find(&table.specs)[..] else { panic!() };
        let set = &table.sets[0];
        let best = sweep.best(set, 0).unwrap();
        let name = table.specs[best.spec].to_string();
        let svg = svg(sweep, set, (0, "words"), (best, &name));
        assert!(svg.contains("a&lt;b, 3 pages: words by threshold"));
        assert!(svg.contains("best F1 0.800 at wu(threshold=0.5,k=0)"));
        assert_eq!(svg.matches("<path class=\"l0\" d=\"M0.0 ").count(), 3);
        assert_eq!(svg.matches("class=\"ring\"").count(), 3);
        // Precision goes from 1 to 1/3 on an axis from 0.2 to 1.
        assert!(svg.contains("M0.0 0.0L270.0 208.3"), "{svg}");
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
    }

    #[test]
    fn equal_scores_have_a_scale() {
        let mut table = table();
        table.sets[0].pages.truncate(0);
        let [sweep] = &Sweep::find(&table.specs)[..] else { panic!() };
        let svg = svg(sweep, &table.sets[0], (0, "words"), (&sweep.points[0], "wu"));
        assert!(!svg.contains("NaN"));
    }
}
