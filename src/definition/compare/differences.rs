//! Differences between two definitions of a game.
//!
//! Pieces are compared by letter, because not every format has names, and moves are compared on the board, because
//! spellings vary. Names of variants and pieces, titles, sources, values and presentation are ignored.

use crate::definition::export::Loss;
use crate::definition::moves::normal_forms::{self, may_promote_in_passing};
use crate::definition::moves::piece_moves::{PieceMove, SIDES, Start, home, moves_from};
use crate::definition::names::rule_keys;
use crate::definition::variant::{
    CustomRules, InitialDef, MoveDef, ONLY_SETTING, PieceDef, PieceId, PromotionDef, RuleTable,
    RuleValue, Setups, VariantDef,
};
use crate::geometry::{CompactSort, Perspective, Square, SquareSet};
use crate::movement::Pattern;

use super::renumber::{NewIds, renumbered};
use super::rule_differences::{BY_MEANING, Rights, choices_on, letter_of};

/// A property of some moves.
type Property = fn(&MoveDef) -> bool;

/// The limit on generated paths for one comparison.
const WORK: usize = 1 << 22;

/// The maximum number of set-ups that are compared one by one.
const MANY_SETUPS: usize = 2000;

/// The differences of `other` from `one`, with their places in `one`.
///
/// ```
/// use ferz::definition::differences;
/// use ferz::Catalog;
///
/// let builtin = Catalog::builtin();
/// let (chess, berolina) = (builtin.get("chess").unwrap(), builtin.get("berolina").unwrap());
/// assert!(differences(chess, chess).is_empty());
/// let places: Vec<String> = differences(chess, berolina).into_iter().map(|one| one.place).collect();
/// assert_eq!(places, ["pieces.pawn.move"]);
/// ```
pub fn differences(one: &VariantDef, other: &VariantDef) -> Vec<Loss> {
    let passing_alike = may_promote_in_passing(one) == may_promote_in_passing(other);
    let mut comparison = Comparison {
        one,
        other,
        starts: [Start::of(one), Start::of(other)],
        pairs: Vec::new(),
        found: Vec::new(),
        work: WORK,
        captures_in_passing: [one, other]
            .map(|def| def.pieces.values().any(normal_forms::captures_in_passing)),
    };
    if comparison.board() {
        comparison.pieces();
        comparison.start();
        comparison.setups();
    }
    comparison.settings();
    comparison.rules();
    if !passing_alike {
        comparison.report("rules.promotion", normal_forms::OTHERWISE);
    }
    comparison.found
}

struct Comparison<'a> {
    one: &'a VariantDef,
    other: &'a VariantDef,
    starts: [Start; 2],
    /// The pairs of pieces with the same letter.
    pairs: Vec<(PieceId, PieceId)>,
    found: Vec<Loss>,
    work: usize,
    /// For each definition, whether any piece captures en passant.
    captures_in_passing: [bool; 2],
}

/// For each move with restricted captures, the letters of the pieces that it can capture.
fn takes<'a>(def: &'a VariantDef, piece: &'a PieceDef) -> Vec<Vec<&'a str>> {
    let letter = |id: PieceId| def.piece(id).map(|(_, piece)| piece.letter.as_str());
    let takes = piece.moves.iter().filter_map(|one| {
        let mut letters: Vec<&str> = one.takes?.iter().filter_map(letter).collect();
        letters.sort_compactly();
        Some(letters)
    });
    takes.collect()
}

impl Comparison<'_> {
    fn report(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.found.push(Loss::new(place, message));
    }

    /// Compares the boards; returns whether they are similar enough to compare the moves on them.
    fn board(&mut self) -> bool {
        let (mine, theirs) = (&self.one.shape, &self.other.shape);
        if (mine.files(), mine.ranks()) != (theirs.files(), theirs.ranks()) {
            let message = format!(
                "the board has {} files and {} ranks instead of {} and {}",
                theirs.files(),
                theirs.ranks(),
                mine.files(),
                mine.ranks()
            );
            self.report("board", message);
            return false;
        }
        let mut parts = Vec::new();
        if mine.holes() != theirs.holes() {
            parts.push(("board.holes", "other squares are missing"));
        }
        if mine.vanishing() != theirs.vanishing() {
            parts.push(("board.vanishing", "other squares vanish"));
        }
        if mine.has_intersections() != theirs.has_intersections() {
            parts.push((
                "board.intersections",
                "the corners of squares are used differently",
            ));
        }
        if mine.first_rank() != theirs.first_rank() {
            parts.push(("board.first-rank", "the ranks have different numbers"));
        }
        if mine.file_letters() != theirs.file_letters() {
            parts.push(("board.file-names", "the files have different names"));
        }
        for (place, message) in parts {
            self.report(place, message);
        }
        true
    }

    fn pieces(&mut self) {
        let (one, other) = (self.one, self.other);
        for (id, name, piece) in one.numbered() {
            let place = format!("pieces.{name}");
            let found = other
                .numbered()
                .find(|(.., their)| their.letter == piece.letter);
            match found {
                Some((their, ..)) => self.pairs.push((id, their)),
                None => self.report(place, format!("the piece `{}` is missing", piece.letter)),
            }
        }
        for piece in other.pieces.values() {
            if one.pieces.values().all(|my| my.letter != piece.letter) {
                let message = format!("a piece `{}` is added", piece.letter);
                self.report("pieces", message);
            }
        }
        let new = self.new_ids();
        for (mine, theirs) in self.pairs.clone() {
            let (Some((name, my)), Some((_, their))) = (one.piece(mine), other.piece(theirs))
            else {
                continue;
            };
            self.moves(&format!("pieces.{name}"), (mine, my), (theirs, their));
            if my.royal != their.royal {
                let word = if my.royal { "not royal" } else { "royal" };
                self.report(
                    format!("pieces.{name}.royal"),
                    format!("the piece is {word}"),
                );
            }
            if !my.acts_like(&renumbered(their, &new)) {
                let place = format!("pieces.{name}");
                self.report(
                    place,
                    "the piece has different actions in addition to its moves",
                );
            }
            let limits: [(Property, &str); 3] = [
                (|mv| !mv.in_check, "not all moves can be made in check"),
                (|mv| !mv.revisits, "moves can visit a square twice"),
                (|mv| mv.rebounds, "moves turn only at the edge of the board"),
            ];
            for (is_limited, message) in limits {
                if my.moves.iter().any(is_limited) != their.moves.iter().any(is_limited) {
                    self.report(format!("pieces.{name}.move"), message);
                }
            }
            if takes(one, my) != takes(other, their) {
                let place = format!("pieces.{name}.move");
                self.report(place, "the moves can capture different pieces");
            }
            self.promotion(
                &format!("pieces.{name}.promotion"),
                my.promotion.as_ref(),
                their.promotion.as_ref(),
            );
        }
    }

    fn moves(&mut self, place: &str, mine: (PieceId, &PieceDef), theirs: (PieceId, &PieceDef)) {
        let numbered = [mine, theirs];
        for side in SIDES {
            let homes = [0, 1].map(|index| {
                let (number, piece) = numbered[index];
                home(piece, &self.starts[index], side, number)
            });
            let same_board = self.one.shape == self.other.shape;
            if same_board && homes[0] == homes[1] && move_alike(mine.1, theirs.1) {
                continue;
            }
            for origin in self.one.shape.squares() {
                let moves = [0, 1].map(|index| {
                    let def = [self.one, self.other][index];
                    let (piece, home) = (numbered[index].1, &homes[index]);
                    moves_from(piece, &def.shape, side, home, origin, &mut self.work).map(
                        |mut moves| {
                            // Without pieces that capture en passant, en passant squares do not matter.
                            if !self.captures_in_passing[index] {
                                moves.iter_mut().for_each(|mv| mv.marks.clear());
                            }
                            moves
                        },
                    )
                });
                let [Ok(my), Ok(their)] = &moves else {
                    self.report(
                        format!("{place}.move"),
                        "the moves have too many paths to compare",
                    );
                    return;
                };
                let surplus = |of: &[PieceMove], than: &[PieceMove]| {
                    of.iter().find(|mv| !than.contains(mv)).cloned()
                };
                let (less, more) = (surplus(my, their), surplus(their, my));
                if let Some((mv, verb)) = less
                    .map(|mv| (mv, "lacks"))
                    .or(more.map(|mv| (mv, "gains")))
                {
                    let shape = &self.one.shape;
                    let color = color(side);
                    let message = format!(
                        "a {color} piece {verb} the {} {}{}{}",
                        mv.noun(),
                        shape.name(origin),
                        shape.name(mv.to),
                        mv.by_way_of(shape)
                    );
                    self.report(format!("{place}.move"), message);
                    return;
                }
            }
            if self.first_moves_differ(numbered, &homes, side) {
                let message = "the piece can return to its start square, and make its first move again in one of the \
                    two";
                self.report(format!("{place}.initial"), message);
                return;
            }
        }
    }

    /// Whether the piece can return to its home squares, so that a zone of first moves in one definition differs from
    /// the condition that the piece has not moved in the other.
    fn first_moves_differ(
        &mut self,
        pieces: [(PieceId, &PieceDef); 2],
        homes: &[SquareSet; 2],
        side: Perspective,
    ) -> bool {
        let kinds = pieces.map(|(_, piece)| matches!(piece.initial, InitialDef::Unmoved));
        let asks_whether_moved = |(_, piece): &(PieceId, &PieceDef)| {
            matches!(piece.initial, InitialDef::Unmoved) && piece.moves_first()
        };
        if kinds[0] == kinds[1] || !pieces.iter().any(asks_whether_moved) {
            return false;
        }
        let (shape, home) = (&self.one.shape, &homes[0]);
        let mut reached: SquareSet = home.clone();
        let mut frontier: Vec<Square> = home.iter().collect();
        while let Some(origin) = frontier.pop() {
            let moves = moves_from(pieces[0].1, shape, side, home, origin, &mut self.work);
            for mv in moves.unwrap_or_default() {
                if home.contains(mv.to) {
                    return true;
                }
                if reached.insert(mv.to) {
                    frontier.push(mv.to);
                }
            }
        }
        false
    }

    fn promotion(
        &mut self,
        place: &str,
        mine: Option<&PromotionDef>,
        theirs: Option<&PromotionDef>,
    ) {
        let is_silent = |promotion: Option<&PromotionDef>| promotion.is_some_and(|one| one.silent);
        if is_silent(mine) != is_silent(theirs) {
            self.report(place, "move texts name the promotion differently");
        }
        for side in SIDES {
            for square in self.one.shape.squares() {
                let my = choices_on(self.one, mine, square, side);
                let their = choices_on(self.other, theirs, square, side);
                if my != their {
                    let message = format!(
                        "on {} a {} piece has {} instead of {}",
                        self.one.shape.name(square),
                        color(side),
                        their.words(),
                        my.words()
                    );
                    self.report(place, message);
                    return;
                }
            }
        }
    }

    fn start(&mut self) {
        let [my, their] = self.starts.clone();
        let shape = &self.one.shape;
        let man = |def: &VariantDef, start: &Start, square: Square| {
            let man = start.men.get(&square);
            man.map(|(side, piece)| (*side, letter_of(def, *piece)))
        };
        let moved = shape.squares().find(|square| {
            man(self.one, &my, *square) != man(self.other, &their, *square)
                || my.walls.contains(*square) != their.walls.contains(*square)
        });
        if let Some(square) = moved {
            let who = man(self.other, &their, square);
            let message = format!(
                "on {} stands {}",
                shape.name(square),
                who.map_or("nothing".to_owned(), |(side, letter)| format!(
                    "a {} `{letter}`",
                    color(side)
                ))
            );
            self.report("start", message);
        }
        if my.turn != their.turn {
            self.report("start", format!("{} moves first", color(their.turn)));
        }
        let hand = |def: &VariantDef, start: &Start| {
            let mut counts: Vec<(usize, String, u16)> = Vec::new();
            for side in SIDES {
                for (number, _, piece) in def.numbered() {
                    let count = start.in_hand(side, number);
                    if count > 0 {
                        counts.push((side as usize, piece.letter.clone(), count));
                    }
                }
            }
            counts.sort_compactly();
            counts
        };
        if hand(self.one, &my) != hand(self.other, &their) {
            self.report("start", "different pieces are in hand");
        }
        let rights = [(self.one, &my), (self.other, &their)].map(|(def, start)| {
            let mut men = start
                .men
                .values()
                .filter_map(|(_, piece)| def.piece(*piece));
            let castles = men.any(|(_, piece)| castles(piece));
            let by_files = def.rules.castles_by_files();
            (castles || by_files).then(|| Rights::of(start, by_files))
        });
        if let [Some(mine), Some(theirs)] = &rights
            && mine != theirs
        {
            self.report("start", "different castling moves are allowed");
        }
    }

    fn setups(&mut self) {
        let starts = |def: &VariantDef| -> Option<Vec<Option<String>>> {
            let setups = def.setups.as_ref()?;
            let numbers = setups.numbers().take(MANY_SETUPS);
            Some(numbers.map(|number| setups.start(number)).collect())
        };
        let count = |def: &VariantDef| def.setups.as_ref().and_then(Setups::count);
        let (mine, theirs) = (count(self.one), count(self.other));
        let message = match (mine, theirs) {
            (Some(mine), None) => format!("the {mine} set-ups are lost"),
            (None, Some(_)) => "numbered set-ups are added".to_owned(),
            _ if mine != theirs || starts(self.one) != starts(self.other) => {
                "the set-ups have different numbers".to_owned()
            }
            _ => return,
        };
        self.report("setups", message);
    }

    /// Compares options; the changes of their values are compared as written.
    fn settings(&mut self) {
        let (mine, theirs) = (&self.one.settings.options, &self.other.settings.options);
        for (option, values) in mine {
            let message = match theirs.get(option) {
                Some(others) if others == values => continue,
                Some(_) => "the values of the option are different",
                None => "the option is lost",
            };
            self.report(format!("settings.{option}"), message);
        }
        if let Some(added) = theirs.keys().find(|option| !mine.contains_key(*option)) {
            self.report("settings", format!("an option `{added}` is added"));
        }
    }

    /// Compares rules that are kept as written.
    fn tables(&mut self, mine: &CustomRules, theirs: &CustomRules) {
        for (name, settings) in mine {
            let place = rule_keys(name).join(".");
            match theirs.get(name) {
                None => self.report(place, "the rule is missing"),
                Some(other) => {
                    let short = |table| RuleValue::Table(table).in_short(&self.one.shape);
                    // A key may coincide with the name of a piece.
                    let others = [true, false].map(|keys| short(self.in_my_names(other, keys)));
                    let values = [settings, other].map(|rule| rule.get(ONLY_SETTING));
                    let message = match values.map(|value| value.and_then(RuleValue::text)) {
                        [Some(mine), Some(theirs)] => {
                            format!("the rule is `{theirs}` instead of `{mine}`")
                        }
                        _ => "the rule has different settings".to_owned(),
                    };
                    if !others.contains(&short(settings.clone())) {
                        self.report(place, message);
                    }
                }
            }
        }
        for name in theirs.keys().filter(|name| !mine.contains_key(*name)) {
            let table = rule_keys(name)[..rule_keys(name).len() - 1].join(".");
            self.report(table, format!("the rule `{name}` is added"));
        }
    }

    /// The settings of a rule of the other definition, with its names of pieces translated into those of this one, in
    /// keys too if `keys` is set.
    fn in_my_names(&self, settings: &RuleTable, keys: bool) -> RuleTable {
        let name = |theirs: &str| {
            let pieces = &self.other.pieces;
            let number = pieces.get_index_of(theirs).map(PieceId::new);
            let mut pairs = self.pairs.iter();
            let mine = number.and_then(|number| pairs.find(|(_, theirs)| *theirs == number));
            let mine = mine.and_then(|(mine, _)| self.one.piece(*mine));
            mine.map_or_else(|| theirs.to_owned(), |(name, _)| name.to_owned())
        };
        settings
            .iter()
            .map(|(key, value)| {
                let key = if keys { name(key) } else { key.clone() };
                (key, value.with_names(&name))
            })
            .collect()
    }

    fn rules(&mut self) {
        let (mine, theirs) = (&self.one.rules, &self.other.rules);
        // With a single royal piece, the choice of pieces to guard does not matter.
        let royal = |id: PieceId| self.one.piece(id).is_some_and(|(_, piece)| piece.royal);
        let has_several = (SIDES.iter()).any(|side| self.starts[0].count(*side, royal) > 1);
        let new = self.new_ids();
        let pass_alike = self.one.en_passant() == renumbered(&self.other.en_passant(), &new);
        let capture_alike = self.one.captures() == renumbered(&self.other.captures(), &new);
        let [my_rules, their_rules] = [mine, theirs].map(|rules| {
            let mut rules = rules.builtin.clone();
            rules.retain(|name, _| match name.as_str() {
                "guard" => has_several,
                "repetition" => mine.repetition() != theirs.repetition(),
                "checks" => mine.checks() != theirs.checks(),
                "en-passant" => !pass_alike,
                "captures" => !capture_alike,
                "captured-to" => mine.captured_to() != theirs.captured_to(),
                "checkmate" => mine.checkmate() != theirs.checkmate(),
                "stalemate" => mine.stalemate() != theirs.stalemate(),
                name => !BY_MEANING.contains(&name),
            });
            rules
        });
        self.tables(&my_rules, &their_rules);
        for (name, entry) in &mine.library {
            let other = theirs.library.get(name);
            if other.is_some_and(|other| !entry.says_the_same(other)) {
                self.report(format!("library.{name}"), "the rule is different");
            }
        }
        let [my_rules, their_rules] = [mine, theirs].map(|rules| &rules.custom);
        self.tables(my_rules, their_rules);
        let shared = |rules: &'_ CustomRules, other: &CustomRules| -> Vec<String> {
            rules
                .keys()
                .filter(|name| other.contains_key(*name))
                .cloned()
                .collect()
        };
        if shared(my_rules, their_rules) != shared(their_rules, my_rules) {
            self.report("rules.custom", "the order of the rules is different");
        }
        let [my, their] = [self.one, self.other].map(VariantDef::demand);
        if my != their {
            let words = format!("{their:?} instead of {my:?}").to_lowercase();
            self.report(
                "rules.royal",
                format!("the protection of royal pieces is {words}"),
            );
        }
        for (place, message) in self.one.saying_otherwise(self.other, &new) {
            self.report(place, message);
        }
    }

    /// The numbers of the other definition's pieces in this definition.
    fn new_ids(&self) -> NewIds {
        let mut new = NewIds::nobody(self.other.pieces.len(), self.one.pieces.len());
        for (mine, theirs) in &self.pairs {
            new.set(*theirs, *mine);
        }
        new
    }
}

fn color(side: Perspective) -> &'static str {
    match side {
        Perspective::White => "white",
        Perspective::Black => "black",
    }
}

/// Whether the written moves are equal, so that they need not be generated for comparison.
fn move_alike(one: &PieceDef, other: &PieceDef) -> bool {
    let parts = |piece: &PieceDef| {
        let moves = piece.moves.iter();
        let parts = moves.map(|one| (one.movement.clone(), one.from.clone(), one.to.clone()));
        parts.collect::<Vec<_>>()
    };
    std::mem::discriminant(&one.initial) == std::mem::discriminant(&other.initial)
        && parts(one) == parts(other)
}

fn castles(piece: &PieceDef) -> bool {
    let mut patterns = piece.written_patterns();
    patterns.any(|pattern| matches!(pattern, Pattern::Castle(_)))
}
