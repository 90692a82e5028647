//! Legal moves of the variants with special rules: generate, make, judge.

use std::borrow::Cow;

use crate::definition::{SpecialRules, Verdict};
use crate::geometry::{Square, SquareSet};
use crate::rules::special::Ending;
use crate::rules::special::{
    Played, castlings, drops, first_leaps, in_place, is_over, neighbors, of_kind,
    opposite_colors_kept, perform, special_endings, with_gates, with_walls,
};
use crate::rules::{Rulebook, placements};
use crate::state::{Cell, Color, Move, MoveKind, Piece, Setup};

use super::generate::{attacked, attacked_by, piece_moves, unite};
use super::hooks::{companions, double_drops};

/// All legal moves; none once the game has ended by a rule of the board.
pub(super) fn legal_moves(book: &Rulebook, rules: &SpecialRules, setup: &Setup) -> Vec<Move> {
    if over(book, rules, setup).is_some() {
        return Vec::new();
    }
    Judge::new(book, rules, setup).legal_moves()
}

/// How the game has ended by a rule of the board, for the side to move.
pub(crate) fn over(
    book: &Rulebook,
    rules: &SpecialRules,
    setup: &Setup,
) -> Option<(Verdict, Ending)> {
    let attack = |square: Square, by: Color| attacked(book, setup, square, by);
    let can_follow = || {
        let judge = Judge::new(book, rules, setup);
        !judge.in_check
            && rules.flags.as_ref().is_some_and(|flags| {
                let region = &flags.region[setup.turn.index()];
                let moves = judge.pseudo_legal();
                moves.iter().any(|one| {
                    book.role(one.piece.role).royal
                        && region.contains(one.to)
                        && judge.is_legal(one, &moves)
                })
            })
    };
    let facing = rules.checks.bikjang && facing(book, setup);
    is_over(book, rules, setup, &attack, facing, can_follow)
}

/// Whether a king of the side to move, or a last piece that counts as one, is attacked.
pub(super) fn in_check(book: &Rulebook, rules: &SpecialRules, setup: &Setup) -> bool {
    let judge = Judge::new(book, rules, setup);
    judge.in_check || judge.last_piece_attacked()
}

/// The position after a move.
pub(super) fn played(book: &Rulebook, rules: &SpecialRules, setup: &Setup, one: &Move) -> Setup {
    let facing = rules.checks.bikjang && facing(book, setup);
    let mut played = perform(book, rules, setup, one, facing);
    let us = one.piece.color;
    if rules.checks.counted && gives_check(book, &played, us) {
        let left = &mut played.done.special.checks[us.index()];
        *left = left.saturating_sub(1);
    }
    played.done
}

fn gives_check(book: &Rulebook, played: &Played, us: Color) -> bool {
    book.royals(&played.moved, us.opponent())
        .any(|square| attacked(book, &played.moved, square, us))
}

/// Whether the kings stand on one line with nothing between.
fn facing(book: &Rulebook, setup: &Setup) -> bool {
    let white = book.royals(setup, Color::White).next();
    white.is_some_and(|king| facing_at(book, setup, king, Color::Black))
}

/// What is known of a position before its moves are judged.
struct Judge<'a> {
    book: &'a Rulebook,
    rules: &'a SpecialRules,
    setup: &'a Setup,
    us: Color,
    /// Whether the king of the side to move is attacked.
    in_check: bool,
    facing: bool,
    /// Squares of last pieces that are royal.
    royals: [SquareSet; 2],
}

impl<'a> Judge<'a> {
    fn new(book: &'a Rulebook, rules: &'a SpecialRules, setup: &'a Setup) -> Judge<'a> {
        let us = setup.turn;
        Judge {
            book,
            rules,
            setup,
            us,
            in_check: book
                .royals(setup, us)
                .any(|square| attacked(book, setup, square, us.opponent())),
            facing: rules.checks.bikjang && facing(book, setup),
            royals: Color::ALL.map(|color| pseudo_royals(book, rules, setup, color)),
        }
    }

    /// Whether a last piece that is royal is attacked, or all that count where that is the rule.
    fn last_piece_attacked(&self) -> bool {
        let (book, setup, them) = (self.book, self.setup, self.us.opponent());
        let blast = self.rules.captures.blast.is_some();
        let theirs = &self.royals[them.index()];
        let hit = |square: Square| {
            let touches = blast && neighbors(&book.shape, square).any(|near| theirs.contains(near));
            !touches && attacked(book, setup, square, them)
        };
        let rule = self.rules.extinction.as_ref();
        let duple = rule.filter(|rule| rule.pseudo_royal && rule.duple);
        self.royals[self.us.index()].iter().any(hit)
            || duple.is_some_and(|rule| {
                let counts =
                    |piece: Piece| piece.color == self.us && book.is_of(piece.role, rule.kinds);
                let mut all = setup
                    .board
                    .pieces()
                    .filter(|(_, one)| counts(*one))
                    .peekable();
                all.peek().is_some() && all.all(|(square, _)| hit(square))
            })
    }

    fn legal_moves(&self) -> Vec<Move> {
        let pseudo = self.pseudo_legal();
        pseudo
            .iter()
            .filter(|one| self.is_legal(one, &pseudo))
            .cloned()
            .collect()
    }

    fn pseudo_legal(&self) -> Vec<Move> {
        let (book, rules, setup) = (self.book, self.rules, self.setup);
        let mut moves = Vec::with_capacity(64);
        let mut raw = Vec::new();
        for (from, piece) in setup.board.pieces() {
            if piece.color == self.us {
                raw.clear();
                piece_moves(book, setup, from, piece, &mut raw);
                self.without_repeats(&mut raw);
                for one in raw.drain(..) {
                    self.end(one, &mut moves);
                }
            }
        }
        if book.has_relays() {
            unite(&mut moves, 0);
        }
        if let Some(rule) = &rules.in_place {
            in_place(book, rule, &rules.promotion.limits, setup, &mut moves);
        }
        match rules.drops.as_ref().filter(|drops| drops.allowed) {
            Some(rule) => drops(book, rules, rule, setup, &mut moves),
            None => placements(book, setup, &mut moves),
        }
        if let Some(leaps) = rules.gating.as_ref().and_then(|gating| gating.leaps) {
            let mut leaped = Vec::new();
            first_leaps(book, leaps, setup, self.in_check, &mut leaped);
            for one in leaped {
                self.follow(one, &mut moves);
            }
        }
        if let Some(castling) = rules.castling.as_ref().filter(|_| !self.in_check) {
            let mut castled = Vec::new();
            castlings(book, castling, setup, &mut castled);
            for one in castled {
                self.follow(one, &mut moves);
            }
        }
        companions(book, setup, &mut moves);
        double_drops(book, setup, &mut moves);
        self.pass(&mut moves);
        moves
    }

    /// Staying where one is, as a move of the king or of the first piece.
    fn pass(&self, moves: &mut Vec<Move>) {
        let rules = self.rules;
        let passes =
            rules.passing.always[self.us.index()] || rules.passing.stalemate[self.us.index()];
        let walls = rules
            .walls
            .as_ref()
            .is_some_and(|walls| walls.instead_of_move);
        if !passes && !walls {
            return;
        }
        let king = self.book.royals(self.setup, self.us).next();
        let first = self
            .setup
            .board
            .pieces()
            .find(|(_, piece)| piece.color == self.us)
            .map(|(square, _)| square);
        let Some(square) = king.or(first) else { return };
        let Some(piece) = self.setup.board.piece(square) else {
            return;
        };
        let one = Move::walk(piece, square, square);
        if passes {
            moves.push(one.clone());
        }
        if walls {
            self.follow(one, moves);
        }
    }

    /// Keeps each move once: the plain one where initial moves go the same way, the quiet one
    /// where an en passant capture goes to the same square.
    fn without_repeats(&self, raw: &mut Vec<Move>) {
        let types = self.rules.en_passant.types[self.us.index()];
        let behind = |one: &Move| self.is_en_passant(one);
        raw.retain(|one| !behind(one) || self.book.is_of(one.piece.role, types));
        let same = |a: &Move, b: &Move| {
            a.to == b.to
                && a.kind == b.kind
                && a.promotion == b.promotion
                && a.from_hand == b.from_hand
                && a.captures == b.captures
                && a.shifts == b.shifts
        };
        let mut kept: Vec<Move> = Vec::with_capacity(raw.len());
        for one in raw.drain(..) {
            match kept.iter_mut().find(|other| same(other, &one)) {
                Some(other) if one.marks.len() < other.marks.len() => *other = one,
                Some(_) => {}
                None => kept.push(one),
            }
        }
        let quiet: Vec<Square> = kept
            .iter()
            .filter(|one| one.captures.is_empty())
            .map(|one| one.to)
            .collect();
        kept.retain(|one| !behind(one) || !quiet.contains(&one.to));
        *raw = kept;
    }

    fn is_en_passant(&self, one: &Move) -> bool {
        let mut passed = self.setup.en_passant.iter();
        let victim = one.captures.first();
        victim.is_some_and(|victim| {
            passed.any(|mark| mark.target == one.to && mark.victim == *victim)
        })
    }

    /// The move with each of its endings. Captures en passant have none: they promote nothing,
    /// wherever they lead.
    fn end(&self, one: Move, moves: &mut Vec<Move>) {
        if one.promotion.is_some() || one.kind == MoveKind::Castle || self.is_en_passant(&one) {
            self.follow(one, moves);
            return;
        }
        let squares = (one.from, one.to);
        // A capture en passant leaves its target empty.
        let is_capture = one.captures.contains(&one.to);
        for ending in special_endings(
            self.book, self.rules, self.setup, one.piece, squares, is_capture,
        ) {
            let one = Move {
                promotion: ending.role,
                ..one.clone()
            };
            if ending.goes_on {
                self.follow(one, moves);
            } else {
                moves.push(one);
            }
        }
    }

    /// The move with each gating or wall that may follow.
    fn follow(&self, one: Move, moves: &mut Vec<Move>) {
        match &self.rules.walls {
            Some(walls) => with_walls(self.book, self.rules, walls, self.setup, &one, moves),
            None => with_gates(self.book, self.rules, self.setup, one, moves),
        }
    }

    fn is_legal(&self, one: &Move, pseudo: &[Move]) -> bool {
        let captures = &self.rules.captures;
        if captures.mandatory
            && !one.is_capture()
            && pseudo
                .iter()
                .any(|other| other.is_capture() && self.is_safe(other))
        {
            return false;
        }
        self.may_drop(one, pseudo) && self.may_pass(one, pseudo) && self.is_safe(one)
    }

    /// Where drops are mandatory, only drops are legal as long as one is.
    fn may_drop(&self, one: &Move, pseudo: &[Move]) -> bool {
        let Some(drops) = &self.rules.drops else {
            return true;
        };
        let Some(wanted) = drops.mandatory else {
            return true;
        };
        let hand = &self.setup.hands[self.us.index()];
        let right_kind = |piece: Piece| wanted.is_none() || self.book.kind(piece.role) == wanted;
        let owes = hand.iter().any(|(role, _)| {
            right_kind(Piece {
                color: self.us,
                role,
            })
        });
        if !owes {
            return true;
        }
        if one.kind == MoveKind::Drop {
            return right_kind(one.piece);
        }
        !pseudo.iter().any(|other| {
            other.kind == MoveKind::Drop && right_kind(other.piece) && self.is_safe(other)
        })
    }

    /// Passing in stalemate is legal only there.
    fn may_pass(&self, one: &Move, pseudo: &[Move]) -> bool {
        if !is_pass(one) || !self.rules.passing.stalemate[self.us.index()] || self.in_check {
            return true;
        }
        !pseudo
            .iter()
            .any(|other| !is_pass(other) && self.may_drop(other, pseudo) && self.is_safe(other))
    }

    /// Whether the move leaves everything royal safe, and does nothing else that is forbidden.
    fn is_safe(&self, one: &Move) -> bool {
        let (book, rules, setup, us) = (self.book, self.rules, self.setup, self.us);
        let them = us.opponent();
        let captures = &rules.captures;
        if let Some(drops) = &rules.drops
            && one.kind == MoveKind::Drop
            && let Some(kind) = drops.opposite_colors
            && !opposite_colors_kept(book, drops, kind, setup, one)
        {
            return false;
        }
        if rules.no_dead_ends
            && one.kind != MoveKind::Castle
            && one.promotion.is_none()
            && !book.can_leave(one.piece, one.to)
        {
            return false;
        }
        if book.is_of(one.piece.role, captures.immune_to_own)
            && setup.board.piece(one.to).is_some_and(|victim| {
                one.captures.contains(&one.to)
                    && book.kind(victim.role) == book.kind(one.piece.role)
            })
        {
            return false;
        }
        let played = perform(book, rules, setup, one, self.facing);
        let may_not_check = !rules.checks.allowed
            || rules.in_place.is_some() && one.promotion.is_some()
            || one.kind == MoveKind::Drop
                && rules.drops.as_ref().is_some_and(|drops| !drops.may_check);
        if may_not_check && gives_check(book, &played, us) {
            return false;
        }
        if rules
            .extinction
            .as_ref()
            .is_some_and(|rule| rule.pseudo_royal)
            && !self.last_pieces_safe(one, &played)
        {
            return false;
        }
        let king_moves = book.role(one.piece.role).royal;
        if one.kind == MoveKind::Castle {
            return !king_moves || !self.in_check && self.castles_safely(one);
        }
        if self.facing && is_pass(one) {
            return true;
        }
        let Some(king) = book.royals(&played.moved, us).next() else {
            return true;
        };
        if (rules.checks.flying_generals || self.facing) && facing(book, &played.moved) {
            return false;
        }
        if rules.checks.no_escape && self.in_check && king_moves {
            let checkers = |square: Square, _| square != one.to;
            let before = book.royals(setup, us).next();
            if before.is_some_and(|king| attacked_by(book, setup, king, them, checkers)) {
                return false;
            }
        }
        !attacked(book, &played.moved, king, them)
    }

    /// A king castles neither across attacked squares nor to one.
    fn castles_safely(&self, one: &Move) -> bool {
        let (book, setup) = (self.book, self.setup);
        let them = self.us.opponent();
        let (low, high) = (
            one.from.index().min(one.to.index()),
            one.from.index().max(one.to.index()),
        );
        let mut scratch = setup.clone();
        let passes = (low..=high)
            .map(|index| Square::new(index as u16))
            .filter(|square| *square != one.from)
            .all(|square| {
                let stood = scratch.board.lift(square);
                scratch.board.put(square, one.piece);
                let mut safe = !attacked(book, &scratch, square, them);
                if self.rules.checks.flying_generals {
                    let origin = scratch.board.lift(one.from);
                    safe &= !facing_at(book, &scratch, square, them);
                    if let Some(origin) = origin {
                        scratch.board.put(one.from, origin);
                    }
                }
                scratch.board.lift(square);
                if let Some(stood) = stood {
                    scratch.board.put(square, stood);
                }
                safe
            });
        if !passes {
            return false;
        }
        for (origin, _) in &one.shifts {
            scratch.board.lift(*origin);
        }
        scratch.board.put(one.to, one.piece);
        !attacked(book, &scratch, one.to, them)
    }

    /// Whether last pieces that are royal are safe, and nothing of the kind blows itself up.
    fn last_pieces_safe(&self, one: &Move, played: &Played) -> bool {
        let (book, rules, us) = (self.book, self.rules, self.us);
        let Some(rule) = &rules.extinction else {
            return true;
        };
        let them = us.opponent();
        let captures = &rules.captures;
        let blast = captures.blast.is_some();
        let after = &self.without_fresh_stones(one, played);
        let mut ours = self.royals[us.index()].clone();
        let theirs = &self.royals[them.index()];
        if one.kind == MoveKind::Castle
            && ours.contains(one.from)
            && !self.last_piece_castles(one, theirs)
        {
            return false;
        }
        if one.is_capture()
            && book.is_of(one.piece.role, captures.petrify)
            && ours.contains(one.from)
        {
            return false;
        }
        let counts = |role| book.is_of(role, rule.kinds);
        if one.kind == MoveKind::Drop {
            if counts(one.piece.role) {
                ours.insert(one.to);
            }
        } else if ours.remove(one.from) {
            ours.insert(one.to);
        }
        if let Some(role) = one.promotion
            && counts(role)
            && !rules.promotion.targets.contains(&Some(role.index()))
        {
            let kind = book.kind(role).unwrap_or(role.index());
            let same: Vec<Square> = of_kind(book, self.setup, us, kind)
                .map(|(at, _)| at)
                .collect();
            if same.len() > rule.count as usize {
                for square in same {
                    ours.remove(square);
                }
            } else {
                ours.insert(one.to);
            }
        }
        let empty = |square: Square| after.board.get(square) == Cell::Empty;
        if ours.iter().any(empty) {
            return false;
        }
        // A piece that would petrify as the last of its kind captures nothing.
        let threatens = |_: Square, piece: Piece| {
            !(book.is_of(piece.role, captures.petrify) && counts(piece.role))
        };
        let touches = |square: Square| {
            blast && neighbors(&book.shape, square).any(|near| theirs.contains(near))
        };
        let hit =
            |square: Square| !touches(square) && attacked_by(book, after, square, them, threatens);
        if !theirs.iter().any(empty) && ours.iter().any(hit) {
            return false;
        }
        if rule.duple {
            let mut all: SquareSet = self
                .setup
                .board
                .pieces()
                .filter(|(_, piece)| piece.color == us && counts(piece.role))
                .map(|(square, _)| square)
                .collect();
            if all.remove(one.from) {
                all.insert(one.to);
            }
            if one.promotion.is_some_and(counts) {
                all.insert(one.to);
            }
            if !all.is_empty() && all.iter().all(hit) {
                return false;
            }
        }
        true
    }

    /// The position after a move as last pieces are judged by: what a blast turns to stone covers
    /// nobody from the lines that the blast opens, as that program plays it.
    fn without_fresh_stones<'b>(&self, one: &Move, played: &'b Played) -> Cow<'b, Setup> {
        let captures = &self.rules.captures;
        let petrifies = captures.petrify_blasted || !captures.petrify.is_empty();
        if captures.blast.is_none() || !petrifies || !one.is_capture() {
            return Cow::Borrowed(&played.done);
        }
        let mut bare = played.done.clone();
        for square in neighbors(&self.book.shape, one.to).chain([one.to]) {
            let stone = bare.board.get(square) == Cell::Wall;
            let fresh = self.setup.board.get(square) != Cell::Wall && one.wall != Some(square);
            if stone && fresh {
                bare.board.lift(square);
            }
        }
        Cow::Owned(bare)
    }

    /// Whether a last piece castles without crossing attacked squares.
    fn last_piece_castles(&self, one: &Move, theirs: &SquareSet) -> bool {
        let (book, them) = (self.book, self.us.opponent());
        let blast = self.rules.captures.blast.is_some();
        let mut scratch = self.setup.clone();
        scratch.board.lift(one.from);
        let (from, to) = (one.from.index() as i32, one.to.index() as i32);
        let step = if to >= from { 1 } else { -1 };
        let mut at = from;
        while at != to || from == to {
            let square = Square::new(at as u16);
            let stood = scratch.board.lift(square);
            scratch.board.put(square, one.piece);
            let touches = blast && neighbors(&book.shape, square).any(|near| theirs.contains(near));
            if !touches && attacked(book, &scratch, square, them) {
                return false;
            }
            scratch.board.lift(square);
            if let Some(stood) = stood {
                scratch.board.put(square, stood);
            }
            if from == to {
                break;
            }
            at += step;
        }
        true
    }
}

/// Whether a king on `square` would face the opposing one.
fn facing_at(book: &Rulebook, setup: &Setup, square: Square, them: Color) -> bool {
    let Some(other) = book.royals(setup, them).next() else {
        return false;
    };
    let shape = &book.shape;
    let (dx, dy) = (
        shape.file_of(other) as i16 - shape.file_of(square) as i16,
        shape.rank_of(other) as i16 - shape.rank_of(square) as i16,
    );
    if dx != 0 && dy != 0 {
        return false;
    }
    let step = dy.signum() * shape.files() as i16 + dx.signum();
    let mut at = square.index() as i16 + step;
    while at != other.index() as i16 {
        if setup.board.get(Square::new(at as u16)) != Cell::Empty {
            return false;
        }
        at += step;
    }
    true
}

fn is_pass(one: &Move) -> bool {
    one.kind == MoveKind::Walk && one.from == one.to && one.promotion.is_none()
}

/// The squares of a side's last pieces of kinds that must not become extinct.
fn pseudo_royals(book: &Rulebook, rules: &SpecialRules, setup: &Setup, color: Color) -> SquareSet {
    let mut found = SquareSet::new();
    if let Some(rule) = rules.extinction.as_ref().filter(|rule| rule.pseudo_royal) {
        for kind in rule.kinds.iter() {
            let squares: Vec<Square> = of_kind(book, setup, color, kind)
                .map(|(at, _)| at)
                .collect();
            if squares.len() <= rule.count as usize + 1 {
                found.extend(squares);
            }
        }
    }
    found
}
