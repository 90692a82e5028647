//! Drops from the hand, and their requirement to enclose pieces.

use crate::definition::phrases::squares as squares_text;
use crate::definition::setting::{
    by_piece, count_of, count_value, flag_of, flag_value, piece_of, piece_or_none, piece_value,
    read_each, settings_of, squares_of, text_value, zone_of, zone_value,
};
use crate::definition::variant::{
    ByPiece, PieceDef, PieceId, PieceSet, RuleTable, RuleValue, VariantDef,
};
use crate::geometry::{Perspective, SquareSet};

use super::words::worded;

/// Drops from the hand.
#[derive(Clone, Debug, PartialEq)]
pub struct DropRules {
    /// Whether drops are moves of their own; gating also uses the other fields.
    pub allowed: bool,
    /// The drop region of each piece and side.
    pub regions: ByPiece<[SquareSet; 2]>,
    /// Whether pieces may also be dropped promoted.
    pub promoted: bool,
    /// Kinds with an unlimited supply in hand.
    pub free: PieceSet,
    /// A kind whose drops are limited by its number on the file, and the limit.
    pub no_doubled: Option<(PieceId, u16)>,
    /// A kind whose pieces must be on both square colors in equal numbers.
    pub opposite_colors: Option<PieceId>,
    /// The kind (any kind if the inner value is `None`) that must be dropped while one is in hand.
    pub mandatory: Option<Option<PieceId>>,
    /// The requirement that drops enclose pieces.
    pub enclosing: Option<Enclosing>,
    /// Squares that are filled first, without the requirement to enclose.
    pub enclosing_start: SquareSet,
    /// Whether a drop may give check.
    pub may_check: bool,
}

impl DropRules {
    /// Unrestricted drops on all empty squares on which a move of the piece could end.
    pub fn usual(def: &VariantDef) -> DropRules {
        let everywhere: SquareSet = def.shape.squares().collect();
        DropRules::in_zone([everywhere.clone(), everywhere], def)
    }

    /// Unrestricted drops on such squares of a zone, given for White and Black.
    pub fn in_zone(zone: [SquareSet; 2], def: &VariantDef) -> DropRules {
        let regions = ByPiece::repeat(zone, def.pieces.len());
        DropRules::in_regions(where_they_rest(regions, def))
    }

    /// Unrestricted drops on the squares of each piece's region.
    fn in_regions(regions: ByPiece<[SquareSet; 2]>) -> DropRules {
        DropRules {
            allowed: true,
            regions,
            promoted: false,
            free: PieceSet::NONE,
            no_doubled: None,
            opposite_colors: None,
            mandatory: None,
            enclosing: None,
            enclosing_start: SquareSet::new(),
            may_check: true,
        }
    }

    /// The default for gated pieces without a rule `drops`; drops are then no moves.
    pub(crate) fn of_gates(def: &VariantDef) -> DropRules {
        DropRules {
            allowed: false,
            ..DropRules::usual(def)
        }
    }
}

/// Restricts the region of each piece to squares on which its moves could end; forms share the region of their kind.
fn where_they_rest(
    mut regions: ByPiece<[SquareSet; 2]>,
    def: &VariantDef,
) -> ByPiece<[SquareSet; 2]> {
    for (region, piece) in regions.iter_mut().zip(def.pieces.values()) {
        if let Some(rests) = resting(piece) {
            for (region, rests) in region.iter_mut().zip(rests) {
                *region = region.intersection(&rests);
            }
        }
    }
    for (number, form) in def.forms.iter() {
        if form.kind != number
            && let Some(of_kind) = regions.get(form.kind)
        {
            let of_kind = of_kind.clone();
            regions.set(number, of_kind);
        }
    }
    regions
}

/// The squares on which moves of a piece may end, if restricted.
fn resting(piece: &PieceDef) -> Option<[SquareSet; 2]> {
    let mut rests: Option<[SquareSet; 2]> = None;
    for one in &piece.moves {
        let to = one.to.as_ref()?;
        let to = [Perspective::White, Perspective::Black].map(|owner| to.of(owner).clone());
        rests = Some(match rests {
            Some([white, black]) => [white.union(&to[0]), black.union(&to[1])],
            None => to,
        });
    }
    rests
}

#[doc(hidden)]
impl VariantDef {
    /// The rule `drops`, or its default if pieces may be gated.
    pub fn drops(&self) -> Option<DropRules> {
        let said = self.read_drops().map(|(rule, _)| rule);
        said.or_else(|| self.gates_from_hand().then(|| DropRules::of_gates(self)))
    }

    /// Sets the rule `drops`, or removes it.
    pub fn set_drops(&mut self, rule: Option<&DropRules>) {
        let settings = rule.map(|rule| self.settings_of_drops(rule));
        let of_gates = RuleTable::from([("moves".to_owned(), RuleValue::Flag(false))]);
        match settings {
            Some(settings) if settings != of_gates || !self.gates_from_hand() => {
                self.rules.put("drops", settings);
            }
            _ => self.rules.take("drops"),
        }
    }

    /// The rule `drops`, if it is present and valid.
    pub(super) fn understood_drops(&self) -> Option<DropRules> {
        let (rule, is_understood) = self.read_drops()?;
        is_understood.then_some(rule)
    }

    /// Whether pieces from the hand may gate.
    pub(crate) fn gates_from_hand(&self) -> bool {
        self.rules.builtin.contains_key("gating")
    }

    /// Kinds that a side must guard: royal kinds, and kinds whose last pieces are royal. Their supply in hand is only
    /// unlimited if the rule names them.
    fn guarded_kinds(&self) -> PieceSet {
        let royal = self.numbered().filter(|(.., piece)| piece.royal);
        let last = self.rules.builtin.get("extinction");
        let last = last.filter(|rule| rule.get("royal").is_some_and(|word| word.text().is_some()));
        let last = last.and_then(|rule| rule.get("pieces"));
        let last = last.map_or(PieceSet::NONE, |names| names.pieces(self));
        royal.map(|(id, ..)| id).chain(last.iter()).collect()
    }

    /// Reads the rule; also returns whether it is valid.
    fn read_drops(&self) -> Option<(DropRules, bool)> {
        let settings = self.rules.builtin.get("drops")?;
        let shape = &self.shape;
        let everywhere: SquareSet = shape.squares().collect();
        let mut zone = [everywhere.clone(), everywhere];
        let mut zones: Vec<(PieceId, [SquareSet; 2])> = Vec::new();
        let (mut doubled, mut count) = (None, 1);
        let mut is_free = false;
        let mut rule = DropRules::in_regions(ByPiece::new());
        let is_understood = read_each(settings, |key, value| {
            match key {
                "moves" => rule.allowed = flag_of(value)?,
                "zone" => zone = zone_of(value, shape)?,
                "zones" => {
                    let said = by_piece(value, self)?.into_iter();
                    let said = said.map(|(piece, zone)| Some((piece, zone_of(zone, shape)?)));
                    zones = said.collect::<Option<_>>()?;
                }
                "promoted" => rule.promoted = flag_of(value)?,
                "free" => is_free = flag_of(value)?,
                "no-doubled" => doubled = piece_or_none(value, self)?,
                "no-doubled-count" => count = count_of(value)?,
                "opposite-colors" => rule.opposite_colors = piece_or_none(value, self)?,
                "mandatory" => {
                    rule.mandatory = match value {
                        RuleValue::Flag(is_mandatory) => is_mandatory.then_some(None),
                        piece => Some(Some(piece_of(piece, self)?)),
                    };
                }
                "enclosing" => {
                    rule.enclosing = match value {
                        RuleValue::Flag(false) => None,
                        word => Some(word.text().and_then(Enclosing::of_word)?),
                    };
                }
                "enclosing-start" => rule.enclosing_start = squares_of(value, shape)?,
                "may-check" => rule.may_check = flag_of(value)?,
                _ => return None,
            }
            Some(())
        });
        let mut regions = ByPiece::repeat(zone, self.pieces.len());
        let is_named = |id: PieceId| zones.iter().any(|(named, _)| *named == id);
        let guarded = self.guarded_kinds();
        let free = self.piece_ids().filter(|_| is_free);
        rule.free = free
            .filter(|id| is_named(*id) || !guarded.contains(*id))
            .collect();
        for (piece, zone) in zones {
            regions.set(piece, zone);
        }
        rule.regions = where_they_rest(regions, self);
        rule.no_doubled = doubled.map(|kind| (kind, count));
        Some((rule, is_understood))
    }

    /// The settings of the rule, without defaults.
    fn settings_of_drops(&self, rule: &DropRules) -> RuleTable {
        let name = |id: PieceId| piece_value(id, self);
        // The common zone is the union of all regions; a piece with a smaller region has its own entry.
        let own = |id: &PieceId| self.forms.of(*id).kind == *id;
        let mut zone: [SquareSet; 2] = Default::default();
        for (_, region) in rule.regions.pairs().filter(|(id, _)| own(id)) {
            for (zone, region) in zone.iter_mut().zip(region) {
                *zone = zone.union(region);
            }
        }
        let everywhere: SquareSet = self.shape.squares().collect();
        let is_limited = zone.iter().any(|side| *side != everywhere);
        let common = is_limited.then(|| zone_value(zone.each_ref(), &self.shape));
        let usual = DropRules::in_zone(zone, self);
        let guarded = self.guarded_kinds();
        let mut zones = RuleTable::new();
        for (id, region) in rule.regions.pairs().filter(|(id, _)| own(id)) {
            if let Some((name, _)) = self.piece(id)
                && (usual.regions.get(id) != Some(region)
                    || rule.free.contains(id) && guarded.contains(id))
            {
                zones.insert(name.to_owned(), zone_value(region.each_ref(), &self.shape));
            }
        }
        let doubled = rule.no_doubled;
        let mandatory = |kind: Option<PieceId>| kind.map_or(Some(RuleValue::Flag(true)), name);
        let enclosing = rule.enclosing.map(Enclosing::word);
        let start = &rule.enclosing_start;
        let start = (!start.is_empty()).then(|| squares_text(start, &self.shape));
        settings_of([
            ("moves", flag_value(rule.allowed, true)),
            ("zone", common),
            (
                "zones",
                (!zones.is_empty()).then_some(RuleValue::Table(zones)),
            ),
            ("promoted", flag_value(rule.promoted, false)),
            ("free", flag_value(!rule.free.is_empty(), false)),
            ("no-doubled", doubled.and_then(|(kind, _)| name(kind))),
            (
                "no-doubled-count",
                doubled.and_then(|(_, count)| count_value(count, 1)),
            ),
            ("opposite-colors", rule.opposite_colors.and_then(name)),
            ("mandatory", rule.mandatory.and_then(mandatory)),
            ("enclosing", enclosing.map(text_value)),
            ("enclosing-start", start.map(RuleValue::Text)),
            ("may-check", flag_value(rule.may_check, true)),
        ])
    }
}

worded! {
    /// The kind of enclosing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Enclosing {
        /// Lines of opposing pieces between two own pieces.
        Reversi = "reversi",
        /// Adjacent pieces.
        Ataxx = "ataxx",
        /// Adjacent pieces, for moves or next to an own piece.
        Quadwrangle = "quadwrangle",
        /// No adjacent opposing piece.
        Snort = "snort",
        /// Pushed in from an edge.
        AnySide = "any-side",
        /// Pushed in from the top.
        Top = "top",
    }
}
