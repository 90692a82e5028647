//! From a definition back to a configuration: what [`build`](super::build) does, the other way
//! round.

use crate::definition::export::Losses;
use crate::definition::{
    DropRules, InitialDef, MaterialRule, PieceDef, PieceSet, SpecialRules, VariantDef,
};
use crate::geometry::{BoardShape, Perspective, SquareSet, Zone};
use crate::movement::Movement;
use crate::syntax::betza::Dialect;

use super::build::{Builder, TRIPLE_STEP, kebab};
use super::config::{Config, Material, grid};
use super::types::{self, FIRST_CUSTOM, KING, Type, TypeSet, fixed};

/// What was recovered, and which pieces could not be.
pub(super) struct Recovered {
    pub(super) config: Config,
    /// By number of the piece: its type.
    pub(super) types: Vec<Option<Type>>,
    /// What has no words in that language.
    pub(super) lost: Losses,
}

/// Recovers the configuration of a definition with special rules.
pub(super) fn recover(def: &VariantDef, rules: &SpecialRules) -> Recovered {
    let mut one = Recovered::board(def);
    let is_base = |number: usize| {
        let form = rules.forms.get(number);
        form.is_none_or(|form| form.kind == number && form.base == [None; 2])
    };
    for number in 0..def.pieces.len() {
        if is_base(number) {
            one.take_piece(def, number);
        }
    }
    let kinds: Vec<Option<Type>> = (0..def.pieces.len())
        .map(|number| {
            let kind = rules.forms.get(number).map_or(number, |form| form.kind);
            one.types.get(kind).copied().flatten()
        })
        .collect();
    Recovery {
        kinds,
        shape: &def.shape,
        config: &mut one.config,
    }
    .rules(def, rules);
    one
}

impl Recovered {
    /// The board, the start and the limits, which every definition has.
    pub(super) fn board(def: &VariantDef) -> Recovered {
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
            types: vec![None; def.pieces.len()],
            lost: Losses::default(),
        }
    }

    /// Finds a type for a piece, and takes over its letter, moves and region.
    fn take_piece(&mut self, def: &VariantDef, number: usize) {
        let Some((name, piece)) = def.pieces.get_index(number) else {
            return;
        };
        let Some(first) = piece.moves.first() else {
            return;
        };
        if first.dialect != Dialect::FairyStockfish {
            let place = format!("pieces.{name}.moves");
            let message = format!("`{}` is not in the dialect of that program", first.betza);
            self.lost.report(place, message);
            return;
        }
        let text = first.betza.as_str();
        let soldier = matches!(text, "fsW" | "fW") && piece.moves.len() > 1;
        let text = if soldier { "fsW" } else { text };
        let wanted = |number: &Type| kebab(&types::key(*number)) == *name;
        let named = types::all().find(wanted).filter(|number| {
            *number >= FIRST_CUSTOM
                || Movement::read(self.config.moves(*number), Dialect::FairyStockfish)
                    == Movement::read(text, Dialect::FairyStockfish)
        });
        let found = named.or_else(|| self.free_type(text, piece.royal));
        let Some(number_of_type) = found.filter(|number| (*number == KING) == piece.royal) else {
            let message = "no type of that program is left for the piece";
            self.lost.report(format!("pieces.{name}"), message);
            return;
        };
        self.settle(def, number, number_of_type, name, text, piece);
    }

    /// A type that no piece has: one that moves so, or a custom one.
    pub(super) fn free_type(&self, text: &str, royal: bool) -> Option<Type> {
        if royal {
            return Some(KING).filter(|king| self.config.letters[*king].is_none());
        }
        let free = |number: &Type| self.config.letters[*number].is_none();
        let same = |number: &Type| {
            *number < FIRST_CUSTOM
                && Movement::read(self.config.moves(*number), Dialect::FairyStockfish)
                    == Movement::read(text, Dialect::FairyStockfish)
        };
        let mut named = types::all().filter(same);
        named.find(free).or_else(|| {
            let mut customs = FIRST_CUSTOM..KING;
            customs.find(free)
        })
    }

    fn settle(
        &mut self,
        def: &VariantDef,
        number: usize,
        found: Type,
        name: &str,
        text: &str,
        piece: &PieceDef,
    ) {
        let mut letters = piece.letter.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic);
        let (Some(letter), None) = (letter, letters.next()) else {
            let message = format!("`{}` is not one letter", piece.letter);
            self.lost.report(format!("pieces.{name}.letter"), message);
            return;
        };
        self.types[number] = Some(found);
        let config = &mut self.config;
        config.letters[found] = Some(letter.to_ascii_lowercase());
        config.values[found] = piece.value;
        if found >= FIRST_CUSTOM && !(found == KING && text == "K") {
            // En passant is an option of its own.
            config.betza[found] = Some(text.replace('e', ""));
        }
        let shape = &def.shape;
        if let Some(zone) = piece.moves.first().and_then(|one| one.to.as_ref()) {
            config.mobility[found] = sides(zone).map(|set| wide(shape, set));
        }
        if let InitialDef::Zone(zone) = &piece.initial {
            let regions = sides(zone).map(|set| wide(shape, set));
            config.double_step = regions.iter().any(|set| !set.is_empty());
            if config.double_step {
                config.double_region = regions;
            }
        }
        for one in &piece.moves {
            let Some(squares) = one.from.as_ref().map(sides) else {
                continue;
            };
            match one.betza.as_str() {
                TRIPLE_STEP => config.triple_region = squares.map(|set| wide(shape, set)),
                "fsW" if found == fixed("soldier") => {
                    let ranks = squares[0].iter().map(|square| shape.rank_of(square));
                    config.soldier_rank = ranks.min().unwrap_or(0);
                }
                "fF" | "F" | "B" | "pB" => config.diagonals = wide(shape, squares[0]),
                _ => {}
            }
        }
    }
}

fn sides(zone: &Zone) -> [&SquareSet; 2] {
    [zone.of(Perspective::White), zone.of(Perspective::Black)]
}

/// Squares of a board as squares of a region.
pub(super) fn wide(shape: &BoardShape, set: &SquareSet) -> SquareSet {
    set.iter()
        .map(|square| {
            grid(
                u16::from(shape.file_of(square)),
                u16::from(shape.rank_of(square)),
            )
        })
        .collect()
}

struct Recovery<'a> {
    /// By number of the piece: its type, forms included.
    kinds: Vec<Option<Type>>,
    shape: &'a BoardShape,
    config: &'a mut Config,
}

impl Recovery<'_> {
    fn kind(&self, number: usize) -> Type {
        self.kinds.get(number).copied().flatten().unwrap_or(0)
    }

    fn kind_of(&self, number: Option<usize>) -> Type {
        number.map_or(0, |number| self.kind(number))
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

    fn rules(&mut self, def: &VariantDef, rules: &SpecialRules) {
        self.promotions(rules);
        self.castling(rules);
        self.captures(rules);
        self.following(rules);
        self.ends(rules);
        self.course(rules);
        if let Some(drops) = &rules.drops {
            self.drops(def, drops);
        }
    }

    fn promotions(&mut self, rules: &SpecialRules) {
        let pawn = fixed("pawn");
        self.config.promotion_region = self.regions(&rules.promotion.zone);
        self.config.promotion_pawns = rules.pawns.types.map(|set| self.set(set));
        self.config.promotion_pieces = rules.pawns.choices.map(|set| self.set(set));
        self.config.mandatory_pawn = rules.pawns.mandatory;
        self.config.sittuyin_promotion = rules.in_place.is_some();
        self.config.promotion_on_capture = rules.promotion.on_capture;
        self.config.mandatory_piece = rules.promotion.mandatory;
        self.config.demotion = rules.promotion.demotion;
        if self.config.letters[pawn].is_none() {
            // The pawn takes part in the set whether it is there or not.
            for set in &mut self.config.promotion_pawns {
                set.insert(pawn);
            }
        }
        for (number, kind) in self.kinds.clone().into_iter().enumerate() {
            let Some(kind) = kind else { continue };
            let own = rules
                .forms
                .get(number)
                .is_none_or(|form| form.kind == number);
            let limit = rules.promotion.limits.get(number).copied().unwrap_or(0);
            let target = rules.promotion.targets.get(number).copied().flatten();
            if own {
                self.config.promotion_limit[kind] = limit;
            }
            if let Some(target) = target {
                self.config.promoted[kind] = self.kind(target);
            }
        }
        // What comes from a pawn knows which one.
        let first = rules.promotion.targets.iter().flatten().count();
        let pieces = self.kinds.len();
        let from_pawn = rules.forms.iter().enumerate().find(|(number, form)| {
            form.base[0].is_some()
                && !rules.promotion.targets.contains(&Some(*number))
                && first < pieces
        });
        if let Some((_, form)) = from_pawn {
            self.config.main_pawn = form.base.map(|base| self.kind_of(base));
        }
        self.config.ep_types = rules.en_passant.types.map(|set| self.set(set));
        self.config.ep_region = self.regions(&rules.en_passant.region);
        for set in &mut self.config.ep_types {
            set.insert(pawn);
        }
    }

    fn castling(&mut self, rules: &SpecialRules) {
        let Some(castling) = &rules.castling else {
            self.config.castling = false;
            return;
        };
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

    fn captures(&mut self, rules: &SpecialRules) {
        let captures = &rules.captures;
        self.config.to_hand = captures.to_hand;
        self.config.two_boards = captures.to_partner;
        self.config.drop_loop = captures.keep_promoted;
        self.config.must_capture = captures.mandatory;
        self.config.mutually_immune = self.set(captures.immune_to_own);
        self.config.petrify = self.set(captures.petrify);
        self.config.petrify_blast = captures.petrify_blasted;
        self.config.blast = captures.blast.is_some();
        if let Some(blast) = captures.blast {
            self.config.blast_immune = self.set(blast.immune);
        }
    }

    /// What may follow a move or stand in its place.
    fn following(&mut self, rules: &SpecialRules) {
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
        self.config.immobility_illegal = rules.no_dead_ends;
        self.config.checking = rules.checks.allowed;
        self.config.check_counting = rules.checks.counted;
        self.config.flying_general = rules.checks.flying_generals;
        self.config.bikjang = rules.checks.bikjang;
        self.config.makpong = rules.checks.no_escape;
    }

    fn ends(&mut self, rules: &SpecialRules) {
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
        self.config.stalemate = rules.results.stalemate;
        self.config.stalemate_by_count = rules.results.stalemate_by_count;
        self.config.checkmate = rules.results.checkmate;
    }

    fn course(&mut self, rules: &SpecialRules) {
        let course = &rules.adjudication;
        if let Some(restarts) = course.restarts {
            let pawn = TypeSet::of(fixed("pawn"));
            let no_pawn = self.config.letters[fixed("pawn")].is_none();
            self.config.move_rule_types = restarts.map(|set| match self.set(set) {
                set if set == TypeSet::default() && no_pawn => pawn,
                set => set,
            });
        }
        self.config.perpetual_check_illegal = course.perpetual_check_loses;
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
            let rebuilt = Builder::new(self.config, self.shape).drops();
            if rebuilt.is_some_and(|rebuilt| rebuilt.regions == drops.regions) {
                return;
            }
        }
        debug_assert_eq!(def.pieces.len(), self.kinds.len());
    }
}
