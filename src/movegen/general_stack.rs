//! The positions of a search as setups, played by the general engine: for every variant, and for
//! positions that the tables do not take.

use std::hash::{Hash, Hasher};

use super::after_move::played;
use super::custom::{ended_by_rule, lead_by_rules};
use super::key::{KeyHasher, key};
use super::legality::legal_moves;
use super::over::over;
use super::piece_moves::piece_moves;
use super::scene::in_check;
use super::search_stack::{Candidate, Node, ROYAL_WORTH, SearchStack};
use super::weights::{GREAT_GAIN, Phased, Tally, Weights};
use crate::rules::{Rulebook, SignsOfLife};
use crate::state::{Color, Move, Piece, Setup};

/// No rule puts a side further ahead, in hundredths of a pawn.
const MOST_LEAD: i32 = 10_000;

/// The stack.
pub(crate) struct GeneralStack<'v> {
    book: &'v Rulebook,
    weights: &'v Weights,
    line: Vec<Entry>,
}

/// A position of the line, with its moves when they have been asked for.
struct Entry {
    setup: Setup,
    key: u64,
    tally: Tally,
    moves: Option<Vec<(u32, Move)>>,
}

impl<'v> GeneralStack<'v> {
    /// A stack that begins at a setup.
    pub(crate) fn new(book: &'v Rulebook, weights: &'v Weights, setup: &Setup) -> GeneralStack<'v> {
        let mut stack = GeneralStack {
            book,
            weights,
            line: Vec::new(),
        };
        stack.begin(setup);
        stack
    }

    fn entry(&self, setup: Setup) -> Entry {
        Entry {
            key: key(self.book, &setup),
            tally: Tally::of(self.weights, &setup),
            setup,
            moves: None,
        }
    }

    fn top(&self) -> &Entry {
        self.line.last().expect("a search begins at a position")
    }

    /// The moves of the position on top, with their codes.
    fn listed(&mut self) -> &[(u32, Move)] {
        let book = self.book;
        let top = self.line.last_mut().expect("a search begins at a position");
        let setup = &top.setup;
        top.moves.get_or_insert_with(|| {
            let moves = legal_moves(book, setup).into_iter();
            moves.map(|mv| (code(&mv), mv)).collect()
        })
    }

    fn worth_of(&self, piece: Piece) -> i32 {
        let role = piece.role;
        if self.book.role(role).royal {
            ROYAL_WORTH
        } else {
            self.weights.worth[role.index()]
        }
    }

    fn candidate(&self, code: u32, mv: &Move) -> Candidate {
        let (setup, us) = (&self.top().setup, mv.piece.color);
        let weights = self.weights;
        let worth_on = |square| {
            let piece = setup.board.piece(square)?;
            let worth = self.worth_of(piece);
            Some(if piece.color == us { -worth } else { worth })
        };
        let captured: i32 = mv.captures.iter().filter_map(|at| worth_on(*at)).sum();
        let converted: i32 = mv.converts.iter().filter_map(|at| worth_on(*at)).sum();
        let promoted = mv.promotion.map_or(0, |new| {
            weights.worth[new.index()] - weights.worth[mv.piece.role.index()]
        });
        let taken = captured + 2 * converted;
        Candidate {
            code,
            row: weights.place(us, mv.piece.role.index(), mv.to.index()) as u32,
            order: 0,
            gain: taken + promoted,
            mover: self.worth_of(mv.piece),
            tactical: taken > 0 || promoted > GREAT_GAIN,
        }
    }

    /// What both sides could do, where it counts how many moves there are.
    fn freedom(&self) -> i32 {
        let setup = &self.top().setup;
        let count = |color: Color| {
            let mut turned = setup.clone();
            turned.turn = color;
            let mut moves = Vec::new();
            for (square, piece) in setup.board.pieces() {
                if piece.color == color {
                    piece_moves(self.book, &turned, square, piece, &mut moves);
                }
            }
            moves.len() as i32
        };
        count(Color::White) - count(Color::Black)
    }
}

/// The number of a move: the same in every position.
fn code(mv: &Move) -> u32 {
    let mut hasher = KeyHasher::default();
    mv.hash(&mut hasher);
    let key = hasher.finish();
    // No move is 0.
    (key ^ key >> 32) as u32 | 1
}

impl SearchStack for GeneralStack<'_> {
    fn begin(&mut self, setup: &Setup) -> bool {
        let entry = self.entry(setup.clone());
        self.line.clear();
        self.line.push(entry);
        true
    }

    fn node(&self) -> Node {
        let Entry { setup, key, .. } = self.top();
        let book = self.book;
        Node {
            key: *key,
            turn: setup.turn,
            clock: setup.halfmove_clock,
            checked: in_check(book, setup),
            may_be_over: over(book, setup).is_some() || ended_by_rule(book, setup).is_some(),
        }
    }

    fn has_men(&self) -> bool {
        let setup = &self.top().setup;
        let is_man = |piece: Piece| !self.weights.waits[piece.role.index()];
        let mut own = setup.board.pieces();
        own.any(|(_, piece)| piece.color == setup.turn && is_man(piece))
            || !setup.hands[setup.turn.index()].is_empty()
    }

    fn moves(&mut self, tactical: bool, moves: &mut Vec<Candidate>) {
        self.listed();
        let listed = self.top().moves.as_deref().unwrap_or_default();
        let candidates = listed.iter().map(|(code, mv)| self.candidate(*code, mv));
        moves.extend(candidates.filter(|candidate| !tactical || candidate.tactical));
    }

    fn find(&mut self, code: u32) -> Option<Candidate> {
        self.listed();
        let listed = self.top().moves.as_deref().unwrap_or_default();
        let (_, mv) = listed.iter().find(|(known, _)| *known == code)?;
        Some(self.candidate(code, mv))
    }

    fn key_after(&self, _: u32) -> Option<u64> {
        None
    }

    fn push(&mut self, code: u32) -> u64 {
        let book = self.book;
        self.listed();
        let top = self.top();
        let listed = top.moves.as_deref().unwrap_or_default();
        let (_, mv) = (listed.iter().find(|(known, _)| *known == code))
            .expect("a move that the position has listed");
        let entry = self.entry(played(book, &top.setup, mv));
        let key = entry.key;
        self.line.push(entry);
        key
    }

    fn push_null(&mut self) {
        let mut setup = self.top().setup.clone();
        setup.turn = setup.turn.opponent();
        setup.en_passant.clear();
        setup.halfmove_clock = setup.halfmove_clock.saturating_add(1);
        let entry = self.entry(setup);
        self.line.push(entry);
    }

    fn pop(&mut self) {
        self.line.pop();
    }

    fn evaluate(&mut self) -> i32 {
        let weights = self.weights;
        let Entry { setup, tally, .. } = self.top();
        let mut score = tally.score.times(weights.sign);
        if weights.freedom != 0 {
            let freedom = weights.freedom * self.freedom();
            score.add(Phased::new(freedom, freedom));
        }
        if weights.checks.len() > 1 {
            let checks = weights.of_checks(setup.special.checks);
            score.add(Phased::new(checks, checks));
        }
        let lead = lead_by_rules(self.book, setup).clamp(-MOST_LEAD, MOST_LEAD);
        score.add(Phased::new(lead, lead));
        score.add(weights.of_scarce(|color, roles| {
            let own = setup.board.pieces_of(color);
            own.filter(|(_, piece)| roles[piece.role.index()]).count()
        }));
        let score = weights.tapered(score, tally.phase);
        (if setup.turn == Color::White {
            score
        } else {
            -score
        }) + weights.tempo
    }

    fn gains_at_least(&self, mv: &Candidate, threshold: i32) -> bool {
        // What is captured in return is not known; the search looks.
        if mv.tactical {
            mv.gain >= threshold
        } else {
            threshold <= 0
        }
    }

    fn expand(&mut self, code: u32) -> Option<Move> {
        let mut listed = self.listed().iter();
        let found = listed.find(|(known, _)| *known == code)?;
        Some(found.1.clone())
    }

    fn setup(&self) -> &Setup {
        &self.top().setup
    }

    fn is_seen_alive(&self, signs: &SignsOfLife, book: &Rulebook) -> bool {
        let setup = &self.top().setup;
        let has_any = |roles: [u128; 2]| {
            let mut pieces = setup.board.pieces();
            pieces.any(|(_, piece)| {
                let roles = roles[piece.color.index()];
                piece.role.index() < 128 && roles >> piece.role.index() & 1 != 0
            })
        };
        signs.are_seen(book, setup.board.pieces().count(), &has_any)
    }
}
