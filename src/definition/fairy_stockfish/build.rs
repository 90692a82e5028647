//! From a configuration to a definition.

use indexmap::IndexMap;

use crate::definition::{
    Blast, ByPiece, CaptureFate, CaptureRules, CastlingRules, CheckRules, ChecksAllowed, DropRules,
    EnPassantRules, ExtinctionRules, FirstLeaps, FlagRules, Form, GatingRules, InPlacePromotion,
    InitialDef, MoveDef, PassRules, PieceDef, PieceId, PiecePromotion, PieceSet, RepetitionRules,
    RulesDef, TurningMoves, VariantDef, Verdict, WallRules,
};
use crate::geometry::{BoardShape, ShapeError, SquareSet, Zone};
use crate::movement::{Contents, Movement, Pattern};
use crate::syntax::betza::Dialect;

use super::config::{Config, GRID};
use super::types::{self, KING, Type, TypeSet, fixed};

/// The text of the triple step of pawns.
pub(super) const TRIPLE_STEP: &str = "fmnH";

/// Makes the definition.
pub(super) fn build(
    name: &str,
    parent: Option<&str>,
    config: &Config,
) -> Result<VariantDef, ShapeError> {
    let shape = BoardShape::rectangle(config.max_file, config.max_rank)?;
    let builder = Builder::new(config, &shape);
    let pieces = builder.pieces();
    let rules = builder.rules();
    let mut def = VariantDef {
        title: config.presentation.get("title").cloned(),
        parent: parent.map(str::to_owned),
        source: config.presentation.get("source").cloned(),
        pieces,
        rules,
        presentation: config.presentation.clone(),
        ..VariantDef::new(name, shape.clone(), &config.start)
    };
    builder.promote(&mut def);
    config.fork.extend(&builder, &mut def);
    Ok(def)
}

pub(super) struct Builder<'a> {
    pub(super) config: &'a Config,
    pub(super) shape: &'a BoardShape,
    /// Types in play, in the order of their numbers.
    types: Vec<Type>,
    /// Types that have a promoted form, and that form's type.
    promoted: Vec<(Type, Type)>,
    /// Types that pawns become and that turn back when captured.
    returning: Vec<Type>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(config: &'a Config, shape: &'a BoardShape) -> Builder<'a> {
        let types: Vec<Type> = types::all()
            .filter(|number| config.letters[*number].is_some())
            .collect();
        let promoted = types
            .iter()
            .map(|number| (*number, config.promoted[*number]))
            .filter(|(_, to)| *to != 0 && config.letters[*to].is_some())
            .collect();
        // Where no side has a pawn, nothing comes from one.
        let mut pawns = config.main_pawn.iter();
        let promotes = pawns.any(|pawn| types.contains(pawn));
        let returning = if promotes && (config.to_hand || config.two_boards) {
            types
                .iter()
                .copied()
                .filter(|number| {
                    config
                        .promotion_pieces
                        .iter()
                        .any(|set| set.contains(*number))
                })
                .collect()
        } else {
            Vec::new()
        };
        Builder {
            config,
            shape,
            types,
            promoted,
            returning,
        }
    }

    /// The number of a type in the definition.
    pub(super) fn number(&self, number: Type) -> Option<PieceId> {
        let place = self.types.iter().position(|known| *known == number);
        place.map(PieceId::new)
    }

    /// The type as which a piece of the definition moves.
    pub(super) fn type_of(&self, id: PieceId) -> Option<Type> {
        let promoted = self.promoted.iter().map(|(_, to)| to);
        let mut types = (self.types.iter()).chain(promoted).chain(&self.returning);
        types.nth(id.index()).copied()
    }

    pub(super) fn set(&self, set: TypeSet) -> PieceSet {
        if set.contains(0) {
            return PieceSet::ALL;
        }
        set.iter()
            .filter_map(|number| self.number(number))
            .collect()
    }

    fn sets(&self, sets: [TypeSet; 2]) -> [PieceSet; 2] {
        sets.map(|set| self.set(set))
    }

    /// A region cut down to the board.
    pub(super) fn region(&self, region: &SquareSet) -> SquareSet {
        region
            .iter()
            .filter_map(|square| {
                let (file, rank) = (square.index() as u16 % GRID, square.index() as u16 / GRID);
                self.shape.at(file as u8, rank as u8)
            })
            .collect()
    }

    pub(super) fn regions(&self, regions: &[SquareSet; 2]) -> [SquareSet; 2] {
        [self.region(&regions[0]), self.region(&regions[1])]
    }

    fn all(&self) -> SquareSet {
        self.shape.squares().collect()
    }

    /// The squares a type may go to.
    fn mobility(&self, number: Type) -> [SquareSet; 2] {
        [0, 1].map(|color| {
            let region = &self.config.mobility[number][color];
            if region.is_empty() {
                self.all()
            } else {
                self.region(region)
            }
        })
    }

    fn double_region(&self) -> [SquareSet; 2] {
        if self.config.double_step {
            self.regions(&self.config.double_region)
        } else {
            Default::default()
        }
    }

    fn pieces(&self) -> IndexMap<String, PieceDef> {
        let mut pieces = IndexMap::new();
        for number in &self.types {
            let def = self.piece(*number, *number, |letter| letter.to_string());
            pieces.insert(kebab(&types::key(*number)), def);
        }
        for (number, to) in &self.promoted {
            let name = format!("promoted-{}", kebab(&types::key(*number)));
            pieces.insert(
                name,
                self.piece(*to, *number, |letter| format!("+{letter}")),
            );
        }
        for number in &self.returning {
            let name = format!("{}-from-pawn", kebab(&types::key(*number)));
            let def = self.piece(*number, *number, |letter| format!("{letter}~"));
            pieces.insert(name, def);
        }
        pieces
    }

    /// A piece that moves as one type and is written by the letter of one.
    fn piece(&self, number: Type, lettered: Type, write: impl Fn(char) -> String) -> PieceDef {
        let [white, black] = self.double_region();
        let letter = self.config.letters[lettered].unwrap_or('?');
        let second = self.config.second_letters[lettered];
        PieceDef {
            letter: write(letter.to_ascii_uppercase()),
            second_letter: second.map(|letter| write(letter.to_ascii_uppercase())),
            initial: InitialDef::Zone(Zone::of_sides(white, black)),
            royal: number == KING,
            value: self.config.values[number],
            ..PieceDef::with_moves("", self.moves(number))
        }
    }

    /// The moves of a type, with those that belong to squares of the board.
    fn moves(&self, number: Type) -> Vec<MoveDef> {
        let config = self.config;
        let [white, black] = self.mobility(number);
        let whole = white == self.all() && black == self.all();
        let to = (!whole).then(|| Zone::of_sides(white, black));
        let captures_en_passant =
            number == fixed("pawn") || config.ep_types.iter().any(|set| set.contains(number));
        let one = |text: &str, from: Option<Zone>, to: Option<Zone>| {
            let movement = match text {
                // That dialect has no lame `H`, but the pawns of a few variants have such a run.
                TRIPLE_STEP => Movement::read(text, Dialect::XBetza).value,
                _ => Movement::read(text, Dialect::FairyStockfish).value,
            };
            let movement = with_marks(&movement, captures_en_passant);
            MoveDef {
                from,
                to,
                ..MoveDef::of(movement, text, Dialect::FairyStockfish)
            }
        };
        let text = config.moves(number);
        let mut moves = Vec::new();
        if number == fixed("soldier") && config.soldier_rank > 0 {
            let ahead = |color: usize, wanted: bool| -> SquareSet {
                let beyond = self.beyond_soldier_rank(color);
                if wanted {
                    beyond
                } else {
                    self.all().difference(&beyond)
                }
            };
            let zone = |wanted| Some(Zone::of_sides(ahead(0, wanted), ahead(1, wanted)));
            moves.push(one("fsW", zone(true), to.clone()));
            moves.push(one("fW", zone(false), to.clone()));
        } else {
            moves.push(one(text, None, to.clone()));
        }
        if number == fixed("pawn") {
            let [white, black] = self.double_region();
            if !white.is_empty() || !black.is_empty() {
                let from = Zone::of_sides(white, black);
                moves.push(marking(one("fmnD", Some(from), to.clone())));
            }
            let [white, black] = self.regions(&config.triple_region);
            if !white.is_empty() || !black.is_empty() {
                let from = Zone::of_sides(white, black);
                moves.push(marking(one(TRIPLE_STEP, Some(from), to.clone())));
            }
        }
        let lines = self.region(&config.diagonals);
        if !lines.is_empty() {
            let text = match text {
                _ if number == fixed("soldier") => "fF",
                "W" if number == fixed("wazir") || number == KING => "F",
                _ if number == fixed("rook") => "B",
                _ if number == fixed("janggiCannon") => "pB",
                _ => "",
            };
            if !text.is_empty() {
                let zone = Zone::of_sides(lines.clone(), lines.clone());
                let to = match &to {
                    None => zone.clone(),
                    Some(to) => {
                        let cut = |owner| to.of(owner).intersection(&lines);
                        Zone::of_sides(
                            cut(crate::geometry::Perspective::White),
                            cut(crate::geometry::Perspective::Black),
                        )
                    }
                };
                moves.push(one(text, Some(zone), Some(to)));
            }
        }
        moves
    }

    fn forms(&self) -> Vec<Form> {
        let kind = |number: Type| self.number(number).unwrap_or(PieceId::new(0));
        let shuns = |number: Type| number == fixed("janggiCannon");
        let mut forms: Vec<Form> = self
            .types
            .iter()
            .map(|number| Form {
                kind: kind(*number),
                base: [None; 2],
                shuns_own_kind: shuns(*number),
            })
            .collect();
        forms.extend(self.promoted.iter().map(|(number, to)| Form {
            kind: kind(*to),
            base: [self.number(*number); 2],
            shuns_own_kind: shuns(*to),
        }));
        forms.extend(self.returning.iter().map(|number| Form {
            kind: kind(*number),
            base: self.config.main_pawn.map(|pawn| self.number(pawn)),
            shuns_own_kind: shuns(*number),
        }));
        forms
    }

    /// The kinds by number of the piece, forms included.
    pub(super) fn spread<T: Clone>(&self, by_type: impl Fn(Type) -> T) -> ByPiece<T> {
        let types = self.types.iter().copied();
        types
            .chain(self.promoted.iter().map(|(_, to)| *to))
            .chain(self.returning.iter().copied())
            .map(by_type)
            .collect()
    }

    /// Pieces to choose from: each as what turns back when it is captured, if there is such a form.
    pub(super) fn choices(&self, set: TypeSet) -> PieceSet {
        let first = self.types.len() + self.promoted.len();
        let returning = |piece: PieceId| {
            let kind = self.types.get(piece.index())?;
            let place = self.returning.iter().position(|known| known == kind)?;
            Some(PieceId::new(first + place))
        };
        let set = self.set(set).iter();
        set.map(|piece| returning(piece).unwrap_or(piece)).collect()
    }

    /// What a type turns over to.
    pub(super) fn turned(&self, number: Type) -> Option<PieceId> {
        let place = self.promoted.iter().position(|(from, _)| *from == number)?;
        Some(PieceId::new(self.types.len() + place))
    }

    /// How pieces turn over.
    fn turning(&self, zone: &[SquareSet; 2]) -> PiecePromotion {
        let config = self.config;
        let by_choice = |number: Type| number == fixed("pawn") && self.turns_by_choice();
        let targets = self.spread(|number| self.turned(number).filter(|_| !by_choice(number)));
        let limits = self.spread(|number| config.promotion_limit[number]);
        let turns = targets.iter().any(Option::is_some);
        if !turns && !config.sittuyin_promotion {
            return PiecePromotion::default();
        }
        PiecePromotion {
            targets,
            zone: zone.clone(),
            when: TurningMoves::ALL,
            also_on: ByPiece::new(),
            on_capture: config.promotion_on_capture,
            mandatory: config.mandatory_piece,
            demotion: config.demotion,
            limits,
            arriving: self.set(TypeSet::of(fixed("pawn"))),
        }
    }

    /// Whether what a pawn turns over to is one more choice of its promotion.
    pub(super) const fn turns_by_choice(&self) -> bool {
        let config = self.config;
        !config.sittuyin_promotion && !config.promotion_on_capture && !config.drop_promoted
    }

    fn rules(&self) -> RulesDef {
        let config = self.config;
        let pawn = fixed("pawn");
        let choices = config.promotion_pieces.map(|set| self.choices(set));
        let zone = self.regions(&config.promotion_region);
        RulesDef {
            stalemate: config.stalemate,
            stalemate_by_count: config.stalemate_by_count,
            captured: match (config.to_hand, config.two_boards) {
                (true, _) => CaptureFate::CaptorsHand,
                (false, true) => CaptureFate::PartnersHand,
                (false, false) => CaptureFate::Gone,
            },
            checkmate: config.checkmate,
            perpetual_check: config.perpetual_check_illegal.then_some(Verdict::Loss),
            move_limit: Some(config.move_rule).filter(|limit| *limit > 0),
            repetition: RepetitionRules {
                limit: Some(config.repetition).filter(|limit| *limit > 0),
                verdict: config.repetition_value,
                for_white: config.repetition_for_white,
            },
            forms: self.forms().into_iter().collect(),
            promotion: self.turning(&zone),
            in_place: config
                .sittuyin_promotion
                .then(|| self.number(pawn))
                .flatten()
                .map(|pawn| InPlacePromotion {
                    pawn,
                    choices,
                    zone,
                }),
            castling: self.castling(),
            en_passant: EnPassantRules {
                types: self.sets(config.ep_types.map(|mut set| {
                    set.insert(pawn);
                    set
                })),
                region: self.regions(&config.ep_region),
            }
            .unless_it_allows_all(self.shape),
            captures: CaptureRules {
                keep_promoted: config.drop_loop,
                mandatory: config.must_capture,
                immune_to_own: self.set(config.mutually_immune),
                blast: (config.fork.blast_reach(self.shape))
                    .filter(|_| config.blast)
                    .map(|reach| Blast {
                        reach,
                        immune: self.set(config.blast_immune),
                        sheltered: self.set(TypeSet::of(pawn)),
                    }),
                petrify: self.set(config.petrify),
                petrify_blasted: config.petrify_blast,
            },
            drops: self.drops(),
            gating: config.gating.then(|| GatingRules {
                from_hand: config.seirawan,
                leaps: config.cambodian.then(|| FirstLeaps {
                    king: self.number(KING),
                    counsellor: self.number(fixed("fers")),
                    rook: self.number(fixed("rook")),
                }),
            }),
            walls: config.walling.map(|rule| WallRules {
                rule,
                region: self.regions(&config.walling_region),
                instead_of_move: config.wall_or_move,
            }),
            flip: config.flip,
            passing: PassRules {
                always: config.pass,
                stalemate: config.pass_stalemate,
                twice_ends: !config.wall_or_move,
            },
            checks: CheckRules {
                allowed: if config.checking {
                    [ChecksAllowed::All; 2]
                } else {
                    [ChecksAllowed::None; 2]
                },
                counted: config.check_counting,
                flying_generals: config.flying_general,
                bikjang: config.bikjang,
                no_escape: config.makpong,
            },
            no_dead_ends: config.immobility_illegal,
            extinction: (config.extinction.is_some() || config.pseudo_royal).then(|| {
                ExtinctionRules {
                    verdict: config.extinction,
                    claim: config.extinction_claim,
                    pseudo_royal: config.pseudo_royal,
                    duple: config.duple,
                    kinds: config
                        .extinction_types
                        .iter()
                        .filter_map(|number| self.number(number))
                        .collect(),
                    whole_army: config.extinction_types.contains(0),
                    count: config.extinction_count,
                    opponent_count: config.extinction_opponent,
                }
            }),
            flags: config
                .flag_region
                .iter()
                .any(|region| !region.is_empty())
                .then(|| FlagRules {
                    piece: config.flag_piece.map(|number| self.number(number)),
                    region: [0, 1].map(|side| match config.flag_piece[side] {
                        // A piece that the variant does not have never gets there.
                        piece if piece != 0 && self.number(piece).is_none() => SquareSet::new(),
                        _ => self.region(&config.flag_region[side]),
                    }),
                    count: config.flag_count,
                    blocked_wins: config.flag_blocked,
                    last_move: config.flag_move,
                    safe: config.flag_safe,
                    verdict: Verdict::Win,
                }),
            connection: self.connection(),
            ends_when_full: config.full_board,
            adjudication: self.adjudication(),
            ..RulesDef::default()
        }
    }

    fn castling(&self) -> Option<CastlingRules> {
        let config = self.config;
        config.castling.then(|| CastlingRules {
            king: config.castling_king.map(|king| self.number(king)),
            partners: self.sets(config.castling_rooks),
            // Beside a narrow board all files are one: nobody lands there.
            right_file: config.castling_right_file.min(self.shape.files()),
            left_file: config.castling_left_file,
            rank: config.castling_rank,
            king_file: config.castling_king_file,
            right_partner_file: config.castling_rook_right.min(self.shape.files() - 1),
            left_partner_file: config.castling_rook_left,
            any_files: config.chess960,
            opposite: config.opposite_castling,
            dropped: config.castling_dropped,
            wins: config.castling_wins,
        })
    }

    pub(super) fn drops(&self) -> Option<DropRules> {
        let config = self.config;
        (config.drops || config.seirawan).then(|| DropRules {
            allowed: config.drops,
            regions: self.spread(|number| [0, 1].map(|color| self.drop_region(number, color))),
            promoted: config.drop_promoted,
            free: config.free_drops,
            no_doubled: self
                .number(config.no_doubled)
                .map(|kind| (kind, config.no_doubled_count)),
            opposite_colors: config
                .opposite_bishops
                .then(|| self.number(fixed("bishop")))
                .flatten(),
            mandatory: config.must_drop.then(|| self.number(config.must_drop_type)),
            enclosing: config.enclosing,
            enclosing_start: self.region(&config.enclosing_start),
            may_check: config.drop_checks,
        })
    }

    /// Where a side may drop a piece of this type.
    pub(super) fn drop_region(&self, number: Type, color: usize) -> SquareSet {
        let config = self.config;
        let first = if color == 0 {
            0
        } else {
            self.shape.ranks() - 1
        };
        let is_first = |square: &crate::geometry::Square| self.shape.rank_of(*square) == first;
        let mut region = self.region(&config.drop_region[color]);
        region = region.intersection(&self.mobility(number)[color]);
        if number == fixed("pawn") {
            if !config.zone_drops {
                region = region.difference(&self.region(&config.promotion_region[color]));
            }
            if !config.first_rank_drops {
                region = region.iter().filter(|square| !is_first(square)).collect();
            }
        }
        if number == fixed("rook") && config.sittuyin_rook {
            region = region.iter().filter(is_first).collect();
        }
        region
    }
}

/// `shogiPawn` as `shogi-pawn`, `customPiece1` as `custom-piece-1`.
pub(super) fn kebab(key: &str) -> String {
    let mut name = String::new();
    let mut digit = false;
    for letter in key.chars() {
        if letter.is_ascii_uppercase() || letter.is_ascii_digit() && !digit {
            name.push('-');
        }
        digit = letter.is_ascii_digit();
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// Lets captures take en passant, and initial moves be captured so.
fn with_marks(movement: &Movement, captures_en_passant: bool) -> Movement {
    let patterns = movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern {
            let marks = walk.initial != crate::movement::Initial::Any;
            for leg in &mut walk.legs {
                let radial = matches!(leg.step, crate::geometry::Step::Radial(_));
                leg.marks = marks && radial;
            }
            if let Some(last) = walk.legs.last_mut() {
                last.en_passant = captures_en_passant && last.take.meets(Contents::ENEMY);
            }
        }
        pattern
    });
    Movement::from_patterns(patterns)
}

/// Lets the squares passed be en passant squares.
fn marking(mut one: MoveDef) -> MoveDef {
    let patterns = one.movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern {
            walk.legs.iter_mut().for_each(|leg| leg.marks = true);
        }
        pattern
    });
    one.movement = Movement::from_patterns(patterns);
    one
}
