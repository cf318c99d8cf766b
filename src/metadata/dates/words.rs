//! Words beside a date that say what happened on it, in the languages of the web.

/// Whether a text begins with a word of publication.
pub fn begins_published(text: &str) -> bool {
    begins_with(text, PUBLISHED)
}

/// Whether a text begins as those do that say when someone became a member.
pub fn begins_joined(text: &str) -> bool {
    begins_with(text, JOINED)
}

/// Whether a text says that its date is one of change.
pub fn says_modified(text: &str) -> bool {
    let lower = text.to_lowercase();
    MODIFIED.iter().any(|word| lower.contains(word))
}

/// Whether a text begins with one of these words.
fn begins_with(text: &str, words: &[&str]) -> bool {
    let Some(first) = text.chars().next().and_then(|c| c.to_lowercase().next()) else {
        return false;
    };
    let begins = |word: &&str| {
        let mut chars = text.chars().flat_map(char::to_lowercase);
        word.chars().all(|c| chars.next() == Some(c))
    };
    let mut utf8 = [0; 4];
    let lead = first.encode_utf8(&mut utf8).as_bytes()[0];
    words.iter().filter(|word| word.as_bytes().first() == Some(&lead)).any(begins)
}

/// What stands before a date of publication, in lower case.
const PUBLISHED: &[&str] = &[
    "published",
    "posted",
    "date published",
    "publication date",
    "first published",
    "publish date",
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

/// What stands before the day on which someone became a member, in lower case.
const JOINED: &[&str] = &[
    "joined",
    "join date",
    "registered",
    "member since",
    "mitglied seit",
    "registriert",
    "beigetreten",
    "dabei seit",
    "inscrit",
    "inscription",
    "membre depuis",
    "registrado",
    "miembro desde",
    "cadastrado",
    "iscritto",
    "geregistreerd",
    "lid sinds",
    "dołączył",
    "rejestracja",
    "зарегистрирован",
    "регистрация",
    "註冊",
    "注册",
    "登録",
    "가입",
];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_what_their_date_is() {
        assert!(
            begins_published("Veröffentlicht am 1.5.") && !begins_published("It was published")
        );
        assert!(begins_joined("JOINED: 1 May 2024") && !begins_joined("1 May 2024"));
    }

    #[test]
    fn a_text_may_say_that_its_date_is_one_of_change() {
        assert!(
            says_modified("Last updated on 1 May 2024") && says_modified("Aktualisiert am 1.5.")
        );
        assert!(!says_modified("1 May 2024"));
    }
}
