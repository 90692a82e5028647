//! Search stack of the table engine.

use std::cell::OnceCell;

use super::evaluation::Evaluator;
use super::generation::{List, Scratch, list};
use super::line::{LinePosition, LineRoot};
use super::lookups::Bits;
use super::position::{EncodedMove, Hands, NO_ROYAL, PackedPosition, PositionState, Root, kind};
use super::table_set::Tables;
use crate::movegen::move_context::in_check;
use crate::movegen::network::{Accumulators, Change, Features, Network};
use crate::movegen::search_stack::{Candidate, Node, ROYAL_WORTH, SearchStack};
use crate::movegen::weights::{GREAT_GAIN, Tally, Weights};
use crate::rules::{AliveFastPath, CompiledRules};
use crate::state::{Color, Move, Piece, Role, Setup};

/// The search stack at one width.
pub(super) struct TableStack<'v, const N: usize, const G: usize, X> {
    rules: &'v CompiledRules,
    tables: &'v Tables<N>,
    weights: &'v Weights,
    evaluator: Evaluator<'v, N>,
    scratch: Scratch<N>,
    listed: Vec<EncodedMove>,
    origin: LineRoot<N>,
    line: Vec<Entry<N, G, X>>,
    accumulators: Accumulators,
}

/// A position of the line.
struct Entry<const N: usize, const G: usize, X> {
    at: LinePosition<N, G, X>,
    tally: Tally,
    /// The squares that differ from the position before.
    changed: Bits<N>,
    /// The position as a setup, on demand.
    setup: OnceCell<Box<Setup>>,
}

impl<'v, const N: usize, const G: usize, X: PositionState<N>> TableStack<'v, N, G, X> {
    /// A stack that starts at a setup with its position, if the line can be played on without setups.
    pub(super) fn new(
        rules: &'v CompiledRules,
        tables: &'v Tables<N>,
        weights: &'v Weights,
        setup: &Setup,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<TableStack<'v, N, G, X>> {
        let (first, origin) = LinePosition::new(rules, setup, tables, root, position)?;
        let mut stack = TableStack {
            rules,
            tables,
            weights,
            evaluator: Evaluator::new(rules, tables, weights),
            scratch: Scratch::default(),
            listed: Vec::with_capacity(256),
            origin,
            line: Vec::with_capacity(128),
            accumulators: Accumulators::default(),
        };
        stack.put_first(setup, first);
        Some(stack)
    }

    /// Pushes the first position of a line.
    fn put_first(&mut self, setup: &Setup, first: LinePosition<N, G, X>) {
        let mut tally = Tally::of(self.weights, setup);
        tally.by_royal = [0, 1].map(|side| self.evaluator.king_relative_sum(&first.packed, side));
        self.put(first, tally, Bits::NONE);
    }

    /// The current position.
    #[inline(always)]
    fn top(&self) -> &Entry<N, G, X> {
        self.line.last().expect("a search begins at a position")
    }

    #[inline(always)]
    fn position(&self) -> &PackedPosition<N, G, X> {
        &self.top().at.packed
    }

    /// Pushes a position.
    #[inline(always)]
    fn put(&mut self, at: LinePosition<N, G, X>, tally: Tally, changed: Bits<N>) {
        let setup = OnceCell::new();
        self.accumulators.forget(self.line.len());
        self.line.push(Entry {
            at,
            tally,
            changed,
            setup,
        });
    }

    /// The value of the piece on a square, if it can be lost.
    #[inline(always)]
    fn worth_on(&self, square: usize) -> i32 {
        match self.position().role_on(square) {
            None => 0,
            Some(role) => self.worth_of(role.index()),
        }
    }

    #[inline(always)]
    fn worth_of(&self, role: usize) -> i32 {
        if self.tables.royal == Some(Role::new(role)) {
            ROYAL_WORTH
        } else {
            self.weights.worth[role]
        }
    }

    /// The value of the current position by the network.
    fn value_by(&mut self, network: &Network) -> i32 {
        let ply = self.line.len() - 1;
        let known = self.accumulators.known_before(ply);
        if known != Some(ply) {
            let from = known.map(|known| {
                let mut change = self.accumulators.take_change();
                self.change_since(network, known, &mut change);
                (known, change)
            });
            let inputs = &network.inputs;
            let position = &self.line[ply].at.packed;
            let mirrored = [0, 1].map(|side| {
                let royal = usize::from(position.royal[side]);
                inputs.is_mirrored((royal != usize::from(NO_ROYAL)).then_some(royal))
            });
            let all = || {
                let mut change = Change::default();
                Self::change_between(self.tables, network, None, position, Bits::ALL, &mut change);
                change.new
            };
            (self.accumulators).update(network, ply, from, mirrored, all);
        }
        let position = &self.line[ply].at.packed;
        let n_pieces = (position.colors[0] | position.colors[1]).count() as usize;
        let turn = Color::ALL[usize::from(position.turn & 1)];
        network.worth(
            self.accumulators.sums(ply),
            turn,
            n_pieces,
            self.weights.unit,
        )
    }

    /// The change of the inputs of a network since an earlier position of the line.
    fn change_since(&self, network: &Network, known: usize, change: &mut Change) {
        let mut changed = Bits::NONE;
        for entry in &self.line[known + 1..] {
            changed |= entry.changed;
        }
        let (before, after) = (&self.line[known].at.packed, &self.top().at.packed);
        Self::change_between(self.tables, network, Some(before), after, changed, change);
    }

    /// The change of the inputs between two positions that differ on these squares at most, or all inputs.
    fn change_between(
        tables: &Tables<N>,
        network: &Network,
        before: Option<&PackedPosition<N, G, X>>,
        after: &PackedPosition<N, G, X>,
        squares: Bits<N>,
        change: &mut Change,
    ) {
        let inputs = &network.inputs;
        let features = |position: &PackedPosition<N, G, X>, features: &mut Features| {
            let occupied = position.colors[0] | position.colors[1];
            (occupied & squares).each(|square| {
                if let Some(piece) = position.piece_on(square) {
                    features.push(inputs.piece(piece, square));
                }
            });
        };
        let checks = |position: &PackedPosition<N, G, X>| {
            let state = position.state.variant_state();
            state.map_or([0; 2], |state| state.checks)
        };
        if let Some(before) = before {
            features(before, &mut change.gone);
        }
        features(after, &mut change.new);
        let (checks_before, checks_after) = (before.map_or([0; 2], checks), checks(after));
        inputs.more_checks(checks_before, checks_after, &mut change.new);
        inputs.more_checks(checks_after, checks_before, &mut change.gone);
        if tables.puts_walls {
            let walls_before = before.map_or(Bits::NONE, |before| before.walls(tables));
            let walls_after = after.walls(tables);
            let differ = |walls: Bits<N>, features: &mut Features| {
                walls.each(|square| features.extend(inputs.wall_feature(square)));
            };
            differ(walls_before.without(walls_after), &mut change.gone);
            differ(walls_after.without(walls_before), &mut change.new);
        }
        let Some(hands) = after.state.hands() else {
            return;
        };
        let hands_before = before.and_then(|before| before.state.hands());
        if hands_before.is_some_and(|before| before.0 == hands.0) {
            return;
        }
        for color in Color::ALL {
            for (role, slot) in tables.special_rules.slots.iter().enumerate() {
                let count = |hands: &Hands| u16::from(hands.count(color.index(), *slot));
                let before = hands_before.map_or(0, count);
                let after = count(hands);
                inputs.more_in_hand(color, role, [before, after], &mut change.new);
                inputs.more_in_hand(color, role, [after, before], &mut change.gone);
            }
        }
    }

    fn is_checked(&self) -> bool {
        let at = &self.top().at;
        let position = &at.packed;
        let us = usize::from(position.turn & 1);
        if let Some(checked) = at.is_checked(self.tables) {
            return checked;
        }
        let special = &self.tables.special_rules;
        let royals = position.royal;
        if self.tables.royal.is_none() || royals[us] == NO_ROYAL {
            return false;
        }
        if special.imitation.is_some() {
            return in_check(self.rules, self.setup());
        }
        // If captures explode, adjacent kings are safe from all enemy pieces.
        let touches =
            |around: &Bits<N>| royals[us ^ 1] != NO_ROYAL && around.has(royals[us ^ 1].into());
        let blast = special.blast.as_ref();
        if blast.is_some_and(|blast| touches(blast.around.at(royals[us].into()))) {
            return false;
        }
        let occupied = position.colors[0] | position.colors[1];
        position.attacks_somehow(self.tables, us ^ 1, royals[us].into(), &occupied, Bits::ALL)
    }

    /// Lists all legal moves, or a superset of the tactical ones, in `listed`.
    fn list(&mut self, tactical: bool) {
        let position = self.position();
        let victims = position.colors[usize::from(position.turn & 1) ^ 1];
        self.list_into(|listed| {
            if tactical {
                List::tactical(listed, victims)
            } else {
                List::all(listed)
            }
        });
    }

    /// Lists the moves that a sink accepts in `listed`.
    fn list_into(&mut self, sink: impl FnOnce(&mut Vec<EncodedMove>) -> List<'_, N>) {
        let mut listed = std::mem::take(&mut self.listed);
        let mut scratch = std::mem::take(&mut self.scratch);
        listed.clear();
        let (root, position) = (&self.origin.root, self.position());
        list(
            self.tables,
            root,
            position,
            &mut scratch,
            &mut sink(&mut listed),
        );
        self.listed = listed;
        self.scratch = scratch;
    }

    /// The data of a move for move ordering.
    fn candidate(&self, mv: EncodedMove) -> Candidate {
        let position = self.position();
        let weights = self.weights;
        let us = usize::from(position.turn & 1);
        let color = Color::ALL[us];
        let code = mv.bits();
        let (mv, _) = mv.split_wall(self.tables);
        let (to, kind) = (mv.to(), mv.kind());
        let mut found = Candidate {
            code,
            ..Candidate::default()
        };
        let from = match kind {
            kind::DROP => {
                found.row = weights.place(color, mv.extra(), to) as u32;
                found.mover = weights.worth[mv.extra()];
                return found;
            }
            kind::CASTLE => self.origin.root.castlings[us][mv.extra() & 15].from,
            _ => mv.from(),
        };
        let role = usize::from(position.cell(from).wrapping_sub(1));
        if role >= weights.worth.len() {
            return found;
        }
        found.row = weights.place(color, role, to) as u32;
        found.mover = self.worth_of(role);
        if matches!(kind, kind::CASTLE | kind::PASS) {
            return found;
        }
        if mv.is_en_passant() {
            found.gain = self.worth_on(position.victim.into());
            found.tactical = true;
        } else if position.cell(to) != 0 {
            found.gain = self.worth_on(to);
            found.tactical = true;
        }
        if let Some(new) = mv.promotion() {
            let more = weights.worth[new] - weights.worth[role];
            found.gain += more;
            found.tactical |= more > GREAT_GAIN;
        }
        if X::HAS_SPECIAL_RULES && found.tactical {
            found.gain += self.blast_gain(us, to, role);
        }
        found
    }

    /// The additional gain, or loss, of a capture that explodes.
    fn blast_gain(&self, us: usize, to: usize, mover: usize) -> i32 {
        let Some(blast) = &self.tables.special_rules.blast else {
            return 0;
        };
        let position = self.position();
        let sheltered = |side: usize| match blast.sheltered {
            group if group < G => position.groups[side][group],
            _ => Bits::NONE,
        };
        let around = blast.around.at(to).without(Bits::single(to));
        let worth = |side: usize| {
            let mut worth = 0;
            let hit = (around & position.colors[side]).without(sheltered(side));
            hit.each(|square| worth += self.worth_on(square));
            worth
        };
        worth(us ^ 1) - worth(us) - self.worth_of(mover)
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> SearchStack for TableStack<'_, N, G, X> {
    fn begin(&mut self, setup: &Setup) -> bool {
        self.line.clear();
        let (rules, tables) = (self.rules, self.tables);
        let begun = PackedPosition::new(rules, tables, setup)
            .and_then(|(root, position)| LinePosition::new(rules, setup, tables, &root, &position));
        let Some((first, origin)) = begun else {
            return false;
        };
        self.origin = origin;
        self.put_first(setup, first);
        true
    }

    fn node(&self) -> Node {
        let at = &self.top().at;
        let position = &at.packed;
        let us = usize::from(position.turn & 1);
        Node {
            key: at.key,
            turn: Color::ALL[us],
            clock: at.halfmove_clock,
            in_check: self.is_checked(),
            may_be_over: X::HAS_SPECIAL_RULES && position.is_over(self.tables),
        }
    }

    fn has_pieces(&self) -> bool {
        let position = self.position();
        let us = usize::from(position.turn & 1);
        let waits = &self.weights.waits;
        let is_man = |square: usize| {
            position
                .role_on(square)
                .is_some_and(|role| !waits[role.index()])
        };
        position.colors[us].any_of(is_man)
            || position.state.hands().is_some_and(|hands| hands.any(us))
    }

    fn moves(&mut self, tactical: bool, moves: &mut Vec<Candidate>) {
        self.list(tactical);
        moves.reserve(self.listed.len());
        for mv in &self.listed {
            let candidate = self.candidate(*mv);
            if !tactical || candidate.tactical {
                moves.push(candidate);
            }
        }
    }

    fn find(&mut self, code: u32) -> Option<Candidate> {
        // PERF: most of the time of a list is spent on the candidates, so the encoded move is searched for
        // first.
        let wanted = EncodedMove::of_bits(code);
        if X::HAS_SPECIAL_RULES {
            self.list(false);
        } else {
            self.list_into(|listed| List::of_piece(listed, wanted.from()));
        }
        self.listed
            .contains(&wanted)
            .then(|| self.candidate(wanted))
    }

    fn key_after(&self, code: u32) -> Option<u64> {
        Some((self.top().at).key_after(EncodedMove::of_bits(code)))
    }

    fn push(&mut self, code: u32) -> u64 {
        let mv = EncodedMove::of_bits(code);
        let Entry { at, tally, .. } = self.top();
        let (after, changed) = at.after(self.tables, self.rules, &self.origin, mv);
        let tally = (self.evaluator).tally_after(&at.packed, tally, &after.packed, changed);
        self.put(after, tally, changed);
        after.key
    }

    fn push_null(&mut self) {
        let Entry { at, tally, .. } = self.top();
        self.put(at.passed(), *tally, Bits::NONE);
    }

    fn pop(&mut self) {
        self.line.pop();
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
        let Entry { at, tally, .. } = self.top();
        self.evaluator.static_eval(&at.packed, tally) + by_network
    }

    fn worth_after_pass(&self, worth: i32) -> Option<i32> {
        (self.weights.network.is_none()).then(|| 2 * self.weights.tempo - worth)
    }

    fn gains_at_least(&self, mv: &Candidate, threshold: i32) -> bool {
        let (packed, _) = EncodedMove::of_bits(mv.code).split_wall(self.tables);
        let kind = packed.kind();
        if matches!(kind, kind::CASTLE | kind::PASS) || self.weights.sign < 0 {
            return threshold <= 0;
        }
        if self.tables.special_rules.blast.is_some() && mv.tactical {
            return mv.gain >= threshold;
        }
        let mut balance = mv.gain - threshold;
        if balance < 0 {
            return false;
        }
        let promotes = matches!(kind, kind::PROMOTE | kind::PROMOTE_FROM_HAND);
        let stands = if promotes {
            self.weights.worth[packed.extra()]
        } else {
            mv.mover
        };
        balance = stands - balance;
        if balance <= 0 {
            return true;
        }
        let position = self.position();
        let us = usize::from(position.turn & 1);
        let target = packed.to();
        let mut occupied = position.colors[0] | position.colors[1] | Bits::single(target);
        if kind != kind::DROP {
            occupied = occupied.without(Bits::single(packed.from()));
        }
        if packed.is_en_passant() {
            occupied = occupied.without(Bits::single(position.victim.into()));
        }
        let mut side = us;
        let mut wins = true;
        loop {
            side ^= 1;
            let attackers = position.attackers(self.tables, side, target, &occupied);
            if attackers.is_empty() {
                return wins;
            }
            let (mut least, mut origin) = (i32::MAX, 0);
            attackers.each(|square| {
                let worth = self.worth_on(square);
                if worth < least {
                    (least, origin) = (worth, square);
                }
            });
            wins = !wins;
            occupied = occupied.without(Bits::single(origin));
            if least >= ROYAL_WORTH {
                // A royal piece can only capture if the target is not guarded.
                let answers = position.attackers(self.tables, side ^ 1, target, &occupied);
                return wins ^ answers.any();
            }
            balance = least - balance;
            if balance < i32::from(wins) {
                return wins;
            }
        }
    }

    fn expand(&mut self, code: u32) -> Option<Move> {
        let mv = EncodedMove::of_bits(code);
        self.position().unpacked(self.tables, &self.origin.root, mv)
    }

    fn setup(&self) -> &Setup {
        let Entry { at, setup, .. } = self.top();
        setup.get_or_init(|| Box::new(at.arrange(self.tables, &self.origin)))
    }

    fn is_seen_alive(&self, signs: &AliveFastPath, rules: &CompiledRules) -> bool {
        let position = self.position();
        // PERF: usually a promotable piece exists, and its role has a bitboard of its own.
        for promoter in &self.evaluator.promotable {
            for color in Color::ALL {
                let (side, role) = (color.index(), promoter.role);
                let pieces = promoter.pieces(position, side);
                if pieces.any() && signs.are_seen_in(Piece { color, role }) {
                    return true;
                }
            }
        }
        let has_any = |roles| position.has_any(roles);
        let n_pieces = (position.colors[0] | position.colors[1]).count();
        signs.are_seen(rules, n_pieces as usize, &has_any)
    }
}
