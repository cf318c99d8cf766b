//! `crunch`: Gupta, Kaiser, Neistadt and Grimm 2003, *DOM-based content extraction of HTML
//! documents*, WWW, 207–214.
//!
//! Content is not looked for: what is not content is removed. One pass over the tree puts each
//! element through an ordered list of filters, each with a switch of its own: advertisements,
//! scripts, styles, images, forms ([`filter`]), and link lists, which are table cells with more than
//! a certain ratio of links to other words ([`links`]). Tables that are left without substance go
//! after that ([`tables`]). Attributes are edited as elements pass, before anything is deleted, and
//! the result is HTML, or text with a limit on line breaks ([`output`]).
//!
//! Every switch of the paper's three screens is a parameter with the default shown there, and a
//! TOML file can hold them (`settings=FILE`; the spec overrides it). A removal marks a node and
//! leaves the tree as it is, and what a rule counts is a difference of prefix sums, so the pass is
//! linear on nested tables too, where the paper's is quadratic.
//!
//! *Departures from the paper.* The screens are scans, and of ten switches the state cannot be read in the
//! text that survives: *Ignore Styles* (`styles`, on here), *Ignore `<SELECT>` tags* (`selects`, off), *Ignore
//! Table Cell Widths* (`cell_widths`, off), *Remove Empty Tables* (`empty_tables`, on), the substance tags
//! `<TEXTAREA>`, `<BUTTON>`, `<INPUT>`, `<FORM>` and `<SELECT>` (`substance_…`, on, as the two that can be read,
//! `<IMG>` and `<A>`, are), and *Limit number of line breaks* (`max_breaks`, on). A table cell is a `td` or a
//! `th`. A link with text and an image is a text link that loses its image; an image
//! link is one without text. Letters are characters of text, the spaces between words included. An
//! advertiser's host stands for all hosts below it, and links to advertisers are not among the
//! removed links that are appended. Where scripts are removed, so are `on…` attributes and
//! `javascript:` addresses. `scope=blocks` is not the paper's: it looks for link lists in blocks of
//! every kind, with more than one link, since few pages are laid out by tables now.

mod filter;
mod hosts;
mod links;
mod output;
mod parameters;
mod settings;
mod tables;

pub use parameters::{Form, METHOD, Parameters, Scope};

use crate::extract::extractor::Extractor;
use crate::extraction::{Column, Explanation, Extraction, Part, Section};
use rustc_hash::FxHashSet;

use crate::dom::NodeId;
use crate::extract::shared::serialize::Shown;
use crate::page::Page;
use crate::render;
use filter::{Filter, Filtered};
use links::Census;
use output::Edits;
use tables::EmptyTables;

/// The Crunch proxy's filters.
#[derive(Debug, Clone)]
pub struct Crunch {
    filters: Vec<Filter>,
    tables: Option<EmptyTables>,
    output: Output,
}

/// What the method says beside its choice of leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Output {
    /// The filtered page.
    Html(Edits),
    /// The filtered page's text, with line breaks where a browser has them.
    Text { max_breaks: usize },
}

impl Crunch {
    fn filter(&self, page: &Page) -> Filtered {
        let mut filtered = filter::pass(&self.filters, &Census::new(page));
        if let Some(tables) = &self.tables {
            tables.remove(page, &mut filtered.shown);
        }
        filtered
    }

    /// Whether the filtered page has what is in `noscript`.
    fn shows_noscript(&self) -> bool {
        self.filters.iter().any(|filter| matches!(filter, Filter::Noscript { shown: true }))
    }
}

impl Extractor for Crunch {
    /// Where `noscript` is shown the page is read as without scripts, and text and HTML are of that
    /// page: its own leaves are those of them that the page itself has.
    fn extract(&self, page: &Page) -> Extraction {
        let without_scripts = self.shows_noscript().then(|| page.without_scripts()).flatten();
        let read = without_scripts.as_ref().unwrap_or(page);
        let filtered = self.filter(read);
        let mut extraction = kept(read, &filtered.shown);
        if without_scripts.is_some() {
            let text = render::text(read, &extraction);
            extraction = of_page(page, read, &extraction);
            extraction.text = Some(text);
        }
        match self.output {
            Output::Html(edits) => extraction.html = Some(edits.html(read, &filtered)),
            Output::Text { max_breaks } => {
                extraction.text = Some(output::text(read, &filtered.shown, max_breaks));
            }
        }
        extraction
    }

    /// What each filter took hold of, in document order: elements with the filter's name. What goes with a
    /// link list is not listed again, and tables that were left empty come last.
    fn explain(&self, page: &Page) -> Explanation {
        let mut filtered = filter::pass(&self.filters, &Census::new(page));
        let part = |node: NodeId, note: String| Part {
            node,
            numbers: vec![f64::from(page.stats(node).chars)],
            note,
            leaves: page.leaves_under(node).map(|leaf| leaf as u32).collect(),
        };
        let by_filter = filtered.decided.iter().filter_map(|&(node, filter)| {
            let filter = &self.filters[filter?];
            page.dom().tag(node).map(|_| part(node, filter.name()))
        });
        let mut parts: Vec<_> = by_filter.collect();
        if let Some(tables) = &self.tables {
            let before = filtered.shown.clone();
            tables.remove(page, &mut filtered.shown);
            let is_new = |node: &NodeId| before[node.index()] != filtered.shown[node.index()];
            parts.extend(
                page.dom().nodes().filter(is_new).map(|node| part(node, "empty table".to_owned())),
            );
        }
        let section = Section { title: "filtered parts", columns: &COLUMNS, parts };
        Explanation { sections: vec![section], ..Explanation::bare(self.extract(page)) }
    }
}

/// What an explanation says of a part that was filtered.
const COLUMNS: [Column; 1] = [Column { name: "characters", places: 0 }];

/// The leaves that lie below no node that is removed.
fn kept(page: &Page, shown: &[Shown]) -> Extraction {
    let mut extraction = Extraction::all(page);
    let (dom, mut at) = (page.dom(), 0);
    // Below a node that is removed nothing is looked at, so that each leaf is cleared once.
    while at < dom.len() as u32 {
        let node = NodeId(at);
        at += 1;
        if shown[node.index()] == Shown::Nothing {
            extraction.kept[page.leaves_under(node)].fill(false);
            at = dom.subtree(node).end;
        }
    }
    extraction
}

/// What is chosen of another reading of a page, as a choice of the page's own leaves: both know where
/// each lies in the source.
fn of_page(page: &Page, read: &Page, chosen: &Extraction) -> Extraction {
    let leaves = read.leaves().iter().enumerate().filter(|&(leaf, _)| chosen.keeps(leaf));
    let starts: FxHashSet<u32> = leaves.map(|(_, leaf)| leaf.source.start).collect();
    Extraction::new(page.leaves().iter().map(|leaf| starts.contains(&leaf.source.start)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Spec;
    use crate::render;

    fn build(spec: &str) -> Box<dyn Extractor> {
        spec.parse::<Spec>().unwrap().build().unwrap()
    }

    #[test]
    fn each_part_that_goes_has_its_reason() {
        let html = "<script>x</script><table><tr><td><a href=/1>One</a><a href=/2>Two</a><a href=/3>Three\
                    </a></td></tr></table><p>Text <img src=a.png> <a href=/b><img src=b.png></a></p>\
                    <table><tr><td></td></tr></table>";
        let page = Page::parse(html);
        let explanation = build("crunch").explain(&page);
        let [section] = &explanation.sections[..] else { panic!() };
        let notes: Vec<_> = section.parts.iter().map(|part| part.note.as_str()).collect();
        let expected =
            ["script element", "link list", "image", "image link", "empty table", "empty table"];
        assert_eq!(notes, expected);
        assert_eq!(explanation.extraction, build("crunch").extract(&page));
    }

    fn text(spec: &str, html: &str) -> String {
        let page = Page::parse(html);
        render::text(&page, &build(spec).extract(&page))
    }

    fn html(spec: &str, html: &str) -> String {
        build(spec).extract(&Page::parse(html)).html.unwrap()
    }

    /// A table of four cells. Links, characters outside of them and the ratio of the rule:
    ///
    /// - the menu: 3, 13 (`updated today`), 3 / (13 / 5) = 1.15;
    /// - the story: 1, 24 + 22 = 46, 1 / (46 / 5) = 0.109;
    /// - at the limit: 1, 20, 1 / (20 / 5) = 0.25, which is not above it;
    /// - beyond it: 1, 19, 1 / (19 / 5) = 0.263.
    const TABLE: &str = "<table><tr>\
        <td><a href=/>Home</a> <a href=/n>News</a> <a href=/m>Mail us</a><p>updated today</p></td>\
        <td>The river rose at night, <a href=/r>says a report</a> and fell in the morning</td>\
        </tr><tr>\
        <td><a href=/l>limit</a><p>abcdefghijklmnopqrst</p></td>\
        <td><a href=/b>beyond</a><p>abcdefghijklmnopqrs</p></td>\
        </tr></table>";

    #[test]
    fn a_table_of_link_lists_worked_out_by_hand() {
        let story = "\tThe river rose at night, says a report and fell in the morning\n";
        let kept = format!("{story}limit abcdefghijklmnopqrst\t");
        assert_eq!(text("crunch", TABLE), kept);
        // A word of 4 characters makes more words: 3.25, 11.5, 5 and 4.75, and the last is kept.
        let all_but_menu = format!("{kept}beyond abcdefghijklmnopqrs");
        assert_eq!(text("crunch(chars_per_word=4)", TABLE), all_but_menu);
        assert_eq!(text("crunch(ratio=0.1)", TABLE), "");
        assert!(text("crunch(list_text_links=off)", TABLE).starts_with("Home News Mail us"));
    }

    #[test]
    fn blocks_need_more_than_one_link() {
        let page = "<ul><li><a href=/>Home</a></li><li><a href=/n>News</a></li></ul>\
                    <p><a href=/x>One link alone</a></p>";
        assert_eq!(text("crunch", page), "Home\nNews\nOne link alone");
        assert_eq!(text("crunch(blocks)", page), "One link alone");
        assert_eq!(text("crunch(scope=blocks)", page), "One link alone");
    }

    #[test]
    fn what_a_link_list_loses() {
        let cell = "<table><tr><td><a href=/>Home</a> now <form><input></form></td><td>0123456789 0\
                    </td></table>";
        let left = |spec: &str| {
            let html = html(spec, cell);
            ["<td>", "<form>", "Home", "now"].map(|part| html.matches(part).count())
        };
        assert_eq!(left("crunch(link_lists=off)"), [2, 1, 1, 1]);
        assert_eq!(left("crunch"), [2, 1, 0, 0]);
        assert_eq!(left("crunch(list_text_only=off)"), [2, 0, 0, 0]);
        assert_eq!(left("crunch(list_cells=on)"), [1, 0, 0, 0]);
        let head = cell.replacen("<td>", "<th>", 1).replacen("</td>", "</th>", 1);
        assert_eq!(text("crunch", &head), "0123456789 0", "a heading cell is a cell");
    }

    #[test]
    fn image_links_in_lists() {
        let cell = "<table><tr><td><a href=/><img src=a></a> few words</td></table>";
        let spec = "crunch(image_links=off,empty_tables=off)";
        assert!(html(spec, cell).contains("few words"));
        let counted = html("crunch(image_links=off,empty_tables=off,list_image_links=on)", cell);
        assert!(!counted.contains("few words") && !counted.contains("<img"), "{counted}");
    }

    /// Each switch with what it makes come and go; `on` is without, but for the last three.
    #[test]
    fn every_switch_of_the_first_screen_acts() {
        let page = "<head><meta name=m><style>s{}</style><link rel=stylesheet href=l.css></head>\
            <a href='//ad.doubleclick.net/x'>buy</a><script src=j.js></script>\
            <noscript><p>plain</p></noscript><div style='color:red'>d</div>\
            <img src=i.png alt='a view'><a href=/p><img src=p.png alt='a door'></a>\
            <a href=/t>read</a><form action=/f>f</form><input name=n><button>push</button>\
            <select><option>o</select><iframe src=f.html></iframe><embed src=e.swf>\
            <table><tr><td width=90>a cell with some text</table>";
        let switches = [
            ("ads", "buy"),
            ("scripts", "j.js"),
            ("styles", "s{}"),
            ("styles", "l.css"),
            ("style_attributes", "color:red"),
            ("images", "i.png"),
            ("image_links", "p.png"),
            ("image_links", "href=\"/p\""),
            ("text_links", "read"),
            ("forms", "/f"),
            ("inputs", "<input"),
            ("buttons", "push"),
            ("selects", "<option"),
            ("meta", "<meta"),
            ("iframes", "f.html"),
            ("cell_widths", "90"),
            ("embeds", "e.swf"),
        ];
        let has = |spec: String, part: &str| html(&spec, page).contains(part);
        for (switch, part) in switches {
            assert!(has(format!("crunch({switch}=off)"), part), "{switch}: no {part}");
            assert!(!has(format!("crunch({switch}=on)"), part), "{switch}: {part}");
        }
        for (switch, part) in
            [("noscript", "<p>plain</p>"), ("image_alt", "a view"), ("image_link_alt", "a door")]
        {
            assert!(has(format!("crunch({switch}=on)"), part), "{switch}: no {part}");
            assert!(!has(format!("crunch({switch}=off)"), part), "{switch}: {part}");
        }
    }

    #[test]
    fn scripts_go_from_attributes_too() {
        let page = "<p onclick=x() title='a\"<b>'>p</p><a href=' java\tscript:y()'>a</a>";
        let left = html("crunch", page);
        assert!(!left.contains("onclick") && !left.contains("script:"), "{left}");
        assert!(left.contains("<p title=\"a&quot;&lt;b&gt;\">p</p><a>a</a>"), "{left}");
    }

    #[test]
    fn removed_links_are_appended_but_for_advertisements() {
        let page = "<table><tr><td><a href='/?a&amp;b'>One <b>two</b></a> <a>no address</a>\
            <a href='http://x.taboola.com/'>buy</a><td>A cell with text of its own</table>";
        let appended = html("crunch(append=on)", page);
        let end = "<ul>\n<li><a href=\"/?a&amp;b\">One two</a></li>\n</ul>\n</body></html>";
        assert!(appended.ends_with(end), "{appended}");
        assert!(!html("crunch", page).contains("One"));
    }

    #[test]
    fn text_output_limits_line_breaks() {
        let page = "<div><p>a <b>b</b></p></div><div><p>c<br>d<img src=i alt=e></p></div>";
        let text = |spec: &str| build(spec).extract(&Page::parse(page)).text.unwrap();
        assert_eq!(text("crunch(output=text)"), "a b\n\nc\nd");
        assert_eq!(text("crunch(output=text,max_breaks=1)"), "a b\nc\nd");
        assert_eq!(text("crunch(output=text,max_breaks=0,image_alt=on)"), "a b\n\n\n\nc\nd e");
    }

    #[test]
    fn a_settings_file_stands_behind_the_spec() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        let hosts = write("hosts", "0.0.0.0 ads.example\n");
        let file = write("s.toml", &format!("hosts = '{hosts}'\nratio = 0.1\nforms = true\n"));
        let page = "<form>f</form><a href=http://ads.example/>buy</a>\
                    <table><tr><td>0123456789 012345678 <a href=/>x</a></table>";
        assert_eq!(text("crunch", page), "f\nbuy\n0123456789 012345678 x");
        assert_eq!(text(&format!("crunch(settings={file})"), page), "");
        let overridden = format!("crunch(settings={file},ratio=0.25,forms=off)");
        assert_eq!(text(&overridden, page), "f\n0123456789 012345678 x");

        let error = |text: &str| {
            let file = write("bad.toml", text);
            let spec: Spec = format!("crunch(settings={file})").parse().unwrap();
            spec.build().err().unwrap().to_string()
        };
        assert!(error("rato = 1").contains("no parameter `rato`"));
        assert!(error("forms = 'perhaps'").contains("on|off"));
        assert!(error("forms = [1]").contains("no plain value"));
        assert!(error("forms").contains("bad.toml"));
    }

    #[test]
    fn text_and_html_are_of_the_same_page() {
        let page = "<body><p>Read <b>this</b><noscript><p>and that</noscript><p>too";
        assert_eq!(text("crunch", page), "Read this\nand that\ntoo");
        assert_eq!(text("crunch(output=text)", page), "Read this\n\nand that\n\ntoo");
        assert!(html("crunch", page).contains("<p>and that</p>"));
        assert_eq!(text("crunch(noscript=off)", page), "Read this\ntoo");
        assert!(!html("crunch(noscript=off)", page).contains("that"));
        let page = Page::parse(page);
        assert_eq!(build("crunch").extract(&page).kept, [true; 3]);
    }

    #[test]
    fn on_pages_that_keep_their_content_in_noscript_it_is_chosen_or_not() {
        let page = format!("<body><p>menu</p><noscript>{}</noscript>", "<p>word</p>".repeat(120));
        assert_eq!(text("crunch", &page).lines().count(), 121);
        assert_eq!(text("crunch(noscript=off)", &page), "menu");
    }
}
