//! html5lib's suite of the tokenizer, with both streams of tokens.
//!
//! Every case must pass except those that are none of our concern: pages that are not Unicode
//! (lone surrogates), and raw text of elements that have none.

use std::path::Path;

use serde_json::{Value, json};

use super::attribute::Attributes;
use super::doctype;
use super::lex::{Kind, Lexer, Token, Tokens};
use super::scan::{ends_tag_name, skip_to};
use super::tag::Tag;
use super::text::{decode_raw, decode_text};
use super::tl::with_tokens;

/// A case: a page, how it is read, and its tokens.
struct Case {
    description: String,
    html: String,
    state: State,
    expected: Vec<Value>,
}

/// How a case is read: from the beginning, or inside an element or CDATA section that is open.
#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    Data,
    /// Text without and with character references.
    Raw(Tag),
    Rcdata(Tag),
    Cdata,
}

/// The state that the suite names, for a case whose last start tag was of this name; `None` if it
/// is not one of an HTML page.
fn state(name: &str, last: Option<&str>) -> Option<State> {
    let within = |usual| Some(last.map_or(usual, Tag::from_name)).filter(|tag| tag.is_known());
    match name {
        "Data state" => Some(State::Data),
        "PLAINTEXT state" => Some(State::Raw(Tag::PLAINTEXT)),
        "Script data state" => {
            within(Tag::SCRIPT).filter(|&tag| tag == Tag::SCRIPT).map(State::Raw)
        }
        "CDATA section state" => Some(State::Cdata),
        "RCDATA state" => within(Tag::TITLE).map(State::Rcdata),
        "RAWTEXT state" => within(Tag::STYLE).map(State::Raw),
        _ => panic!("unknown state {name}"),
    }
}

/// The tokens as the suite writes them, neighbouring characters joined.
fn tokens(html: &str, mut source: impl Tokens, state: State) -> Vec<Value> {
    if let State::Raw(tag) | State::Rcdata(tag) = state {
        source.raw_text(tag);
    }
    let mut raw = matches!(state, State::Raw(_) | State::Cdata);
    let mut tokens = Vec::new();
    loop {
        let token = source.next(state == State::Cdata);
        match token.kind {
            Kind::Eof => return tokens,
            Kind::Text => push_text(&mut tokens, &text(html, token, raw)),
            _ => tokens.push(markup(html, token)),
        }
        raw = false;
    }
}

fn push_text(tokens: &mut Vec<Value>, text: &str) {
    if let Some(Value::Array(last)) = tokens.last_mut()
        && last[0] == "Character"
    {
        last[1] = json!(last[1].as_str().unwrap().to_owned() + text);
    } else {
        tokens.push(json!(["Character", text]));
    }
}

fn text(html: &str, token: Token, raw: bool) -> String {
    let source = &html[token.start as usize..token.end as usize];
    if raw { decode_raw(source) } else { decode_text(source) }.into_owned()
}

fn markup(html: &str, token: Token) -> Value {
    let source = &html[token.start as usize..token.end as usize];
    match token.kind {
        Kind::Start => {
            let attributes: serde_json::Map<_, _> = Attributes::new(html, token.start, 256)
                .map(|attribute| (attribute.name().into_owned(), json!(attribute.value())))
                .collect();
            let name = name(&source[1..]);
            if token.self_closing {
                json!(["StartTag", name, attributes, true])
            } else {
                json!(["StartTag", name, attributes])
            }
        }
        Kind::End => json!(["EndTag", name(&source[2..])]),
        Kind::Doctype => {
            let doctype = doctype::parse(source);
            let name = doctype.name.map(|name| decode_raw(name).to_ascii_lowercase());
            let identifier = |it: Option<&str>| it.map(|it| decode_raw(it).into_owned());
            let (public, system) = (identifier(doctype.public), identifier(doctype.system));
            json!(["DOCTYPE", name, public, system, !doctype.broken])
        }
        _ => json!(["Comment", decode_raw(comment(source))]),
    }
}

fn name(source: &str) -> String {
    decode_raw(&source[..skip_to(source.as_bytes(), 0, ends_tag_name)]).to_ascii_lowercase()
}

/// What a comment says.
fn comment(source: &str) -> &str {
    let Some(text) = source.strip_prefix("<!--") else {
        let text = source.strip_suffix('>').unwrap_or(source);
        return text.strip_prefix("<!").or(text.strip_prefix("</")).unwrap_or(&text[1..]);
    };
    let ends = ["-->", "--!>", "--!", "--", "-"];
    if text == ">" || text == "->" {
        return "";
    }
    ends.iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text)
}

/// The cases of one file, one for each state, and how many are none of our concern.
fn cases(path: &Path) -> (Vec<Case>, usize) {
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let (mut cases, mut skipped) = (Vec::new(), 0);
    for test in file["tests"].as_array().into_iter().flatten() {
        let twice = test["doubleEscaped"] == true;
        let default = json!(["Data state"]);
        let states = test.get("initialStates").unwrap_or(&default).as_array().unwrap();
        for name in states.iter().map(|state| state.as_str().unwrap()) {
            let html = unescape(&test["input"], twice);
            let output = unescape(&test["output"], twice);
            let state = state(name, test["lastStartTag"].as_str());
            let (Some(html), Some(output), Some(state)) = (html, output, state) else {
                skipped += 1;
                continue;
            };
            let opening = if state == State::Cdata { "<![CDATA[" } else { "" };
            cases.push(Case {
                description: format!("{} in {name}", test["description"]),
                html: format!("{opening}{}", html.as_str().unwrap()),
                state,
                expected: joined(output.as_array().unwrap()),
            });
        }
    }
    (cases, skipped)
}

/// Escapes of a case that is escaped twice; `None` if it is not Unicode.
fn unescape(value: &Value, twice: bool) -> Option<Value> {
    if !twice {
        return Some(value.clone());
    }
    serde_json::from_str(&value.to_string().replace("\\\\u", "\\u")).ok()
}

/// Expected tokens with neighbouring characters joined. A NUL in text is dropped or replaced by
/// whoever reads the text; here it is replaced.
fn joined(output: &[Value]) -> Vec<Value> {
    let mut tokens = Vec::new();
    for token in output {
        match token[0].as_str() {
            Some("Character") => {
                push_text(&mut tokens, &token[1].as_str().unwrap().replace('\0', "\u{fffd}"));
            }
            _ => tokens.push(token.clone()),
        }
    }
    tokens
}

#[test]
fn tokens_are_those_of_html5lib() {
    let Some(data) = std::env::var_os("LEAFMILL_DATA") else {
        return println!("skipped: LEAFMILL_DATA is not set");
    };
    let folder = Path::new(&data).join("html5lib-tests/tokenizer");
    let (mut total, mut total_skipped) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|suffix| suffix != "test") {
            continue;
        }
        let (cases, skipped) = cases(&path);
        total += cases.len();
        total_skipped += skipped;
        for Case { description, html, state, expected } in cases {
            let native = tokens(&html, Lexer::new(&html), state);
            assert_eq!(native, expected, "{description}: {html:?}");
            let tl = with_tokens(&html, |source| tokens(&html, source, state));
            assert_eq!(tl, expected, "with tl, {description}: {html:?}");
        }
    }
    println!("{total} cases pass, {total_skipped} are none of our concern");
    assert!(total > 6000 && total_skipped * 100 < total);
}
