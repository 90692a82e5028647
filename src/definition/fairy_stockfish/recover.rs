//! From a definition back to a configuration: what [`build`](super::build) does, the other way
//! round, for rules however they are written.

use crate::definition::castlings::{castlings, right_of, says_files_only};
use crate::definition::export::Losses;
use crate::definition::start::{Start, with_rights};
use crate::definition::{
    AdjudicationRules, ByPiece, CaptureFate, ChecksAllowed, DropRules, MaterialRule, PawnPromotion,
    PieceId, PieceSet, RoyalGuard, RulesDef, VariantDef, Verdict,
};
use crate::geometry::{BoardShape, Perspective, SquareSet, Zone};
use crate::movement::Side;

use super::build::Builder;
use super::config::{Config, Material, everywhere, grid, rank};
use super::promotions::promotions;
use super::types::{Type, TypeSet, fixed};
use super::{men, options};

/// What was recovered, and which pieces could not be.
pub(super) struct Recovered {
    pub(super) config: Config,
    /// The types of the pieces.
    pub(super) types: ByPiece<Option<Type>>,
    /// Types that capture en passant.
    pub(super) passing: TypeSet,
    /// Types whose moves restart the clock where nothing is said of it.
    pub(super) restarting: TypeSet,
    /// Where first moves begin, and which type says so.
    pub(super) first_moves: Option<(Type, [SquareSet; 2])>,
    /// What has no words in that language.
    pub(super) lost: Losses,
}

/// Recovers the configuration of a definition.
pub(super) fn recover(def: &VariantDef) -> Recovered {
    let mut one = Recovered::board(def);
    one.unsaid(def);
    let forms = &def.rules.forms;
    for number in def.piece_ids().filter(|id| !forms.is_derived(*id)) {
        men::take(&mut one, def, number);
    }
    let kinds: ByPiece<Option<Type>> = (def.piece_ids())
        .map(|id| one.types.get(forms.of(id).kind).copied().flatten())
        .collect();
    one.plain_rules(def);
    one.castlings(def);
    promotions(&mut one, def, &kinds);
    let mut recovery = Recovery {
        kinds,
        shape: &def.shape,
        config: &mut one.config,
    };
    recovery.rules(def, &def.rules);
    // What has no bearing here may have some for those that inherit.
    options::apply_kept(&mut one.config);
    one
}

impl Recovered {
    /// The board, the start and the limits, which every definition has.
    fn board(def: &VariantDef) -> Recovered {
        let mut config = Config::new();
        config.max_file = def.shape.files();
        config.max_rank = def.shape.ranks();
        config.start.clone_from(&def.start);
        config.presentation.clone_from(&def.presentation);
        for (key, value) in [("title", &def.title), ("source", &def.source)] {
            if let (Some(value), false) = (value, config.presentation.contains_key(key)) {
                config.presentation.insert(key.to_owned(), value.clone());
            }
        }
        config.move_rule = def.rules.move_limit.unwrap_or(0);
        config.repetition = def.rules.repetition.limit.unwrap_or(0);
        config.repetition_value = def.rules.repetition.verdict;
        config.repetition_for_white = def.rules.repetition.for_white;
        Recovered {
            config,
            types: ByPiece::repeat(None, def.pieces.len()),
            passing: TypeSet::default(),
            restarting: TypeSet::default(),
            first_moves: None,
            lost: Losses::default(),
        }
    }

    /// What every definition says about the game.
    fn plain_rules(&mut self, def: &VariantDef) {
        let rules = &def.rules;
        let config = &mut self.config;
        config.stalemate = rules.stalemate;
        if self.passing != TypeSet::default() {
            config.ep_types = [self.passing; 2];
        }
        for set in &mut config.ep_types {
            set.insert(fixed("pawn"));
        }
        let steps = config.letters[fixed("pawn")].is_some() && config.double_step;
        if steps && !self.passing.contains(fixed("pawn")) {
            config.ep_region = Default::default();
        }
        if self.restarting != TypeSet::default() {
            config.move_rule_types = [self.restarting; 2];
        } else if config.letters[fixed("pawn")].is_some() {
            config.move_rule_types = Default::default();
        }
    }

    /// What of the rules has no words at all.
    fn unsaid(&mut self, def: &VariantDef) {
        let (rules, lost) = (&def.rules, &mut self.lost);
        if rules.guard != RoyalGuard::Every {
            lost.report("rules.guard", "that program guards every king");
        }
        if rules.captured == CaptureFate::OwnersHand {
            lost.report(
                "rules.captured",
                "captured pieces never go back to their owner",
            );
        }
        if !rules.scores.shares.is_empty() {
            lost.report(
                "rules.scores",
                "games are won, lost or drawn and nothing between",
            );
        }
    }

    /// Castling as moves of the king, as far as files can say it.
    fn castlings(&mut self, def: &VariantDef) {
        if let Some(rules) = &def.rules.castling
            && (!says_files_only(rules) || rules.king != [None; 2])
        {
            return;
        }
        let start = Start::of(def);
        let found = castlings(def, &start);
        self.config.castling = !found.is_empty();
        if start.rights.is_none() && !found.is_empty() {
            let mut rights: Vec<char> = found
                .iter()
                .map(|one| right_of(one.black, one.side))
                .collect();
            rights.sort_unstable();
            rights.dedup();
            let rights: String = rights.into_iter().collect();
            self.config.start = with_rights(&self.config.start, &rights);
        }
        let shape = &def.shape;
        let who = |square| start.men.get(&square).map(|(_, piece)| *piece);
        let mut wrong = false;
        let mut partners = [TypeSet::default(), TypeSet::default()];
        for one in &found {
            let types = [one.king, one.partner].map(|square| {
                let piece = who(square)?;
                self.types.get(piece).copied().flatten()
            });
            let [Some(king), Some(partner)] = types else {
                continue;
            };
            let side = usize::from(one.black);
            let owner = [Perspective::White, Perspective::Black][side];
            let config = &mut self.config;
            config.castling_king[side] = king;
            partners[side].insert(partner);
            config.castling_rank = shape.relative_rank(one.king, owner);
            config.castling_king_file = shape.file_of(one.king);
            let (to, partner) = (shape.file_of(one.to), shape.file_of(one.partner));
            let others = found.iter().filter(|other| other.side == one.side);
            wrong |= others.clone().any(|other| shape.file_of(other.to) != to);
            if one.side == Side::Right {
                config.castling_right_file = to;
                if partner + 1 != shape.files() {
                    config.castling_rook_right = partner;
                }
            } else {
                config.castling_left_file = to;
                config.castling_rook_left = partner;
            }
        }
        for (side, set) in partners.into_iter().enumerate() {
            if set != TypeSet::default() {
                self.config.castling_rooks[side] = set;
            } else if !found.is_empty() {
                // A side without castling says nothing about who castles.
                self.config.castling_king[side] = self.config.castling_king[1 - side];
            }
        }
        if wrong {
            let message = "both sides castle to the same files";
            self.lost.report("rules.castling", message);
        }
    }
}

pub(super) fn sides(zone: &Zone) -> [&SquareSet; 2] {
    [zone.of(Perspective::White), zone.of(Perspective::Black)]
}

/// Squares of a board as squares of a region. Whole ranks and boards are whole on any board, so
/// that larger ones can inherit them.
pub(super) fn wide(shape: &BoardShape, set: &SquareSet) -> SquareSet {
    if shape.squares().all(|square| set.contains(square)) {
        return everywhere();
    }
    let mut found = SquareSet::new();
    for number in 0..shape.ranks() {
        let squares = || shape.squares().filter(|one| shape.rank_of(*one) == number);
        if squares().next().is_some() && squares().all(|square| set.contains(square)) {
            found.extend(rank(u16::from(number)).iter());
        } else {
            let here = squares().filter(|square| set.contains(*square));
            found.extend(here.map(|one| grid(u16::from(shape.file_of(one)), u16::from(number))));
        }
    }
    found
}

struct Recovery<'a> {
    /// The types of the pieces, forms included.
    kinds: ByPiece<Option<Type>>,
    shape: &'a BoardShape,
    config: &'a mut Config,
}

impl Recovery<'_> {
    fn kind(&self, piece: PieceId) -> Type {
        self.kinds.get(piece).copied().flatten().unwrap_or(0)
    }

    fn kind_of(&self, piece: Option<PieceId>) -> Type {
        piece.map_or(0, |piece| self.kind(piece))
    }

    fn set(&self, set: PieceSet) -> TypeSet {
        if set == PieceSet::ALL {
            return TypeSet::of(0);
        }
        let mut types = TypeSet::default();
        for number in set.iter().map(|number| self.kind(number)) {
            if number != 0 {
                types.insert(number);
            }
        }
        types
    }

    fn region(&self, set: &SquareSet) -> SquareSet {
        wide(self.shape, set)
    }

    fn regions(&self, sets: &[SquareSet; 2]) -> [SquareSet; 2] {
        [self.region(&sets[0]), self.region(&sets[1])]
    }

    fn rules(&mut self, def: &VariantDef, rules: &RulesDef) {
        self.promotions(def, rules);
        self.castling(rules);
        self.captures(rules);
        self.following(rules);
        self.ends(rules);
        self.course(&rules.adjudication);
        if let Some(drops) = &rules.drops {
            self.drops(def, drops);
        }
    }

    fn promotions(&mut self, def: &VariantDef, rules: &RulesDef) {
        let pawn = fixed("pawn");
        let nowhere = |zone: &[SquareSet; 2]| zone.iter().all(SquareSet::is_empty);
        let config = &mut *self.config;
        config.sittuyin_promotion = rules.in_place.is_some();
        config.promotion_on_capture = rules.promotion.on_capture;
        config.mandatory_piece = rules.promotion.mandatory;
        config.demotion = rules.promotion.demotion;
        // Pieces that promote by themselves have said it already.
        let common = def.pieces.values().all(|piece| piece.promotion.is_none());
        if common {
            let in_place = rules.in_place.as_ref();
            let zones = [
                in_place.map(|rule| &rule.zone),
                Some(&rules.promotion.zone),
                Some(&rules.pawns.zone),
            ];
            if let Some(zone) = zones.into_iter().flatten().find(|zone| !nowhere(zone)) {
                self.config.promotion_region = self.regions(zone);
            }
            let types = rules.pawns.types.map(|set| self.set(set));
            if types != [TypeSet::default(); 2] {
                self.config.promotion_pawns = types;
            }
            let choices = in_place.map_or(rules.pawns.choices, |rule| rule.choices);
            self.config.promotion_pieces = choices.map(|set| self.set(set));
            self.config.mandatory_pawn =
                rules.pawns.mandatory || rules.pawns == PawnPromotion::default();
        }
        if self.config.letters[pawn].is_none() {
            // The pawn takes part in the set whether it is there or not.
            for set in &mut self.config.promotion_pawns {
                set.insert(pawn);
            }
        }
        let letters: Vec<&str> = def.pieces.values().map(|one| one.letter.as_str()).collect();
        for (number, kind) in self.kinds.clone().pairs() {
            let Some(kind) = *kind else { continue };
            let form = rules.forms.of(number);
            let limit = rules.promotion.limits.get(number).copied().unwrap_or(0);
            if form.kind == number && limit > 0 {
                self.config.promotion_limit[kind] = limit;
            }
            let turned = letters[number.index()].starts_with('+');
            if let Some(base) = form.base[0].filter(|_| turned) {
                let base = self.kind(base);
                self.config.promoted[base] = kind;
            }
        }
        // What comes from a pawn knows which one.
        let mut pieces = def.numbered();
        let returning = pieces.find(|(.., piece)| piece.letter.ends_with('~'));
        if let Some(form) = returning.map(|(id, ..)| rules.forms.of(id)) {
            self.config.main_pawn = form.base.map(|base| self.kind_of(base));
        }
        if let Some(rule) = &rules.en_passant {
            if rule.types != [PieceSet::ALL; 2] {
                self.config.ep_types = rule.types.map(|set| self.set(set));
                for set in &mut self.config.ep_types {
                    set.insert(pawn);
                }
            }
            self.config.ep_region = self.regions(&rule.region);
        }
    }

    fn castling(&mut self, rules: &RulesDef) {
        let Some(castling) = &rules.castling else {
            return;
        };
        self.config.castling = true;
        let kings = castling.king.map(|king| self.kind_of(king));
        let missing = castling.king == [None; 2];
        let partners = castling.partners.map(|set| self.set(set));
        let config = &mut *self.config;
        if !missing {
            config.castling_king = kings;
        }
        if castling.partners.iter().any(|set| !set.is_empty()) {
            config.castling_rooks = partners;
        }
        config.castling_right_file = castling.right_file;
        config.castling_left_file = castling.left_file;
        config.castling_rank = castling.rank;
        config.castling_king_file = castling.king_file;
        config.castling_rook_right = castling.right_partner_file;
        config.castling_rook_left = castling.left_partner_file;
        config.chess960 = castling.any_files;
        config.opposite_castling = castling.opposite;
        config.castling_dropped = castling.dropped;
        config.castling_wins = castling.wins;
    }

    fn captures(&mut self, rules: &RulesDef) {
        let captures = &rules.captures;
        self.config.to_hand = rules.captured == CaptureFate::CaptorsHand;
        self.config.two_boards = rules.captured == CaptureFate::PartnersHand;
        self.config.drop_loop = captures.keep_promoted;
        self.config.must_capture = captures.mandatory;
        self.config.mutually_immune = self.set(captures.immune_to_own);
        self.config.petrify = self.set(captures.petrify);
        self.config.petrify_blast = captures.petrify_blasted;
        self.config.blast = captures.blast.is_some();
        if let Some(blast) = &captures.blast {
            self.config.blast_immune = self.set(blast.immune);
        }
    }

    /// What may follow a move or stand in its place.
    fn following(&mut self, rules: &RulesDef) {
        if let Some(gating) = &rules.gating {
            self.config.gating = true;
            self.config.seirawan = gating.from_hand;
            self.config.cambodian = gating.leaps.is_some();
        }
        if let Some(walls) = &rules.walls {
            self.config.walling = Some(walls.rule);
            self.config.walling_region = self.regions(&walls.region);
            self.config.wall_or_move = walls.instead_of_move;
        }
        self.config.flip = rules.flip;
        self.config.pass = rules.passing.always;
        self.config.pass_stalemate = rules.passing.stalemate;
        self.config.immobility_illegal |= rules.no_dead_ends;
        self.config.checking = rules.checks.allowed != [ChecksAllowed::None; 2];
        self.config.check_counting = rules.checks.counted;
        self.config.flying_general |= rules.checks.flying_generals;
        self.config.bikjang = rules.checks.bikjang;
        self.config.makpong = rules.checks.no_escape;
    }

    fn ends(&mut self, rules: &RulesDef) {
        if let Some(rule) = &rules.extinction {
            self.config.extinction = rule.verdict;
            self.config.extinction_claim = rule.claim;
            self.config.pseudo_royal = rule.pseudo_royal;
            self.config.duple = rule.duple;
            self.config.extinction_types = self.set(rule.kinds);
            if rule.whole_army {
                self.config.extinction_types.insert(0);
            }
            self.config.extinction_count = rule.count;
            self.config.extinction_opponent = rule.opponent_count;
        }
        if let Some(rule) = &rules.flags {
            self.config.flag_piece = rule.piece.map(|piece| self.kind_of(piece));
            self.config.flag_region = self.regions(&rule.region);
            self.config.flag_count = rule.count;
            self.config.flag_blocked = rule.blocked_wins;
            self.config.flag_move = rule.last_move;
            self.config.flag_safe = rule.safe;
        }
        if let Some(rule) = &rules.connection {
            let sides = [0, 1].map(|side| self.regions(&rule.regions[side]));
            let [[white_from, white_to], [black_from, black_to]] = sides;
            self.config.connect_types = self.set(rule.kinds);
            self.config.connect_n = rule.row;
            self.config.connect_block = rule.block;
            self.config.collinear = rule.line;
            self.config.connect_value = rule.verdict;
            self.config.connect_horizontal = rule.directions.contains(&(1, 0));
            self.config.connect_vertical = rule.directions.contains(&(0, 1));
            self.config.connect_diagonal = rule.directions.contains(&(1, 1));
            self.config.connect_from = [white_from, black_from];
            self.config.connect_to = [white_to, black_to];
        }
        self.config.full_board = rules.ends_when_full;
        self.config.stalemate_by_count = rules.stalemate_by_count;
        self.config.checkmate = rules.checkmate;
        self.config.perpetual_check_illegal = rules.perpetual_check == Some(Verdict::Loss);
    }

    fn course(&mut self, course: &AdjudicationRules) {
        if let Some(restarts) = course.restarts {
            let pawn = TypeSet::of(fixed("pawn"));
            let no_pawn = self.config.letters[fixed("pawn")].is_none();
            self.config.move_rule_types = restarts.map(|set| match self.set(set) {
                set if set == TypeSet::default() && no_pawn => pawn,
                set => set,
            });
        }
        self.config.back_and_forth_illegal = course.back_and_forth_loses;
        self.config.chasing = course.chasing.is_some();
        self.config.counting = course.counting.map(|rule| rule.rule);
        self.config.material = course.material.as_ref().map(|rule| match rule {
            MaterialRule::Weighted { .. } => Material::Janggi,
            MaterialRule::Count => Material::Unweighted,
            MaterialRule::White => Material::White,
            MaterialRule::Black => Material::Black,
        });
        self.config.pawn_drop_mate_illegal = course.mates.dropped.is_some();
        self.config.shatar_mate = course.mates.shatar.is_some();
    }

    /// The regions of all pieces come from one, which pawns and rooks may use in part.
    fn drops(&mut self, def: &VariantDef, drops: &DropRules) {
        let config = &mut *self.config;
        config.drops = drops.allowed;
        config.drop_promoted = drops.promoted;
        config.free_drops = drops.free;
        config.opposite_bishops = drops.opposite_colors.is_some();
        config.must_drop = drops.mandatory.is_some();
        config.enclosing = drops.enclosing;
        config.enclosing_start = wide(self.shape, &drops.enclosing_start);
        config.drop_checks = drops.may_check;
        if let Some((kind, count)) = drops.no_doubled {
            self.config.no_doubled = self.kind(kind);
            self.config.no_doubled_count = count;
        }
        self.config.must_drop_type = self.kind_of(drops.mandatory.flatten());
        let mut whole = [SquareSet::new(), SquareSet::new()];
        for regions in &drops.regions {
            for (whole, region) in whole.iter_mut().zip(regions) {
                *whole = whole.union(region);
            }
        }
        self.config.drop_region = self.regions(&whole);
        for choice in 0..8_u8 {
            self.config.zone_drops = choice & 1 != 0;
            self.config.first_rank_drops = choice & 2 != 0;
            self.config.sittuyin_rook = choice & 4 != 0;
            let builder = Builder::new(self.config, self.shape);
            let mut all = self.kinds.iter().zip(&drops.regions);
            let fits = all.all(|(kind, regions)| {
                kind.is_none_or(|kind| {
                    let side = |color: usize| builder.drop_region(kind, color) == regions[color];
                    side(0) && side(1)
                })
            });
            if fits {
                return;
            }
        }
        debug_assert_eq!(def.pieces.len(), self.kinds.len());
    }
}
