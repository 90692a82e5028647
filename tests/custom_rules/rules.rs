//! Rules to be tried, one for each thing that a rule can say.

use ferz::definition::{Reach, Reason, VariantDef, Verdict};
use ferz::geometry::{BoardShape, Square, SquareSet, Zone};
use ferz::rules::{
    After, Attack, Decision, Lack, LastRoyal, LegalMoves, Moves, NextTurn, Past, Phases, Rule,
    RuleContext, RuleEnd, RuleError, RuleFact, RuleFinding, RuleReach, RuleRegistry, Threat,
    WhoLacks,
};
use ferz::state::{Color, Effect, Move, Piece, Role, RuleState};

pub(super) fn registry() -> RuleRegistry {
    let mut registry = RuleRegistry::new();
    let add = |result: Result<(), ferz::rules::RegisterError>| result.expect("a new name");
    add(registry.register("hop", |settings| {
        let who = settings.pieces("pieces")?.unwrap_or_default();
        Ok(Hop { who })
    }));
    add(registry.register("shadow", |settings| {
        Ok(Shadow {
            who: settings.piece("piece")?,
            leaves: settings.piece("leaves")?,
        })
    }));
    add(registry.register("peace", |settings| {
        let zone = settings.zone("zone")?;
        Ok(Peace { zone })
    }));
    add(registry.register("zeal", |_| Ok(Zeal)));
    add(registry.register("tally", |settings| {
        let limit = settings.whole("limit", 1, 1000)?.unwrap_or(3);
        Ok(Tally { limit })
    }));
    add(registry.register("blind", |settings| {
        let who = settings.piece("piece")?;
        Ok(Blind { who })
    }));
    add(registry.register("stare", |settings| {
        let who = settings.piece("piece")?;
        Ok(Stare { who })
    }));
    add(registry.register("prize", |settings| {
        let who = settings.piece("piece")?;
        Ok(Prize { who })
    }));
    add(registry.register("reborn", |_| Ok(Reborn)));
    add(registry.register("again", |_| Ok(Again)));
    add(registry.register("curious", |_| Ok(Curious)));
    add(registry.register("brave", |_| Ok(Brave)));
    add(registry.register("lonely", |_| Ok(Lonely)));
    add(registry.register("barren", |settings| {
        let kind = settings.piece("kind")?;
        let kind = kind.ok_or_else(|| RuleError::new("`kind` names the piece"))?;
        Ok(Barren { kind })
    }));
    add(registry.register("riders", |settings| {
        let kind = settings.piece("kind")?.expect("the tests name it");
        Ok(Riders { kind })
    }));
    add(registry.register("patience", |_| Ok(Patience)));
    add(registry.register("host", |_| Ok(Host)));
    add(registry.register("umpire", |_| Ok(Umpire)));
    add(registry.register("collector", |settings| {
        let kind = settings.piece("kind")?;
        let kind = kind.ok_or_else(|| RuleError::new("`kind` names the piece"))?;
        Ok(Collector { kind })
    }));
    add(registry.register("prudent", |_| Ok(Prudent)));
    add(registry.register("leash", |settings| {
        let reach = settings.reach("reach")?.unwrap_or(Reach::Own);
        Ok(Leash(RuleReach::new(reach)))
    }));
    add(registry.register("wrong", |_| Ok(Wrong)));
    add(registry.register("twins", |_| Ok(Twins)));
    add(registry.register("secret", |_| Ok(Secret)));
    add(registry.register("idle", |settings| {
        settings.flag("loud")?;
        settings.number("share")?;
        settings.texts("names")?;
        Ok(Idle)
    }));
    registry
}

/// Pieces of some kinds may hop two squares straight ahead, over anything.
struct Hop {
    who: Vec<Role>,
}

impl Rule for Hop {
    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        let us = at.turn();
        for (from, piece) in at.board().pieces_of(us) {
            if self.who.contains(&piece.role)
                && let Some(to) = ahead(at.shape(), from, us)
            {
                moves.extend(at.step(from, to));
            }
        }
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let hits = ahead(at.shape(), from, piece.color) == Some(target);
        if hits && self.who.contains(&piece.role) {
            Attack::Also
        } else {
            Attack::AsItMoves
        }
    }

    fn words(&self) -> Vec<String> {
        vec!["Some pieces may hop two squares straight ahead.".to_owned()]
    }
}

fn ahead(shape: &BoardShape, from: Square, color: Color) -> Option<Square> {
    let step = if color == Color::White { 2 } else { -2 };
    let rank = i16::from(shape.rank_of(from)) + step;
    shape.at(shape.file_of(from), u8::try_from(rank).ok()?)
}

/// A piece that moves without capturing may leave another behind.
struct Shadow {
    who: Option<Role>,
    leaves: Option<Role>,
}

impl Rule for Shadow {
    fn effect(&self, _: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        if self.who == Some(mv.piece.role)
            && mv.from != mv.to
            && !mv.is_capture()
            && let Some(role) = self.leaves
        {
            let mut leaving = mv.clone();
            let piece = Piece { role, ..mv.piece };
            let square = mv.from;
            leaving.effects.push(Effect::Put { square, piece });
            moves.push(leaving);
        }
        moves.push(mv);
    }
}

/// Nobody captures in a zone, nor anywhere if none is named.
struct Peace {
    zone: Option<ferz::geometry::Zone>,
}

impl Rule for Peace {
    fn forbids(&self, _: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let owner = mv.piece.color.perspective();
        let zone = self.zone.as_ref();
        mv.is_capture() && zone.is_none_or(|zone| zone.contains(mv.to, owner))
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let doubt = RuleFinding::new(format!("nobody ever captures in `{}`", def.name))
            .about("zone")
            .with_help("name a zone");
        if self.zone.is_none() {
            vec![doubt]
        } else {
            Vec::new()
        }
    }
}

/// Who can capture must.
struct Zeal;

impl Rule for Zeal {
    fn duty(&self, _: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
        moves.prefer(Move::is_capture);
    }
}

/// Who has captured so many pieces has won.
struct Tally {
    limit: i32,
}

impl Rule for Tally {
    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        assert_eq!(before.turn(), mv.piece.color);
        assert_eq!(after.turn(), mv.piece.color.opponent());
        let mut taken = [before.state().number(0), before.state().number(1)];
        taken[mv.piece.color.index()] += mv.captures.len() as i64;
        mv.is_capture().then(|| RuleState::new(taken))
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let won = |color: Color| at.state().number(color.index()) >= i64::from(self.limit);
        let winner = Color::ALL.into_iter().find(|color| won(*color))?;
        Some(RuleEnd::win(winner, "enough-captured"))
    }

    fn initial_state(&self) -> RuleState {
        RuleState::new([0, 0])
    }
}

/// Pieces of a kind attack nothing, and so capture nothing.
struct Blind {
    who: Option<Role>,
}

impl Rule for Blind {
    fn forbids(&self, _: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        mv.is_capture() && self.who == Some(mv.piece.role)
    }

    fn attack(&self, _: &RuleContext<'_>, piece: Piece, _: Square, _: Square) -> Attack {
        if self.who == Some(piece.role) {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }
}

/// Pieces of a kind attack the whole board.
struct Stare {
    who: Option<Role>,
}

impl Rule for Stare {
    fn attack(&self, _: &RuleContext<'_>, piece: Piece, _: Square, _: Square) -> Attack {
        if self.who == Some(piece.role) {
            Attack::Also
        } else {
            Attack::AsItMoves
        }
    }
}

/// Who captures gets a piece into the hand, and the king counts as unmoved again; the last captor's
/// square is remembered and written by its name.
struct Prize {
    who: Option<Role>,
}

impl Rule for Prize {
    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        if mv.is_capture()
            && let Some(role) = self.who
        {
            let color = mv.piece.color;
            mv.effects.push(Effect::Hand {
                color,
                role,
                change: 1,
            });
            let square = RuleState::new([mv.to.index() as i64]);
            mv.effects.push(at.remembering(square));
        }
        moves.push(mv);
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        shape.name(Square::new(state.number(0) as u16))
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let square = shape.parse(text)?;
        Some(RuleState::new([square.index() as i64]))
    }

    /// Where the last capture was does not make another position.
    fn repeats(&self, _: &RuleState, _: &RuleState) -> bool {
        true
    }
}

/// What is captured is put on a square where such a piece began, as one that has not moved; a king
/// that goes back to its own square may castle again.
struct Reborn;

impl Rule for Reborn {
    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        for victim in mv.captures.clone() {
            let Some(piece) = at.piece(victim).filter(|piece| !at.is_royal(piece.role)) else {
                continue;
            };
            let mut homes = at.home().pieces().filter(|(_, other)| *other == piece);
            if let Some((square, _)) = homes.find(|(square, _)| at.is_empty(*square)) {
                mv.effects.push(Effect::Put { square, piece });
                mv.effects.push(Effect::Unmove { square });
            }
        }
        let square = mv.to;
        if at.is_royal(mv.piece.role) && at.home().piece(square) == Some(mv.piece) {
            mv.effects.push(Effect::Unmove { square });
        }
        moves.push(mv);
    }

    fn depends_on_first_moves(&self) -> bool {
        true
    }
}

/// Makes moves that nobody can make.
struct Wrong;

impl Rule for Wrong {
    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        let squares: Vec<Square> = at.shape().squares().collect();
        let (first, last) = (squares[0], squares[squares.len() - 1]);
        let away = Square::new(60_000);
        let us = at.turn();
        let Some((from, piece)) = at.board().pieces_of(us).next() else {
            return;
        };
        let empty = squares.iter().copied().find(|square| at.is_empty(*square));
        let theirs = at.board().pieces_of(us.opponent()).next();
        // From an empty square, off the board, onto a friend, by another's piece.
        moves.extend(empty.map(|empty| Move::walk(piece, empty, first)));
        moves.push(Move::walk(piece, from, away));
        moves.push(Move::walk(piece, away, last));
        let friend = at.board().pieces_of(us).nth(1);
        moves.extend(friend.map(|(friend, _)| Move::walk(piece, from, friend)));
        moves.extend(theirs.map(|(square, their)| Move::walk(their, square, square)));
        assert!(at.step(from, away).is_none() && at.step(away, from).is_none());
        assert!(at.walks(away).is_empty() && !at.is_attacked(away, us));
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        let role = Role::new(Role::MAX - 1);
        let (color, square) = (at.turn(), Square::new(60_000));
        let bad = [
            Effect::Remove { square },
            Effect::Hand {
                color,
                role,
                change: 1,
            },
            Effect::Hand {
                color,
                role: mv.piece.role,
                change: -1,
            },
            Effect::Put {
                square: mv.from,
                piece: Piece { color, role },
            },
        ];
        for effect in bad {
            let mut mv = mv.clone();
            mv.effects.push(effect);
            moves.push(mv);
        }
        let mut elsewhere = mv.clone();
        elsewhere.captures.push(square);
        moves.push(elsewhere);
        moves.push(mv);
    }
}

/// Makes two moves of each that no text tells apart.
struct Twins;

impl Rule for Twins {
    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        let squares: Vec<Square> = at.shape().squares().take(2).collect();
        for order in [[0, 1], [1, 0]] {
            let mut twin = mv.clone();
            let unmoved = order.map(|index| Effect::Unmove {
                square: squares[index],
            });
            twin.effects.extend(unmoved);
            moves.push(twin);
        }
    }
}

/// Remembers what it cannot write.
struct Secret;

impl Rule for Secret {
    fn remember(
        &self,
        before: &RuleContext<'_>,
        _: &Move,
        _: &RuleContext<'_>,
    ) -> Option<RuleState> {
        Some(RuleState::new([before.state().number(0) + 1, -5]))
    }

    fn write_state(&self, _: &RuleState, _: &BoardShape) -> String {
        "not a word".to_owned()
    }

    fn read_state(&self, _: &str, _: &BoardShape) -> Option<RuleState> {
        None
    }
}

/// Says nothing.
struct Idle;

impl Rule for Idle {}

/// Who captures moves again.
struct Again;

impl Rule for Again {
    fn next_turn(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        _after: &RuleContext<'_>,
    ) -> Option<NextTurn> {
        mv.is_capture().then(|| NextTurn::of(before.turn()))
    }

    fn decides(&self) -> &'static [Decision] {
        &[Decision::Turn]
    }
}

/// A move is legal where there are legal moves, which asks for ever.
struct Curious;

impl Rule for Curious {
    fn forbids(&self, at: &RuleContext<'_>, _: &Move, _: &After<'_>) -> bool {
        at.legal_moves().is_empty()
    }
}

/// Kings mind no attacks while they move.
struct Brave;

impl Rule for Brave {
    fn excuses(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        at.is_royal(mv.piece.role)
    }

    fn changes_attacks(&self) -> bool {
        false
    }
}

/// Who has one piece that cannot move is checkmated.
struct Lonely;

impl Rule for Lonely {
    fn mates(&self, at: &RuleContext<'_>) -> bool {
        at.board().pieces_of(at.turn()).count() == 1
    }
}

/// Who has moved and has no piece of a kind has lost.
struct Barren {
    kind: Role,
}

impl Rule for Barren {
    fn phases(&self) -> Phases {
        Phases::END
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let mut theirs = at.board().pieces_of(at.turn().opponent());
        let is_barren = !theirs.any(|(_, piece)| piece.role == self.kind);
        is_barren.then(|| RuleEnd::win(at.turn(), "barren"))
    }

    fn facts(&self) -> Vec<RuleFact> {
        let kinds = [vec![self.kind], vec![self.kind]];
        vec![RuleFact::Lack(Lack::of(kinds, WhoLacks::Mover))]
    }
}

/// While a side has no more than two of a kind, they are royal.
struct Riders {
    kind: Role,
}

impl Rule for Riders {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        let mut last = LastRoyal::of(vec![vec![self.kind]]);
        last.limit = 1;
        vec![RuleFact::LastRoyal(last)]
    }
}

/// Who is to move may claim a draw after ten half-moves without progress.
struct Patience;

impl Rule for Patience {
    fn phases(&self) -> Phases {
        Phases::ADJUDICATION
    }

    fn claim(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        (at.setup().halfmove_clock >= 10).then(|| RuleEnd::draw("patience"))
    }
}

/// White wins what would be drawn, if it is Black's move.
struct Host;

impl Rule for Host {
    fn phases(&self) -> Phases {
        Phases::ADJUDICATION
    }

    fn adjudicate(&self, at: &RuleContext<'_>) -> Option<Color> {
        (at.turn() == Color::Black).then_some(Color::White)
    }

    fn words_of_draw(&self) -> Option<&'static str> {
        Some("White wins on Black's move")
    }
}

/// A mate by the first move of a game is a draw, other mates are worth three quarters, who gives perpetual check
/// loses, and nobody goes where it is stuck.
struct Umpire;

impl Rule for Umpire {
    fn phases(&self) -> Phases {
        Phases::ADJUDICATION
    }

    fn checkmate(&self, at: &RuleContext<'_>, past: &Past<'_>) -> Option<RuleEnd> {
        assert_eq!(past.position(0).map(|now| now.turn()), Some(at.turn()));
        let is_first = past.n_moves() == 1 && past.made(0).is_some();
        is_first.then(|| RuleEnd::draw("too-soon"))
    }

    fn score(&self, reason: Reason, winner: Color) -> Option<f64> {
        (reason == Reason::Checkmate && winner == Color::White).then_some(0.75)
    }

    fn facts(&self) -> Vec<RuleFact> {
        vec![
            RuleFact::PerpetualCheck(Verdict::Loss),
            RuleFact::NoDeadEnds,
        ]
    }
}

/// Pieces of a kind that can be captured must be, and the edge is entered only to capture.
struct Collector {
    kind: Role,
}

impl Collector {
    fn threats(&self, at: &RuleContext<'_>) -> Vec<Threat> {
        let theirs = at.board().pieces_of(at.turn().opponent());
        let meant = theirs.filter(|(_, piece)| piece.role == self.kind);
        let meant = meant.map(|(square, _)| square).collect();
        let ours = at.board().pieces_of(at.turn());
        ours.flat_map(|(from, _)| at.threats(from, &meant, false))
            .collect()
    }
}

impl Rule for Collector {
    fn phases(&self) -> Phases {
        Phases::DUTY
    }

    fn binds(&self, at: &RuleContext<'_>) -> bool {
        !self.threats(at).is_empty()
    }

    fn duty(&self, at: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
        let threats = self.threats(at);
        moves.prefer(|mv| threats.iter().any(|threat| threat.mv == *mv));
    }

    fn facts(&self) -> Vec<RuleFact> {
        let edge = |square: &Square| matches!(square.index() % 8, 0 | 7);
        let edge: SquareSet = (0..64).map(Square::new).filter(edge).collect();
        vec![RuleFact::CaptureOnly(Zone::of_sides(edge.clone(), edge))]
    }
}

/// Says of safety what is true anyway.
struct Prudent;

impl Rule for Prudent {
    fn excuses(&self, _: &RuleContext<'_>, _: &Move) -> bool {
        true
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        !at.is_safe(mv)
    }
}

/// Pieces move only while their king reaches them.
struct Leash(RuleReach);

impl Rule for Leash {
    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let mut kings = at.royals(at.turn());
        !at.is_royal(mv.piece.role) && !kings.any(|king| at.reaches(&self.0, king, mv.from))
    }
}
