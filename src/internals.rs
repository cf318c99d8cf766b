//! The rooms of the crate, for its own program, tests, benchmarks and fuzz targets.
//!
//! No promise is made of anything in here: what users need is at the root of the crate.

/// Opens rooms by their own names.
macro_rules! open {
    ($($(#[$when:meta])? $room:ident $({ $($(#[$with:meta])? $inner:ident),+ })?),+ $(,)?) => {
        $(
            $(#[$when])?
            pub mod $room {
                #[allow(unused_imports)]
                pub use crate::$room::*;
                $($(
                    $(#[$with])?
                    pub mod $inner {
                        pub use crate::$room::$inner::*;
                    }
                )+)?
            }
        )+
    };
}

open! {
    date,
    extract,
    host,
    page { leaf_id },
    text,
    #[cfg(feature = "archives")] source,
    #[cfg(feature = "formats")] output { name, #[cfg(feature = "parquet")] parquet, sink },
    #[cfg(feature = "eval")] dataset,
    #[cfg(feature = "eval")] measure,
    #[cfg(feature = "eval")] training,
    #[cfg(feature = "eval")] eval { bootstrap, export, pairs, plot, running, summary, sweep, table },
    #[cfg(feature = "inspect")] inspect,
    #[cfg(feature = "report")] report,
}
