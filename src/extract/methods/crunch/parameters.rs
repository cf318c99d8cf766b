//! The method's row, and what it can be told: a parameter for every switch of the paper's three screens.

use std::path::PathBuf;

use super::Crunch;
use crate::extract::method::Method;
use crate::extract::parameters::{Values, choice, parameters};

/// The method's row.
pub const METHOD: Method = Method::new::<Parameters>(
    "Gupta, Kaiser, Neistadt & Grimm 2003, WWW, 207-214",
    "Removes what is not content, filter by filter: advertisements, link lists, empty tables and more.",
);

parameters! {
    /// What `crunch` can be told.
    pub struct Parameters for Crunch, "crunch" {
        // The first screen: what to ignore.
        /// remove what is loaded from or leads to an advertiser's host
        ads: bool = true;
        /// hosts of advertisers, in the form of a hosts file, instead of our own few
        hosts: Option<PathBuf> = None;
        /// remove scripts
        scripts: bool = true;
        /// show what is in noscript, as a browser without scripts does
        noscript: bool = true;
        /// remove style sheets
        styles: bool = true;
        /// remove the style attribute of div
        style_attributes: bool = true;
        /// remove images outside links
        images: bool = true;
        /// show the alternative text of those images
        image_alt: bool = false;
        /// remove images in links, and links that are nothing else
        image_links: bool = true;
        /// show the alternative text of those images
        image_link_alt: bool = false;
        /// remove links that have text
        text_links: bool = false;
        /// remove forms
        forms: bool = false;
        /// remove input elements
        inputs: bool = false;
        /// remove buttons
        buttons: bool = false;
        /// remove select elements
        selects: bool = false;
        /// remove meta elements
        meta: bool = true;
        /// remove iframes
        iframes: bool = true;
        /// remove the widths of table cells
        cell_widths: bool = false;
        /// remove embed elements
        embeds: bool = true;
        // The second screen: link lists and empty tables.
        /// clear cells that are mostly links
        link_lists: bool = true;
        /// where link lists are looked for: in table cells, or in blocks of every kind
        scope: Scope = Scope::Cells;
        /// links with text count in a link list
        list_text_links: bool = true;
        /// image links count in a link list
        list_image_links: bool = false;
        /// clear a link list of text and links alone
        list_text_only: bool = true;
        /// remove the cell of a link list too
        list_cells: bool = false;
        /// links a word outside of links, above which a cell is a link list
        ratio: f64 = 0.25, in Values::Number(0.0, 1000.0);
        /// the same for a block with more than one link
        block_ratio: f64 = 0.5, in Values::Number(0.0, 1000.0);
        /// characters that are taken for a word
        chars_per_word: f64 = 5.0, in Values::Number(1.0, 100.0);
        /// remove tables without substance
        empty_tables: bool = true;
        /// an image is substance
        substance_img: bool = true;
        /// a text area is substance
        substance_textarea: bool = true;
        /// a link is substance
        substance_a: bool = true;
        /// a button is substance
        substance_button: bool = true;
        /// an input element is substance
        substance_input: bool = true;
        /// a form is substance
        substance_form: bool = true;
        /// a select element is substance
        substance_select: bool = true;
        /// characters that are substance
        min_text: u32 = 12, in Values::Integer(0, 100_000);
        // The third screen: output.
        /// what a document has: its HTML beside the text, or text with Crunch's lines
        output: Form = Form::Html;
        /// append the text links that were removed to the HTML
        append: bool = false;
        /// line breaks in a row in text output; 0 sets no limit
        max_breaks: usize = 2, in Values::Integer(0, 1000);
        /// a TOML file that sets any of these parameters
        settings: Option<PathBuf> = None;
    }
    /// link lists in every kind of block, for pages that are not laid out by tables
    preset blocks { scope: Scope::Blocks }
    settled by Parameters::behind;
}

/// Where link lists are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// In table cells, as in the paper.
    Cells,
    /// In blocks of every kind.
    Blocks,
}

/// What a document has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The filtered page as HTML beside its text, a line a unit.
    Html,
    /// Text with Crunch's lines.
    Text,
}

choice!(Scope { Cells: "cells", Blocks: "blocks" });
choice!(Form { Html: "html", Text: "text" });
