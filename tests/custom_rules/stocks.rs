//! Pieces that a rule of a program holds beside the board, and games that it sets up.

use ferz::formats::{Catalog, Format};
use ferz::game::{Strategy, Variant, perft_with};
use ferz::geometry::{BoardShape, SquareSet};
use ferz::rules::{Drops, Moves, Rule, RuleContext, RuleRegistry, Stock};
use ferz::state::{Color, Letters, Move, MoveKind, Piece, Role, RuleState};

use super::{after, at, texts};

/// Each side has guards beside the board, which come to the fourth rank before anybody moves; afterwards
/// knights come there as well, one by one, of which nobody has any.
struct Guards {
    guard: Role,
    letters: Letters,
}

impl Rule for Guards {
    fn initial_state(&self) -> RuleState {
        let mut stock = Stock::default();
        for color in Color::ALL {
            let role = self.guard;
            stock.add(Piece { color, role });
        }
        stock.state()
    }

    fn sets_up(&self, at: &RuleContext<'_>) -> bool {
        *at.state() != RuleState::EMPTY
    }

    fn next_to_set_up(&self, mv: &Move, _: &RuleContext<'_>) -> Color {
        mv.piece.color.opponent()
    }

    fn drops(&self, at: &RuleContext<'_>, drops: &mut Drops) {
        let squares = at.shape().squares();
        let fourth = |square: &ferz::geometry::Square| at.shape().rank_of(*square) == 3;
        let rank: SquareSet = squares.filter(fourth).collect();
        let (color, role) = (at.turn(), self.guard);
        drops.from_stock(Piece { color, role }, rank);
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        let (color, role) = (at.turn(), self.guard);
        let mut mv = Move {
            kind: MoveKind::Drop,
            ..Move::walk(Piece { color, role }, at_a3(at), at_a3(at))
        };
        mv.effects.push(at.supplying());
        moves.push(mv);
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let mut stock = Stock::of(after.state());
        let is_taken = mv.supplier() == Some(before.rule()) && stock.take(mv.piece);
        is_taken.then(|| stock.state())
    }

    fn stock(&self, state: &RuleState) -> Option<Stock> {
        Some(Stock::of(state))
    }

    fn words_of_stock(&self) -> &'static str {
        "in the guardhouse"
    }

    fn write_state(&self, state: &RuleState, _: &BoardShape) -> String {
        Stock::of(state).write(&self.letters)
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        Stock::read(text, &self.letters).map(|stock| stock.state())
    }
}

fn at_a3(at: &RuleContext<'_>) -> ferz::geometry::Square {
    at.shape().parse("a3").expect("a square")
}

fn guarded() -> Variant {
    let mut registry = RuleRegistry::new();
    let registered = registry.register("guards", |settings| {
        let guard = settings.piece("who")?.expect("a kind");
        let letters = settings.letters();
        Ok(Guards { guard, letters })
    });
    registered.expect("the name is free");
    let text = "name = 'guarded'\ninherits = 'chess'\nrules.custom.guards.who = 'knight'";
    let read = Catalog::read(text, Format::Toml);
    Variant::builder(read.value.first().expect("a variant"))
        .rules(&registry)
        .compile()
        .expect("a game")
}

#[test]
fn a_rule_holds_pieces_that_come_before_the_first_move() {
    let variant = guarded();
    let start = variant.start();
    // Eight squares of the fourth rank, and one beside.
    assert_eq!(texts(&start).len(), 9);
    assert_eq!(perft_with(&start, 2, Strategy::General), 9 * 8);
    let one = after(&start, &["N@e4"]);
    assert_eq!(
        one.to_fen(),
        "rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 guards=-/n"
    );
    assert_eq!(at(&variant, &one.to_fen()).legal_moves(), one.legal_moves());
    let two = after(&one, &["N@d4"]);
    assert_eq!(
        two.to_fen(),
        "rnbqkbnr/pppppppp/8/8/3nN3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 guards=-/-"
    );
    // Nothing is left to drop: what the rule lists all the same cannot be performed.
    assert!(texts(&two).iter().all(|text| !text.contains('@')));
    assert!(!two.rule_findings().is_empty());
    let page =
        ferz_designer::handbook::rules_page(&variant, ferz_designer::handbook::Pictures::Files);
    assert!(page.contains("White begins with 1 knight in the guardhouse."));
}
