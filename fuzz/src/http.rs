//! HTTP messages: whatever one holds, it is one page, one that is passed over or one whose body cannot
//! be decoded, and the next is read as if it were not there.

use super::reading;

const NEXT: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>next</p>";

/// # Panics
///
/// If a property does not hold.
pub fn check(message: &[u8]) {
    // Over the body's cap the message is cut; the target is about what is inside.
    let message = &message[..message.len().min(reading::caps().body)];
    let file = [reading::response("fuzzed", message), reading::response("next", NEXT)].concat();
    let events = reading::read(&file).expect("it begins with a record");
    let lost = events.pages.len() + events.passed_over == 1 && events.damage.len() == 1;
    assert!(lost || events.pages.len() + events.passed_over == 2, "{events:?}");
    let next = events.pages.last();
    assert!(next.is_some_and(|page| page.id == "next" && page.body == b"<p>next</p>"), "{next:?}");
    for damage in &events.damage {
        assert_eq!(damage.id.as_deref(), Some("fuzzed"), "{damage}");
    }
}
