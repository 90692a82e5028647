//! Move entry: every legal move can be entered, and no other.

use ferz::formats::Catalog;
use ferz::game::{Position, Variant};
use ferz::state::{Color, Move, Piece};
use ferz_designer::input::{Answer, ClickEffect, Event, Input, Origin, QuestionKind};

use crate::harness::{Random, builtin, random_game};

/// All offered clicks, except for those that begin another move.
fn offered(input: &Input) -> Vec<Event> {
    let view = input.view();
    let is_begun = view.origin.is_some();
    let useful =
        |deed: ClickEffect| !is_begun || !matches!(deed, ClickEffect::Begin | ClickEffect::Cancel);
    let squares = view.squares.iter().filter(|click| useful(click.deed));
    let mut events: Vec<Event> = squares.map(|click| Event::Square(click.square)).collect();
    if !is_begun {
        events.extend(view.hand.iter().map(|click| Event::Hand(click.piece)));
        events.extend(view.can_pass.then_some(Event::Pass));
    }
    let choices = view.question.map_or(0, |question| question.choices.len());
    events.extend((0..choices).map(Event::Choice));
    events
}

/// A sequence of clicks that enters a move.
fn clicks_to(input: &Input, goal: &Move, depth: usize) -> Option<Vec<Event>> {
    if depth == 0 {
        return None;
    }
    for event in offered(input) {
        let mut next = input.clone();
        match next.enter(&event) {
            Answer::Done(mv) if *mv == *goal => return Some(vec![event]),
            Answer::Open if next.left().any(|(_, mv)| mv == goal) => {
                if let Some(mut rest) = clicks_to(&next, goal, depth - 1) {
                    rest.insert(0, event);
                    return Some(rest);
                }
            }
            _ => {}
        }
    }
    None
}

/// A few moves, those first of which there is most to say.
fn sample(position: &Position, random: &mut Random) -> Vec<Move> {
    let mut moves = position.legal_moves();
    let weight = |mv: &Move| {
        mv.captures.len() * 4
            + mv.shifts.len() * 3
            + usize::from(mv.promotion.is_some()) * 2
            + usize::from(mv.gate.is_some() || mv.from == mv.to)
    };
    moves.sort_by_key(|mv| std::cmp::Reverse(weight(mv)));
    let mut chosen: Vec<Move> = moves.iter().take(3).cloned().collect();
    for _ in 0..3 {
        if !moves.is_empty() {
            chosen.push(moves[random.below(moves.len())].clone());
        }
    }
    chosen
}

#[test]
fn every_move_of_every_game_can_be_clicked_and_typed() {
    let mut random = Random::new(8);
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let game = random_game(&variant, &mut random, 24);
        for position in [0, game.len() / 2, game.len() - 1].map(|index| &game[index]) {
            let at = || format!("{name}: {}", position.to_fen());
            let empty = Input::new(position);
            for mv in sample(position, &mut random) {
                let text = position.move_text(&mv);
                let clicks = clicks_to(&empty, &mv, 40 + mv.captures.len());
                assert!(clicks.is_some(), "{}: no clicks give {text}", at());
                let mut typed = empty.clone();
                let answer = typed.enter(&Event::Text(text.clone()));
                let Answer::Done(found) = answer else {
                    panic!("{}: {text} gives {answer:?}", at());
                };
                assert_eq!(position.move_text(&found), text, "{}", at());
            }
            click_at_random(&empty, &mut random);
        }
    }
}

/// Clicks anywhere; what comes out is a legal move, and a step back is one step.
fn click_at_random(empty: &Input, random: &mut Random) {
    let position = empty.position();
    let squares: Vec<_> = position.variant().shape().squares().collect();
    let legal = position.legal_moves();
    let mut input = empty.clone();
    for _ in 0..20 {
        let offered = offered(&input);
        let event = match random.below(4) {
            0 => Event::Square(squares[random.below(squares.len())]),
            1 if !offered.is_empty() => Event::Choice(random.below(3)),
            _ if offered.is_empty() => Event::Cancel,
            _ => offered[random.below(offered.len())].clone(),
        };
        let before = input.view();
        let answer = input.enter(&event);
        match answer {
            Answer::Done(mv) => {
                assert!(legal.contains(&mv), "{}", position.to_fen());
                input.enter(&Event::Cancel);
                assert_eq!(input.view(), empty.view());
            }
            Answer::Refused(_) => assert_eq!(input.view(), before),
            Answer::Cleared => assert_eq!(input.view(), empty.view()),
            Answer::Open => {
                let mut back = input.clone();
                back.enter(&Event::Back);
                let begun_anew = back.view().origin.is_none() && before.origin.is_some();
                assert!(begun_anew || back.view() == before, "{event:?}");
            }
        }
    }
}

/// What each square does, as `e4 go, e5 pass-or-stop`.
fn deeds(input: &Input) -> String {
    let variant = input.position().variant();
    let clicks = input.view().squares.into_iter();
    let shown = clicks
        .filter(|click| click.deed != ClickEffect::Begin)
        .map(|click| {
            let name = variant.square_name(click.square);
            let sign = if click.captures { "x" } else { "" };
            format!("{sign}{name} {}", click.deed.as_str())
        });
    shown.collect::<Vec<_>>().join(", ")
}

fn at(variant: &Variant, fen: &str) -> Input {
    Input::new(&variant.parse_fen(fen).expect("a good position"))
}

/// Clicks on squares, one after the other; what comes of the last.
fn click(input: &mut Input, squares: &str) -> Answer {
    let variant = input.position().variant().clone();
    let mut answer = Answer::Open;
    for name in squares.split(' ') {
        let square = variant.square(name).expect("a square");
        answer = input.enter(&Event::Square(square));
    }
    answer
}

/// The text of the move that came out.
fn text(input: &Input) -> String {
    let mv = input.chosen().expect("a complete move");
    input.position().move_text(mv)
}

/// The words of the choices.
fn choices(input: &Input) -> Vec<String> {
    let question = input.view().question.expect("a question");
    let choices = question.choices.into_iter();
    choices.map(|choice| choice.words).collect()
}

#[test]
fn a_piece_is_taken_up_and_put_down() {
    let chess = builtin("chess");
    let mut input = Input::new(&chess.start());
    assert_eq!(input.view().squares.len(), 10);
    click(&mut input, "g1");
    assert_eq!(deeds(&input), "g1 cancel, f3 go, h3 go");
    assert_eq!(click(&mut input, "g1"), Answer::Cleared);
    // Another piece of one's own is taken up instead, and a square without meaning lets it go.
    click(&mut input, "g1 e2");
    assert_eq!(deeds(&input), "e2 cancel, e3 go, e4 go");
    assert_eq!(click(&mut input, "e6"), Answer::Cleared);
    assert!(matches!(click(&mut input, "e6"), Answer::Refused(_)));
    click(&mut input, "e2 e4");
    assert_eq!(text(&input), "e2e4");
    assert!(matches!(click(&mut input, "e2"), Answer::Refused(_)));
    input.enter(&Event::Back);
    assert_eq!(deeds(&input), "e2 cancel, e3 go, e4 go");
}

#[test]
fn castling_by_the_king_or_by_the_rook() {
    let chess = builtin("chess");
    for squares in ["e1 g1", "e1 h1"] {
        let mut input = at(&chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        click(&mut input, squares);
        assert_eq!(text(&input), "e1g1");
    }
    // The king may step to g1, and castle to g1.
    let fischerandom = builtin("fischerandom");
    let mut input = at(&fischerandom, "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    click(&mut input, "f1 g1");
    assert_eq!(choices(&input), ["do not castle", "castle"]);
    let mut typed = input.clone();
    typed.enter(&Event::Text("castle".to_owned()));
    assert_eq!(text(&typed), "f1g1;h1");
    click(&mut input, "f1 h1");
    assert_eq!(text(&input), "f1g1;h1");
}

#[test]
fn a_lion_goes_leg_by_leg() {
    let chu = builtin("chu-shogi");
    let fen = "k11/12/12/12/12/5p6/4p7/3N8/12/12/12/11K w - - 0 1";
    let mut input = at(&chu, fen);
    click(&mut input, "d5");
    assert!(
        deeds(&input).contains("xe6 pass-or-stop"),
        "{}",
        deeds(&input)
    );
    for (squares, expected) in [
        ("e6 e6", "d5e6"),
        ("e6 f7", "d5f7;e6,f7"),
        ("e6 d5", "d5d5;e6"),
    ] {
        let mut next = input.clone();
        click(&mut next, squares);
        assert_eq!(text(&next), expected, "{squares}");
    }
    // Without its way it is asked.
    click(&mut input, "f7");
    assert_eq!(choices(&input), ["capture e6 and f7", "capture f7"]);
    // As XBoard says it with the mouse.
    let square = |name| chu.square(name).expect("a square");
    let mut lifted = at(&chu, fen);
    lifted.lift(square("d5"));
    lifted.put(square("e6"));
    lifted.lift(square("e6"));
    lifted.put(square("f7"));
    assert_eq!(text(&lifted), "d5f7;e6,f7");
}

#[test]
fn a_drop_begins_with_the_hand() {
    let crazyhouse = builtin("crazyhouse");
    let mut input = at(&crazyhouse, "4k3/8/8/8/8/8/8/4K3[NPn] w - - 0 1");
    let role = crazyhouse.role("knight").expect("a knight");
    let knight = |color| Piece { color, role };
    assert_eq!(input.view().hand.len(), 2);
    let theirs = input.enter(&Event::Hand(knight(Color::Black)));
    assert!(matches!(theirs, Answer::Refused(_)));
    input.enter(&Event::Hand(knight(Color::White)));
    assert_eq!(
        input.view().origin,
        Some(Origin::Hand(knight(Color::White)))
    );
    assert!(
        input
            .view()
            .squares
            .iter()
            .any(|click| click.deed == ClickEffect::Drop)
    );
    click(&mut input, "e4");
    assert_eq!(text(&input), "N@e4");
    // The beginning of a text says as much.
    let mut typed = Input::new(input.position());
    assert_eq!(typed.enter(&Event::Text("N@".to_owned())), Answer::Open);
    assert_eq!(
        typed.enter(&Event::Text("e4".to_owned())),
        Answer::Done(Box::new(input.chosen().expect("a move").clone()))
    );
}

#[test]
fn what_the_squares_leave_open_is_asked() {
    let shogi = builtin("shogi");
    let mut input = at(&shogi, "4k4/9/9/4S4/9/9/9/9/4K4[] w - - 0 1");
    click(&mut input, "e6 e7");
    let question = input.view().question.expect("a question");
    assert_eq!(question.kind, QuestionKind::Promotion);
    assert_eq!(choices(&input).len(), 2);
    assert!(matches!(input.enter(&Event::Choice(2)), Answer::Refused(_)));
    input.enter(&Event::Text("=".to_owned()));
    assert_eq!(text(&input), "e6e7");

    let seirawan = builtin("seirawan");
    let mut input = Input::new(&seirawan.start());
    click(&mut input, "b1 c3");
    assert_eq!(choices(&input), ["nothing", "elephant on b1", "hawk on b1"]);
    let hawk = seirawan.role("hawk").expect("a hawk");
    input.enter(&Event::Hand(Piece {
        color: Color::White,
        role: hawk,
    }));
    assert_eq!(text(&input), "b1c3h");

    let amazons = builtin("amazons");
    let mut input = Input::new(&amazons.start());
    click(&mut input, "d1 d5");
    assert_eq!(
        input.view().question.expect("a question").kind,
        QuestionKind::Wall
    );
    click(&mut input, "d8");
    assert_eq!(text(&input), "d1d5,d5d8");
    let mut typed = Input::new(&amazons.start());
    assert_eq!(typed.enter(&Event::Text("d1d5".to_owned())), Answer::Open);
    typed.enter(&Event::Text("d8".to_owned()));
    assert_eq!(text(&typed), "d1d5,d5d8");
}

/// While there is a question, a number is an answer and no move of the list.
#[test]
fn numbers_that_no_choice_has_are_refused() {
    let promotion = builtin("chess").parse_fen("8/P6k/8/8/8/8/8/7K w - - 0 1");
    let mut input = Input::new(&promotion.expect("a position"));
    input.enter(&Event::Text("a7a8".to_owned()));
    for number in ["0", "5", "99"] {
        let answer = input.enter(&Event::Text(number.to_owned()));
        assert!(matches!(answer, Answer::Refused(_)), "{number}: {answer:?}");
    }
    let answer = input.enter(&Event::Text("3".to_owned()));
    assert!(matches!(answer, Answer::Done(_)), "{answer:?}");
}

#[test]
fn typed_texts_and_their_beginnings() {
    let chess = builtin("chess");
    let start = Input::new(&chess.start());
    let typed = |text: &str| {
        let mut input = start.clone();
        let answer = input.enter(&Event::Text(text.to_owned()));
        (input, answer)
    };
    for (written, expected) in [
        ("e2e4", "e2e4"),
        ("e4", "e2e4"),
        ("Nf3", "g1f3"),
        ("Nf", "g1f3"),
        ("nf", "g1f3"),
        ("b1a", "b1a3"),
        ("1", "a2a3"),
        ("20", "h2h4"),
    ] {
        assert_eq!(text(&typed(written).0), expected, "{written}");
    }
    // A square is as good as a click on it.
    let (mut knight, answer) = typed("b1");
    assert_eq!(answer, Answer::Open);
    knight.enter(&Event::Text("c3".to_owned()));
    assert_eq!(text(&knight), "b1c3");
    for (written, message, help) in [
        (
            "N",
            "`N` is ambiguous",
            "it can be `b1a3`, `b1c3`, `g1f3`, `g1h3`",
        ),
        ("e4e5", "no piece stands on e4", ""),
        ("a1", "the piece on a1 has no legal move", ""),
        (
            "d8",
            "`d8` is not a legal move, and the piece there does not belong to the side to move",
            "",
        ),
        (
            "d5",
            "`d5` is not a legal move, and no piece stands there",
            "",
        ),
        (
            "e2e5",
            "the piece on e2 cannot move to e5",
            "its legal moves are `e2e3`, `e2e4`",
        ),
        ("21", "expected a square", "the legal moves are"),
        ("", "the move text is empty", "the legal moves are"),
    ] {
        let (input, answer) = typed(written);
        let Answer::Refused(finding) = answer else {
            panic!("{written}: {answer:?}");
        };
        assert_eq!(finding.message, message, "{written}");
        let told = finding.help.as_deref().unwrap_or_default();
        assert!(told.contains(help), "{written}: {told}");
        assert!(input.is_empty());
    }
    // The rank is 10, and not 1.
    let xiangqi = builtin("xiangqi").start();
    let mv = xiangqi.parse_move("a4a5").expect("a legal move");
    let mut black = Input::new(&xiangqi.play_unchecked(&mv));
    let answer = black.enter(&Event::Text("b1".to_owned()));
    assert!(matches!(answer, Answer::Refused(_)), "{answer:?}");
    let (_, answer) = typed(&"N".repeat(100_000));
    assert!(matches!(answer, Answer::Refused(_)));
}

#[test]
fn a_move_into_check_says_so() {
    let chess = builtin("chess");
    for (fen, text, expected) in [
        (
            "4k3/4r3/8/8/8/8/4R3/4K3 w",
            "e2d2",
            "and White would be in check after it",
        ),
        (
            "4k3/4r3/8/8/8/8/4R3/4K3 w",
            "Rd2",
            "and White would be in check after it",
        ),
        ("4k3/4r3/8/8/8/8/3R4/4K3 w", "Kf1", ""),
        (
            "4k3/4r3/8/8/8/8/3R4/4K3 w",
            "d2d8",
            "and White would still be in check after it",
        ),
        (
            "4k3/4r3/8/8/8/8/4R3/4K3 w",
            "e2e8",
            "the piece on e2 cannot move to e8",
        ),
    ] {
        let mut input = at(&chess, fen);
        match input.enter(&Event::Text(text.to_owned())) {
            Answer::Refused(finding) => {
                assert!(
                    finding.message.ends_with(expected),
                    "{text}: {}",
                    finding.message
                );
            }
            answer => assert!(expected.is_empty(), "{text}: {answer:?}"),
        }
    }
}

#[test]
fn draughts_go_by_the_squares_on_their_way() {
    let draughts = builtin("russian-draughts");
    let mut position = draughts.start();
    for text in "a3b4 f6e5 b2a3 e7f6 a1b2 b6c5 b4a5 c5d4".split(' ') {
        let mv = position.parse_move(text).expect("a legal move");
        position = position.play_unchecked(&mv);
    }
    let mut input = Input::new(&position);
    click(&mut input, "e3 c5 e7 g5");
    assert_eq!(text(&input), "e3c5,c5e7,e7g5");
}

#[test]
fn a_move_to_another_board_is_entered_by_either_square() {
    let alice = Variant::builtin("alice").expect("a built-in");
    for target in ["e4", "m4"] {
        let mut input = Input::new(&alice.start());
        assert!(matches!(
            click(&mut input, &format!("e2 {target}")),
            Answer::Done(_)
        ));
        assert_eq!(text(&input), "e2m4");
    }
    let castles = "4k11/16/16/16/16/16/16/4K2R8 w K - 0 1";
    for target in ["g1", "h1", "o1"] {
        let mut input = at(&alice, castles);
        let clicked = click(&mut input, &format!("e1 {target}"));
        assert!(matches!(clicked, Answer::Done(_)), "{target}: {clicked:?}");
        assert_eq!(text(&input), "e1o1");
    }
}

#[test]
fn a_pass_is_a_button() {
    let janggi = builtin("janggi");
    let mut input = Input::new(&janggi.start());
    assert!(input.view().can_pass);
    let Answer::Done(mv) = input.enter(&Event::Pass) else {
        panic!("a pass is complete");
    };
    assert!(mv.is_pass());
    let mut chess = Input::new(&builtin("chess").start());
    assert!(!chess.view().can_pass);
    assert!(matches!(chess.enter(&Event::Pass), Answer::Refused(_)));
}
