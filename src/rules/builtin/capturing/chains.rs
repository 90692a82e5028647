//! Chains of jumps over enemy pieces, all of which are captured: `rules.chains`.
//!
//! A jump goes along a line over an enemy piece to an empty square behind it; the next jump may
//! change direction. The move text has a leg for each jump, from landing to landing. If a ride
//! continues straight on, the landing between two victims does not matter, and the nearest one
//! behind the first victim is written. Chains of one piece with equal target and victims are one
//! move, with the alphabetically first of their texts.

use std::cell::Cell as Counter;
use std::collections::{BTreeMap, BTreeSet};

use crate::definition::{Line, Setting, VariantDef, keys};
use crate::geometry::Square;
use crate::rules::builtin::parts::{BuiltinRule, name_of, value_of};
use crate::rules::data::{Attack, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::any_of;
use crate::state::{Cell, Color, Effect, Move, Piece, Role};

/// The rule `rules.chains`.
pub(in crate::rules::builtin) struct Chains {
    /// The lines along which each piece jumps.
    over: Vec<(Role, Vec<Line>)>,
    /// The names of the pieces with their lines, and whether they ride, for the rules page.
    named: Vec<(String, bool)>,
    /// The sentences about pieces that some cannot jump over.
    spared: Vec<String>,
    /// The kinds that each piece cannot jump over.
    spares: Vec<(Role, Vec<Role>)>,
    /// Whether a chain must continue as long as possible.
    to_the_end: bool,
    /// Whether a piece must land on a square from which it can continue, if one exists.
    lands_to_go_on: bool,
    /// Whether captured pieces stay on the board until the end of the chain.
    remove_at_end: bool,
    /// Whether a piece that promotes on a landing continues as promoted.
    promotes_on_the_way: bool,
    /// Whether any of the pieces promotes.
    promotes: bool,
}

impl BuiltinRule for Chains {
    const NAME: &'static str = "chains";
    const SETTINGS: Setting = keys! {
        /// By piece, in Betza notation, the lines along which it jumps: a leap, such as `F`, jumps
        /// over the piece one leap away and ends one leap behind it; a ride, such as `B`, jumps
        /// over the first piece on its path and ends on any empty square behind it; required.
        "over" => ByPiece(&Text),
        /// By piece, the opposing pieces over which it cannot jump.
        "spares" => ByPiece(&Pieces),
        /// `'at-the-end'`: a chain must continue as long as it can; `'anywhere'` by default.
        "ends" => Words(&["anywhere", "at-the-end"]),
        /// `'to-go-on'`: the piece must land where it can continue, if possible; `'anywhere'` by
        /// default.
        "landing" => Words(&["anywhere", "to-go-on"]),
        /// `'on-the-way'`: a piece that must promote to a single choice where it lands continues as
        /// the new piece; `'at-the-end'` by default.
        "promotion" => Words(&["at-the-end", "on-the-way"]),
        /// Captured pieces stay on the board until the chain has ended, so that none is jumped over
        /// twice.
        "remove-at-end" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Chains, RuleError> {
        let over = settings.by_piece("over", RuleSettings::lines)?;
        let over = over.filter(|over| !over.is_empty()).ok_or_else(|| {
            RuleError::missing(
                "no piece captures by chains of jumps",
                "write the lines along which each piece jumps: `over = { man = 'F', king = 'B' }`",
            )
        })?;
        let name = |role: Role| name_of(settings.def(), role);
        let promotes = |(role, _): &(Role, Vec<Line>)| {
            let piece = settings.def().piece((*role).into());
            piece.is_some_and(|(_, piece)| piece.promotion.is_some())
        };
        let rides = |lines: &[Line]| lines.iter().any(|line| line.rides);
        let texts = settings.by_piece("over", RuleSettings::text)?;
        let texts = texts.into_iter().flatten().map(|(_, text)| text);
        let named = over.iter().zip(texts);
        let spares = settings.by_piece("spares", RuleSettings::pieces)?;
        let spares = spares.unwrap_or_default();
        let spared = spares.iter().map(|(role, others)| {
            let others = any_of(others.iter().map(|other| name(*other)));
            format!("A {} cannot jump over a {others}.", name(*role))
        });
        Ok(Chains {
            named: named
                .map(|((role, lines), text)| (format!("{} (`{text}`)", name(*role)), rides(lines)))
                .collect(),
            spared: spared.collect(),
            promotes: over.iter().any(promotes),
            over,
            spares,
            to_the_end: settings.word("ends", &["anywhere", "at-the-end"])? == Some(1),
            lands_to_go_on: settings.word("landing", &["anywhere", "to-go-on"])? == Some(1),
            remove_at_end: settings.flag("remove-at-end")?.unwrap_or(false),
            promotes_on_the_way: settings.word("promotion", &["at-the-end", "on-the-way"])?
                == Some(1),
        })
    }
}

impl Chains {
    fn lines(&self, role: Role) -> &[Line] {
        value_of(&self.over, role).map_or(&[], Vec::as_slice)
    }

    fn spares(&self, role: Role, victim: Role) -> bool {
        value_of(&self.spares, role).is_some_and(|spared| spared.contains(&victim))
    }

    /// All chains of the piece on a square. `left` is the remaining number of states to search.
    fn chains(&self, at: &RuleContext<'_>, from: Square, left: &Counter<usize>) -> Vec<Move> {
        let Some(piece) = at
            .piece(from)
            .filter(|piece| !self.lines(piece.role).is_empty())
        else {
            return Vec::new();
        };
        let mut search = Search::new(self, at, (from, piece), left);
        search.go_on(from, piece.role, None);
        let found = std::mem::take(&mut search.found).into_iter();
        let moves = found.map(|(end, way)| {
            let mut mv = Move::walk(piece, from, end.to);
            mv.captures.extend(end.taken);
            mv.promotion = (end.role != piece.role).then_some(end.role);
            let passed = way.iter().take(way.len().saturating_sub(1));
            mv.effects
                .extend(passed.map(|square| Effect::Via { square: *square }));
            mv
        });
        moves.collect()
    }
}

/// The identity of a chain of a piece.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct End {
    to: Square,
    taken: Vec<Square>,
    role: Role,
}

struct Search<'a> {
    rule: &'a Chains,
    at: &'a RuleContext<'a>,
    from: Square,
    color: Color,
    /// A square treated as an enemy piece; the search ends when it is captured.
    wanted: Option<Square>,
    has_wanted: bool,
    /// The remaining number of states to search.
    left: &'a Counter<usize>,
    /// The visited states: square, victims and role, with the line that was not continued.
    seen: BTreeSet<(End, Option<Line>)>,
    /// The landings so far.
    way: Vec<Square>,
    /// The victims so far, in ascending order.
    taken: Vec<Square>,
    found: BTreeMap<End, Vec<Square>>,
}

/// A jump over a victim.
struct Jump {
    line: Line,
    victim: Square,
    /// The squares behind the victim on which it may land, the nearest first.
    landings: Vec<Square>,
}

impl<'a> Search<'a> {
    fn new(
        rule: &'a Chains,
        at: &'a RuleContext<'a>,
        (from, piece): (Square, Piece),
        left: &'a Counter<usize>,
    ) -> Search<'a> {
        Search {
            rule,
            at,
            from,
            color: piece.color,
            wanted: None,
            has_wanted: false,
            left,
            seen: BTreeSet::new(),
            way: Vec::new(),
            taken: Vec::new(),
            found: BTreeMap::new(),
        }
    }

    /// Continues from a square. `straight` is the line of a ride that has landed beyond the nearest
    /// landing: continuations along it are found from the nearest landing too.
    fn go_on(&mut self, at: Square, role: Role, straight: Option<Line>) {
        let end = |search: &Search<'_>| End {
            to: at,
            taken: search.taken.clone(),
            role,
        };
        if self.has_wanted || !self.seen.insert((end(self), straight)) {
            return;
        }
        let Some(left) = self.left.get().checked_sub(1) else {
            return;
        };
        self.left.set(left);
        let jumps = self.jumps(at, role);
        let may_end = !self.taken.is_empty() && (jumps.is_empty() || !self.rule.to_the_end);
        if may_end {
            self.has_wanted = self
                .wanted
                .is_some_and(|wanted| self.taken.contains(&wanted));
            self.note(end(self));
        }
        let onward = jumps.iter().filter(|jump| Some(jump.line) != straight);
        let mut landings: Vec<(&Jump, Square)> = onward
            .flat_map(|jump| {
                self.landings(jump, role)
                    .into_iter()
                    .map(move |to| (jump, to))
            })
            .collect();
        // In alphabetical order, so that the first path to a state is the one that is written.
        landings.sort_by_cached_key(|(_, to)| self.at.shape().name(*to));
        for (jump, to) in landings {
            let place = self.take(jump.victim);
            self.way.push(to);
            let nearest = jump.landings[0];
            let nearest_role = self.role_on(role, nearest);
            let role = self.role_on(role, to);
            let is_further = to != nearest && role == nearest_role;
            self.go_on(to, role, is_further.then_some(jump.line));
            self.way.pop();
            self.taken.remove(place);
        }
    }

    /// Adds a victim and returns its index.
    fn take(&mut self, victim: Square) -> usize {
        let place = self.taken.partition_point(|other| *other < victim);
        self.taken.insert(place, victim);
        place
    }

    /// Records a chain, unless a known path to the same end has a text that comes first.
    fn note(&mut self, end: End) {
        let text = |way: &[Square]| -> Vec<String> {
            way.iter()
                .map(|square| self.at.shape().name(*square))
                .collect()
        };
        let known = self.found.get(&end);
        if known.is_none_or(|known| text(&self.way) < text(known)) {
            self.found.insert(end, self.way.clone());
        }
    }

    /// The role of a piece after a landing.
    fn role_on(&self, role: Role, to: Square) -> Role {
        if !self.rule.promotes_on_the_way {
            return role;
        }
        let color = self.color;
        match self.at.endings(Piece { color, role }, to)[..] {
            [Some(promoted)] => promoted,
            _ => role,
        }
    }

    /// The jumps over pieces that have not been jumped over.
    fn jumps(&self, at: Square, role: Role) -> Vec<Jump> {
        let lines = self.rule.lines(role).iter();
        lines
            .filter_map(|line| self.jump(at, role, *line))
            .collect()
    }

    fn jump(&self, at: Square, role: Role, line: Line) -> Option<Jump> {
        let owner = self.color.perspective();
        let most = if line.rides { usize::MAX } else { 1 };
        let mut squares = line.squares(self.at.shape(), at, owner);
        let mut ahead = squares.by_ref().take(most);
        let victim = ahead.find(|square| !self.is_free(*square))?;
        let is_victim = match self.at.board().get(victim) {
            Cell::Piece(other) if other.color != self.color => !self.rule.spares(role, other.role),
            // The wanted square counts as an enemy piece.
            _ => Some(victim) == self.wanted,
        };
        if !is_victim || self.taken.contains(&victim) {
            return None;
        }
        let behind = squares.take(most);
        let landings: Vec<Square> = behind.take_while(|square| self.is_free(*square)).collect();
        (!landings.is_empty()).then_some(Jump {
            line,
            victim,
            landings,
        })
    }

    /// Whether a square is free during the chain.
    fn is_free(&self, square: Square) -> bool {
        let is_gone = self.taken.contains(&square) && !self.rule.remove_at_end;
        let is_wanted = Some(square) == self.wanted;
        square == self.from || is_gone || !is_wanted && self.at.is_empty(square)
    }

    /// The permitted landings of a jump.
    fn landings(&mut self, jump: &Jump, role: Role) -> Vec<Square> {
        let all = &jump.landings;
        if self.rule.lands_to_go_on {
            let place = self.take(jump.victim);
            let goes_on = |to: &Square| !self.jumps(*to, self.role_on(role, *to)).is_empty();
            let onward: Vec<Square> = all.iter().copied().filter(goes_on).collect();
            self.taken.remove(place);
            if !onward.is_empty() {
                return onward;
            }
        }
        all.clone()
    }
}

impl Rule for Chains {
    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::ATTACK
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        let left = Counter::new(at.series_limit());
        for (from, _) in at.board().pieces_of(at.turn()) {
            moves.extend(self.chains(at, from, &left));
        }
    }

    fn has_too_many(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let left = Counter::new(at.series_limit());
        for (from, _) in at.board().pieces_of(side) {
            self.chains(at, from, &left);
        }
        left.get() == 0
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        if self.lines(piece.role).is_empty() {
            return Attack::AsItMoves;
        }
        let left = Counter::new(at.series_limit());
        let mut search = Search::new(self, at, (from, piece), &left);
        search.wanted = Some(target);
        search.go_on(from, piece.role, None);
        // An exhausted search counts as an attack.
        Attack::also_if(search.has_wanted || left.get() == 0)
    }

    fn words(&self) -> Vec<String> {
        let names = |rides: bool| {
            let named = self.named.iter().filter(|(_, rider)| *rider == rides);
            any_of(named.map(|(name, _)| name))
        };
        let mut words = Vec::new();
        let (leapers, riders) = (names(false), names(true));
        if !leapers.is_empty() {
            words.push(format!(
                "A {leapers} captures by jumping over an opposing piece to the empty square behind it."
            ));
        }
        if !riders.is_empty() {
            words.push(format!(
                "A {riders} captures by jumping over an opposing piece on its line, however far away, to \
                 any of the empty squares behind it."
            ));
        }
        words.extend_from_slice(&self.spared);
        words.push(if self.to_the_end {
            "A capture must continue with further jumps as long as possible.".to_owned()
        } else {
            "A capture may continue with further jumps, and may end after each.".to_owned()
        });
        if self.lands_to_go_on {
            words.push(
                "Of the squares behind a captured piece, one must be chosen from which the capture can continue, if \
                 possible."
                    .to_owned(),
            );
        }
        words.push(if self.remove_at_end {
            "Pieces that are jumped over leave the board when the move has ended; no piece may be jumped over twice."
                .to_owned()
        } else {
            "A piece that is jumped over leaves the board at once.".to_owned()
        });
        if self.promotes {
            words.push(if self.promotes_on_the_way {
                "A piece that promotes during a capture continues as the new piece.".to_owned()
            } else {
                "A piece promotes only at the end of a capture.".to_owned()
            });
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut findings = Vec::new();
        if self.promotes_on_the_way && !self.promotes {
            let finding = RuleFinding::new("no piece that jumps promotes");
            findings.push(finding.about("promotion"));
        }
        let rides = self.named.iter().any(|(_, rides)| *rides);
        if self.lands_to_go_on && !rides {
            let message = "no piece has a choice of squares behind a captured piece";
            let finding = RuleFinding::new(message).about("landing");
            findings.push(
                finding.with_help("rides have a choice, such as `B` instead of the leap `F`"),
            );
        }
        findings
    }
}
