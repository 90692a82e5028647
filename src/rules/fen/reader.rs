//! FEN reader of a variant: the position with the states of its rules.
//!
//! Contents that the variant does not use or cannot have are diagnostics. Attacks are not tested here.

use crate::compile::{Path, paths};
use crate::definition::{CapturedTo, InitialDef, PieceId, PromotionStock, RoyalRule};
use crate::geometry::{CompactSort, FewOf, Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern};
use crate::rules::data::{CompiledRules, KindToKeep, PATHS, Phases};
use crate::rules::rights::{read_checks, read_rights};
use crate::source::{Diagnostic, Parse, Span, codes};
use crate::state::{
    Board, Cell, Color, Count, EnPassant, Fen, Hand, HandForm, Piece, Role, Setup, SpecialState,
};

use super::extensions::{initial_states, is_lost, read_own};

/// The length limit of a FEN in bytes.
const FEN_BYTES: usize = 1 << 20;

/// The limit on reported diagnostics of one FEN; further ones are mostly consequences.
const FEN_FINDINGS: usize = 100;

/// Truncates the diagnostics. If there are errors, at least one is kept.
fn bound(findings: &mut Vec<Diagnostic>) {
    let Some(next) = findings.get(FEN_FINDINGS) else {
        return;
    };
    let more = findings.len() - FEN_FINDINGS;
    let message = format!("{more} more findings are not shown");
    let last = Diagnostic::new(codes::FEN_MANY_FINDINGS, next.span, message);
    let rest = findings.split_off(FEN_FINDINGS);
    if !findings.iter().any(Diagnostic::is_error) {
        findings.extend(rest.into_iter().find(Diagnostic::is_error));
    }
    findings.push(last);
}

impl CompiledRules {
    pub(crate) fn read_fen(&self, text: &str) -> Parse<Setup> {
        if text.len() > FEN_BYTES {
            let bytes = text.len();
            let message = format!("a FEN of {bytes} bytes is longer than the limit of {FEN_BYTES}");
            let mut nothing = self.read_whole_fen("");
            nothing.diagnostics = vec![Diagnostic::new(codes::FEN_TOO_LONG, Span::at(0), message)];
            return nothing;
        }
        let mut read = self.read_whole_fen(text);
        bound(&mut read.diagnostics);
        read
    }

    fn read_whole_fen(&self, text: &str) -> Parse<Setup> {
        let read = Fen::parse(text, &self.shape, &self.letters);
        let (mut fen, mut diagnostics) = (read.value, read.diagnostics);
        let mut setup = Setup {
            board: std::mem::replace(&mut fen.board, Board::empty(0)),
            turn: fen.turn,
            hands: fen.hands.take().unwrap_or_default(),
            unmoved: SquareSet::new(),
            en_passant: FewOf::new(),
            halfmove_clock: fen.halfmove_clock,
            fullmove_number: fen.fullmove_number,
            special: SpecialState {
                custom: initial_states(self.rules()),
                ..SpecialState::default()
            },
        };
        // After errors in the board, diagnostics that depend on it are omitted.
        let in_board =
            |finding: &Diagnostic| finding.is_error() && finding.span.start <= fen.board_span.end;
        let board_is_read = !diagnostics.iter().any(in_board);
        self.judge_hands(&setup, &fen, &mut diagnostics);
        self.read_count(&mut setup, fen.counting, &mut diagnostics);
        self.judge_walls(&fen.walls, &mut diagnostics);
        read_checks(self, &mut setup, fen.checks, &mut diagnostics);
        read_rights(self, &mut setup, fen.rights.as_ref(), &mut diagnostics);
        self.set_en_passant(&mut setup, &fen, &mut diagnostics);
        for field in &fen.own {
            read_own(self, &mut setup, field, &mut diagnostics);
        }
        note_idle_marks(&fen, &mut diagnostics);
        // Rules that rearrange may put any piece on any square, or remove it.
        if board_is_read && (!self.rules_rearrange || self.start_setup().is_none()) {
            self.judge_royals(&setup, &fen, &mut diagnostics);
            self.judge_places(&setup, &fen, &mut diagnostics);
        }
        Parse {
            value: setup,
            diagnostics,
        }
    }

    /// Stores a count, if the variant has a counting rule: the halfmove clock is then the number of moves counted.
    fn read_count(
        &self,
        setup: &mut Setup,
        counting: Option<(u16, Span)>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let Some((limit, span)) = counting else {
            return;
        };
        if self.facts.counting.is_none() {
            let message = format!("{limit} is the limit of a count, but this variant has no count");
            diagnostics.push(
                Diagnostic::new(codes::FEN_IDLE_COUNT, span, message)
                    .with_help("write `-` for no en passant square"),
            );
        } else if limit > 0 {
            setup.special.count = Some(Count {
                limit,
                ply: setup.halfmove_clock,
            });
            setup.halfmove_clock = 0;
        }
    }

    /// Reports walls that no rule can have placed.
    fn judge_walls(&self, walls: &[(Square, Span)], diagnostics: &mut Vec<Diagnostic>) {
        let captures = &self.facts.captures;
        let by_rule = self.facts.walls.is_some()
            || captures.petrify_blasted
            || !captures.petrify.is_empty()
            // Moves and effects of such rules may place walls anywhere.
            || self.rules_rearrange && self.rules_speak_in(Phases::OFFER | Phases::EFFECT);
        let at_start = || match self.start_setup() {
            Some(start) => {
                let squares = &mut self.shape.squares();
                squares.any(|square| start.board.get(square) == Cell::Wall)
            }
            // Walls of the start position are part of the board.
            None => true,
        };
        let Some((first, span)) = walls.first().copied() else {
            return;
        };
        if !by_rule && !at_start() {
            let name = self.shape.name(first);
            let message = format!("{name} has a wall, but this variant has no walls");
            diagnostics.push(
                Diagnostic::new(codes::FEN_IDLE_WALL, span, message)
                    .with_help("write empty squares as numbers"),
            );
        }
    }

    /// Reports a hand that the game does not use. A hand written as a rank is then a surplus rank.
    fn judge_hands(&self, setup: &Setup, fen: &Fen, diagnostics: &mut Vec<Diagnostic>) {
        let Some((form, span)) = fen.hand_form else {
            return;
        };
        let is_start = self.start_setup().is_none();
        if self.has_hands() {
            return;
        }
        let finding = match form {
            HandForm::Rank if is_start => return,
            HandForm::Rank => {
                let wanted = self.shape.squares_layer().ranks;
                let message = format!("the FEN has {} ranks, the board has {wanted}", wanted + 1);
                Diagnostic::new(codes::FEN_TOO_MANY_RANKS, span, message)
            }
            HandForm::Brackets if setup.hands.iter().all(Hand::is_empty) => return,
            HandForm::Brackets if is_start => {
                let message = "no rule lets these pieces leave the hand";
                Diagnostic::new(codes::FEN_IDLE_HAND, span, message)
                    .with_help("add `rules.drops = {}`, or delete the brackets")
            }
            HandForm::Brackets => {
                let message = "this variant has no pieces in hand";
                Diagnostic::new(codes::FEN_IDLE_HAND, span, message)
                    .with_help("delete the brackets")
            }
        };
        diagnostics.push(finding);
    }

    /// Whether pieces can ever be in a hand or come from one.
    fn has_hands(&self) -> bool {
        let by_rule = self.facts.drops.is_some();
        let by_pieces = || {
            self.roles.iter().any(|role| {
                (role.choices()).any(|choice| choice.stock == PromotionStock::Hand)
                    || (role.moves.iter())
                        .any(|role_move| matches!(role_move.pattern, Pattern::Placement(_)))
            })
        };
        let start = self.start_setup();
        by_rule
            || self.rules_rearrange
            || self.may_hold()
            || self.facts.captured_to != CapturedTo::Removed
            || start.is_some_and(|start| start.hands.iter().any(|hand| !hand.is_empty()))
            || self.def.start.contains('[')
            || by_pieces()
    }

    /// Reports sides without the royal pieces that they need, or with too many.
    fn judge_royals(&self, setup: &Setup, fen: &Fen, diagnostics: &mut Vec<Diagnostic>) {
        if setup.board.pieces().next().is_none() && self.start_setup().is_none() {
            return;
        }
        for color in Color::ALL {
            let side = color.name();
            if self.lacks_royals(setup, color) {
                if !is_lost(&fen.own, color) {
                    let message = format!("{side} has no royal piece");
                    diagnostics.push(Diagnostic::new(codes::FEN_ROYALS, fen.board_span, message));
                }
                continue;
            }
            let Some(start) = self.start_setup() else {
                continue;
            };
            let to_keep = self.kinds_to_keep();
            let guarded = |role: Role| {
                self.role(role).royal
                    || self.role(role).king && self.facts.royal == RoyalRule::Capture
                    || self.is_last_of_kind(&to_keep, start, role)
            };
            let wanted = self.count(start, color, guarded);
            // A piece that is royal only as the last of its kind can be captured and be in a hand.
            let prisoners = setup.hands[color.index()].iter().filter(|(role, _)| {
                let captured = self.facts.captured_to == CapturedTo::CaptorHand;
                captured && guarded(*role) && !self.role(*role).royal
            });
            let prisoners: usize = prisoners.map(|(_, count)| usize::from(count)).sum();
            let found = self.count(setup, color, guarded) - prisoners;
            if found <= wanted || self.may_multiply(guarded) {
                continue;
            }
            let places = fen.places.iter().rev();
            let surplus = places.clone().find(|(square, _)| {
                let piece = setup.board.piece(*square);
                piece.is_some_and(|piece| piece.color == color && guarded(piece.role))
            });
            let message = match wanted {
                0 => format!("{side} has no royal piece in this variant"),
                1 => format!("{side} has {found} royal pieces, but starts with one"),
                _ => format!("{side} has {found} royal pieces, but starts with {wanted}"),
            };
            let span = surplus.map_or(fen.board_span, |(_, span)| *span);
            diagnostics.push(Diagnostic::new(codes::FEN_SURPLUS_ROYALS, span, message));
        }
    }

    /// Whether the rules need royal pieces of a side.
    pub(crate) fn needs_royals(&self, color: Color) -> bool {
        let royal = |role: Role| self.role(role).royal;
        match self.start_setup() {
            Some(start) => self.count(start, color, royal) > 0,
            None if self.has_move_rules || self.rules_speak_in(Phases::END) => false,
            None => self.check && self.roles.iter().any(|role| role.royal),
        }
    }

    /// Whether a side has none of the royal pieces that the rules need.
    pub(crate) fn lacks_royals(&self, setup: &Setup, color: Color) -> bool {
        self.needs_royals(color) && self.count(setup, color, |role| self.role(role).royal) == 0
    }

    /// The number of a side's pieces of some kinds, on the board, in hand and in stocks.
    fn count(&self, setup: &Setup, color: Color, counts: impl Fn(Role) -> bool) -> usize {
        let board = setup.board.pieces_of(color);
        let in_hand = |hand: &Hand| -> usize {
            let counted = hand.iter().filter(|(role, _)| counts(*role));
            counted.map(|(_, count)| usize::from(count)).sum()
        };
        let held = self.stocks(setup);
        let held: usize = held.map(|(_, stock)| in_hand(stock.of_side(color))).sum();
        let waiting = in_hand(&setup.hands[color.index()]) + held;
        board.filter(|(_, piece)| counts(piece.role)).count() + waiting
    }

    /// Whether a first capture of the role would end a kind whose extinction loses the game, for both sides.
    fn is_last_of_kind(&self, to_keep: &[KindToKeep], start: &Setup, role: Role) -> bool {
        to_keep.iter().any(|(kinds, limit)| {
            let alone = |color: Color| {
                let kind = &kinds[color.index()];
                let same = |other: Role| kind.contains(&other);
                same(role) && self.count(start, color, same) <= usize::from(*limit) + 1
            };
            Color::ALL.into_iter().all(alone)
        })
    }

    /// Whether a side may gain more of some pieces than it began with, given that these are not
    /// captured while the game continues.
    pub(crate) fn may_multiply(&self, such: impl Fn(Role) -> bool) -> bool {
        let exists = |id: &PieceId| id.index() < self.roles.len();
        let chosen = self.roles.iter().any(|role| {
            let mut choices = role.choices();
            choices.any(|choice| such(choice.piece.into()))
                || role.after.is_some()
                || role.captures.convert
        });
        let mut brought = self.rules().iter().flat_map(|named| named.rule.brings());
        let targets = self
            .facts
            .paired_promotion
            .targets
            .iter()
            .flatten()
            .copied();
        chosen
            || brought.any(&such)
            || targets.filter(exists).any(|id| such(id.into()))
            || self.rules_speak_in(Phases::FOLLOW)
            || self
                .facts
                .drops
                .as_ref()
                .is_some_and(|drops| drops.free.iter().filter(exists).any(|id| such(id.into())))
    }

    /// Finds the victim of each en passant square: a square of the field with a piece of the side
    /// that moved last, or else the first such piece straight ahead of that side.
    fn set_en_passant(&self, setup: &mut Setup, fen: &Fen, diagnostics: &mut Vec<Diagnostic>) {
        let squares = &fen.en_passant;
        let mover = setup.turn.opponent();
        let is_mover = |square: Square| {
            let piece = setup.board.piece(square);
            piece.is_some_and(|piece| piece.color == mover)
        };
        let named = squares.iter().copied().find(|square| is_mover(*square));
        let impossible = |square: Square| {
            let name = self.shape.name(square);
            let message = format!("no piece can have passed {name} with the last move");
            Diagnostic::new(codes::FEN_EN_PASSANT, fen.en_passant_span, message)
                .with_help("write `-` for no en passant square")
        };
        // The square of the victim alone is not a target.
        if let Some(victim) = named.filter(|_| squares.len() == 1) {
            diagnostics.push(impossible(victim));
        }
        let mut found: FewOf<EnPassant, 2> = FewOf::new();
        for target in squares
            .iter()
            .copied()
            .filter(|square| Some(*square) != named)
        {
            let victim = named.or_else(|| self.ahead_of(setup, target));
            let passed = victim
                .map(|victim| EnPassant { target, victim })
                .filter(|mark| self.can_have_passed(setup, *mark));
            if let Some(mark) = passed {
                found.push(mark);
            } else {
                diagnostics.push(impossible(target));
            }
        }
        found.sort_compactly();
        setup.en_passant = found;
    }

    /// The first piece straight ahead of a square from the view of the side that moved last, if it
    /// belongs to that side: the default victim of en passant on that square.
    pub(crate) fn ahead_of(&self, setup: &Setup, target: Square) -> Option<Square> {
        let mover = setup.turn.opponent();
        let step: i16 = if mover == Color::White { 1 } else { -1 };
        let (file, mut rank) = (
            self.shape.file_of(target),
            self.shape.rank_of(target) as i16,
        );
        loop {
            rank += step;
            let square = self.shape.at(file, u8::try_from(rank).ok()?)?;
            if let Some(piece) = setup.board.piece(square) {
                return (piece.color == mover).then_some(square);
            }
        }
    }

    /// Whether the last move can have ended on the victim's square and passed the target.
    ///
    /// Other effects of that move are unknown, so only its own squares are tested, and its origin
    /// only if nothing can have filled it since.
    fn can_have_passed(&self, setup: &Setup, mark: EnPassant) -> bool {
        let Some(victim) = setup.board.piece(mark.victim) else {
            return false;
        };
        if setup.board.get(mark.target) != Cell::Empty {
            return false;
        }
        if self.asks_beside_moves || self.has_relays || self.rules_rearrange {
            return true;
        }
        let refilled = self.facts.walls.is_some()
            || self.facts.gating.is_some()
            || self.facts.captures.blast.is_some()
            || self.may_hold();
        let origins = self.shape.squares().filter(|from| {
            *from != mark.victim && (refilled || setup.board.get(*from) == Cell::Empty)
        });
        let owner = victim.color.perspective();
        let becomes = |role: &Role| {
            *role == victim.role
                || (self.role(*role).choices()).any(|choice| {
                    choice.piece == victim.role.into() && choice.zone.contains(mark.victim, owner)
                })
        };
        let movers: Vec<Piece> = (0..self.roles.len())
            .map(Role::new)
            .filter(becomes)
            .map(|role| Piece { role, ..victim })
            .collect();
        let passes = |from: Square| {
            let mut movers = movers.iter();
            movers.any(|mover| self.passes(setup, *mover, from, mark, refilled))
        };
        origins.into_iter().any(passes)
    }

    /// Whether a piece can have moved from a square to its present one across the target.
    fn passes(
        &self,
        setup: &Setup,
        mover: Piece,
        from: Square,
        mark: EnPassant,
        refilled: bool,
    ) -> bool {
        let owner = mover.color.perspective();
        // Present pieces were there before; empty squares may have lost a captured piece.
        let holds = |path: &Path| {
            refilled
                || path.conditions.iter().all(|condition| {
                    condition.square == from
                        || match setup.board.get(condition.square) {
                            Cell::Empty => true,
                            Cell::Wall => condition.contents.meets(Contents::WALL),
                            Cell::Piece(piece) if piece.color == mover.color => {
                                condition.contents.meets(Contents::FRIEND)
                            }
                            Cell::Piece(_) => condition.contents.meets(Contents::ENEMY),
                        }
                })
        };
        self.role(mover.role).moves.iter().any(|step| {
            let Pattern::Walk(walk) = &step.pattern else {
                return !matches!(step.pattern, Pattern::Castle(_) | Pattern::Placement(_));
            };
            let marks = walk.legs.iter().any(|leg| leg.marks);
            let at_home = walk.initial != Initial::Unmoved || self.may_begin(mover, from);
            step.begins_on(from, owner)
                && marks
                && at_home
                && paths(walk, &self.shape, owner, from, PATHS).map_or(true, |found| {
                    found.iter().any(|path| {
                        path.to == mark.victim && path.marks.contains(&mark.target) && holds(path)
                    })
                })
        })
    }
}

impl CompiledRules {
    /// Whether a piece on a square may make a first move, judged by the start position.
    fn may_begin(&self, piece: Piece, square: Square) -> bool {
        match &self.role(piece.role).initial {
            InitialDef::Zone(zone) => zone.contains(square, piece.color.perspective()),
            InitialDef::Unmoved => self.is_home(piece, square),
        }
    }

    /// Whether a piece on a square may have stood there from the start.
    pub(crate) fn is_home(&self, piece: Piece, square: Square) -> bool {
        self.def.setups.is_some() || self.home.piece(square) == Some(piece)
    }
}

/// Reports promotion marks on pieces that are not demoted by capture, once for all of them.
fn note_idle_marks(fen: &Fen, diagnostics: &mut Vec<Diagnostic>) {
    let Some(first) = fen.idle_marks.first() else {
        return;
    };
    let message = match fen.idle_marks.len() {
        1 => "this piece is not demoted when it is captured".to_owned(),
        marks => {
            format!("none of the {marks} pieces with this mark is demoted when it is captured")
        }
    };
    diagnostics.push(Diagnostic::new(codes::FEN_IDLE_MARK, *first, message));
}
