//! When the page was published and when it was changed.

use super::dates::{Date, Locale};
use super::entity::{Entity, Rank};
use super::facts::Facts;
use super::gather::{By, Mark, Signals};
use super::hints::Hints;
use super::meta_tags::Key;
use super::near::Near;
use super::{Fact, Source};
use crate::dom::Tag;
use crate::page::Page;

/// Marked elements that are looked at: what comes later is no date of the page.
const MARKS: usize = 300;

/// Characters of an element that is or holds a date, at most.
const LONGEST: u32 = 120;

/// Where dates stand, the most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// In structured data, of a work that is written to be read.
    Work,
    /// There, of another thing that the page presents: products and events have dates too.
    Thing,
    /// In a `meta` that is for this alone.
    Meta,
    /// In an element with a property of schema.org.
    Property,
    /// In another `meta`.
    OtherMeta,
    /// In the address.
    Url,
    /// In a `time` near the title.
    TimeNear,
    /// In an element near the title whose class says so.
    ClassNear,
    /// In a text near the title.
    Said,
    /// Behind a word of publication, anywhere: "Published on 1 May 2024".
    Announced,
    /// In any `time`, or element whose class says so, if all of these on the page are of one day, or on a
    /// thread.
    Elsewhere,
    /// In a `meta` named `date`, which systems fill with the time of delivery, too.
    Date,
}

/// A possible date.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub date: Date,
    pub source: Source,
    pub trust: Trust,
    /// Whether it is when the page was changed.
    pub modified: bool,
}

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
}

impl Dates<'_, '_, '_> {
    /// When the page was published and when it was changed. A change before the publication is none.
    pub fn dates(&self) -> (Option<Fact<Date>>, Option<Fact<Date>>) {
        let candidates = self.candidates();
        let first = |modified| {
            let found = candidates.iter().find(|candidate| candidate.modified == modified)?;
            Some(Fact { value: found.date, source: found.source })
        };
        let (published, modified) = (first(false), first(true));
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
        self.announced(&mut found);
        found.extend(self.url.and_then(in_url).map(|date| Candidate {
            date,
            source: Source::Url,
            trust: Trust::Url,
            modified: false,
        }));
        found.sort_by_key(|candidate| candidate.trust);
        found
    }

    /// Of a web page as such systems give the day on which they first stored it; that day is no
    /// day of publication, which they state for a work.
    fn structured(&self, found: &mut Vec<Candidate>) {
        for entity in self.about {
            let trust = match entity.rank() {
                Rank::Work => Trust::Work,
                Rank::Thing => Trust::Thing,
                Rank::Page | Rank::Around => Trust::Date,
            };
            for (value, modified) in [(&entity.published, false), (&entity.modified, true)] {
                let date = value.as_deref().and_then(Date::machine);
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
                found.extend(Date::machine(&fact.content).map(|date| Candidate {
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
        for mark in self.signals.dates.iter().filter(|mark| !mark.apart).take(MARKS) {
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
                modified: mark.hints.any(Hints::MODIFIED),
            }));
        }
        let elsewhere = |candidate: &Candidate| candidate.trust == Trust::Elsewhere;
        if self.thread {
            return;
        }
        let mut days = found[start..].iter().filter(|found| elsewhere(found)).map(|c| c.date.ymd());
        let first = days.next();
        if days.any(|day| Some(day) != first) {
            // A list of things each with its date.
            found.retain(|candidate| !elsewhere(candidate));
        }
    }

    /// The date that an element states, in an attribute or in its text.
    fn of_mark(&self, mark: &Mark) -> Option<Date> {
        let dom = self.page.dom();
        let stated = dom.attributes(mark.node).find_map(|attribute| {
            let name = attribute.name();
            let holds =
                matches!(&*name, "datetime" | "content" | "title") || name.starts_with("data-");
            holds.then(|| Date::machine(&attribute.value()))?
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
            found.extend(Date::prose(&text, self.locale).map(|date| Candidate {
                date,
                source: Source::Byline,
                trust: Trust::Said,
                modified: says_modified(&text),
            }));
        }
    }
}

/// What stands before a date of publication, in lower case.
const PUBLISHED: &[&str] = &[
    "published",
    "posted",
    "date published",
    "publication date",
    "first published",
    "publish date",
    "release date",
    "veröffentlicht",
    "erschienen",
    "publié",
    "publicado",
    "publicada",
    "pubblicato",
    "gepubliceerd",
    "geplaatst",
    "publicerad",
    "publisert",
    "publiceret",
    "udgivet",
    "julkaistu",
    "opublikowano",
    "data publikacji",
    "publikováno",
    "közzétéve",
    "опубликовано",
    "дата публикации",
    "опубліковано",
    "yayınlanma",
    "yayın tarihi",
    "dipublikasikan",
    "发布",
    "发表于",
    "發表於",
    "公開日",
    "投稿日",
    "등록",
    "입력",
];

/// Characters of a text that announces a date.
const ANNOUNCES: u32 = 60;

impl Dates<'_, '_, '_> {
    /// The date behind a word of publication, in the same text or the next, if all that are
    /// announced on the page are of one day.
    fn announced(&self, found: &mut Vec<Candidate>) {
        let mut days: Vec<Date> = Vec::new();
        let mut announced = false;
        for unit in self.page.units() {
            let chars =
                self.page.totals(unit.leaves.start as usize..unit.leaves.end as usize).chars;
            if chars > ANNOUNCES {
                announced = false;
                continue;
            }
            let first = &self.page.leaves()[unit.leaves.start as usize];
            let begins = begins_published(self.page.text(first));
            if begins || announced {
                days.extend(Date::prose(&self.page.joined(unit.leaves.clone()), self.locale));
            }
            announced = begins;
        }
        if days.iter().all(|day| day.ymd() == days[0].ymd()) {
            found.extend(days.first().map(|&date| Candidate {
                date,
                source: Source::Byline,
                trust: Trust::Announced,
                modified: false,
            }));
        }
    }
}

/// Whether a text begins with a word of publication.
fn begins_published(text: &str) -> bool {
    let head: String = text.chars().take(20).flat_map(char::to_lowercase).collect();
    PUBLISHED.iter().any(|word| head.starts_with(word))
}

/// Words that tell a date of change from one of publication, in lower case.
const MODIFIED: &[&str] = &[
    "updated",
    "modified",
    "edited",
    "revised",
    "reviewed",
    "aktualisiert",
    "geändert",
    "stand:",
    "mis à jour",
    "modifié",
    "actualizado",
    "actualizada",
    "atualizado",
    "aggiornato",
    "aggiornamento",
    "bijgewerkt",
    "oppdatert",
    "opdateret",
    "uppdaterad",
    "päivitetty",
    "zaktualizowano",
    "aktualizacja",
    "aktualizováno",
    "frissítve",
    "güncelleme",
    "обновлено",
    "изменено",
    "оновлено",
    "更新",
    "수정",
];

/// Whether a text says that its date is one of change.
fn says_modified(text: &str) -> bool {
    let lower = text.to_lowercase();
    MODIFIED.iter().any(|word| lower.contains(word))
}

/// The day in an address: `/2024/05/01/`, `/2024-05-01-`, `/20240501/`.
fn in_url(url: &str) -> Option<Date> {
    let path = url.split(['?', '#']).next()?;
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let mut numbers: [&str; 3] = [""; 3];
    for part in path.split(['/', '-', '_', '.']) {
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            numbers = [""; 3];
            continue;
        }
        numbers = [numbers[1], numbers[2], part];
        let [year, month, day] = numbers;
        let whole = (part.len() == 8).then(|| Date::machine(part)).flatten();
        let parts = || {
            let is_day = year.len() == 4 && month.len() <= 2 && day.len() <= 2;
            is_day.then(|| Date::day(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?))?
        };
        if let Some(date) = whole.or_else(parts) {
            return Some(date);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_addresses() {
        let day = |url| in_url(url).map(|date| date.to_string());
        for url in [
            "https://mill.example/2024/05/01/dry",
            "https://mill.example/news/2024-05-01-dry.html",
            "https://mill.example/a_20240501_b",
            "https://mill.example/2024/5/1/",
        ] {
            assert_eq!(day(url).as_deref(), Some("2024-05-01"), "{url}");
        }
        for url in
            ["https://mill.example/2024/05/", "https://mill.example/20249999/", "/?d=2024-05-01"]
        {
            assert_eq!(day(url), None, "{url}");
        }
    }

    #[test]
    fn a_text_may_say_that_its_date_is_one_of_change() {
        assert!(
            says_modified("Last updated on 1 May 2024") && says_modified("Aktualisiert am 1.5.")
        );
        assert!(!says_modified("1 May 2024"));
    }
}
