//! Pages whose documents are worked out by hand.

use leafmill::content::Options;
use leafmill::dom::Tag;
use leafmill::extraction::{Extraction, Image};
use leafmill::page::Page;
use leafmill::render;

pub fn markdown(html: &str) -> String {
    let page = Page::parse(html);
    let options = Options::at("https://e.org/d/");
    render::markdown(&page, &Extraction::all(&page), &options)
}

pub fn html(page: &str) -> String {
    let page = Page::parse(page);
    let options = Options::at("https://e.org/d/");
    render::html(&page, &Extraction::all(&page), &options)
}

pub fn text(html: &str) -> String {
    let page = Page::parse(html);
    render::text(&page, &Extraction::all(&page))
}

/// A page with the leaves that hold a word dropped.
fn without(word: &str, html: &str) -> (String, String) {
    let page = Page::parse(html);
    let kept = page.leaves().iter().map(|leaf| !page.text(leaf).contains(word)).collect();
    let extraction = Extraction::new(kept);
    let markdown = render::markdown(&page, &extraction, &Options::default());
    (markdown, render::text(&page, &extraction))
}

#[test]
fn an_article() {
    let page = "<h1>The <b>mill</b> <i>Elsa</i></h1><p>It ran <b>dry </b>in <i>May</i>, says <a href=/r?a=1>a \
        report</a>.<br>Nobody knows why.<blockquote><p>One<p>Two</blockquote><hr><p>H<sub>2</sub>O";
    let expected = "# The mill Elsa\n\nIt ran **dry** in *May*, says [a report](https://e.org/r?a=1).  \n\
        Nobody knows why.\n\n> One\n>\n> Two\n\n---\n\nH2O";
    assert_eq!(markdown(page), expected);
    let expected = "<h1>The mill Elsa</h1>\n<p>It ran <strong>dry</strong> in <em>May</em>, says \
        <a href=\"https://e.org/r?a=1\">a report</a>.<br>\nNobody knows why.</p>\n<blockquote>\n<p>One</p>\n\
        <p>Two</p>\n</blockquote>\n<hr>\n<p>H<sub>2</sub>O</p>\n";
    assert_eq!(html(page), expected);
    let expected =
        "The mill Elsa\nIt ran dry in May, says a report.\nNobody knows why.\nOne\nTwo\nH2O";
    assert_eq!(text(page), expected);
}

#[test]
fn a_number_raised_behind_a_number_is_no_part_of_it() {
    let page = "<p>10<sup>6</sup>, 10<sup>−3</sup>, <b>2</b><sup>n</sup>, in 1995<sup><a href=/n>3</a></sup>, 4<sup>5</sup>6 \
        and H<sub>2</sub>O, m<sup>2</sup>, 5 <sup>6</sup>, 19<sup>th</sup>";
    assert_eq!(text(page), "10⁶, 10⁻³, 2ⁿ, in 1995³, 4⁵6 and H2O, m2, 5 6, 19th");
    let expected = "<p>10⁶, 10⁻³, <strong>2</strong>ⁿ, in 1995<a href=\"https://e.org/n\">³</a>, 4⁵6 and H<sub>2</sub>O, \
        m<sup>2</sup>, 5 <sup>6</sup>, 19<sup>th</sup></p>\n";
    assert_eq!(html(page), expected);
}

#[test]
fn what_is_raised_behind_a_price_or_an_hour_is_a_part_of_it() {
    let page = "<p>$549<sup>00</sup>, <b>€</b><b>1.299</b><sup>95</sup>, 12<sup>50</sup> € and 8<sup>30</sup> Uhr, but \
        10<sup>30</sup> times, $5.99<sup>12</sup>, $7<sup>2</sup>";
    assert_eq!(
        text(page),
        "$549.00, €1.299,95, 12.50 € and 8:30 Uhr, but 10³⁰ times, $5.99¹², $7²"
    );
}

#[test]
fn quotations_have_marks() {
    let page = "<p>She said <q>yes, <b>now</b></q>, <q> left </q> and <b><q>won</q></b>.<p>a<q>b</q>c <q></q>\
        <q>“d”</q> <code>e <q>f</q></code> <q>g <q>h</q></q>";
    assert_eq!(text(page), "She said \"yes, now\", \"left\" and \"won\".\na\"b\"c “d” e f \"g h\"");
    let expected =
        "She said \"yes, **now**\", \"left\" and **\"won\"**.\n\na\"b\"c “d” `e f` \"g h\"";
    assert_eq!(markdown(page), expected);
}

#[test]
fn lists_nest_and_keep_their_numbers() {
    let page = "<ol start=3><li>three<ul><li>a<li>b</ul><li value=9><p>nine</p><p>more</p></ol><ol><li>other</ol>";
    let expected = "3. three\n   - a\n   - b\n9. nine\n\n   more\n\n1) other";
    assert_eq!(markdown(page), expected);
    assert_eq!(text(page), "three\na\nb\nnine\nmore\nother");
    // A list right in a list belongs to the item before it.
    assert_eq!(markdown("<ul><li>a<ul><li>b</ul></ul>"), "- a\n  - b");
    assert_eq!(markdown("<ul><li>a</li><ul><li>b</ul></ul>"), "- a\n  - b");
    // An item outside a list is in one.
    assert_eq!(markdown("<div><li>a<li>b</div>c"), "- a\n- b\n\nc");
}

#[test]
fn a_table_of_data_is_a_table_and_one_of_layout_is_not() {
    let page = "<table><caption>Mills</caption><tr><th>Name<th>Year<tr><td>Old | new<td>\
        <p>1802</p><p>or 3</p><tr><td colspan=2>both</table>";
    let expected = "Mills\n\n| Name | Year |\n| --- | --- |\n| Old \\| new | 1802 or 3 |\n| both |";
    assert_eq!(markdown(page), expected);
    assert_eq!(text(page), "Mills\nName\tYear\nOld | new\t1802 or 3\nboth");
    let expected = "<table>\n<caption>Mills</caption>\n<thead>\n<tr><th>Name</th><th>Year</th></tr>\n\
        </thead>\n<tbody>\n<tr><td>Old | new</td><td>1802<p>or 3</p>\n</td></tr>\n\
        <tr><td colspan=\"2\">both</td></tr>\n</tbody>\n</table>\n";
    assert_eq!(html(page), expected);
    assert_eq!(markdown("<table><tr><td>menu<td>text</table>"), "menu\n\ntext");
}

#[test]
fn what_a_method_dropped_breaks_no_table_and_no_list() {
    let page = "<table><tr><th>a<th>b<th>c<tr><td>1<td>ad<td>3<tr><td>ad<td>ad<td>ad<tr><td rowspan=2>x<td>\
        y<td>z<tr><td>u<td>v</table>";
    let (markdown, text) = without("ad", page);
    let expected = "| a | b | c |\n| --- | --- | --- |\n| 1 |  | 3 |\n| x | y | z |\n|  | u | v |";
    assert_eq!(markdown, expected);
    assert_eq!(text, "a\tb\tc\n1\t\t3\nx\ty\tz\n\tu\tv");
    let (markdown, _) = without("ad", "<ol><li>a<li>ad<li>c<ul><li>ad</ul></ol>");
    assert_eq!(markdown, "1. a\n3. c");
}

#[test]
fn what_is_left_out_counts_items_and_ends_lines() {
    assert_eq!(without("B", "<p>a<div><p>B</div>c").0, "a\n\nc");
    assert_eq!(without("B", "<ol><li>a<li>B<li>c</ol>").0, "1. a\n3. c");
    assert_eq!(without("B", "<div>a<ul><li>B</ul>c</div>").0, "a\n\nc");
}

#[test]
fn an_image_that_was_judged_is_kept_where_no_text_is() {
    let page = Page::parse("<p>a</p><div><p>B</p><img src=/i.png alt=mill></div>");
    let image = page.dom().nodes().find(|&node| page.dom().tag(node) == Some(Tag::IMG)).unwrap();
    let markdown =
        |extraction: &Extraction| render::markdown(&page, extraction, &Options::default());
    let mut extraction = Extraction::new(vec![true, false]);
    assert_eq!(markdown(&extraction), "a");
    extraction.images.push(Image::new(image, "/i.png", true));
    assert_eq!(markdown(&extraction), "a\n\n![mill](/i.png)");
}

#[test]
fn code_keeps_its_lines_its_indentation_and_its_language() {
    let page = "<p>Run <code>a``b</code>:<pre><code class=\"hljs language-Rust\">\nfn <b>main</b>() {\r\n    \
        x();\n\n}\n</code></pre>";
    let expected = "Run `a``b`:\n\n```rust\nfn main() {\n    x();\n\n}\n```";
    assert_eq!(markdown(page), expected);
    assert_eq!(text(page), "Run a``b:\nfn main() {\n    x();\n\n}");
    // Lines that are elements, and numbers beside them.
    let drawn = "<pre><div class=line>a {</div><div class=line>  b</div><div>}</div></pre>";
    assert_eq!(markdown(drawn), "```\na {\n  b\n}\n```");
    let spans = "<pre><span class=line><span class=lineno>1</span>a</span><span class=line>\
        <span class=lineno>2</span>b</span></pre>";
    assert_eq!(markdown(spans), "```\na\nb\n```");
    let gutter = "<div class='highlight-python notranslate'><table><td class=gutter><pre>1\n2\n</pre><td class=code>\
        <pre>x = 1\ny = 2\n</pre></table></div>";
    assert_eq!(markdown(gutter), "```python\nx = 1\ny = 2\n```");
    assert_eq!(markdown("<pre>~~~\n````\n</pre>"), "`````\n~~~\n````\n`````");
}

#[test]
fn links_and_images_are_absolute_and_safe() {
    let page = "<base href=//cdn.org/x/><p><a href=a(b>in</a> <a href=#n>note</a> <a href=javascript:x()>run</a>\
        <img src=data:image/gif;base64,R0 data-src=i.png alt='An [image]' width=9> end";
    let expected =
        "[in](https://cdn.org/x/a\\(b) note run![An \\[image\\]](https://cdn.org/x/i.png) end";
    assert_eq!(markdown(page), expected);
    let card = "<a href=/c><img src=c.png><h3>Title</h3><p>About it</p></a>";
    let expected = "![](https://e.org/d/c.png)\n\n### [Title](https://e.org/c)\n\nAbout it";
    assert_eq!(markdown(card), expected);
    let page = Page::parse("<p><a href=/x>a</a> <img src=/y> b");
    let mut options = Options::default();
    (options.links, options.images) = (false, false);
    assert_eq!(render::markdown(&page, &Extraction::all(&page), &options), "a b");
}

#[test]
fn emphasis_that_markdown_cannot_set_moves_or_goes() {
    assert_eq!(markdown("<p><b>Note:</b>x"), "**Note**:x");
    assert_eq!(markdown("<p>x<b>(y)</b>z"), "x(**y**)z");
    assert_eq!(markdown("<p>x<b><a href=/l>y</a></b>z"), "x[y](https://e.org/l)z");
    assert_eq!(markdown("<p><b>a</b><b>b</b>"), "**ab**");
    assert_eq!(markdown("<p><b><code>*</code></b>word"), "`*`word");
    // What stands beside a mark that goes is looked at again.
    assert_eq!(markdown("<p><b><s>*</s></b>word"), "*word");
    // Where one span ends as another begins, the signs would run together.
    assert_eq!(markdown("<p><b>a <i>b</i></b><i>c</i>"), "**a *b***c");
    assert_eq!(markdown("<p>a<i><code>b</code></i><code>c</code>d"), "a`bc`d");
    assert_eq!(html("<p>a<br><code>b<br>c</code>"), "<p>a<br>\n<code>b c</code></p>\n");
    assert_eq!(markdown("<p>请看<b>注意。</b>字"), "请看**注意**。字");
}

#[test]
fn only_what_means_something_is_escaped() {
    let plain = "snake_case 2 * 3 a < b AT&T 50% C# [1] (x) #1 ~5 ~ 6 $5 x^2 http://e.org/a_b";
    assert_eq!(markdown(&format!("<p>{}", plain.replace('&', "&amp;"))), plain);
    assert_eq!(
        markdown("<p>*so* and _x_ &lt;p&gt; &amp;amp; [a](b) `c`"),
        "\\*so\\* and \\_x\\_ \\<p> \\&amp; [a\\](b) \\`c\\`"
    );
    assert_eq!(
        markdown("<p>so <img src=i.png alt='a_b *c]'> it"),
        "so ![a_b *c\\]](https://e.org/d/i.png) it"
    );
    assert_eq!(
        markdown("<p># x<br>1. y<br>- z<br>&gt; q<br>+1"),
        "\\# x  \n1\\. y  \n\\- z  \n\\> q  \n+1"
    );
}

#[test]
fn a_sign_without_a_partner_is_not_escaped() {
    for plain in [
        "Score* of a team",
        "Athlet*innen",
        "Says @_youthclub",
        "Come (~5-6pm)",
        "Stars ** here",
        "*args, x~ and _y",
        "(~5) and (~6)",
        "See [a][b] and [GB]: so",
    ] {
        assert_eq!(markdown(&format!("<p>{plain}")), plain);
    }
    for (page, expected) in [
        ("Athlet*innen, Läufer*innen", "Athlet\\*innen, Läufer\\*innen"),
        // Beside a mark that is written, and where signs would open a block of code.
        ("Score* <b>x</b>", "Score\\* **x**"),
        ("~~~ x", "\\~~~ x"),
        ("[GB]: so", "[GB\\]: so"),
        ("a <a href=/x>[b]</a>", "a [\\[b\\]](https://e.org/x)"),
        ("a <img src=/x alt='b|c'>d", "a ![b|c](https://e.org/x)d"),
    ] {
        assert_eq!(markdown(&format!("<p>{page}")), expected);
    }
}

#[test]
fn formulas_are_tex_once() {
    let katex = "<p>So <span class=katex><span class=katex-mathml><math><semantics><mrow><mi>x</mi></mrow>\
        <annotation encoding=application/x-tex>x_1</annotation></semantics></math></span>\
        <span class=katex-html aria-hidden=true><span>x</span></span></span> is <b>it</b>.";
    assert_eq!(markdown(katex), "So $x_1$ is **it**.");
    assert_eq!(text(katex), "So x_1 is it.");
}

#[test]
fn tex_that_is_all_of_a_formula_is_one() {
    let page = "<p>So <span class='math inline'>\\(x_1\\)</span>.<div class=arithmatex>\\[ y \\]</div>\
        <div class=math>$$z$$</div><p>No <span>\\(x\\)</span> or <span class=math>x</span> or \
        <span class=math>\\(a\\) b \\(c\\)</span>";
    let expected = "So $x_1$.\n\n$$y$$\n\n$$z$$\n\nNo \\(x\\) or x or \\(a\\) b \\(c\\)";
    assert_eq!(markdown(page), expected.replace("\\(", "\\\\(").replace("\\)", "\\\\)"));
}

#[test]
fn lines_join_as_they_are_read() {
    assert_eq!(text("<p>日本\n語と<b>英</b>\n<i>語</i><p>b\nc"), "日本語と英語\nb c");
    assert_eq!(text("<p>un&shy;be<wbr>lievable<span>\u{200b}</span>x"), "unbelievablex");
}

#[test]
fn readers_that_know_formulas_find_them_and_no_others() {
    use pulldown_cmark::{Event, Options as Dialect, Parser};
    let formulas = |html: &str| -> Vec<String> {
        let markdown = markdown(html);
        let events = Parser::new_ext(&markdown, Dialect::ENABLE_MATH);
        let tex = |event| match event {
            Event::InlineMath(tex) | Event::DisplayMath(tex) => Some(tex.into_string()),
            _ => None,
        };
        events.filter_map(tex).collect()
    };
    let page = "<p>For $5: <math alttext='a_1*b_2*\\{c\\}'><mi>a</mi></math> or <math display=block>\
        <mfrac><mi>x</mi><mi>y</mi></mfrac></math>, $x$.";
    assert_eq!(formulas(page), ["a_1*b_2*\\{c\\}", "\\frac{x}{y}"]);
    assert!(formulas("<p>from $5 to 10$, or so").is_empty());
    assert_eq!(markdown("<p>Up to $2M ($1M each), not $3."), "Up to $2M ($1M each), not $3.");
}
