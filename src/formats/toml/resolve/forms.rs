//! Promotion pairs and forms of pieces.

use crate::definition::moves::piece_moves::SIDES;
use crate::definition::{
    ByPiece, Form, Forms, PieceDef, PieceId, PromotionChoice, PromotionDef, PromotionStock,
};
use crate::formats::toml::wire::{
    Named, PieceWire, Removable, RuleTableWire, RulesWire, SettingWire, VariantWire, flag, table,
};
use crate::geometry::{BoardShape, SquareSet, Zone};
use crate::source::{Diagnostic, codes};

use super::names::Pieces;
use super::resolver::Resolver;

/// The name of the promoted side of a piece.
pub(in crate::formats::toml) fn promoted_name(name: &str) -> String {
    format!("promoted-{name}")
}

/// The name of the form of a piece that came from a promotion by choice and reverts when captured.
pub(in crate::formats::toml) fn returning_name(name: &str) -> String {
    format!("{name}-from-pawn")
}

/// The piece of each side that promotes by choice; of several, the last.
pub(in crate::formats::toml) fn usual_pawn(pieces: &Pieces) -> [Option<PieceId>; 2] {
    SIDES.map(|owner| {
        let promotes = |piece: &PieceDef| {
            let mut choices = piece.promotion.iter().flat_map(|rule| &rule.choices);
            choices.any(|choice| !choice.zone.of(owner).is_empty())
        };
        let last = pieces.values().rposition(promotes);
        last.map(PieceId::new)
    })
}

impl Resolver<'_> {
    /// Determines the form of each piece. Adds the promoted sides of pieces, and the forms of pieces that come from
    /// promotions by choice and revert when captured.
    pub(in crate::formats::toml) fn forms(
        &mut self,
        wire: &VariantWire,
        pieces: &mut Pieces,
    ) -> Forms {
        let mut forms: Vec<Form> = ids(pieces).map(Form::plain).collect();
        let Some(named) = wire.pieces.value() else {
            return Forms::default();
        };
        // A piece that may also promote by choice has its promoted side as an additional choice.
        let mut pairs = Vec::new();
        // A piece without a letter of its own is the promoted side of the piece whose letter it uses.
        let mut lent = Vec::new();
        for (name, entry) in &named.0 {
            let Some(Removable::Table(piece)) = entry.value.value() else {
                continue;
            };
            let Some(number) = pieces.get_index_of(name) else {
                continue;
            };
            forms[number].own_kind_blocks = flag(&piece.own_kind_blocks);
            let Some(to) = self.maybe(&piece.promoted, pieces) else {
                continue;
            };
            if pieces[to.index()].letter == format!("+{}", pieces[number].letter) {
                forms[to.index()].base = [Some(PieceId::new(number)); 2];
                lent.push((PieceId::new(number), to));
            } else if self.is_free(named, pieces, name, &promoted_name(name)) {
                pairs.push((PieceId::new(number), to));
            }
        }
        let rules = wire.rules.value();
        for (from, to) in turned(rules, pieces) {
            let base = &mut forms[to.index()].base;
            *base = base.map(|known| known.or(Some(from)));
        }
        let returns_as = self.returns_as(rules);
        let returning: Vec<_> = match rules.filter(|rules| rules.keeps_prisoners()) {
            Some(_) => {
                // The piece in hand of a piece that came from a promotion by choice.
                let said = self.side_name(&returns_as, pieces);
                let base = said.unwrap_or_else(|| usual_pawn(pieces));
                // The form is only needed if some piece has another kind in hand.
                let numbers = ids(pieces).filter(|_| base != [None; 2]);
                let numbers: Vec<_> = numbers
                    .filter(|number| is_chosen(pieces, *number))
                    .filter(|number| {
                        let (name, _) = named_lettered(pieces, *number);
                        self.is_free(named, pieces, &name, &returning_name(&name))
                    })
                    .collect();
                numbers.into_iter().map(|number| (number, base)).collect()
            }
            None => Vec::new(),
        };
        let n_base = forms.len();
        for &(number, to) in &pairs {
            let (name, letter) = named_lettered(pieces, number);
            let form = PieceDef {
                letter: format!("+{letter}"),
                second_letter: second(pieces, number).map(|letter| format!("+{letter}")),
                ..pieces[to.index()].clone()
            };
            pieces.insert(promoted_name(&name), form);
            forms.push(Form {
                base: [Some(number); 2],
                ..forms[to.index()]
            });
        }
        let n_forms = forms.len();
        for (number, base) in returning {
            let (name, letter) = named_lettered(pieces, number);
            let form = PieceDef {
                letter: format!("{letter}~"),
                second_letter: second(pieces, number).map(|letter| format!("{letter}~")),
                ..pieces[number.index()].clone()
            };
            pieces.insert(returning_name(&name), form);
            forms.push(Form {
                base,
                ..forms[number.index()]
            });
        }
        // Choices from the box become the forms that revert.
        let returned = |piece: PieceId| {
            let (name, _) = pieces.get_index(piece.index())?;
            let returned = pieces.get_index_of(&returning_name(name))?;
            (returned >= n_forms).then(|| PieceId::new(returned))
        };
        let returned: ByPiece<_> = ids(pieces).map(returned).collect();
        for piece in pieces.values_mut() {
            let choices = piece.promotion.iter_mut();
            for choice in choices.flat_map(|promotion| &mut promotion.choices) {
                let returned = returned.get(choice.piece).copied().flatten();
                if let Some(returned) = returned.filter(|_| comes_from_box(choice)) {
                    choice.piece = returned;
                }
            }
        }
        let made = (n_base..).map(PieceId::new);
        let made = pairs
            .into_iter()
            .zip(made)
            .map(|((number, _), turned)| (number, turned));
        let by_rule = paired_promotion_by_piece(rules, "into");
        let turns_by_rule = |name: &str| by_rule.is_some_and(|named| named.0.contains_key(name));
        for (number, turned) in lent.into_iter().chain(made) {
            let Some((name, piece)) = pieces.get_index_mut(number.index()) else {
                continue;
            };
            if let Some(promotion) = piece.promotion.as_mut().filter(|_| !turns_by_rule(name)) {
                // On the squares of the other choices.
                let zone = promotion.zone();
                promotion.choices.push(PromotionChoice::new(turned, zone));
            }
        }
        forms.into_iter().collect()
    }

    /// Tests that the name generated for a form of `of` is not taken.
    fn is_free(
        &mut self,
        named: &Named<Removable<PieceWire>>,
        pieces: &Pieces,
        of: &str,
        made: &str,
    ) -> bool {
        if !pieces.contains_key(made) {
            return true;
        }
        if let Some(entry) = named.0.get(made) {
            let message = format!("`{made}` is the name of the piece that `{of}` becomes");
            let finding = Diagnostic::new(codes::DUPLICATE_KEY, entry.name.span, message)
                .with_help("give this piece another name");
            self.report(entry.name, finding);
        }
        false
    }

    /// Adds the common promotion of several pieces to the choices that each of them already has.
    pub(in crate::formats::toml) fn promote_alike(
        &mut self,
        rules: Option<&RulesWire>,
        pieces: &mut Pieces,
        shape: &BoardShape,
    ) {
        let Some(wire) = rules.and_then(|rules| table(&rules.pawn_promotion)) else {
            return;
        };
        let zone = self.zone(&wire.zone, shape);
        let zone = zone.unwrap_or_else(|| Zone::last_rank(shape));
        let who = self.side_names(&wire.pieces, pieces).unwrap_or_default();
        let to = self.side_names(&wire.to, pieces).unwrap_or_default();
        let limits = paired_promotion_by_piece(rules, "limits");
        let limit = |name: &str| match limits?.0.get(name)?.value.value()? {
            SettingWire::Number(limit) => Some(*limit as u16),
            _ => None,
        };
        let names: Vec<String> = pieces.keys().cloned().collect();
        for (piece, id) in pieces.values_mut().zip((0..).map(PieceId::new)) {
            let offered = |is_offered: &dyn Fn(usize) -> bool| {
                Zone::by_side(|owner| {
                    let promotes = who[owner as usize].contains(id) && is_offered(owner as usize);
                    if promotes {
                        zone.of(owner).clone()
                    } else {
                        SquareSet::new()
                    }
                })
            };
            let choices = names
                .iter()
                .zip((0..).map(PieceId::new))
                .map(|(name, choice)| PromotionChoice {
                    limit: limit(name).filter(|limit| *limit > 0),
                    ..PromotionChoice::new(choice, offered(&|side| to[side].contains(choice)))
                });
            let choices: Vec<_> = choices
                .filter(|choice| choice.zone != Zone::nowhere())
                .collect();
            if choices.is_empty() || piece.royal {
                continue;
            }
            let stay = if flag(&wire.optional) {
                offered(&|_| true)
            } else {
                Zone::nowhere()
            };
            let common = PromotionDef::of(choices, stay);
            piece.promotion = Some(match piece.promotion.take() {
                None => common,
                Some(own) => own.with(common),
            });
        }
    }
}

/// The table of the rule `paired-promotion` at one of its keys, by piece name.
pub(in crate::formats::toml) fn paired_promotion_by_piece<'w>(
    rules: Option<&'w RulesWire>,
    key: &str,
) -> Option<&'w Named<SettingWire>> {
    let RuleTableWire::Table(settings) = rules?.paired_promotion.value()? else {
        return None;
    };
    match settings.0.get(key)?.value.value()? {
        SettingWire::Table(table) => Some(table),
        _ => None,
    }
}

/// The pairs of pieces in the rule `paired-promotion`, from a piece to the one that it becomes.
fn turned(rules: Option<&RulesWire>, pieces: &Pieces) -> Vec<(PieceId, PieceId)> {
    let named = paired_promotion_by_piece(rules, "into").into_iter();
    let number = |name: &String| pieces.get_index_of(name).map(PieceId::new);
    let pairs = named.flat_map(|named| &named.0);
    let pairs = pairs.filter_map(|(name, entry)| match entry.value.value()? {
        SettingWire::Text(to) => {
            let (from, to) = (number(name)?, number(to)?);
            (from != to).then_some((from, to))
        }
        _ => None,
    });
    pairs.collect()
}

/// Whether the chosen piece comes from the box; a piece from the hand does not revert when captured.
fn comes_from_box(choice: &PromotionChoice) -> bool {
    choice.stock == PromotionStock::Unlimited
}

fn ids(pieces: &Pieces) -> impl Iterator<Item = PieceId> + use<> {
    (0..pieces.len()).map(PieceId::new)
}

fn named_lettered(pieces: &Pieces, id: PieceId) -> (String, String) {
    pieces
        .get_index(id.index())
        .map_or_else(Default::default, |(name, piece)| {
            (name.clone(), piece.letter.clone())
        })
}

/// The alternative letter that is accepted in a FEN.
fn second(pieces: &Pieces, id: PieceId) -> Option<String> {
    let (_, piece) = pieces.get_index(id.index())?;
    piece.second_letter.clone()
}

/// Whether some piece may promote to this one from the box.
fn is_chosen(pieces: &Pieces, id: PieceId) -> bool {
    pieces
        .values()
        .filter_map(|piece| piece.promotion.as_ref())
        .flat_map(|promotion| &promotion.choices)
        .any(|choice| comes_from_box(choice) && choice.piece == id)
}
