//! Moves that are made with the mouse in XBoard, leg by leg.

use super::driver::Driver;

/// An engine that waits for moves in a position.
fn waiting(variant: &str, fen: &str) -> Driver {
    let mut driver = Driver::new("xboard");
    driver.send("new");
    driver.send(&format!("variant {variant}"));
    driver.send("force");
    let set = driver.send(&format!("setboard {fen}"));
    assert!(set.is_empty(), "{variant}: {set:?}");
    driver
}

/// The squares that are colored when a piece is lifted, each with its letter, such as `e4Y`; ranks count
/// from `first`.
fn lifted(driver: &mut Driver, square: &str, first: usize) -> Vec<String> {
    let answer = driver.send(&format!("lift {square}"));
    let [line] = &answer[..] else {
        panic!("{answer:?}")
    };
    let board = line.strip_prefix("highlight ").expect("a board");
    let mut colored = Vec::new();
    for (rank, row) in board.split('/').rev().enumerate() {
        let mut file = 0_u8;
        for part in row.split_inclusive(|char: char| char.is_ascii_uppercase()) {
            let letter = part.trim_start_matches(|char: char| char.is_ascii_digit());
            let skipped = &part[..part.len() - letter.len()];
            file += skipped.parse::<u8>().unwrap_or(0);
            if !letter.is_empty() {
                let name = char::from(b'a' + file);
                colored.push(format!("{name}{}{letter}", rank + first));
                file += 1;
            }
        }
    }
    colored.sort_unstable();
    colored
}

fn has(colored: &[String], square: &str) -> bool {
    colored.iter().any(|one| one == square)
}

#[test]
fn a_move_of_one_leg_shows_where_it_ends() {
    let fen = "r3k2r/2P5/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    let mut driver = waiting("normal", fen);
    // The pawn that is taken in passing, and the rook of a castling, are no squares to go to.
    assert_eq!(lifted(&mut driver, "e5", 1), ["d6R", "e6Y"]);
    assert_eq!(
        lifted(&mut driver, "e1", 1),
        ["c1Y", "d1Y", "d2Y", "e2Y", "f1Y", "f2Y", "g1Y"]
    );
    assert_eq!(lifted(&mut driver, "c7", 1), ["c8M"]);
    assert_eq!(lifted(&mut driver, "e8", 1), Vec::<String>::new());
    assert!(driver.send("put e6").is_empty());
    assert_eq!(
        driver.send("lift z9"),
        ["Error (bad arguments): lift z9"],
        "no such square"
    );
}

#[test]
fn a_lion_is_led_leg_by_leg() {
    let fen = "k11/12/12/12/12/5p6/4p7/3N8/12/12/12/11K w - - 0 1";
    let mut driver = waiting("chu-shogi", fen);
    let first = lifted(&mut driver, "d5", 1);
    for square in ["e6R", "f7R", "d6Y", "d7Y"] {
        assert!(has(&first, square), "{square}: {first:?}");
    }
    driver.send("put e6");
    // The piece goes on: it takes the second man, or returns.
    let second = lifted(&mut driver, "e6", 1);
    for square in ["f7R", "d5R"] {
        assert!(has(&second, square), "{square}: {second:?}");
    }
    assert!(!has(&second, "c3Y"), "{second:?}");
    driver.send("put f7");
    assert_eq!(lifted(&mut driver, "f7", 1), Vec::<String>::new());
    assert!(driver.send("usermove d5e6,e6f7").is_empty());
    // Both are gone, and it is the other side's turn.
    assert_eq!(lifted(&mut driver, "f7", 1), Vec::<String>::new());
    assert!(!lifted(&mut driver, "a12", 1).is_empty());
    // Taken up somewhere else, nothing is left of the first leg.
    driver.send("undo");
    lifted(&mut driver, "d5", 1);
    driver.send("put e6");
    assert!(!lifted(&mut driver, "l1", 1).is_empty());
    assert_eq!(lifted(&mut driver, "d5", 1), first);
}

#[test]
fn a_long_leaper_goes_by_the_man_that_it_takes() {
    let fen = "8k1/10/10/10/3p6/10/3L6/10/10/K9 w - - 0 1";
    let mut driver = waiting("rococo", fen);
    // XBoard counts ten ranks from 0. That the move ends at d6 is said by its second leg.
    let first = lifted(&mut driver, "d3", 0);
    assert!(has(&first, "d5C") && has(&first, "d4Y"), "{first:?}");
    assert!(!first.iter().any(|one| one.starts_with("d6")), "{first:?}");
    driver.send("put d5");
    let second = lifted(&mut driver, "d5", 0);
    assert!(has(&second, "d6R"), "{second:?}");
    assert!(
        second.iter().all(|one| one.starts_with('d')),
        "the way is straight: {second:?}"
    );
    driver.send("put d6");
    assert!(driver.send("usermove d3d5,d5d6").is_empty());
    assert!(!lifted(&mut driver, "i9", 0).is_empty());
}

#[test]
fn an_arrow_is_the_second_leg() {
    let mut driver = waiting("amazons", "9q/10/10/10/10/10/10/10/10/Q9 w - - 0 1");
    let first = lifted(&mut driver, "a0", 0);
    assert!(has(&first, "d0C") && has(&first, "d3C"), "{first:?}");
    driver.send("put d0");
    let second = lifted(&mut driver, "d0", 0);
    assert!(has(&second, "a0Y") && has(&second, "d5Y"), "{second:?}");
    assert!(driver.send("usermove a0d0,d0d5").is_empty());
}
