//! Initial positions for the games of a question.

use super::plan::{Army, Question, ValuePlan};
use crate::referee::opening::{play_random_moves, randomness};
use ferz::game::Game;
use ferz::geometry::{Square, SquareSet};
use ferz::state::{Color, Piece, Role, Setup};
use ferz_designer::snapshot::Random;

/// The number of attempts to draw a setup.
const TRIES: u32 = 200;

impl ValuePlan {
    /// The initial game of a pair: pieces around the royal ones are shuffled, in the same way for both sides
    /// if their setups mirror each other, the armies are changed, and random moves are made. `first` is the
    /// color of the question's first army.
    ///
    /// # Errors
    /// A message, if no setup can be played.
    pub fn opening(
        &self,
        question: &Question,
        first: Color,
        seed: u64,
        number: u64,
        plies: u32,
    ) -> Result<Game, String> {
        let start = self.variant.start();
        let mut reason = String::new();
        for attempt in 0..TRIES {
            let mut random = randomness(seed, number, attempt);
            let mut setup = start.setup().clone();
            self.shuffle(&mut setup, &mut random);
            for (army, color) in [(question.first, first), (question.second, first.opponent())] {
                self.change(&mut setup, army, color);
            }
            let position = match self.variant.arrange(setup) {
                Ok(position) => position,
                Err(findings) => {
                    let message = findings.first().map(|finding| finding.message.clone());
                    reason = message.unwrap_or_default();
                    continue;
                }
            };
            let is_quiet = |turn: Color| !position.with_turn(turn).is_check();
            if !Color::ALL.into_iter().all(is_quiet) {
                "a side is in check".clone_into(&mut reason);
                continue;
            }
            match play_random_moves(Game::new(position), plies, &mut random) {
                Some(game) if !game.outcome().is_over() => return Ok(game),
                _ => "the game is over at once".clone_into(&mut reason),
            }
        }
        let name = |army: Army| army.name(&self.variant);
        let (one, other) = (name(question.first), name(question.second));
        Err(format!("`{one}` cannot meet `{other}`: {reason}"))
    }

    /// Applies the changes of an army to one side.
    fn change(&self, setup: &mut Setup, army: Army, color: Color) {
        let own = |setup: &Setup, role: Role| -> Vec<Square> {
            let pieces = setup.board.pieces_of(color);
            let such = pieces.filter(|(_, piece)| piece.role == role);
            such.map(|(square, _)| square).collect()
        };
        if let Some((old, role)) = army.swap {
            for square in own(setup, old) {
                setup.board.put(square, Piece { color, role });
            }
        }
        if army.lacks_pawn {
            let shape = self.variant.shape();
            let apart = |square: &Square| shape.file_of(*square).abs_diff(self.pawn_file);
            let missing = own(setup, self.pawn).into_iter().min_by_key(apart);
            if let Some(square) = missing {
                setup.board.lift(square);
                setup.unmoved.remove(square);
            }
        }
    }

    /// Shuffles the pieces on White's first rank, except for pawns, royal pieces and pieces with castling
    /// rights. For pieces that are bound to half of the squares, the number on each half is kept.
    fn shuffle(&self, setup: &mut Setup, random: &mut Random) {
        let shape = self.variant.shape();
        let is_free = |square: Square, piece: Piece| {
            shape.rank_of(square) == 0
                && piece.role != self.pawn
                && self.estimates[piece.role.index()].worth != 0
                && !self.has_rights(setup, square)
        };
        let free: Vec<(Square, Role)> = setup
            .board
            .pieces_of(Color::White)
            .filter(|(square, piece)| is_free(*square, *piece))
            .map(|(square, piece)| (square, piece.role))
            .collect();
        let squares: Vec<Square> = free.iter().map(|(square, _)| *square).collect();
        let mut roles: Vec<Role> = free.iter().map(|(_, role)| *role).collect();
        let before = self.on_halves(&squares, &roles);
        for _ in 0..TRIES {
            for last in (1..roles.len()).rev() {
                roles.swap(last, random.below(last as u32 + 1) as usize);
            }
            if self.on_halves(&squares, &roles) == before {
                break;
            }
        }
        if self.on_halves(&squares, &roles) != before {
            return;
        }
        let mirror = self.mirror(setup, &free);
        let color = Color::White;
        for (square, role) in squares.iter().zip(&roles) {
            setup.board.put(*square, Piece { color, role: *role });
        }
        if let Some(squares) = mirror {
            let color = Color::Black;
            for (square, role) in squares.into_iter().zip(roles) {
                setup.board.put(square, Piece { color, role });
            }
        }
    }

    /// Whether a castling right, as in FENs, is lost when the piece of a square has moved.
    fn has_rights(&self, setup: &Setup, square: Square) -> bool {
        let rights = |setup: Setup| {
            let fen = self.variant.position(setup).to_fen();
            let field = fen.split(' ').nth(2);
            field.map(str::to_owned)
        };
        let mut moved = setup.clone();
        moved.unmoved.remove(square) && rights(moved) != rights(setup.clone())
    }

    /// The number of pieces of each role on the half of the board that its
    /// [`Estimate`](ferz::eval::Estimate) names.
    fn on_halves(&self, squares: &[Square], roles: &[Role]) -> Vec<usize> {
        let mut counts = vec![0; self.estimates.len()];
        for (square, role) in squares.iter().zip(roles) {
            let half: Option<&SquareSet> = self.estimates[role.index()].half.as_ref();
            counts[role.index()] += usize::from(half.is_some_and(|half| half.contains(*square)));
        }
        counts
    }

    /// The squares opposite to those of White, if all of Black's pieces are opposite by reflection or
    /// rotation.
    fn mirror(&self, setup: &Setup, free: &[(Square, Role)]) -> Option<Vec<Square>> {
        let shape = self.variant.shape();
        [false, true].into_iter().find_map(|turned| {
            let opposite = |square: Square| {
                let file = shape.file_of(square);
                let file = if turned {
                    shape.files() - 1 - file
                } else {
                    file
                };
                shape.at(file, shape.ranks() - 1 - shape.rank_of(square))
            };
            let mut pieces = setup.board.pieces_of(Color::White);
            let is_opposite = pieces.all(|(square, Piece { role, .. })| {
                let color = Color::Black;
                let other = opposite(square).and_then(|other| setup.board.piece(other));
                other == Some(Piece { color, role })
            });
            let squares = free.iter().map(|(square, _)| opposite(*square));
            is_opposite.then(|| squares.collect()).flatten()
        })
    }
}
