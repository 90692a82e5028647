//! Absurd texts: no panics, and all limits hold.

use ferz::geometry::{BoardShape, Perspective, Square};
use ferz::movement::{Dialect, Movement, MovementLimits, Pattern};

use super::agreement::random_scene;
use super::corpus;
use super::play::{by_paths, by_walking};
use super::random::Random;

/// How many paths are asked for at most.
const PATHS: usize = 1 << 12;

/// More moves than a walk can emit with the legs that it may begin (clause `limit.walk`).
const LEGS_BEGUN: usize = 1 << 17;

#[test]
fn random_letters_never_panic() {
    const ALPHABET: &[u8] = b"fblrvshmcdekpgyxutinjozqaaa()[]-?WFDNAHCLZJGBRQKOUI@XY0123*'w";
    let mut random = Random::new(11);
    for _ in 0..6000 {
        let length = 1 + random.below(14);
        let text: String = (0..length)
            .map(|_| char::from(*random.of(ALPHABET)))
            .collect();
        for dialect in Dialect::ALL {
            play_everywhere(&text, dialect, &mut random);
        }
    }
}

#[test]
fn shuffled_strings_never_panic() {
    let mut random = Random::new(13);
    for text in corpus::texts().filter(|text| text.is_ascii()) {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..3 {
            let (one, other) = (random.below(bytes.len()), random.below(bytes.len()));
            bytes.swap(one, other);
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            play_everywhere(&text, Dialect::XBetza, &mut random);
        }
    }
}

/// Whatever was read is played on a small random board, in both ways.
fn play_everywhere(text: &str, dialect: Dialect, random: &mut Random) {
    let read = Movement::read(text, dialect);
    for finding in &read.diagnostics {
        assert!(
            finding.span.end as usize <= text.len(),
            "`{text}`: {finding:?}"
        );
    }
    let (files, ranks) = (1 + random.below(6), 1 + random.below(6));
    let scene = random_scene(random, files, ranks);
    let walked = by_walking(&read.value, &scene);
    if let Some(granted) = by_paths(&read.value, &scene, 1 << 10) {
        assert!(
            walked == granted,
            "`{text}` in {dialect}\n{}",
            scene.draw(|_| None)
        );
    }
}

#[test]
fn long_walks_end() {
    let shape = BoardShape::rectangle(36, 36).expect("the largest board");
    let middle = shape.at(18, 18).expect("inside");
    let rows: Vec<String> = (0..36)
        .map(|row| {
            if row == 18 {
                format!("{}@{}", ".".repeat(18), ".".repeat(17))
            } else {
                ".".repeat(36)
            }
        })
        .collect();
    let scene = super::scene::Scene::of_rows(&rows, Perspective::White, true);
    for text in [
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaK",
        "(a)K",
        "(as)W",
        "(az)N",
        "(afs)Q",
        "(ca)K",
        "(mca)Q",
        "(mpa)R",
        "(mpoa)K",
        "mpamparampampampampaQ",
        "ooR",
        "oozB",
        "qN",
        "[Q-Q-Q-Q-Q-Q-Q-Q]",
        "[oK-oK-oK-oK-oK-oK-bK]",
    ] {
        let movement = Movement::read(text, Dialect::XBetza).value;
        assert!(!movement.is_empty(), "`{text}`");
        let plays = by_walking(&movement, &scene);
        assert!(
            !plays.is_empty() || text.contains("oK"),
            "`{text}` has no move"
        );
        assert!(
            plays.len() <= LEGS_BEGUN * movement.patterns().len(),
            "`{text}`: {} moves",
            plays.len()
        );
        for pattern in movement.patterns() {
            if let Pattern::Walk(walk) = pattern {
                match ferz::compile::paths(walk, &shape, Perspective::White, middle, PATHS) {
                    Ok(paths) => assert!(paths.len() <= PATHS, "`{text}`"),
                    Err(error) => assert_eq!(error.limit, PATHS, "`{text}`"),
                }
            }
        }
    }
}

#[test]
fn crowded_boards_end() {
    let mut random = Random::new(3);
    for text in [
        "(mca)K",
        "(mcda)K",
        "(cafs)W",
        "cacacacacacacacacacaK",
        "(mcpa)Q",
    ] {
        let rows: Vec<String> = (0..12)
            .map(|rank| {
                (0..12)
                    .map(|file| {
                        if (file, rank) == (6, 6) {
                            '@'
                        } else {
                            *random.of(&['x', 'o', '.'])
                        }
                    })
                    .collect()
            })
            .collect();
        let scene = super::scene::Scene::of_rows(&rows, Perspective::White, true);
        let movement = Movement::read(text, Dialect::XBetza).value;
        let plays = by_walking(&movement, &scene);
        assert!(
            plays.len() <= LEGS_BEGUN * movement.patterns().len(),
            "`{text}`: {} moves",
            plays.len()
        );
    }
}

#[test]
fn limits_are_reported() {
    let codes = |text: &str, limits: &MovementLimits| -> Vec<String> {
        Movement::read_with(text, Dialect::XBetza, limits)
            .diagnostics
            .iter()
            .map(|finding| finding.code.to_string())
            .collect()
    };
    let small = MovementLimits::default()
        .with_length(12)
        .with_legs(3)
        .with_patterns(4)
        .with_copies(2);
    assert_eq!(codes("WFDANWFDANWFD", &small), ["E0108"]);
    assert_eq!(codes("asasasK", &small), ["E0203"]);
    assert_eq!(codes("[K-K-K-K]", &small), ["E0203"]);
    assert_eq!(codes("WFDAN", &small), ["E0206"]);
    let long = format!("{}K", "a".repeat(4000));
    assert_eq!(codes(&long, &MovementLimits::default()), ["E0203"]);
    let split = format!("{}fK", "gpaf".repeat(24));
    assert_eq!(codes(&split, &MovementLimits::default()), ["E0206"]);
    let many = format!("f{}", "[K-K-K-K-K-K-K-K]".replace('K', "sfrK"));
    assert!(codes(&many, &MovementLimits::default()).contains(&"E0206".to_owned()));
}

#[test]
fn a_path_limit_is_an_error_and_not_a_shorter_list() {
    let movement = Movement::read("aaK", Dialect::XBetza).value;
    let Pattern::Walk(walk) = &movement.patterns()[0] else {
        panic!("a walk");
    };
    let shape = BoardShape::rectangle(9, 9).expect("a board");
    let from: Square = shape.at(4, 4).expect("inside");
    let all = ferz::compile::paths(walk, &shape, Perspective::White, from, 1000).expect("few");
    let limit = all.len() - 1;
    assert!(ferz::compile::paths(walk, &shape, Perspective::White, from, limit).is_err());
}
