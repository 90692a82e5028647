//! Putting pieces from the hand on the board, and what they enclose there.

use indexmap::IndexMap;

use super::words::worded;
use crate::definition::custom::{RuleTable, RuleValue};
use crate::definition::forms::Forms;
use crate::definition::setting_values::{squares_of, zone_of, zone_value};
use crate::definition::toml::squares_text;
use crate::definition::{ByPiece, PieceDef, PieceId, VariantDef};
use crate::geometry::{Perspective, SquareSet};

/// Putting pieces from the hand on the board.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
pub struct DropRules {
    /// Whether drops are moves of their own (gating uses the rest of these rules as well).
    pub allowed: bool,
    /// By piece number and side: where it may be dropped.
    pub regions: ByPiece<[SquareSet; 2]>,
    /// Pieces may also be dropped as what they promote to.
    pub promoted: bool,
    /// The hand is never empty.
    pub free: bool,
    /// A kind of which a file may hold only so many when another is dropped.
    pub no_doubled: Option<(PieceId, u16)>,
    /// A kind whose pieces must stand on both colors of squares in equal numbers.
    pub opposite_colors: Option<PieceId>,
    /// Drops are mandatory while a piece of the kind (of any kind if `None`) is in hand.
    pub mandatory: Option<Option<PieceId>>,
    /// Drops must enclose something.
    pub enclosing: Option<Enclosing>,
    /// Squares that are filled first, whatever they enclose.
    pub enclosing_start: SquareSet,
    /// Whether a drop may give check.
    pub may_check: bool,
}

impl DropRules {
    /// Every piece goes to every empty square where it could come to rest by a move, and nothing else is asked.
    pub fn usual(def: &VariantDef) -> DropRules {
        let everywhere: SquareSet = def.shape.squares().collect();
        DropRules::in_zone([everywhere.clone(), everywhere], def)
    }

    /// The same on the squares of a zone, White's first.
    pub fn in_zone(zone: [SquareSet; 2], def: &VariantDef) -> DropRules {
        let zones = ByPiece::repeat(zone, def.pieces.len());
        DropRules::in_zones(zones, &def.pieces, &def.forms)
    }

    /// The same with a zone for each piece; of forms it is that of their kind.
    pub(in crate::definition) fn in_zones(
        mut regions: ByPiece<[SquareSet; 2]>,
        pieces: &IndexMap<String, PieceDef>,
        forms: &Forms,
    ) -> DropRules {
        for (region, piece) in regions.iter_mut().zip(pieces.values()) {
            if let Some(rests) = resting(piece) {
                for (region, rests) in region.iter_mut().zip(rests) {
                    *region = region.intersection(&rests);
                }
            }
        }
        for (number, form) in forms.iter() {
            if form.kind != number
                && let Some(of_kind) = regions.get(form.kind)
            {
                let of_kind = of_kind.clone();
                regions.set(number, of_kind);
            }
        }
        DropRules {
            allowed: true,
            regions,
            promoted: false,
            free: false,
            no_doubled: None,
            opposite_colors: None,
            mandatory: None,
            enclosing: None,
            enclosing_start: SquareSet::new(),
            may_check: true,
        }
    }

    /// What holds for pieces that are gated where no rule speaks of drops, which are no moves then.
    pub(crate) fn of_gates(def: &VariantDef) -> DropRules {
        DropRules {
            allowed: false,
            ..DropRules::usual(def)
        }
    }
}

/// The squares on which a piece may come to rest by a move, if they are limited.
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

impl VariantDef {
    /// What the rule `drops` says of pieces in hand, or what holds without it if they may be gated.
    pub fn drops(&self) -> Option<DropRules> {
        let said = self.rules.shipped.get("drops");
        let said = said.map(|rule| self.drops_of(rule));
        said.or_else(|| self.gates_from_hand().then(|| DropRules::of_gates(self)))
    }

    /// Says what may be dropped, or that nothing is.
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

    /// Whether pieces may come from the hand where others leave.
    pub(crate) fn gates_from_hand(&self) -> bool {
        self.rules.shipped.contains_key("gating")
    }

    /// What settings of the rule mean for the pieces that there are.
    fn drops_of(&self, rule: &RuleTable) -> DropRules {
        let flag = |key: &str, usual: bool| match rule.get(key) {
            Some(RuleValue::Flag(flag)) => *flag,
            _ => usual,
        };
        let text = |key: &str| rule.get(key).and_then(RuleValue::text);
        let piece = |key: &str| text(key).and_then(|name| self.piece_id(name));
        let zone = rule.get("zone").and_then(|zone| zone_of(zone, &self.shape));
        let zone = zone.unwrap_or_else(|| {
            let everywhere: SquareSet = self.shape.squares().collect();
            [everywhere.clone(), everywhere]
        });
        let mut regions = ByPiece::repeat(zone, self.pieces.len());
        if let Some(RuleValue::Table(zones)) = rule.get("zones") {
            for (name, zone) in zones {
                if let (Some(piece), Some(zone)) = (self.piece_id(name), zone_of(zone, &self.shape))
                {
                    regions.set(piece, zone);
                }
            }
        }
        let count = match rule.get("no-doubled-count") {
            Some(RuleValue::Number(count)) => *count as u16,
            _ => 1,
        };
        let start = rule.get("enclosing-start");
        DropRules {
            allowed: flag("moves", true),
            promoted: flag("promoted", false),
            free: flag("free", false),
            no_doubled: piece("no-doubled").map(|kind| (kind, count)),
            opposite_colors: piece("opposite-colors"),
            mandatory: if flag("mandatory", false) {
                Some(None)
            } else {
                piece("mandatory").map(Some)
            },
            enclosing: text("enclosing").and_then(Enclosing::of_word),
            enclosing_start: start
                .and_then(|start| squares_of(start, &self.shape))
                .unwrap_or_default(),
            may_check: flag("may-check", true),
            ..DropRules::in_zones(regions, &self.pieces, &self.forms)
        }
    }

    /// The settings that mean this, without what holds where nothing is said.
    fn settings_of_drops(&self, rule: &DropRules) -> RuleTable {
        let mut settings = RuleTable::new();
        let mut put = |key: &str, value: Option<RuleValue>| {
            settings.extend(value.map(|value| (key.to_owned(), value)));
        };
        let flag = |is: bool, usual: bool| (is != usual).then_some(RuleValue::Flag(is));
        let name = |id: PieceId| {
            let (name, _) = self.piece(id)?;
            Some(RuleValue::Text(name.to_owned()))
        };
        put("moves", flag(rule.allowed, true));
        // The zone of all is whatever any of them has, and a piece that has less has its own.
        let own = |id: &PieceId| self.forms.of(*id).kind == *id;
        let mut zone: [SquareSet; 2] = Default::default();
        for (_, region) in rule.regions.pairs().filter(|(id, _)| own(id)) {
            for (zone, region) in zone.iter_mut().zip(region) {
                *zone = zone.union(region);
            }
        }
        let everywhere: SquareSet = self.shape.squares().collect();
        let is_limited = zone.iter().any(|side| *side != everywhere);
        put(
            "zone",
            is_limited.then(|| zone_value(zone.each_ref(), &self.shape)),
        );
        let usual = DropRules::in_zone(zone, self);
        let mut zones = RuleTable::new();
        for (id, region) in rule.regions.pairs().filter(|(id, _)| own(id)) {
            if let Some((name, _)) = self.piece(id)
                && usual.regions.get(id) != Some(region)
            {
                zones.insert(name.to_owned(), zone_value(region.each_ref(), &self.shape));
            }
        }
        put(
            "zones",
            (!zones.is_empty()).then_some(RuleValue::Table(zones)),
        );
        put("promoted", flag(rule.promoted, false));
        put("free", flag(rule.free, false));
        if let Some((kind, count)) = rule.no_doubled {
            put("no-doubled", name(kind));
            let count = (count != 1).then(|| RuleValue::Number(count.into()));
            put("no-doubled-count", count);
        }
        put("opposite-colors", rule.opposite_colors.and_then(name));
        put(
            "mandatory",
            rule.mandatory.and_then(|kind| match kind {
                Some(kind) => name(kind),
                None => Some(RuleValue::Flag(true)),
            }),
        );
        let enclosing = rule.enclosing.map(Enclosing::word);
        put(
            "enclosing",
            enclosing.map(|word| RuleValue::Text(word.to_owned())),
        );
        if !rule.enclosing_start.is_empty() {
            let start = squares_text(&rule.enclosing_start, &self.shape);
            put("enclosing-start", Some(RuleValue::Text(start)));
        }
        put("may-check", flag(rule.may_check, true));
        settings
    }
}

/// What encloses what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enclosing {
    /// Lines of opposing pieces between two of one's own.
    Reversi,
    /// Neighbors.
    Ataxx,
    /// Neighbors, for moves or beside a friend.
    Quadwrangle,
    /// No opposing neighbor.
    Snort,
    /// Pushed in from an edge.
    AnySide,
    /// Pushed in from the top.
    Top,
}

worded! {
    Enclosing {
        "reversi" => Reversi
        "ataxx" => Ataxx
        "quadwrangle" => Quadwrangle
        "snort" => Snort
        "any-side" => AnySide
        "top" => Top
    }
}
