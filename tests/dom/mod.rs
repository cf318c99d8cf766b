//! The tree: against html5ever, and against html5lib's test suite.

mod html5ever;
mod html5lib;
mod outline;
mod reference;
