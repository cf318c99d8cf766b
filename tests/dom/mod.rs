//! The tree: against html5ever, against html5lib's test suite, and against pages made to hurt.

mod html5ever;
mod html5lib;
mod nasty;
mod outline;
mod reference;
mod soup;
