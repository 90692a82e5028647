//! What is not about single pieces: royal men, captured men, stalemate, and what is lost or only
//! kept.

use indexmap::IndexMap;

use crate::definition::{CaptureFate, PromotionDef, PromotionStock, StalemateRule};
use crate::geometry::Perspective;
use crate::source::codes;
use crate::source::{Diagnostic, Span};
use crate::syntax::diagram::{KeyKind, key_kind};

use super::ids::Ids;
use super::pieces::Piece;
use super::{ADDING, Reader, Setting, list};

/// Parameters that are not carried over: the value that leaves the rules as they are, if there is
/// one, and what is lost otherwise.
const NOT_CARRIED_OVER: &[(&str, Option<&str>, &str)] = &[
    ("baring", None, "loss by a bare king"),
    ("counterbare", None, "the result of baring back"),
    ("iron", None, "a piece that cannot be captured"),
    ("protected", None, "the rule against trading this piece"),
    (
        "counterStrike",
        None,
        "the rule against striking back at this piece elsewhere",
    ),
    (
        "tradeThreshold",
        Some("0"),
        "the gain that lifts the rule against trading",
    ),
    (
        "antiTrade",
        None,
        "groups of pieces that cannot capture each other",
    ),
    ("succession", Some("0"), "succession to the throne"),
    ("castleFlip", Some("0"), "the mirrored castling of Black"),
    (
        "autoGate",
        Some("0"),
        "gating from the first and the last rank",
    ),
    (
        "zonal",
        Some("0"),
        "the page script `BadZone`, which forbids squares",
    ),
    (
        "shuffle",
        Some(""),
        "the shuffle of the set-up, so the start is the nominal one",
    ),
    ("morph", Some(""), "the table of changes by square"),
    (
        "captureMatrix",
        Some(""),
        "the table of effects by captured piece",
    ),
    ("spell", Some(""), "spells"),
    ("spellZone", Some(""), "the zone of spells"),
    ("burnZone", Some(""), "the zone of burning"),
    ("blastZone", Some(""), "the zone of explosions"),
    ("atomicCapture", Some("0"), "the explosion of every capture"),
    ("trackPieces", Some("0"), "the pieces that cast spells"),
    ("trackedTypes", Some("0"), "the pieces that cast spells"),
];

impl<'a> Reader<'a> {
    /// Which pieces are royal: those with the numbers or ids given, or the last.
    pub(super) fn royals(&mut self) -> Vec<bool> {
        let n_pieces = self.pieces.len();
        let mut is_royal = vec![false; n_pieces];
        let mut findings = Vec::new();
        let ids = Ids::of(&self.pieces);
        let settings = self.settings.get("royal").cloned().unwrap_or_default();
        for setting in &settings {
            let value = &setting.parameter.value;
            if let Ok(number) = value.text().parse::<usize>() {
                match is_royal.get_mut(number.wrapping_sub(1)) {
                    Some(is_royal) => *is_royal = true,
                    None => findings.push(
                        Diagnostic::new(
                            codes::UNKNOWN_PIECE,
                            setting.span(),
                            format!("there is no piece number {number}"),
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
                    "`royal` names no piece",
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
                            "{} pieces have the id `{id}`, and all of them are royal now",
                            numbers.len()
                        ),
                    ));
                }
                for number in numbers {
                    is_royal[*number] = true;
                }
                at += id.len();
            }
        }
        if settings.is_empty() {
            is_royal[n_pieces - 1] = true;
        }
        self.out.append(&mut findings);
        is_royal
    }

    /// A side with several royal pieces loses, by default, only when all of them are gone.
    pub(super) fn several_royals(&mut self, is_royal: &[bool]) {
        let extinction = match self.last("extinction") {
            Some(setting) => self.number(setting, 0..=3).unwrap_or(3),
            None => 3,
        };
        let sides = [
            (Perspective::White, 1, "White"),
            (Perspective::Black, 2, "Black"),
        ];
        let by_extinction: Vec<&str> = sides
            .into_iter()
            .filter(|(side, bit, _)| {
                let n_royal = self
                    .canvas
                    .men(*side)
                    .filter(|piece| is_royal[*piece])
                    .count();
                n_royal > 1 && extinction & bit != 0
            })
            .map(|(_, _, name)| name)
            .collect();
        if by_extinction.is_empty() {
            return;
        }
        let of_settings = self
            .last("extinction")
            .or(self.last("royal"))
            .map(|setting| setting.span());
        let first_royal = is_royal.iter().position(|is_royal| *is_royal).unwrap_or(0);
        let span = of_settings.unwrap_or(self.pieces[first_royal].line.span());
        let who = match by_extinction.as_slice() {
            [side] => format!("{side} has"),
            _ => "both sides have".to_owned(),
        };
        let message = format!(
            "{who} several royal men and should lose only with the last of them; here none of \
             them may be left attacked"
        );
        self.report(codes::NOT_CARRIED_OVER, span, message);
    }

    pub(super) fn captured(&mut self) -> CaptureFate {
        let Some(setting) = self.last("holdingsType") else {
            return CaptureFate::Gone;
        };
        match self.number(setting, i64::MIN..=i64::MAX) {
            Some(kind) if kind > 0 => CaptureFate::OwnersHand,
            Some(kind) if kind < 0 => {
                let message = "captured men should go to the hand of the captor and be dropped; \
                               here they leave the game";
                self.report(codes::NOT_CARRIED_OVER, setting.span(), message);
                CaptureFate::Gone
            }
            _ => CaptureFate::Gone,
        }
    }

    /// Men in hand are a reserve for promotion. Where there is no such promotion they could only
    /// be dropped.
    pub(super) fn hands(&mut self, captured: CaptureFate, promotions: &[Option<PromotionDef>]) {
        let choices = promotions
            .iter()
            .flatten()
            .flat_map(|promotion| &promotion.choices);
        let has_reserve = choices
            .into_iter()
            .any(|choice| choice.stock == PromotionStock::Hand);
        let first = self.pieces.iter().find(|piece| piece.hand != (0, 0));
        if let Some(hand) = first.and_then(|piece| piece.line.hand.as_ref())
            && captured == CaptureFate::Gone
            && !has_reserve
        {
            let message =
                "men in hand can be dropped by the user of a diagram; here they have no use";
            self.report(codes::NOT_CARRIED_OVER, hand.span(), message);
        }
    }

    pub(super) fn stalemate(&mut self) -> StalemateRule {
        let Some(setting) = self.last("stalemate") else {
            return StalemateRule::Draw;
        };
        match setting.value() {
            "draw" => StalemateRule::Draw,
            "win" => StalemateRule::Loss,
            word => {
                let message = format!(
                    "`{word}` is read as in the format's own program: the player who is \
                     stalemated loses"
                );
                self.report(codes::DOUBTFUL_IMPORT, setting.span(), message);
                StalemateRule::Loss
            }
        }
    }

    pub(super) fn not_carried_over(&mut self) {
        let mut findings = Vec::new();
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
                let piece = match *key {
                    "morph" | "antiTrade" => self.piece_above(*setting),
                    _ => None,
                };
                let of_piece =
                    piece.map_or_else(String::new, |piece| format!(" of `{}`", piece.name));
                let message = format!("`{key}`{of_piece} is not carried over: {what}");
                findings.push(Diagnostic::new(
                    codes::NOT_CARRIED_OVER,
                    setting.span(),
                    message,
                ));
            }
        }
        self.out.append(&mut findings);
    }

    /// The piece that a parameter below its line is about.
    fn piece_above(&self, setting: Setting<'_>) -> Option<&Piece<'a>> {
        let start = setting.parameter.key.span().start;
        let above = |piece: &&Piece<'_>| piece.line.name.span().start < start;
        self.pieces.iter().rev().find(above)
    }

    /// What has no bearing on the rules, and the shuffle.
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
