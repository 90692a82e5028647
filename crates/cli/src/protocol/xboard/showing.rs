//! Display of variants in XBoard: the lines that describe a variant, or reasons why it cannot be shown.
//!
//! The abilities of XBoard 4.9.1 were found by experiment; docs/protocols.md lists them.

use super::names::free_name;
use super::table::Table;
use super::wording::{captures, castles, has_long_capture, in_xboard};
use ferz::definition::{
    CapturedTo, ChecksAllowed, DropRules, InitialDef, MoveDef, PieceDef, PieceId, RoyalRule,
    VariantDef, Verdict,
};
use ferz::game::Variant;
use ferz::movement::{Castle, Initial, Movement, Pattern};
use ferz::state::{Color, Role};

/// How well XBoard supports a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShowLevel {
    /// It displays the game and knows the legal moves.
    Full,
    /// It displays the game but accepts some illegal moves, which the engine then refuses.
    Trusting,
    /// It cannot display the game.
    Not,
}

impl ShowLevel {
    /// The level in one word.
    pub const fn as_str(self) -> &'static str {
        match self {
            ShowLevel::Full => "full",
            ShowLevel::Trusting => "trusting",
            ShowLevel::Not => "not",
        }
    }
}

/// The display of a variant in XBoard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Showing {
    /// The name of the variant in XBoard.
    pub name: String,
    /// Whether XBoard has this variant built in, with its own start position and rules.
    pub is_known: bool,
    /// The level of support.
    pub level: ShowLevel,
    /// The reasons why the level is not higher.
    pub reasons: Vec<String>,
    /// The lines that describe the variant, `setup` and `piece`; empty if XBoard has it built in.
    pub lines: Vec<String>,
}

/// The origin of a variant. A variant of a file may have the name of a different built-in game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantSource {
    /// A built-in variant.
    BuiltIn,
    /// A variant of a file.
    File,
}

/// Variants that XBoard has built in with the same rules.
const KNOWN: [&str; 26] = [
    "normal",
    "berolina",
    "knightmate",
    "shatranj",
    "capablanca",
    "gothic",
    "janus",
    "grand",
    "xiangqi",
    "makruk",
    "cylinder",
    "falcon",
    "fischerandom",
    "nocastle",
    "spartan",
    "losers",
    "giveaway",
    "suicide",
    "3check",
    "atomic",
    "crazyhouse",
    "bughouse",
    "seirawan",
    "caparandom",
    "asean",
    "shogi",
];

/// Rules that only forbid moves, so that XBoard accepts too many.
const FORBIDDING: [&str; 10] = [
    "capture-only",
    "capture-duty",
    "capture-priority",
    "quiet-limit",
    "forbid",
    "require",
    "use",
    "palace",
    "intersections",
    "placement",
];

/// Forbidding rules that can also prevent check by a piece that could capture a king.
const CALMING: [&str; 2] = ["forbid", "use"];

/// Rules that only end games.
const ENDING: [&str; 5] = ["ends", "bare-king", "extinction", "goal", "connection"];

/// The XBetza text of a piece that can move nearly anywhere: queen moves, also past one piece, leaps of up to
/// three squares and rides of such leaps, and jumps to all squares within four. XBoard has no atom for all
/// squares: it takes `U` for no move at all.
const NEARLY_ANYWHERE: &str = "QD0A0N0H0C0Z0G0pQgQmpampampaK";

/// The maximum number of files and ranks in XBoard.
const MOST: u8 = 16;

impl Showing {
    /// The display of a built-in that XBoard has too.
    pub(super) fn of_known(name: &str) -> Option<Showing> {
        KNOWN.contains(&name).then(|| Showing {
            name: name.to_owned(),
            is_known: true,
            level: ShowLevel::Full,
            reasons: Vec::new(),
            lines: Vec::new(),
        })
    }

    /// The display of a variant under a given name.
    pub fn of(variant: &Variant, name: &str, origin: VariantSource) -> Showing {
        if origin == VariantSource::BuiltIn
            && let Some(known) = Showing::of_known(name)
        {
            return known;
        }
        let name = free_name(name);
        let view = View {
            variant,
            def: variant.def(),
        };
        let faults = view.faults();
        if !faults.is_empty() {
            return Showing {
                name,
                is_known: false,
                level: ShowLevel::Not,
                reasons: faults,
                lines: view.bare_lines(),
            };
        }
        view.described(name)
    }

    /// Whether the variant is in the list of variants.
    pub fn is_offered(&self) -> bool {
        self.level != ShowLevel::Not
    }
}

/// A variant under examination.
struct View<'a> {
    variant: &'a Variant,
    def: &'a VariantDef,
}

impl View<'_> {
    /// The reasons why XBoard cannot display the game at all.
    fn faults(&self) -> Vec<String> {
        let (def, rules, compiled) = (self.def, &self.def.rules, self.variant.compiled_rules());
        let facts = &compiled.facts;
        let mut faults = Vec::new();
        let mut fault = |is_there: bool, why: &str| {
            if is_there {
                faults.push(why.to_owned());
            }
        };
        let (files, ranks) = (def.shape.files(), def.shape.ranks());
        fault(
            files > MOST || ranks > MOST,
            &format!("the board is {files}×{ranks}, but XBoard shows at most {MOST}×{MOST}"),
        );
        fault(
            def.shape.has_intersections(),
            "pieces stand on intersections between the squares",
        );
        fault(!def.shape.vanishing().is_empty(), "squares vanish");
        fault(facts.walls.is_some(), "moves put walls on the board");
        let encloses = |rule: &DropRules| rule.enclosing.is_some();
        let encloses = facts.drops.as_ref().is_some_and(encloses);
        fault(encloses, "drops enclose other pieces");
        let captures = &facts.captures;
        fault(captures.blast.is_some(), "captures remove adjacent pieces");
        fault(
            !captures.petrify.is_empty() || captures.petrify_blasted,
            "captures turn pieces into walls",
        );
        let two_boards = facts.captured_to == CapturedTo::PartnerHand;
        fault(two_boards, "the game is played on two boards");
        let to_owner = facts.captured_to == CapturedTo::OwnerHand;
        fault(to_owner, "captured pieces go back to their owner's hand");
        let gates = facts.gating.as_ref().is_some_and(|rule| rule.from_hand);
        let both = gates && facts.captured_to == CapturedTo::CaptorHand;
        fault(both, "pieces are gated in, including captured pieces");
        fault(
            facts.castling.as_ref().is_some_and(|rule| rule.any_files),
            "kings castle from any file",
        );
        for name in rules.builtin.keys().map(String::as_str) {
            // Rules that only state facts are tested where their facts matter.
            let rules = compiled.rules().iter();
            let mut rules = rules.filter(|named| named.name == name && named.acts);
            let is_harmful = rules.any(|named| {
                let is_listed = FORBIDDING.contains(&name) || ENDING.contains(&name);
                !is_listed || named.has_effects()
            });
            fault(is_harmful, &format!("it has the rule `{name}`"));
        }
        for name in rules.custom.keys() {
            fault(
                true,
                &format!("it has the rule `{name}` of another program"),
            );
        }
        for (name, piece) in &def.pieces {
            let acts = !piece.actions.is_empty()
                || !piece.captures.methods.is_empty()
                || piece.burns.is_some()
                || piece.after.is_some();
            fault(
                acts,
                &format!("the {name} has actions that no move text can express"),
            );
            fault(
                has_long_capture(piece),
                &format!("the {name} captures on its path in a way that XBoard cannot express"),
            );
        }
        let flips_over = facts.paired_promotion.demotion
            || self.def.forms.iter().any(|(_, form)| form.own_kind_blocks);
        fault(flips_over, "pieces turn back and forth");
        if faults.is_empty() {
            faults.extend(Table::of(self.variant, None, &[]).err());
        }
        faults
    }

    /// A provisional description of a game that XBoard cannot display: the board, with pieces that can move
    /// anywhere, so that XBoard accepts every move of the engine.
    fn bare_lines(&self) -> Vec<String> {
        // A piece with actions can move farther than any text allows, and XBoard promotes only pawns on the
        // last rank. Only two pictures accept any move; kinds that promote elsewhere get them first, since no
        // text can make up for that.
        let kind_of = |role: Role| self.def.piece(PieceId::from(role)).map(|(_, kind)| kind);
        let turns_early = |role: &Role| kind_of(*role).is_some_and(|kind| self.turns_early(kind));
        let acts = |role: &Role| kind_of(*role).is_some_and(|kind| !kind.actions.is_empty());
        let (mut wild, others): (Vec<Role>, Vec<Role>) =
            self.variant.roles().partition(turns_early);
        wild.extend(others.into_iter().filter(acts));
        let Ok(table) = Table::of(self.variant, None, &wild) else {
            return Vec::new();
        };
        let mut lines = vec![self.setup(&table)];
        let roles = self.variant.roles().filter(|role| !table.is_wild(*role));
        let letters = roles.filter_map(|role| table.letter(role));
        lines.extend(letters.map(|letter| format!("piece {letter}& {NEARLY_ANYWHERE}")));
        lines
    }

    fn described(&self, name: String) -> Showing {
        let mut reasons = Vec::new();
        let castles = castles(self.variant);
        let mut texts = Vec::new();
        for (id, piece_name, piece) in self.def.numbered() {
            let castles = castles.iter().filter(|(king, _)| *king == id);
            let castles: Vec<Castle> = castles.map(|(_, castle)| *castle).collect();
            let said = self.said(piece, &castles);
            for why in &said.doubts {
                reasons.push(format!("{piece_name}: {why}"));
            }
            texts.push(said);
        }
        let are_exact = texts.iter().all(|said| said.captures_exactly);
        let is_calm =
            self.has_freezers_or_shields() || CALMING.iter().any(|rule| self.bars_attacks(rule));
        let king = self.king().filter(|_| are_exact && !is_calm);
        if self.variant.compiled_rules().demand() == RoyalRule::Check && king.is_none() {
            reasons.push("it does not test for check".to_owned());
        }
        reasons.extend(self.doubts());
        let has_castling = !castles.is_empty() || texts.iter().any(|said| said.castles);
        let mut level = if reasons.is_empty() {
            ShowLevel::Full
        } else {
            ShowLevel::Trusting
        };
        if has_castling && king.is_none() {
            level = ShowLevel::Not;
            reasons = vec![
                "it castles only with kings that must not be attacked, and tests this only for moves that it can \
                 express"
                    .to_owned(),
            ];
        }
        let table = match Table::of(self.variant, king, &[]) {
            Ok(table) => table,
            Err(why) => {
                return Showing {
                    name,
                    is_known: false,
                    level: ShowLevel::Not,
                    reasons: vec![why],
                    lines: Vec::new(),
                };
            }
        };
        let mut lines = vec![self.setup(&table)];
        for (role, said) in self.variant.roles().zip(&texts) {
            if let Some(letter) = table.letter(role) {
                lines.push(format!("piece {letter}& {}", said.text));
            }
        }
        Showing {
            name,
            is_known: false,
            level,
            reasons,
            lines,
        }
    }

    /// The `setup` line.
    fn setup(&self, table: &Table) -> String {
        let shape = &self.def.shape;
        let hand = table.hand_size();
        let compiled = self.variant.compiled_rules();
        let facts = &compiled.facts;
        let parent = if facts.gating.as_ref().is_some_and(|rule| rule.from_hand) {
            "seirawan"
        } else if facts.captured_to == CapturedTo::CaptorHand {
            // The two parents differ in the demotion of captured promoted pieces.
            if table.has_promoted_forms() {
                "shogi"
            } else {
                "crazyhouse"
            }
        } else {
            "fairy"
        };
        let fen = self.variant.start().to_fen();
        // XBoard does not know further fields.
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        format!(
            "setup ({}) {}x{}+{hand}_{parent} {} 0 1",
            table.text(),
            shape.files(),
            shape.ranks(),
            fields.join(" ")
        )
    }

    /// The only royal kind, with the sides that have it, if it must not be attacked and no side has more than
    /// one.
    fn king(&self) -> Option<(PieceId, [bool; 2])> {
        let def = self.def;
        let mut royals = def.numbered().filter(|(_, _, piece)| piece.royal);
        let (Some((king, ..)), None) = (royals.next(), royals.next()) else {
            return None;
        };
        let start = self.variant.start();
        let count = |color| {
            let men = start.board().pieces_of(color);
            men.filter(|(_, piece)| PieceId::from(piece.role) == king)
                .count()
        };
        let counts = Color::ALL.map(count);
        let are_alone = counts.iter().all(|count| *count <= 1) && counts != [0, 0];
        let sides = counts.map(|count| count == 1);
        (are_alone && self.variant.compiled_rules().demand() == RoyalRule::Check)
            .then_some((king, sides))
    }

    /// The XBetza text of the moves of a piece, with its inaccuracies.
    fn said(&self, piece: &PieceDef, castles: &[Castle]) -> PieceText {
        let mut doubts = Vec::new();
        let castle_patterns = castles.iter().map(|castle| Pattern::Castle(*castle));
        let own = piece
            .moves
            .iter()
            .flat_map(|mv| mv.movement.patterns().iter().cloned());
        let mut patterns: Vec<Pattern> = own.chain(castle_patterns).collect();
        let castles = patterns
            .iter()
            .any(|pattern| matches!(pattern, Pattern::Castle(_)));
        let narrowed = |mv: &&MoveDef| mv.from.is_some() || mv.to.is_some() || mv.takes.is_some();
        let narrowed: Vec<&MoveDef> = piece.moves.iter().filter(narrowed).collect();
        if !narrowed.is_empty() {
            doubts
                .push("some of its moves depend on its square or on the captured piece".to_owned());
        }
        let mut limited = narrowed.iter().flat_map(|mv| mv.movement.patterns());
        let mut captures_exactly = !limited.any(captures);
        if !self.begins_in_its_zone(piece) {
            let is_everywhere = self.begins_everywhere(piece);
            let mut frees = false;
            for pattern in &mut patterns {
                let Pattern::Walk(walk) = pattern else {
                    continue;
                };
                if walk.initial == Initial::Any {
                    continue;
                }
                walk.initial = Initial::Any;
                frees = true;
                captures_exactly &= is_everywhere || !captures(pattern);
            }
            if frees && !is_everywhere {
                doubts
                    .push("its first moves start on squares that XBoard does not know".to_owned());
            }
        }
        let movement = Movement::from_patterns(patterns);
        let text = match in_xboard(piece, &movement) {
            // XBoard does not accept an empty text.
            _ if movement.is_empty() => "mW0".to_owned(),
            Ok(text) => text,
            Err(fault) => {
                doubts.push(format!(
                    "XBoard cannot express its moves: {}",
                    fault.reason()
                ));
                captures_exactly = false;
                NEARLY_ANYWHERE.to_owned()
            }
        };
        PieceText {
            text,
            doubts,
            captures_exactly,
            castles,
        }
    }

    /// Whether, at the start, pieces of this kind occupy every square of their zone of first moves.
    fn begins_in_its_zone(&self, piece: &PieceDef) -> bool {
        let InitialDef::Zone(zone) = &piece.initial else {
            return true;
        };
        let start = self.variant.start();
        let shape = &self.def.shape;
        Color::ALL.iter().all(|color| {
            shape.squares().all(|square| {
                let holds = start.piece_on(square).is_some_and(|man| {
                    let kind = self.def.piece(PieceId::from(man.role));
                    man.color == *color && kind.is_some_and(|(_, kind)| std::ptr::eq(kind, piece))
                });
                !zone.contains(square, color.perspective()) || holds
            })
        })
    }

    /// Whether every square allows first moves.
    fn begins_everywhere(&self, piece: &PieceDef) -> bool {
        let InitialDef::Zone(zone) = &piece.initial else {
            return false;
        };
        let squares = || self.def.shape.squares();
        let holds =
            |color: &Color| squares().all(|square| zone.contains(square, color.perspective()));
        Color::ALL.iter().all(holds)
    }

    /// Rules that XBoard does not enforce.
    fn doubts(&self) -> Vec<String> {
        let rules = &self.def.rules;
        let compiled = self.variant.compiled_rules();
        let facts = &compiled.facts;
        let mut doubts = Vec::new();
        let mut doubt = |is_there: bool, why: &str| {
            if is_there {
                doubts.push(why.to_owned());
            }
        };
        doubt(facts.captures.mandatory, "captures are mandatory");
        let draws = facts.stalemate == Verdict::Draw;
        doubt(!draws, "it scores stalemate as a draw");
        let decides_mates = |name: &str| ["ends", "use", "mate-needs"].contains(&name);
        let counts = !compiled
            .rules()
            .iter()
            .any(|named| decides_mates(&named.name) && named.adjudicates());
        let loses = facts.checkmate == Verdict::Loss && counts;
        doubt(!loses, "it scores every checkmate as a loss");
        doubt(
            rules.builtin.contains_key("scores"),
            "it does not know the results",
        );
        let pseudo = facts.last_royal.is_some();
        doubt(pseudo, "pieces other than kings are royal");
        let checks = facts.checks;
        doubt(checks.flying_generals, "kings may not face one another");
        let is_restricted = checks.allowed != [ChecksAllowed::All; 2] || checks.no_escape;
        doubt(is_restricted, "checks are restricted");
        doubt(
            facts
                .gating
                .as_ref()
                .is_some_and(|rule| rule.leaps.is_some()),
            "first moves leap",
        );
        let passes = self.variant.compiled_rules().facts.passing.is_allowed();
        doubt(passes, "players may pass");
        let drops = compiled.has_drops();
        doubt(drops, "it has different rules for drops");
        let keeps = drops && facts.captured_to == CapturedTo::Removed;
        doubt(keeps, "it puts captured pieces in the hand");
        let turns = self.variant.compiled_rules().promotes();
        doubt(turns, "pieces promote by rules of the game");
        for name in rules.builtin.keys() {
            doubt(
                FORBIDDING.contains(&name.as_str()) && self.acts(name),
                &format!("it has the rule `{name}`"),
            );
        }
        doubt(
            self.has_freezers_or_shields(),
            "pieces freeze or protect others",
        );
        doubt(
            self.promotes_elsewhere(),
            "promotion is not limited to pawns on the last rank",
        );
        doubts
    }

    /// Whether the variant has this rule, and the rule prevents attacks by pieces that could capture.
    fn bars_attacks(&self, name: &str) -> bool {
        let mut rules = self.variant.compiled_rules().rules().iter();
        rules.any(|named| named.name == name && named.judges_attacks())
    }

    /// Whether the variant has this rule, and the rule affects moves or positions.
    fn acts(&self, name: &str) -> bool {
        let mut rules = self.variant.compiled_rules().rules().iter();
        rules.any(|named| named.name == name && named.acts)
    }

    /// Whether pieces immobilize or protect others.
    fn has_freezers_or_shields(&self) -> bool {
        let mut pieces = self.def.pieces.values();
        pieces.any(|piece| piece.freezes.is_some() || piece.protects.is_some())
    }

    /// Whether a piece other than the first kind of pawn promotes, or a pawn promotes before the
    /// last rank.
    fn promotes_elsewhere(&self) -> bool {
        let mut pawns = self
            .variant
            .roles()
            .filter(|role| self.variant.is_pawn(*role));
        let pawn = pawns.next().map(PieceId::from);
        let mut kinds = self.def.numbered();
        kinds.any(|(id, _, piece)| {
            piece.promotion.is_some() && (Some(id) != pawn || self.turns_early(piece))
        })
    }

    /// Whether a piece can promote before the last rank.
    fn turns_early(&self, piece: &PieceDef) -> bool {
        let shape = &self.def.shape;
        let mut choices = piece
            .promotion
            .iter()
            .flat_map(|promotion| &promotion.choices);
        choices.any(|choice| {
            shape.squares().any(|square| {
                choice.zone.contains(square, Color::White.perspective())
                    && shape.rank_of(square) + 1 != shape.ranks()
            })
        })
    }
}

/// The description of the moves of a piece for XBoard.
struct PieceText {
    text: String,
    /// The inaccuracies of the text.
    doubts: Vec<String>,
    captures_exactly: bool,
    castles: bool,
}
