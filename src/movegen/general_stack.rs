//! Search stack of the general engine: for variants and positions that the tables do not support.

use std::cell::OnceCell;

use smallvec::SmallVec;

use crate::geometry::Square;
use crate::rules::{AliveFastPath, CompiledRules, rights_follow_from_unmoved};
use crate::state::{Cell, Color, Move, Piece, Setup};

use super::after_move::played;
use super::custom::lead_by_rules;
use super::hash::KeyParts;
use super::lazy_moves::{Counts, ListedMove, ListedMoves, MoveLister};
use super::legality::has_ended;
use super::move_context::in_check;
use super::mover::Mover;
use super::network::{Accumulators, Network};
use super::piece_moves::piece_moves;
use super::search_stack::{Candidate, Node, ROYAL_WORTH, SearchStack};
use super::weights::{GREAT_GAIN, LoneRoyal, Phased, Tally, Weights};

/// Maximum lead by rules, in centipawns.
const MOST_LEAD: i32 = 10_000;

/// The search stack of the general engine.
pub(crate) struct GeneralStack<'v> {
    rules: &'v CompiledRules,
    weights: &'v Weights,
    /// Whether rights follow from the unmoved pieces.
    by_unmoved: bool,
    lister: MoveLister<'v>,
    line: Vec<Entry>,
    accumulators: Accumulators,
    /// Lists to reuse.
    spare: Vec<ListedMoves>,
    spare_counts: Vec<Counts>,
}

/// A position of the stack, with its moves if they were generated.
struct Entry {
    setup: Setup,
    key: KeyParts,
    tally: Tally,
    /// The squares that differ from the previous position, if all have numbers below 128.
    changed: Option<u128>,
    /// Whether a rule has ended the game, evaluated once.
    is_over: OnceCell<bool>,
    moves: Option<ListedMoves>,
    counts: Option<Counts>,
}

impl Entry {
    /// Whether the game has ended by a rule.
    fn is_over(&self, rules: &CompiledRules) -> bool {
        *(self.is_over).get_or_init(|| has_ended(rules, &self.setup))
    }
}

impl<'v> GeneralStack<'v> {
    /// Creates a stack for a setup.
    pub(crate) fn new(
        rules: &'v CompiledRules,
        weights: &'v Weights,
        setup: &Setup,
    ) -> GeneralStack<'v> {
        let mut stack = GeneralStack {
            rules,
            weights,
            by_unmoved: rights_follow_from_unmoved(rules),
            lister: MoveLister::new(rules),
            line: Vec::new(),
            accumulators: Accumulators::default(),
            spare: Vec::new(),
            spare_counts: Vec::new(),
        };
        stack.begin(setup);
        stack
    }

    /// The entry for a position one move after the current one.
    fn entry_after(&self, setup: Setup) -> Entry {
        let top = self.top();
        let mut differ: SmallVec<[(Square, [Cell; 2]); 8]> = SmallVec::new();
        let before = &top.setup;
        (before.board).differences(&setup.board, |square, cells| differ.push((square, cells)));
        let setups = [before, &setup];
        let key = (top.key).after(self.rules, setups, &differ, self.by_unmoved);
        let tally = top.tally.after(self.weights, setups, &differ);
        debug_assert_eq!(key, KeyParts::of(self.rules, &setup));
        debug_assert_eq!(tally, Tally::of(self.weights, &setup));
        let mut changed = differ.iter().map(|(square, _)| square.index());
        Entry {
            setup,
            key,
            tally,
            changed: changed.try_fold(0, |all, index| {
                Some(all | 1_u128.checked_shl(index as u32)?)
            }),
            is_over: OnceCell::new(),
            moves: None,
            counts: None,
        }
    }

    /// Pushes a position.
    fn put(&mut self, entry: Entry) {
        self.accumulators.forget(self.line.len());
        self.line.push(entry);
    }

    /// The value of the current position by the network.
    fn value_by(&mut self, network: &Network) -> i32 {
        let inputs = &network.inputs;
        let ply = self.line.len() - 1;
        let setup = &self.line[ply].setup;
        let known = self.accumulators.known_before(ply);
        if known != Some(ply) {
            let from = known.map(|known| {
                let mut change = self.accumulators.take_change();
                change.between(inputs, &self.line[known].setup, setup);
                (known, change)
            });
            let mirrored =
                Color::ALL.map(|color| inputs.is_mirrored(inputs.royal_of(setup, color)));
            let all = || inputs.features(setup).0;
            (self.accumulators).update(network, ply, from, mirrored, all);
        }
        let sums = self.accumulators.sums(ply);
        let n_pieces = setup.board.pieces().count();
        network.worth(sums, setup.turn, n_pieces, self.weights.unit)
    }

    fn top(&self) -> &Entry {
        self.line.last().expect("a search begins at a position")
    }

    /// The moves of the current position, or at least those that are not plain walks.
    fn listed(&mut self, is_partial: bool) -> &ListedMoves {
        let top = self.line.last_mut().expect("a search begins at a position");
        let known = top.moves.take();
        let moves = known.filter(|moves| is_partial || !moves.is_partial);
        top.moves.insert(moves.unwrap_or_else(|| {
            let mut moves = self.spare.pop().unwrap_or_default();
            let is_over = top.is_over(self.rules);
            (self.lister).list(&top.setup, is_over, is_partial, &mut moves);
            moves
        }))
    }

    /// The legal move with a code.
    fn with_code(&mut self, code: u32) -> Option<ListedMove> {
        let is_it = |listed_move: &&ListedMove| listed_move.code == code;
        // PERF: it is usually in the present list.
        if let Some(known) = &self.top().moves
            && let Some(listed_move) = known.list.iter().find(is_it)
        {
            return Some(*listed_move);
        }
        self.listed(false).list.iter().find(is_it).copied()
    }

    fn worth_of(&self, piece: Piece) -> i32 {
        let role = piece.role;
        if self.rules.role(role).royal {
            ROYAL_WORTH
        } else {
            self.weights.worth[role.index()]
        }
    }

    fn candidate(&self, moves: &ListedMoves, listed_move: &ListedMove) -> Candidate {
        let (setup, us, weights) = (&self.top().setup, listed_move.piece.color, self.weights);
        let mover = self.worth_of(listed_move.piece);
        let row = weights.place(us, listed_move.piece.role.index(), listed_move.to.index()) as u32;
        let Some(mv) = moves.written(listed_move) else {
            return Candidate {
                code: listed_move.code,
                row,
                mover,
                ..Candidate::default()
            };
        };
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
            code: listed_move.code,
            row,
            gain: taken + promoted,
            mover,
            tactical: taken > 0 || promoted > GREAT_GAIN,
        }
    }

    /// The mobility difference of both sides, updated incrementally.
    fn freedom(&mut self) -> i32 {
        let (top, before) = self
            .line
            .split_last_mut()
            .expect("a search begins at a position");
        let mut changed = top.changed;
        let mut earlier = None;
        for entry in before.iter().rev() {
            let Some(squares) = changed else {
                break;
            };
            if let Some(counts) = &entry.counts {
                earlier = Some((counts, squares));
                break;
            }
            changed = entry.changed.map(|more| squares | more);
        }
        let mut counts = self.spare_counts.pop().unwrap_or_default();
        let mut scratch = self.spare.pop().unwrap_or_default();
        let [white, black] = (self.lister).count(&top.setup, earlier, &mut counts, &mut scratch);
        self.spare.push(scratch);
        debug_assert_eq!(
            [white, black],
            Color::ALL.map(|color| listed_of(self.rules, &top.setup, color))
        );
        top.counts = Some(counts);
        white as i32 - black as i32
    }
}

/// The value for White of driving a bare king to a corner.
fn drive(rules: &CompiledRules, setup: &Setup, lone: &LoneRoyal) -> i32 {
    let royal = |color: Color| {
        let mut pieces = setup.board.pieces_of(color);
        pieces.find(|(_, piece)| rules.role(piece.role).royal)
    };
    let mut sum = 0;
    for color in Color::ALL {
        let opponent = color.opponent();
        if setup.board.squares_of(opponent).len() == 1
            && let Some((alone, _)) = royal(opponent)
            && setup.hands[opponent.index()].is_empty()
        {
            let own = royal(color).map(|(square, _)| square.index());
            let worth = lone.worth(alone.index(), own);
            sum += if color == Color::White { worth } else { -worth };
        }
    }
    sum
}

/// The number of pseudo-legal moves of a side by a list, to verify the incremental count.
fn listed_of(rules: &CompiledRules, setup: &Setup, color: Color) -> usize {
    let turned = Setup {
        turn: color,
        ..setup.clone()
    };
    let mut moves = Vec::new();
    for placed in setup.board.pieces_of(color) {
        piece_moves(&Mover::new(rules, &turned, placed), &mut moves);
    }
    moves.len()
}

impl SearchStack for GeneralStack<'_> {
    fn begin(&mut self, setup: &Setup) -> bool {
        self.line.clear();
        self.put(Entry {
            key: KeyParts::of(self.rules, setup),
            tally: Tally::of(self.weights, setup),
            setup: setup.clone(),
            changed: None,
            is_over: OnceCell::new(),
            moves: None,
            counts: None,
        });
        true
    }

    fn node(&self) -> Node {
        let top = self.top();
        let Entry { setup, key, .. } = top;
        let rules = self.rules;
        Node {
            key: key.hash(),
            turn: setup.turn,
            clock: setup.halfmove_clock,
            in_check: in_check(rules, setup),
            may_be_over: top.is_over(rules),
        }
    }

    fn has_pieces(&self) -> bool {
        let setup = &self.top().setup;
        let is_man = |piece: Piece| !self.weights.waits[piece.role.index()];
        let mut own = setup.board.pieces();
        own.any(|(_, piece)| piece.color == setup.turn && is_man(piece))
            || !setup.hands[setup.turn.index()].is_empty()
    }

    fn moves(&mut self, tactical: bool, moves: &mut Vec<Candidate>) {
        self.listed(tactical);
        if let Some(listed) = &self.top().moves {
            let candidates = listed
                .list
                .iter()
                .map(|listed_move| self.candidate(listed, listed_move));
            moves.extend(candidates.filter(|candidate| !tactical || candidate.tactical));
        }
    }

    fn find(&mut self, code: u32) -> Option<Candidate> {
        let listed_move = self.with_code(code)?;
        let moves = self.top().moves.as_ref()?;
        Some(self.candidate(moves, &listed_move))
    }

    fn key_after(&self, _: u32) -> Option<u64> {
        None
    }

    fn push(&mut self, code: u32) -> u64 {
        let mv = self.expand(code).expect("a move of the position");
        let entry = self.entry_after(played(self.rules, &self.top().setup, &mv));
        let key = entry.key.hash();
        self.put(entry);
        key
    }

    fn push_null(&mut self) {
        let mut setup = self.top().setup.clone();
        setup.turn = setup.turn.opponent();
        setup.en_passant.clear();
        setup.halfmove_clock = setup.halfmove_clock.saturating_add(1);
        let entry = self.entry_after(setup);
        self.put(entry);
    }

    fn pop(&mut self) {
        if let Some(Entry { moves, counts, .. }) = self.line.pop() {
            self.spare.extend(moves);
            self.spare_counts.extend(counts);
        }
    }

    fn evaluate(&mut self) -> i32 {
        let weights = self.weights;
        let by_network = match weights.network.as_deref() {
            Some(network) => self.value_by(network),
            None => 0,
        };
        if weights.is_network_alone() {
            return by_network;
        }
        let freedom = match weights.freedom {
            0 => 0,
            freedom => freedom * self.freedom(),
        };
        let Entry { setup, tally, .. } = self.top();
        let mut score = tally.score.times(weights.sign);
        score.add(Phased::new(freedom, freedom));
        if weights.checks.len() > 1 {
            let checks = weights.of_checks(setup.special.checks);
            score.add(Phased::new(checks, checks));
        }
        let lead = lead_by_rules(self.rules, setup).clamp(-MOST_LEAD, MOST_LEAD);
        score.add(Phased::new(lead, lead));
        score.add(weights.of_scarce(|color, roles| {
            let own = setup.board.pieces_of(color);
            own.filter(|(_, piece)| roles[piece.role.index()]).count()
        }));
        if let Some(lone) = &weights.lone_royal
            && tally.phase > 0
        {
            let drive = drive(self.rules, setup, lone);
            score.add(Phased::new(drive, drive));
        }
        let score = weights.tapered(score, tally.phase);
        (if setup.turn == Color::White {
            score
        } else {
            -score
        }) + weights.tempo
            + by_network
    }

    fn worth_after_pass(&self, worth: i32) -> Option<i32> {
        (self.weights.network.is_none()).then(|| 2 * self.weights.tempo - worth)
    }

    fn gains_at_least(&self, mv: &Candidate, threshold: i32) -> bool {
        // The general engine has no static exchange evaluation; the search resolves the exchange.
        if mv.tactical {
            mv.gain >= threshold
        } else {
            threshold <= 0
        }
    }

    fn expand(&mut self, code: u32) -> Option<Move> {
        let listed_move = self.with_code(code)?;
        let moves = self.top().moves.as_ref()?;
        Some(moves.whole(&listed_move))
    }

    fn setup(&self) -> &Setup {
        &self.top().setup
    }

    fn is_seen_alive(&self, signs: &AliveFastPath, rules: &CompiledRules) -> bool {
        let setup = &self.top().setup;
        let has_any = |roles: [u128; 2]| {
            let mut pieces = setup.board.pieces();
            pieces.any(|(_, piece)| {
                let roles = roles[piece.color.index()];
                piece.role.index() < 128 && roles >> piece.role.index() & 1 != 0
            })
        };
        signs.are_seen(rules, setup.board.pieces().count(), &has_any)
    }
}
