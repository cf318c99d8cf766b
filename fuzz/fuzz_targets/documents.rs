#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| leafmill_fuzz::documents::check(data));
