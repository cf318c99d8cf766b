//! When the page was published and when it was changed.

use super::corrected::{Candidate, Trust, published};
use super::dates::{self, Date, Locale, words};
use super::entity::{Entity, Rank};
use super::facts::Facts;
use super::hints::Hints;
use super::meta_tags::Key;
use super::near::Near;
use super::signals::{By, Mark, Signals};
use super::{Fact, Source};
use crate::dom::Tag;
use crate::page::Page;

/// Marked elements that are looked at: what comes later is no date of the page.
const MARKS: usize = 300;

/// Characters of an element that is or holds a date, at most.
const LONGEST: u32 = 120;

/// Characters of a text that is a date and hardly more.
const ALONE: u32 = 45;

/// Characters of a text that announces a date.
pub(super) const ANNOUNCES: u32 = 60;

/// What dates are looked for in.
pub(super) struct Dates<'s, 'p, 'h> {
    pub page: &'p Page<'h>,
    pub url: Option<&'s str>,
    pub signals: &'s Signals<'h>,
    pub facts: &'s Facts<'s>,
    /// What the page is about, best first.
    pub about: &'s [&'s Entity<'s>],
    pub near: Option<&'s Near<'p, 'h>>,
    pub locale: Locale<'s>,
    /// Whether the page is a thread of posts.
    pub thread: bool,
    /// Whether the page was published on no day: see [`is_standing`](super::kinds::is_standing).
    pub standing: bool,
}

impl Dates<'_, '_, '_> {
    /// When the page was published and when it was changed. A change before the publication is none.
    pub fn dates(&self) -> (Option<Fact<Date>>, Option<Fact<Date>>) {
        let candidates = self.candidates();
        let fact = |found: &Candidate| Fact { value: found.date, source: found.source };
        let modified = candidates.iter().find(|candidate| candidate.modified).map(fact);
        let published =
            (!self.standing).then(|| published(&candidates, self.thread)).flatten().map(fact);
        let is_earlier = |modified: &Fact<Date>| {
            published.as_ref().is_some_and(|published| modified.value.ymd() < published.value.ymd())
        };
        let modified = modified.filter(|modified| !is_earlier(modified));
        (published, modified)
    }

    /// Every date that the page may have been published or changed at, the most trusted first.
    fn candidates(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        self.structured(&mut found);
        self.marked(&mut found);
        self.said(&mut found);
        found.extend(self.url.and_then(dates::in_address).map(|date| Candidate {
            date,
            source: Source::Url,
            trust: Trust::Url,
            modified: false,
        }));
        // The whole page is read only where nothing is found that is trusted more.
        let is_known = |found: &[Candidate], trust| {
            found.iter().any(|candidate| !candidate.modified && candidate.trust < trust)
        };
        if !is_known(&found, Trust::Announced) {
            self.announced(&mut found);
        }
        if !is_known(&found, Trust::Posted) {
            self.posted(&mut found);
        }
        found.sort_by_key(|candidate| candidate.trust);
        found
    }

    /// The dates of structured data. Content systems state of a web page as such the day on which they
    /// first stored it: so only the date of a work or thing is taken for one of publication.
    fn structured(&self, found: &mut Vec<Candidate>) {
        for entity in self.about {
            let trust = match entity.rank() {
                Rank::Work => Trust::Work,
                Rank::Thing => Trust::Thing,
                Rank::Page | Rank::Around => Trust::Date,
            };
            for (value, modified) in [(&entity.published, false), (&entity.modified, true)] {
                let date = value.as_deref().and_then(|value| Date::machine_in(value, self.locale));
                let counts = modified || trust < Trust::Date;
                found.extend(date.filter(|_| counts).map(|date| Candidate {
                    date,
                    source: entity.source,
                    trust,
                    modified,
                }));
            }
        }
        for (key, modified) in [(Key::Published, false), (Key::Modified, true)] {
            for fact in self.facts.of(key) {
                let trust = [Trust::Meta, Trust::OtherMeta, Trust::Date][usize::from(fact.place)];
                found.extend(Date::machine_in(&fact.content, self.locale).map(|date| Candidate {
                    date,
                    source: fact.source,
                    trust,
                    modified,
                }));
            }
        }
    }

    /// The dates of elements that are marked as such.
    fn marked(&self, found: &mut Vec<Candidate>) {
        let start = found.len();
        for mark in self.signals.dates.iter().take(MARKS) {
            let is_time = self.page.dom().tag(mark.node) == Some(Tag::TIME);
            let near = self.near.is_some_and(|near| near.holds(mark.node));
            let trust = match mark.by {
                By::Property => Trust::Property,
                _ if !near => Trust::Elsewhere,
                _ if is_time => Trust::TimeNear,
                _ => Trust::ClassNear,
            };
            found.extend(self.of_mark(mark).map(|date| Candidate {
                date,
                source: if is_time { Source::Time } else { Source::Byline },
                trust,
                modified: mark.hints.any(Hints::MODIFIED) || self.follows_modified(mark),
            }));
        }
        // Of several days none is the page's: that is a list of things each with its date.
        for trust in [Trust::Property, Trust::Elsewhere] {
            let is_of = |candidate: &Candidate| candidate.trust == trust;
            let mut days = found[start..].iter().filter(|found| is_of(found) && !found.modified);
            let first = days.next().map(|found| found.date.ymd());
            if !self.thread && days.any(|found| Some(found.date.ymd()) != first) {
                found.retain(|candidate| !is_of(candidate));
            }
        }
    }

    /// Whether the text in front of a mark, in the same line, says that its date is one of change:
    /// `Updated <time>`.
    fn follows_modified(&self, mark: &Mark) -> bool {
        let leaves = self.page.leaves_under(mark.node);
        let units = self.page.units();
        let unit = units.partition_point(|unit| unit.leaves.end as usize <= leaves.start);
        let Some(unit) = units.get(unit).filter(|_| !leaves.is_empty()) else { return false };
        let start = unit.leaves.start as usize;
        let before = start..leaves.start.max(start);
        if before.is_empty() || self.page.totals(before.clone()).chars > ANNOUNCES {
            return false;
        }
        let text = self.page.joined(before.start as u32..before.end as u32);
        let last = dates::all(&text, self.locale).last().map_or(0, |&(_, end)| end);
        words::says_modified(&text[last..])
    }

    /// The date that an element states, in an attribute or in its text.
    fn of_mark(&self, mark: &Mark) -> Option<Date> {
        let dom = self.page.dom();
        let stated = dom.attributes(mark.node).find_map(|attribute| {
            let name = attribute.name();
            let holds =
                matches!(&*name, "datetime" | "content" | "title") || name.starts_with("data-");
            holds.then(|| Date::machine_in(&attribute.value(), self.locale))?
        });
        let short = self.page.stats(mark.node).chars <= LONGEST;
        let text = || short.then(|| Date::prose(&self.page.text_under(mark.node), self.locale))?;
        stated.or_else(text)
    }

    /// The dates of short texts near the title.
    fn said(&self, found: &mut Vec<Candidate>) {
        let Some(near) = self.near else { return };
        for unit in near.units().iter().filter(|unit| near.chars(unit) <= LONGEST) {
            let text = self.page.joined(unit.leaves.clone());
            let days = dates::all(&text, self.locale);
            let trust = if near.chars(unit) <= ALONE { Trust::Said } else { Trust::Mentioned };
            // Of several each has its own words before it: "1 May 2024, updated 3 June 2024".
            let mut from = 0;
            for &(date, end) in &days {
                let part = if days.len() == 1 { &text[..] } else { &text[from..end] };
                from = end;
                found.push(Candidate {
                    date,
                    source: Source::Byline,
                    trust,
                    modified: words::says_modified(part),
                });
            }
        }
    }

    /// The first date in a short text of a thread, which is the first post's, unless it says when
    /// someone became a member.
    fn posted(&self, found: &mut Vec<Candidate>) {
        if !self.thread {
            return;
        }
        let date = self.page.units().iter().find_map(|unit| {
            let leaves = unit.leaves.start as usize..unit.leaves.end as usize;
            let text = (self.page.totals(leaves).chars <= ANNOUNCES)
                .then(|| self.page.joined(unit.leaves.clone()))?;
            let date = Date::prose(&text, self.locale)?;
            (!words::begins_joined(&text) && !words::says_modified(&text)).then_some(date)
        });
        found.extend(date.map(|date| Candidate {
            date,
            source: Source::Byline,
            trust: Trust::Posted,
            modified: false,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When a page was published and when it was changed, as text; `-` for none.
    fn read(url: &str, html: &str) -> [String; 2] {
        let metadata = crate::metadata::Metadata::of(&Page::parse(html), Some(url), "");
        let text = |date: Option<Fact<Date>>| date.map_or("-".into(), |d| d.value.to_string());
        [text(metadata.published), text(metadata.modified)]
    }

    fn article(published: &str, modified: &str) -> String {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"Article\",\"datePublished\":\"{published}\",\
            \"dateModified\":\"{modified}\"}}</script><h1>The mill ran dry</h1>"
        )
    }

    #[test]
    fn a_stamp_gives_way_to_an_earlier_day_that_is_shown() {
        let stamp = article("2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00+02:00");
        for (shown, expected) in [
            ("<p class=date>2 March 2023", "2023-03-02"),
            ("<p>Published 2 March 2023", "2023-03-02"),
            ("<time datetime=2023-03-02></time>", "2023-03-02"),
            // A caption is none, nor is a day behind, nor one of change.
            (
                "<p>The mill as it was seen from the road on 2 March 2023",
                "2024-05-01T10:00:00+02:00",
            ),
            ("<p class=date>3 June 2024", "2024-05-01T10:00:00+02:00"),
            ("<p>Updated 2 March 2023", "2024-05-01T10:00:00+02:00"),
        ] {
            assert_eq!(
                read("https://m.example/a", &format!("{stamp}{shown}"))[0],
                expected,
                "{shown}"
            );
        }
        let other = article("2024-05-01", "2024-05-03");
        assert_eq!(
            read("https://m.example/a", &format!("{other}<p class=date>2 March 2023"))[0],
            "2024-05-01"
        );
    }

    #[test]
    fn the_day_is_that_of_the_place() {
        let html = article("2024-05-02T03:30:00Z", "2024-05-04T03:30:00Z");
        assert_eq!(read("https://m.example/2024/05/01/dry", &html)[0], "2024-05-01");
        assert_eq!(read("https://m.example/2024/04/30/dry", &html)[0], "2024-05-02T03:30:00Z");
        let local = format!("{html}<time datetime=2024-05-01T20:30:00-07:00></time>");
        assert_eq!(read("https://m.example/dry", &local)[0], "2024-05-01T20:30:00-07:00");
    }

    #[test]
    fn each_date_of_a_line_has_its_own_words() {
        for (line, expected) in [
            ("<p>1 May 2024 - Updated 3 June 2024", ["2024-05-01", "2024-06-03"]),
            ("<p>Updated <time datetime=2024-06-03>3 June</time>", ["-", "2024-06-03"]),
            (
                "<p>1 May 2024, updated <time datetime=2024-06-03>3 June 2024</time>",
                ["2024-05-01", "2024-06-03"],
            ),
        ] {
            let html = format!("<h1>The mill ran dry</h1>{line}<p>It ran dry.");
            assert_eq!(read("https://m.example/a", &html), expected, "{line}");
        }
    }

    #[test]
    fn what_has_no_day() {
        let dated = "<h1>The mill</h1><p class=date>1 May 2024";
        assert_eq!(read("https://m.example/", dated)[0], "-");
        assert_eq!(read("https://m.example/dry", dated)[0], "2024-05-01");
        let product =
            "<script type=application/ld+json>{\"@type\":\"Product\",\"name\":\"x\"}</script>";
        assert_eq!(read("https://m.example/dry", &format!("{product}{dated}"))[0], "-");
        assert_eq!(read("https://m.example/", &article("2024-05-01", ""))[0], "2024-05-01");
        // Cards with a day each.
        let card = |day: &str| format!("<p><b itemprop=datePublished content={day}>x</b>");
        let cards = ["2024-05-01", "2024-05-02"].map(card).concat();
        assert_eq!(read("https://m.example/dry", &format!("<h1>Mills</h1>{cards}"))[0], "-");
    }

    #[test]
    fn the_first_date_of_a_thread_is_the_first_posts() {
        let post = |number: u32| {
            format!("<h2>#{number} <a href=#>2024-05-0{number} 10:59:47</a></h2><p>It ran dry.")
        };
        let html = format!("<p>Mill forum<p>Joined: 3 March 2020{}{}", post(1), post(2));
        assert_eq!(read("https://m.example/viewtopic.php?topic=1", &html)[0], "2024-05-01");
    }
}
