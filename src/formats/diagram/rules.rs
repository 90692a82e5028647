//! Rules that do not belong to single pieces: royal and captured pieces, stalemate, restrictions on captures, castling
//! sides, and parameters that are lost or only kept.

use indexmap::IndexMap;

use crate::definition::variant::MoveDef;
use crate::definition::{
    CapturedTo, PieceId, PieceSet, PromotionDef, PromotionStock, RoyalGuard, Verdict,
};
use crate::geometry::{BoardShape, Perspective, SquareSet, Zone};
use crate::movement::{Castle, Movement, Pattern, Side};
use crate::source::{Diagnostic, Span, codes};
use crate::syntax::diagram::{KeyKind, key_kind};

use super::letters::Ids;
use super::pieces::Piece;
use super::reader::{ADDING, Reader, Setting, list};
use super::special::crowns;

/// Parameters that are not carried over: the value without effect, if any, and the loss otherwise.
const NOT_CARRIED_OVER: &[(&str, Option<&str>, &str)] = &[
    (
        "tradeThreshold",
        Some("0"),
        "the gain that suspends the rule against trading",
    ),
    ("succession", Some("0"), "succession to the throne"),
    (
        "zonal",
        Some("0"),
        "the page script `BadZone`, which forbids squares",
    ),
    ("burnZone", Some(""), "the zone of burning"),
];

impl Reader<'_> {
    /// The royal pieces: those with the given numbers or ids, by default the last one.
    pub(super) fn royals(&mut self) -> Vec<bool> {
        let mut is_royal = self.listed("royal", "royal");
        if !self.settings.contains_key("royal")
            && let Some(last) = is_royal.last_mut()
        {
            *last = true;
        }
        is_royal
    }

    /// The pieces that a parameter lists by number or by ids; `word` describes them in findings.
    pub(super) fn listed(&mut self, key: &str, word: &str) -> Vec<bool> {
        let settings = self.settings.get(key).cloned().unwrap_or_default();
        self.listed_in(&settings, key, word)
    }

    /// Like [`Reader::listed`], for some of the parameter's settings.
    pub(super) fn listed_in(
        &mut self,
        settings: &[Setting<'_>],
        key: &str,
        word: &str,
    ) -> Vec<bool> {
        let n_pieces = self.pieces.len();
        let mut is_listed = vec![false; n_pieces];
        let mut findings = Vec::new();
        let ids = Ids::of(&self.pieces);
        for setting in settings {
            let value = &setting.parameter.value;
            if let Ok(number) = value.text().parse::<usize>() {
                match is_listed.get_mut(number.wrapping_sub(1)) {
                    Some(is_listed) => *is_listed = true,
                    None => findings.push(
                        Diagnostic::new(
                            codes::UNKNOWN_PIECE,
                            setting.span(),
                            format!("no piece has the number {number}"),
                        )
                        .with_help(format!(
                            "the pieces are numbered from 1 to {n_pieces}; holes do not count"
                        )),
                    ),
                }
                continue;
            }
            let text = value.text();
            if text.is_empty() {
                findings.push(Diagnostic::new(
                    codes::IMPORT_BAD_VALUE,
                    setting.span(),
                    format!("`{key}` names no piece"),
                ));
            }
            let mut at = 0;
            while let Some(char) = text[at..].chars().next() {
                let Some((id, numbers)) = ids.at_head(&text[at..]) else {
                    let span = value.part(at..at + char.len_utf8());
                    let message = format!("no piece has the id `{char}`");
                    let finding = Diagnostic::new(codes::UNKNOWN_PIECE, span, message);
                    findings.push(finding.with_help(ids.list(&self.pieces)));
                    at += char.len_utf8();
                    continue;
                };
                if numbers.len() > 1 {
                    findings.push(Diagnostic::new(
                        codes::DOUBTFUL_IMPORT,
                        value.part(at..at + id.len()),
                        format!(
                            "{} pieces have the id `{id}`, and all of them are {word}",
                            numbers.len()
                        ),
                    ));
                }
                for number in numbers {
                    is_listed[*number] = true;
                }
                at += id.len();
            }
        }
        self.out.append(&mut findings);
        is_listed
    }

    /// The guard rule of a side with several royal pieces: by default it loses only when all of them are captured.
    pub(super) fn several_royals(
        &mut self,
        is_royal: &[bool],
        promotions: &[Option<PromotionDef>],
    ) -> RoyalGuard {
        let extinction = match self.last("extinction") {
            Some(setting) => self.number(setting, 0..=3).unwrap_or(3),
            None => 3,
        };
        let crowned = crowns(promotions, |piece| {
            is_royal.get(piece.index()) == Some(&true)
        });
        let guards: Vec<(RoyalGuard, &str)> = [
            (Perspective::White, 1, "White"),
            (Perspective::Black, 2, "Black"),
        ]
        .into_iter()
        .filter(|(side, ..)| {
            let men = self.canvas.men(*side);
            crowned || men.filter(|piece| is_royal[*piece]).count() > 1
        })
        .map(|(_, bit, name)| {
            let guard = if extinction & bit == 0 {
                RoyalGuard::Every
            } else {
                RoyalGuard::Last
            };
            (guard, name)
        })
        .collect();
        match guards.as_slice() {
            [] => RoyalGuard::Every,
            [(guard, _)] => *guard,
            [(white, _), (black, _), ..] if white == black => *white,
            [_, (guard, name), ..] => {
                if let Some(setting) = self.last("extinction") {
                    let message = format!(
                        "the sides have different rules for several royal pieces; here both follow those of {name}"
                    );
                    self.report(codes::NOT_CARRIED_OVER, setting.span(), message);
                }
                *guard
            }
        }
    }

    pub(super) fn captured_to(&mut self) -> CapturedTo {
        match self.holdings() {
            Some((kind, _)) if kind > 0 => CapturedTo::OwnerHand,
            Some((kind, _)) if kind < 0 => CapturedTo::CaptorHand,
            _ => CapturedTo::Removed,
        }
    }

    /// Reports pieces in hand without a use: they are a reserve for promotion, or can be dropped.
    pub(super) fn hands(&mut self, captured: CapturedTo, promotions: &[Option<PromotionDef>]) {
        let choices = promotions
            .iter()
            .flatten()
            .flat_map(|promotion| &promotion.choices);
        let has_reserve = choices
            .into_iter()
            .any(|choice| choice.stock == PromotionStock::Hand);
        let first = self.pieces.iter().find(|piece| piece.hand != (0, 0));
        if let Some(hand) = first.and_then(|piece| piece.line.hand.as_ref())
            && captured != CapturedTo::OwnerHand
            && !has_reserve
            && !self.drops()
        {
            let message =
                "pieces in hand can be dropped by the user of a diagram; here they have no effect";
            self.report(codes::NOT_CARRIED_OVER, hand.span(), message);
        }
    }

    /// Whether captured pieces change sides and are dropped.
    fn drops(&self) -> bool {
        let kind = self
            .last("holdingsType")
            .map(|setting| setting.value().parse::<i64>());
        kind.is_some_and(|kind| kind.is_ok_and(|kind| kind < 0))
    }

    pub(super) fn stalemate(&mut self) -> Verdict {
        let Some(setting) = self.last("stalemate") else {
            return Verdict::Draw;
        };
        match setting.value() {
            "draw" => Verdict::Draw,
            "win" => Verdict::Loss,
            word => {
                let message = format!(
                    "`{word}` is read as in the Interactive Diagram: the stalemated player loses"
                );
                self.report(codes::DOUBTFUL_IMPORT, setting.span(), message);
                Verdict::Loss
            }
        }
    }

    pub(super) fn not_carried_over(&mut self) {
        let mut findings = Vec::new();
        let bares = self.settings.contains_key("baring");
        let result = self.last("counterbare");
        if let Some(setting) = result.filter(|one| !bares && one.value() != "draw") {
            let message = "`counterbare` has no effect: no side loses by a bare king";
            let finding = Diagnostic::new(codes::DOUBTFUL_IMPORT, setting.span(), message);
            findings.push(finding);
        }
        for (key, neutral, what) in NOT_CARRIED_OVER {
            let written = self.settings.get(key).map_or(&[][..], Vec::as_slice);
            let in_force = if ADDING.contains(key) {
                0
            } else {
                written.len().saturating_sub(1)
            };
            for setting in &written[in_force..] {
                if *neutral == Some(setting.value()) {
                    continue;
                }
                let message = format!("`{key}` is not carried over: {what}");
                findings.push(Diagnostic::new(
                    codes::NOT_CARRIED_OVER,
                    setting.span(),
                    message,
                ));
            }
        }
        self.out.append(&mut findings);
    }

    /// The number of the piece whose line precedes a parameter.
    pub(super) fn number_above(&self, setting: Setting<'_>) -> Option<usize> {
        let start = setting.parameter.key.span().start;
        let above = |piece: &Piece<'_>| piece.line.name.span().start < start;
        self.pieces.iter().rposition(above)
    }

    /// The parameters that do not affect the rules, and the shuffle.
    pub(super) fn presentation(&mut self) -> IndexMap<String, String> {
        let mut kept = IndexMap::new();
        let mut listed: Vec<String> = Vec::new();
        let mut first: Option<Span> = None;
        for (key, settings) in &self.settings {
            let Some(setting) = settings.last() else {
                continue;
            };
            if key_kind(key) == Some(KeyKind::Presentation) {
                listed.push(format!("`{key}`"));
                first = first.or(Some(setting.parameter.key.span()));
            } else if *key != "shuffle" || setting.value().is_empty() {
                continue;
            }
            kept.insert((*key).to_owned(), setting.value().to_owned());
        }
        let mut n_images = 0;
        for piece in &self.pieces {
            let image = &piece.line.image;
            if !image.is_empty() {
                kept.insert(format!("image/{}", piece.name), image.text().to_owned());
                first = first.or(Some(image.span()));
                n_images += 1;
            }
        }
        if n_images > 0 {
            let pieces = if n_images == 1 { "piece" } else { "pieces" };
            listed.push(format!("the pictures of {n_images} {pieces}"));
        }
        if let Some(first) = first {
            let message = format!("kept, but not used: {}", list(&listed));
            self.report(codes::PRESENTATION_KEPT, first, message);
        }
        kept
    }
}

// Restrictions on captures: iron pieces, groups of pieces that do not capture each other, and pairs in the capture
// matrix.

/// The highest group number.
const LAST_GROUP: i64 = 3;

impl Reader<'_> {
    /// Restricts the moves to the pieces that they can capture. `spared` contains for each piece those that the capture
    /// matrix forbids it to capture.
    pub(super) fn captures(&mut self, spared: &[PieceSet]) {
        let is_iron = self.listed("iron", "of iron");
        let groups = self.groups();
        let n_pieces = self.pieces.len();
        let mut borrowers = Vec::new();
        for (number, piece) in self.pieces.iter_mut().enumerate() {
            let spares = |victim: usize| {
                is_iron[victim]
                    || groups[number].is_some() && groups[victim] == groups[number]
                    || spared[number].contains(PieceId::new(victim))
            };
            if !(0..n_pieces).any(spares) {
                continue;
            }
            let victims = (0..n_pieces).filter(|victim| !spares(*victim));
            let victims: PieceSet = victims.map(PieceId::new).collect();
            for one in &mut piece.moves {
                one.takes = Some(victims);
                if one.movement.borrows() {
                    borrowers.push(piece.line.span());
                }
            }
        }
        for span in borrowers {
            let message =
                "it borrows no moves from kinds that it cannot capture, unlike in the Diagram";
            self.report(codes::NOT_CARRIED_OVER, span, message);
        }
    }

    /// The group of each piece, which `antiTrade` below its line sets.
    fn groups(&mut self) -> Vec<Option<i64>> {
        let mut groups = vec![None; self.pieces.len()];
        let settings = self.settings.get("antiTrade").cloned().unwrap_or_default();
        for setting in settings {
            let Some(number) = self.number_above(setting) else {
                let message = "`antiTrade` above the piece lines is not carried over: its meaning there is not \
                    defined";
                self.report(codes::NOT_CARRIED_OVER, setting.span(), message);
                continue;
            };
            if let Some(group) = self.number(setting, 0..=LAST_GROUP) {
                groups[number] = Some(group);
            }
        }
        groups
    }
}

// Castling sides of Black.
//
// In a diagram, left and right of a castling move are White's, unless `castleFlip` rotates Black's castling; in a
// movement, they are the owner's.

impl Reader<'_> {
    /// Mirrors Black's castling moves, unless the diagram rotates them.
    pub(super) fn castle_sides(&mut self, shape: &BoardShape) {
        if let Some(setting) = self.last("castleFlip") {
            if setting.value() == "1" {
                return;
            }
            if setting.value() != "0" {
                self.bad_value(setting, "write 0 or 1");
            }
        }
        for piece in &mut self.pieces {
            if is_lopsided(&piece.moves) {
                let moves = std::mem::take(&mut piece.moves);
                piece.moves = moves
                    .into_iter()
                    .flat_map(|one| by_side(one, shape))
                    .collect();
            }
        }
    }
}

const fn turned(castle: Castle) -> Castle {
    let side = match castle.side {
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    };
    Castle { side, ..castle }
}

/// Whether the castling moves to the left and to the right differ.
pub(super) fn is_lopsided(moves: &[MoveDef]) -> bool {
    let patterns = || moves.iter().flat_map(|one| one.movement.patterns());
    let has = |wanted: Castle| patterns().any(|one| *one == Pattern::Castle(wanted));
    patterns().any(|one| matches!(one, Pattern::Castle(castle) if !has(turned(*castle))))
}

/// Splits a move into the part without castling, White's castling and Black's castling.
fn by_side(one: MoveDef, shape: &BoardShape) -> Vec<MoveDef> {
    let patterns = one.movement.patterns();
    let castles = || {
        patterns.iter().filter_map(|pattern| match pattern {
            Pattern::Castle(castle) => Some(*castle),
            _ => None,
        })
    };
    if castles().next().is_none() {
        return vec![one];
    }
    let all: SquareSet = shape.squares().collect();
    let [white, black] = [
        Zone::of_sides(all.clone(), SquareSet::new()),
        Zone::of_sides(SquareSet::new(), all),
    ];
    let rest = patterns
        .iter()
        .filter(|pattern| !matches!(pattern, Pattern::Castle(_)));
    [
        (Movement::from_patterns(rest.cloned()), None),
        (
            Movement::from_patterns(castles().map(Pattern::Castle)),
            Some(white),
        ),
        (
            Movement::from_patterns(castles().map(|one| Pattern::Castle(turned(one)))),
            Some(black),
        ),
    ]
    .into_iter()
    .filter(|(movement, _)| !movement.is_empty())
    .map(|(movement, from)| MoveDef {
        from,
        ..one.with_movement(movement)
    })
    .collect()
}
