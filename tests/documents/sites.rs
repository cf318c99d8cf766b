//! Pages as programs and sites write them, and what is made of their ways.

use leafmill::content::Options;
use leafmill::extraction::Extraction;
use leafmill::page::Page;
use leafmill::render;

use super::examples::{html, markdown, text};

#[test]
fn without_links_the_link_of_a_heading_to_itself_goes() {
    let page = "<h2>Set up<a class=headerlink href=#set-up>¶</a></h2><h3><a href=#b>#</a> Build</h3>\
        <h3>Run<a href=#r>\u{f0c1}</a></h3><p><code>f :: Int</code> <a class=selflink href=#f>#</a>\
        <dl><dt>make()<a href=#make>\u{200b}</a><dd>It makes. <a class='x anchor' href=#it>🔗</a></dl>\
        <p>See <a href=#n>#</a> or <a href=/x>§</a>.";
    assert_eq!(text(page), "Set up\nBuild\nRun\nf :: Int\nmake()\nIt makes.\nSee # or §.");
    assert_eq!(markdown(page).lines().next(), Some("## Set up¶"));
    let parsed = Page::parse(page);
    let mut options = Options::default();
    options.links = false;
    let bare = render::markdown(&parsed, &Extraction::all(&parsed), &options);
    assert!(
        bare.starts_with(
            "## Set up\n\n### Build\n\n### Run\n\n`f :: Int`\n\nmake()\n\nIt makes.\n\nSee # or §."
        ),
        "{bare}"
    );
}

#[test]
fn what_stands_in_for_frames_is_no_content() {
    let page =
        "<p>text<noembed><a href=x>no plug-in</a></noembed><noframes><b>no frames</b></noframes>";
    assert_eq!((text(page), markdown(page)), ("text".into(), "text".into()));
}

#[test]
fn formulas_hold_no_tags_and_end_no_cells() {
    use pulldown_cmark::{Event, Options, Parser};
    let page = "<p><math><annotation encoding=application/x-tex>&lt;img src=x onerror=alert(1)&gt;\
        </annotation></math> and <math alttext='a<b>c</b>\\<!-- <?'></math>";
    let written = markdown(page);
    assert_eq!(written, "$< img src=x onerror=alert(1)>$ and $a< b>c< /b>\\< !-- < ?$");
    let is_html = |event| matches!(event, Event::Html(_) | Event::InlineHtml(_));
    assert!(!Parser::new_ext(&written, Options::all()).any(is_html));
    assert!(!Parser::new(&written).any(is_html));
    let page = "<table><tr><th>a<th>b<tr><td>c<td><math alttext='|x|+\\|y\\|'></math></table>";
    let row = markdown(page).lines().last().map(str::to_owned);
    assert_eq!(row.as_deref(), Some("| c | $\\vert x\\vert +\\Vert y\\Vert $ |"));
}

#[test]
fn a_bullet_that_is_written_out_goes() {
    let page = "<ul><li class=ltx_item><span class='ltx_tag ltx_tag_item'>•</span> <p>one</ul>";
    assert_eq!(markdown(page), "- one");
}

#[test]
fn the_number_of_an_item_is_written_once() {
    for (item, expected) in [
        ("<div>1)</div><p>Mix.</p>", "Mix."),
        ("<b>Step 1:</b> Mix.", "Mix."),
        ("<span>1.</span> Mix.", "Mix."),
        // It may be how much is asked for.
        ("<span>1</span> cup", "1 cup"),
        ("<b>Day 1</b> Mix.", "**Day 1** Mix."),
        ("<b>2.</b> Mix.", "**2.** Mix."),
    ] {
        assert_eq!(markdown(&format!("<ol><li>{item}</ol>")), format!("1. {expected}"), "{item}");
    }
}

#[test]
fn what_is_heard_again_is_written_once() {
    let page = "<p>10<span class=sr-only> minutes</span><span aria-hidden=true>mins</span>\
        <ul><li><span class=sr-only>▢</span>flour<li>2 <span class=sr-only>of 5</span> <i aria-hidden=true>stars</i></ul>";
    assert_eq!(text(page), "10 mins\nflour\n2 of 5 stars");
}

#[test]
fn numbers_of_lines_are_no_code() {
    let code = |page: &str| markdown(page);
    let jekyll = "<table class=rouge-table><tr><td class='rouge-gutter gl'><pre class=lineno>1\n2\n</pre>\
        <td class=rouge-code><pre>a\n  b\n</pre></table>";
    assert_eq!(code(jekyll), "```\na\n  b\n```");
    let hugo = "<pre><code><span style='display:flex'><span style='-webkit-user-select:none; \
        user-select: none'>1</span><span>f() {\n</span></span><span data-nosnippet>2</span>}</code></pre>";
    assert_eq!(code(hugo), "```\nf() {\n}\n```");
    let list = "<pre>a\nb<ul class=pre-numbering><li>1<li>2</ul></pre>";
    assert_eq!(code(list), "```\na\nb\n```");
    assert_eq!(code("<pre><span style='user-select:none'>$ </span>1</pre>"), "```\n$ 1\n```");
}

#[test]
fn every_line_of_code_that_is_drawn_has_an_end() {
    let gatsby = "<pre>a\n<span class=gatsby-highlight-code-line>b</span>c\nd</pre>";
    assert_eq!(markdown(gatsby), "```\na\nb\nc\nd\n```");
    let row = |number, code| {
        format!(
            "<tr><td class=hljs-ln-numbers>{number}</td>\n<td class=hljs-ln-code>{code}</td></tr>\n"
        )
    };
    let rows = row("1", "a") + &row("", "") + &row("3", "  b");
    assert_eq!(markdown(&format!("<pre><table>{rows}</table></pre>")), "```\na\n\n  b\n```");
    let lines = "<pre><div class=line>a</div><div class=line></div><div class=line>b</div></pre>";
    assert_eq!(markdown(lines), "```\na\n\nb\n```");
}

#[test]
fn the_language_of_code_is_named_in_many_ways() {
    let language = |attributes: &str| {
        let page = markdown(&format!("<pre><code {attributes}>x = 1</code></pre>"));
        page.lines().next().map(|line| line.trim_matches('`').to_owned()).unwrap_or_default()
    };
    for (attributes, expected) in [
        ("class='hljs copyable'", ""),
        ("class='hljs has-numbering'", ""),
        ("class='highlight code-block'", ""),
        ("class='sourceCode numberSource r numberLines'", "r"),
        ("class='javascript hljs'", "javascript"),
        ("class='hljs copyable' lang=bash", "bash"),
        ("lang=python", "python"),
        ("lang=js", "js"),
        ("lang=en", ""),
        ("lang=de-DE", ""),
        ("class='src src-python'", "python"),
        ("class='lang:python decode:true'", "python"),
        ("data-enlighter-language=php", "php"),
        ("class=ruby", "ruby"),
        ("class='rust rust-example-rendered'", "rust"),
        ("class=wide", ""),
        ("class=gatsby-code-jsx", "jsx"),
        ("class=language-height", ""),
        ("class=lang-language-none", ""),
    ] {
        assert_eq!(language(attributes), expected, "{attributes}");
    }
}

#[test]
fn the_language_may_lie_deeper() {
    let page = "<pre><pre class=wrap><code class=language-c>x</code></pre></pre>";
    assert_eq!(markdown(page), "```c\nx\n```");
}

#[test]
fn the_name_of_the_language_above_code_is_no_text() {
    for (before, name) in [
        ("<div class=language-java><button title=Copy></button>", "<span class=lang>java</span>"),
        ("<div><div class=header>", "<span class=language-name>js</span></div>"),
        ("<div><div>", "<span>Java</span><button>Copy</button></div>"),
    ] {
        let page = format!("<p>So:</p>{before}{name}<pre class=language-java>x = 1</pre></div>");
        let written = markdown(&page).replace("Copy\n\n", "");
        assert_eq!(written, "So:\n\n```java\nx = 1\n```", "{page}");
    }
    let page = "<div><p>So:</p><span>java</span><pre class=language-java>x</pre></div>";
    assert_eq!(markdown(page), "So:\n\njava\n\n```java\nx\n```");
}

#[test]
fn a_button_is_no_code() {
    let page = "<pre><button>Copy</button><code>x();</code></pre>";
    assert_eq!(
        markdown(page),
        "```
x();
```"
    );
}

#[test]
fn code_with_line_breaks_that_is_all_of_its_block_is_a_block() {
    let page = "<dl class=codebox><dt>Code:</dt><dd><code>for i in x:<br>&nbsp; &nbsp; print(i)<br><br>\n\
        done()</code></dd></dl><p>Say <code>a<br>b</code>.";
    let expected = "Code:\n\n```\nfor i in x:\n    print(i)\n\ndone()\n```\n\nSay `a b`.";
    assert_eq!(markdown(page), expected);
}

#[test]
fn lists_count_down_and_below_zero() {
    let page = "<ol reversed start=3><li>a<li>b</ol><p>x<ol reversed><li>c<li>d</ol><p>x<ol start=-1><li>e<li>f</ol>";
    let values = |page: &str| -> Vec<String> {
        page.split("value=\"")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
            .collect()
    };
    assert_eq!(values(&html(page)), ["3", "2", "2", "1", "-1", "0"]);
    assert_eq!(markdown(page), "3. a\n2. b\n\nx\n\n2. c\n1. d\n\nx\n\n0. e\n0. f");
}

#[test]
fn a_style_numbers_a_list() {
    let page = "<ul><li style='list-style-type: decimal;'>a<li style='list-style-type: decimal;'>b</ul>\
        <p>x<ul style='margin:0; LIST-STYLE: decimal outside'><li>c</ul><p>x<ul style='list-style:none'><li>d</ul>";
    assert_eq!(markdown(page), "1. a\n2. b\n\nx\n\n1. c\n\nx\n\n- d");
}

#[test]
fn a_role_makes_a_heading() {
    let page = "<div role=heading aria-level=3>Title</div><div role=heading>text</div>";
    assert_eq!(
        markdown(page),
        "### Title

text"
    );
}

#[test]
fn an_image_is_the_largest_that_is_no_placeholder() {
    let address = |page: &str| {
        let written = markdown(&format!("<p>text {page} text"));
        Some(written.split_once("](https://e.org/")?.1.split_once(')')?.0.to_owned())
    };
    for (image, expected) in [
        ("<img src=/1x1.gif srcset='/a,b.jpg 320w, /c.jpg 640w,/d.jpg 480w'>", Some("c.jpg")),
        ("<img src=/e.jpg srcset='/c.jpg 640w'>", Some("e.jpg")),
        ("<img src='/{{photo}}' srcset='/f.jpg, /g.jpg 2x'>", Some("g.jpg")),
        ("<img src=/blank.png data-lazy=true data-cfsrc=/h.jpg>", Some("h.jpg")),
        ("<img src=/grey-mill.jpg>", Some("grey-mill.jpg")),
        ("<img src=/loading.gif>", None),
        ("<img src='/img/lazy_placeholder-1x1.png?v=2'>", None),
        ("<img src=/1x1.gif><noscript><img src=/m.jpg></noscript>", Some("m.jpg")),
        (
            "<img src=data:image/gif;base64,R0>\n<noscript><img src=/n.jpg></noscript>",
            Some("n.jpg"),
        ),
        ("<img src=data:image/gif;base64,R0>text<noscript><img src=/n.jpg></noscript>", None),
        ("<img src=/o.jpg width=600 height=1>", None),
        ("<img src=/o.jpg width=24 height=24px>", None),
        ("<img src=/o.jpg width=24>", Some("o.jpg")),
        ("<img src=/o.jpg aria-hidden=true>", None),
        ("<img src=/o.jpg role=presentation>", None),
        ("<button><span><img src=/o.jpg></span></button>", None),
        ("<picture><source srcset='/i.webp 1x, /j.webp 2x'><img></picture>", Some("j.webp")),
        ("<amp-img src=/k.jpg><img src=/l.jpg></amp-img>", Some("k.jpg")),
        ("<img data-src='{\"a\":1}'>", None),
    ] {
        assert_eq!(address(image).as_deref(), expected, "{image}");
    }
}

#[test]
fn an_image_beside_a_text_is_a_paragraph_of_its_own() {
    let page = "<p><img src=/a.png>One <img src=/b.png> two <b>three <img src=/c.png></b><h2><img src=/d.png></h2>\
        <h2><img src=/e.png> Four</h2><ul><li><img src=/f.png> five</ul><p>six<br><img src=/g.png><br>seven";
    let image = |name: &str| format!("![](https://e.org/{name}.png)");
    let [a, b, c, d, e, f, g] = ["a", "b", "c", "d", "e", "f", "g"].map(image);
    let expected = format!(
        "{a}\n\nOne {b} two **three**\n\n{c}\n\n{d}\n\n{e}\n\n## Four\n\n- {f}\n\n  five\n\nsix  \n{g}  \nseven"
    );
    assert_eq!(markdown(page), expected);
    assert_eq!(text(page), "One two three\nFour\nfive\nsix\nseven");
}

#[test]
fn an_image_of_a_character_is_that() {
    let page = "<p><img src=/x.svg alt='🎉'> Done <img class=wp-smiley src=/y.gif alt=':-)'> so\
        <img src=/images/emoji/x.png alt=':smile:'>. <img src=/smilies/z.jpg alt='A dentist who shows how well it all \
        went in the end'>";
    assert_eq!(text(page), "🎉 Done :-) so:smile:.");
    assert!(markdown(page).starts_with("🎉 Done :-) so:smile:.\n\n![A dentist"));
    let face = "<img class=emoji src=/y.png alt=':D'>";
    let page =
        format!("<p><i>Well {face} done {face}</i><p><b>{face} Yes</b> {face} <img src=/z.png>");
    let expected = "*Well :D done* :D\n\n:D **Yes** :D\n\n![](https://e.org/z.png)";
    assert_eq!(markdown(&page), expected);
    // Alone it is a picture.
    let page = format!("<p>a<ul><li>{face} <li>{face}<br>b<li>{face} {face}</ul>");
    let picture = "![:D](https://e.org/y.png)";
    let expected = format!("a\n\n- {picture}\n- :D  \n  b\n- {picture}\n\n  {picture}");
    assert_eq!(markdown(&page), expected);
    assert_eq!(text(&page), "a\n:D\nb");
    let page = "<p>a<ul><li><img class=emoji src=data:x alt=':D'><li>b</ul>";
    assert_eq!(html(page), "<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n");
}

#[test]
fn an_image_that_repeats_the_one_right_before_it_goes() {
    let page = "<p>a <img src=/i.png> <img src=/i.png alt=again> b <img src=/i.png> c";
    let image = "![](https://e.org/i.png)";
    assert_eq!(markdown(page), format!("a {image} b {image} c"));
    let page = "<ul><li>a<p><img src=/i.png><li><img src=/i.png><p>b</ul>";
    assert_eq!(markdown(page), format!("- a\n\n  {image}\n- {image}\n\n  b"));
}

#[test]
fn code_that_is_drawn_without_a_pre_is_code() {
    let doxygen = "<div class=fragment><div class=line><span class=lineno>    1</span>&#160;f() {</div>\n\
        <div class=line></div>\n<div class=line><span class=lineno>    3</span>&#160;  x;</div></div>";
    assert_eq!(markdown(doxygen), "```\nf() {\n\n  x;\n```");
    let github = "<table class=highlight>\n<tr><td class=blob-num data-line-number=1></td>\n\
        <td class=blob-code>f:</td></tr>\n<tr><td class=blob-num></td>\n<td class=blob-code>\n</td></tr>\n\
        <tr><td class=blob-num></td><td class=blob-code>    return x</td></tr></table>";
    assert_eq!(markdown(github), "```\nf:\n\n    return x\n```");
    let wordpress = "<div class='syntaxhighlighter python'><table><tr><td class=gutter><div class='line'>1</div>\
        <div class=line>2</div></td><td class=code><div class=container><div class=line><code>if x:</code></div>\
        <div class=line><code>&nbsp;&nbsp;</code><code>y</code></div></div></td></tr></table></div>";
    assert_eq!(markdown(wordpress), "```python\nif x:\n  y\n```");
    let quill = "<div class=ql-code-block-container><div class=ql-code-block data-language=c>a</div>\
        <div class=ql-code-block><br></div><div class=ql-code-block> b</div></div>";
    assert_eq!(markdown(quill), "```c\na\n\n b\n```");
    let latexml = "<div class=ltx_listing><div class=ltx_listing_data><a href=data:x>⬇</a></div>\n\
        <div class=ltx_listingline><span class='ltx_tag ltx_tag_listingline'>1</span>a</div>\n\
        <div class=ltx_listingline><span class='ltx_tag ltx_tag_listingline'>2</span>b</div></div>";
    assert_eq!(markdown(latexml), "```\na\nb\n```");
}

#[test]
fn a_formula_that_mathjax_draws_stands_once() {
    let preview =
        "<p>As <span class=MathJax_Preview>x2</span><script type=math/tex>x^2</script> is.";
    assert_eq!(markdown(preview), "As $x^2$ is.");
    let drawn = "<p>As <span class=MathJax><span>x</span><span>2</span></span>\
        <script type=math/tex>x^2</script> is.";
    assert_eq!(markdown(drawn), "As $x^2$ is.");
}

#[test]
fn how_a_text_is_read_is_left_out() {
    for (page, expected) in [
        ("<ruby>東京<rt>とうきょう</rt></ruby>へ", "東京へ"),
        (
            "<ruby>東<rt>とう</ruby><ruby>京<rp>（</rp><rt>きょう</rt><rp>）</rp></ruby>\nへ",
            "東京へ",
        ),
        (
            "in <ruby>東<rt>To</rt>京<rt>kyo</rt><rtc><rt>a city</rtc></ruby> and <ruby>Kyoto<rt>京都</ruby>, too",
            "in 東京 and Kyoto, too",
        ),
        ("<ruby><rt>とう</rt></ruby>x", "x"),
    ] {
        assert_eq!(text(page), expected, "{page}");
        assert_eq!(markdown(page), expected, "{page}");
    }
}
