//! What `meta` names and properties mean: OpenGraph, Dublin Core, Highwire Press and the many
//! names that publishing systems made up.

/// What a `meta` element says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Title,
    Author,
    Published,
    Modified,
    Description,
    Site,
    Image,
    Keywords,
    License,
    Kind,
    Url,
    Language,
    /// Access: `free`, `metered`, `locked`.
    Tier,
    /// What the data card of the same number says: `twitter:label1`.
    Label,
    /// A data card: `twitter:data1`.
    Data,
}

/// The meaning of a name in lower case, and its place among the names of the same meaning: the
/// smaller is trusted before.
pub(super) fn key(name: &str) -> Option<(Key, u8)> {
    let name = name.strip_prefix("rnews:").unwrap_or(name);
    Some(match name {
        "og:title" => (Key::Title, 0),
        "twitter:title" => (Key::Title, 1),
        "citation_title" | "dc.title" | "dcterms.title" | "parsely-title" | "sailthru.title"
        | "headline" | "dc:title" => (Key::Title, 2),

        "citation_author" | "citation_authors" => (Key::Author, 0),
        "author"
        | "article:author"
        | "og:article:author"
        | "article:author_name"
        | "book:author" => (Key::Author, 1),
        "parsely-author"
        | "sailthru.author"
        | "byl"
        | "byline"
        | "authors"
        | "creator"
        | "og:author"
        | "dc.contributor.author"
        | "cxenseparse:author"
        | "shareaholic:article_author_name"
        | "article.author"
        | "vr:author"
        | "rbauthors"
        | "dcsext.author"
        | "article_author"
        | "articleauthor"
        | "lp.article:author" => (Key::Author, 2),
        "dc.creator" | "dcterms.creator" | "dc:creator" => (Key::Author, 3),

        "article:published_time"
        | "og:article:published_time"
        | "og:published_time"
        | "datepublished"
        | "article:published" => (Key::Published, 0),
        "citation_publication_date"
        | "citation_date"
        | "citation_online_date"
        | "dc.date.issued"
        | "dcterms.issued"
        | "dcterms.created"
        | "dc.date.created"
        | "dc.date"
        | "dcterms.date"
        | "dc:date"
        | "dc:created"
        | "dc.created"
        | "parsely-pub-date"
        | "sailthru.date"
        | "pubdate"
        | "publishdate"
        | "publish-date"
        | "publish_date"
        | "publication_date"
        | "publication-date"
        | "published"
        | "published_date"
        | "published-date"
        | "publisheddate"
        | "publish_time"
        | "prism.publicationdate"
        | "date_published"
        | "cxenseparse:recs:publishtime"
        | "cxenseparse:publishtime"
        | "bt:pubdate"
        | "article.published"
        | "article_date_original"
        | "originalpublicationdate"
        | "og:pubdate"
        | "og:publish_date"
        | "article:create_time"
        | "dat"
        | "displaydate"
        | "pub_date"
        | "creation_date"
        | "article.created"
        | "release_date"
        | "og:release_date"
        | "vr:published_time"
        | "ptime"
        | "probe-ptime"
        | "weibo: article:create_at"
        | "weibo:article:create_at"
        | "date.created"
        | "datecreated"
        | "timestamp"
        | "article:post_date" => (Key::Published, 1),
        "date" => (Key::Published, 2),

        "article:modified_time" | "og:article:modified_time" | "datemodified" => (Key::Modified, 0),
        "og:updated_time"
        | "og:modified_time"
        | "dcterms.modified"
        | "dc.date.modified"
        | "dc.modified"
        | "article:updated_time"
        | "article:modified"
        | "article.updated"
        | "article:update_time"
        | "lastmod"
        | "last-modified"
        | "lastmodified"
        | "modified"
        | "revised"
        | "updated_time"
        | "date.modified"
        | "weibo: article:update_at"
        | "cxenseparse:modifiedtime" => (Key::Modified, 1),

        "og:description" => (Key::Description, 1),
        "description" => (Key::Description, 0),
        "twitter:description"
        | "dc.description"
        | "dcterms.description"
        | "dc:description"
        | "sailthru.description"
        | "dcterms.abstract"
        | "citation_abstract" => (Key::Description, 2),

        "og:site_name" => (Key::Site, 0),
        "application-name"
        | "apple-mobile-web-app-title"
        | "dc.publisher"
        | "dcterms.publisher"
        | "citation_journal_title"
        | "citation_publisher"
        | "publisher" => (Key::Site, 2),

        "og:image" | "og:image:url" | "og:image:secure_url" => (Key::Image, 0),
        "twitter:image"
        | "twitter:image:src"
        | "thumbnail"
        | "sailthru.image.full"
        | "parsely-image-url"
        | "thumbnailurl" => (Key::Image, 1),

        "keywords" | "news_keywords" => (Key::Keywords, 0),
        "article:tag" | "parsely-tags" | "sailthru.tags" | "dc.subject" | "dcterms.subject"
        | "citation_keywords" => (Key::Keywords, 1),

        "dc.rights" | "dcterms.rights" | "dcterms.license" | "license" | "cc:license"
        | "dc.rights.license" => (Key::License, 0),

        "og:type" => (Key::Kind, 0),
        "dc.type" | "parsely-type" | "dcterms.type" => (Key::Kind, 1),

        "og:url" => (Key::Url, 0),
        "twitter:url" | "parsely-link" => (Key::Url, 1),

        "og:locale" => (Key::Language, 2),
        "content-language" | "dc.language" | "dcterms.language" | "language" | "dc:language"
        | "inlanguage" | "citation_language" => (Key::Language, 1),

        "article:content_tier" | "lp:paywall" | "cxenseparse:premium" => (Key::Tier, 0),

        "twitter:label1" | "twitter:label2" => (Key::Label, 0),
        "twitter:data1" | "twitter:data2" => (Key::Data, 0),
        _ => return None,
    })
}
