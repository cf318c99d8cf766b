//! The method's row: a parameter for every switch of the paper's three screens.

use super::Crunch;
use crate::extract::spec::Values;
use crate::extract::{Method, Parameter, Preset};

/// The method's row.
pub const METHOD: Method = Method {
    name: "crunch",
    cite: "Gupta, Kaiser, Neistadt & Grimm 2003, WWW, 207-214",
    about: "Removes what is not content, filter by filter: advertisements, link lists, empty \
            tables and more.",
    presets: &[Preset {
        name: "blocks",
        about: "link lists in every kind of block, for pages that are not laid out by tables",
        set: &[("scope", "blocks")],
    }],
    parameters: &[
        // The first screen: what to ignore.
        switch("ads", true, "remove what is loaded from or leads to an advertiser's host"),
        file("hosts", "hosts of advertisers, in the form of a hosts file, instead of our own few"),
        switch("scripts", true, "remove scripts"),
        switch("noscript", true, "show what is in noscript, as a browser without scripts does"),
        switch("styles", true, "remove style sheets"),
        switch("style_attributes", true, "remove the style attribute of div"),
        switch("images", true, "remove images outside links"),
        switch("image_alt", false, "show the alternative text of those images"),
        switch("image_links", true, "remove images in links, and links that are nothing else"),
        switch("image_link_alt", false, "show the alternative text of those images"),
        switch("text_links", false, "remove links that have text"),
        switch("forms", false, "remove forms"),
        switch("inputs", false, "remove input elements"),
        switch("buttons", false, "remove buttons"),
        switch("selects", false, "remove select elements"),
        switch("meta", true, "remove meta elements"),
        switch("iframes", true, "remove iframes"),
        switch("cell_widths", false, "remove the widths of table cells"),
        switch("embeds", true, "remove embed elements"),
        // The second screen: link lists and empty tables.
        switch("link_lists", true, "clear cells that are mostly links"),
        Parameter {
            name: "scope",
            default: "cells",
            values: Values::Choice(&["cells", "blocks"]),
            about: "where link lists are looked for: in td, or in blocks of every kind",
        },
        switch("list_text_links", true, "links with text count in a link list"),
        switch("list_image_links", false, "image links count in a link list"),
        switch("list_text_only", true, "clear a link list of text and links alone"),
        switch("list_cells", false, "remove the cell of a link list too"),
        number("ratio", "0.25", "links a word outside of links, above which a cell is a link list"),
        number("block_ratio", "0.5", "the same for a block with more than one link"),
        Parameter {
            name: "chars_per_word",
            default: "5",
            values: Values::Number(1.0, 100.0),
            about: "characters that are taken for a word",
        },
        switch("empty_tables", true, "remove tables without substance"),
        switch("substance_img", true, "an image is substance"),
        switch("substance_textarea", true, "a text area is substance"),
        switch("substance_a", true, "a link is substance"),
        switch("substance_button", true, "a button is substance"),
        switch("substance_input", true, "an input element is substance"),
        switch("substance_form", true, "a form is substance"),
        switch("substance_select", true, "a select element is substance"),
        Parameter {
            name: "min_text",
            default: "12",
            values: Values::Integer(0, 100_000),
            about: "characters that are substance",
        },
        // The third screen: output.
        Parameter {
            name: "output",
            default: "html",
            values: Values::Choice(&["html", "text"]),
            about: "what a document has: its HTML beside the text, or text with Crunch's lines",
        },
        switch("append", false, "append the text links that were removed to the HTML"),
        Parameter {
            name: "max_breaks",
            default: "2",
            values: Values::Integer(0, 1000),
            about: "line breaks in a row in text output; 0 sets no limit",
        },
        file("settings", "a TOML file that sets any of these parameters"),
    ],
    build: |settings| Ok(Box::new(Crunch::build(settings)?)),
    training: None,
    saw: &[],
    judges_images: false,
};

const fn switch(name: &'static str, on: bool, about: &'static str) -> Parameter {
    let default = if on { "on" } else { "off" };
    Parameter { name, default, values: Values::Choice(&["on", "off"]), about }
}

const fn number(name: &'static str, default: &'static str, about: &'static str) -> Parameter {
    Parameter { name, default, values: Values::Number(0.0, 1000.0), about }
}

const fn file(name: &'static str, about: &'static str) -> Parameter {
    Parameter { name, default: "", values: Values::File, about }
}
