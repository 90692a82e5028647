//! `rules.captured-to`, `rules.checkmate`, `rules.stalemate`, `rules.move-limit` and `rules.repetition`: what is
//! read, refused, inherited and taken away.

use ferz::definition::{CapturedTo, Verdict};
use ferz::formats::{Catalog, Format, write};

use super::{finding, refused};

#[test]
fn wrong_values_have_their_place() {
    for (rule, settings, code, place) in [
        ("captured-to", "'hand'", "E0311", "'hand'"),
        ("captured-to", "['removed']", "E0303", "['removed']"),
        ("captured-to", "{}", "E0310", "captured-to"),
        ("checkmate", "'drawn'", "E0311", "'drawn'"),
        ("stalemate", "'half'", "E0311", "'half'"),
        ("stalemate", "1", "E0303", "1"),
        ("stalemate", "{}", "E0310", "stalemate"),
        ("move-limit", "true", "E0303", "true"),
        ("move-limit", "99999", "E0303", "99999"),
        ("repetition", "{ limit = true }", "E0303", "true"),
        ("repetition", "{ limit = 1.5 }", "E0303", "1.5"),
        ("repetition", "{ result = 'lost' }", "E0311", "'lost'"),
        ("repetition", "{ times = 4 }", "E0302", "times"),
        ("repetition", "4", "E0303", "4"),
    ] {
        let found = refused(rule, settings);
        assert_eq!(
            found,
            (code.to_owned(), place.to_owned()),
            "{rule} = {settings}"
        );
    }
    let help = |rule: &str, value: &str| finding(rule, value).1.help.unwrap_or_default();
    assert_eq!(help("stalemate", "'los'"), "did you mean `loss`?");
    assert_eq!(help("repetition", "4"), "write `{ limit = 4 }`");
    assert_eq!(help("repetition", "'loss'"), "write `{ result = 'loss' }`");
}

/// `[one]` has all five rules, and each heir has fewer.
const FAMILY: &str = "[one]
inherits = 'chess'
[one.rules]
captured-to = 'captor-hand'
checkmate = 'draw'
stalemate = 'loss'
move-limit = 80
repetition = { limit = 4, result = 'win', for-white = true }
[two]
inherits = 'one'
[two.rules]
captured-to = 'owner-hand'
stalemate = 'draw'
move-limit = false
repetition = { result = 'draw', for-white = false }
[three]
inherits = 'two'
rules = { captured-to = false, checkmate = false, repetition.limit = false }
[four]
inherits = 'three'
rules.repetition = false
";

#[test]
fn children_say_otherwise_and_take_away() {
    let catalog = Catalog::read(FAMILY, Format::Toml);
    let catalog = catalog.into_result().expect("good");
    let rules = |name: &str| &catalog.get(name).expect(name).rules;
    let fates = ["one", "two", "three"].map(|name| rules(name).captured_to());
    let (captor, owner) = (CapturedTo::CaptorHand, CapturedTo::OwnerHand);
    assert_eq!(fates, [captor, owner, CapturedTo::Removed]);
    let mates = ["one", "two", "three"].map(|name| rules(name).checkmate());
    assert_eq!(mates, [Verdict::Draw, Verdict::Draw, Verdict::Loss]);
    let stalemates = ["one", "two"].map(|name| rules(name).stalemate());
    assert_eq!(stalemates, [Verdict::Loss, Verdict::Draw]);
    let limits = ["one", "two"].map(|name| rules(name).move_limit());
    assert_eq!(limits, [Some(80), None]);
    let times = ["one", "two", "three", "four"].map(|name| rules(name).repetition().limit);
    assert_eq!(times, [Some(4), Some(4), None, Some(3)]);
    let repetition = rules("two").repetition();
    assert!(repetition.verdict == Verdict::Draw && !repetition.for_white);
    // A rule that a child removes is not written, and the written text has the same meaning.
    let export = write(catalog.get("two").expect("two"), Format::Toml).expect("TOML");
    assert!(
        export.text.contains("repetition.limit = 4"),
        "{}",
        export.text
    );
    let back = Catalog::read(&export.text, Format::Toml).value;
    assert_eq!(&back.get("two").expect("two").rules, rules("two"));
}
