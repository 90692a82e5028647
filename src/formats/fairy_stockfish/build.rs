//! Builds a definition from a configuration.

use indexmap::IndexMap;

use crate::definition::moves::piece_moves::Start;
use crate::definition::{
    Appearance, ByPiece, CaptureRules, CapturedTo, CheckRules, ChecksAllowed, EnPassantRules,
    FirstLeaps, Form, GatingRules, InitialDef, MoveDef, PairedPromotion, PieceDef, PieceId,
    PromotingMoves, RoyalRule, RuleValue, RulesDef, VariantDef,
};
use crate::formats::toml::rule_of_option;
use crate::geometry::{BoardShape, Perspective, ShapeError, Square, SquareSet, Zone};
use crate::movement::{Dialect, Movement};

use super::custom_moves::{marking, with_marks};
use super::rules::rule_table::{self, Optional};
use super::rules::terms::{Builder, FLYING, TRIPLE_STEP, kebab};
use super::section::config::Config;
use super::section::types::{self, KING, Type, TypeSet, fixed};

/// Builds the definition.
pub(super) fn build(
    name: &str,
    parent: Option<&str>,
    config: &Config,
) -> Result<VariantDef, ShapeError> {
    let shape = BoardShape::rectangle(config.max_file, config.max_rank)?;
    let def = build_on(&shape, name, parent, config);
    // Walls that nothing places, removes or encloses become holes.
    let captures = def.captures();
    let petrifies = captures.petrify_blasted || !captures.petrify.is_empty();
    let walls = Start::of(&def).walls;
    let encloses = config.flip.is_some() || config.enclosing.is_some();
    if config.walling.is_some() || petrifies || encloses || walls.is_empty() {
        return Ok(def);
    }
    let shape = shape.with_holes(&walls)?;
    Ok(build_on(&shape, name, parent, config))
}

/// The presentation without inherited keys that do not fit the board, because no option of a section changes them.
fn fitting(texts: &IndexMap<String, String>, shape: &BoardShape) -> IndexMap<String, String> {
    let mut texts = texts.clone();
    for error in Appearance::read(&texts, shape).1 {
        texts.shift_remove(&error.key);
    }
    texts
}

fn build_on(shape: &BoardShape, name: &str, parent: Option<&str>, config: &Config) -> VariantDef {
    let builder = Builder::new(config, shape);
    let mut def = VariantDef {
        title: config.presentation.get("title").cloned(),
        parent: parent.map(str::to_owned),
        source: config.presentation.get("source").cloned(),
        pieces: builder.pieces(),
        forms: builder.forms().into_iter().collect(),
        rules: builder.rules(),
        presentation: fitting(&config.presentation, shape),
        ..VariantDef::new(name, shape.clone(), &config.start)
    };
    def.set_captures(&CaptureRules::of_options(&builder));
    def.set_gating(builder.gating());
    builder.promote(&mut def);
    let pairs = builder.paired_promotion();
    def.set_paired_promotion(&pairs.in_one_form(config.sittuyin_promotion));
    if let Some(rules) = builder.castling() {
        def.castle_by_files(rules);
    }
    def.capture_in_passing(builder.en_passant());
    builder.adjudication(&mut def);
    def.set_drops(builder.drops().as_ref());
    if config.immobility_illegal && !def.promotes_on_dead_ends() {
        def.rules
            .put_entry(rule_of_option("immobilityIllegal"), &[]);
    }
    if let Some(rule) = builder.extinction(&def) {
        def.rules.put("extinction", rule);
    }
    if let Some(rule) = builder.goal(&def) {
        def.rules.put("goal", rule);
    }
    if config.perpetual_check_illegal {
        let loss = RuleValue::Text("loss".to_owned());
        def.rules.put("perpetual-check", loss.alone());
    }
    builder.discount_mates(&mut def);
    if let Some(rule) = builder.material(&def) {
        def.rules.put("material", rule);
    }
    if let Some(rule) = builder.connection(&def) {
        def.rules.put("connection", rule);
    }
    if let Some(rule) = builder.in_place_promotion(&def) {
        def.rules.put(rule_of_option("sittuyinPromotion"), rule);
    }
    config.fork.extend(&builder, &mut def);
    def
}

impl Builder<'_> {
    /// The squares of a region from which a type may run straight ahead: the `n_passed` passed squares must be in its
    /// mobility region.
    fn passable(&self, number: Type, region: &[SquareSet; 2], n_passed: u8) -> [SquareSet; 2] {
        let own = self.mobility(number);
        let ahead = |square: Square, color: usize, by: u8| {
            let rank = self.shape.rank_of(square);
            let rank = if color == 0 {
                rank.checked_add(by)
            } else {
                rank.checked_sub(by)
            };
            self.shape.at(self.shape.file_of(square), rank?)
        };
        [0, 1].map(|color| {
            let may_pass = |square: &Square| {
                let mut passed = (1..=n_passed).filter_map(|by| ahead(*square, color, by));
                passed.all(|square| own[color].contains(square))
            };
            region[color].iter().filter(may_pass).collect()
        })
    }

    /// Whether flying generals attack each other straight ahead, which is the case if White's are always below Black's.
    fn generals_attack(&self) -> bool {
        let [white, black] = self.mobility(KING);
        let rank = |square| self.shape.rank_of(square);
        let highest = white.iter().map(rank).max();
        let lowest = black.iter().map(rank).min();
        self.config.flying_general
            && highest
                .zip(lowest)
                .is_some_and(|(white, black)| white < black)
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

    /// A piece with the moves of one type and the letter of another.
    fn piece(&self, number: Type, lettered: Type, write: impl Fn(char) -> String) -> PieceDef {
        let letter = self.config.letters[lettered].unwrap_or('?');
        let second = self.config.second_letters[lettered];
        let mut piece = PieceDef {
            letter: write(letter.to_ascii_uppercase()),
            second_letter: second.map(|letter| write(letter.to_ascii_uppercase())),
            royal: number == KING,
            value: self.config.values[number],
            ..PieceDef::with_moves("", self.moves(number))
        };
        if piece.moves_first() {
            let [white, black] = self.double_region();
            piece.initial = InitialDef::Zone(Zone::of_sides(white, black));
        }
        piece
    }

    /// The moves of a type, including those that depend on regions of the board.
    fn moves(&self, number: Type) -> Vec<MoveDef> {
        let config = self.config;
        let [white, black] = self.mobility(number);
        let whole = white == self.all() && black == self.all();
        let to = (!whole).then(|| Zone::of_sides(white, black));
        let captures_en_passant =
            number == fixed("pawn") || config.ep_types.iter().any(|set| set.contains(number));
        let one = |text: &str, from: Option<Zone>, to: Option<Zone>| {
            let movement = match text {
                // Fairy-Stockfish has no lame `H`, but the pawns of a few variants have the triple step.
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
        if number == KING && self.generals_attack() {
            let movement = Movement::read(FLYING, Dialect::XBetza).value;
            moves.push(MoveDef::of(movement, FLYING, Dialect::XBetza));
        }
        if number == fixed("pawn") {
            let runs = [
                ("fmnD", self.double_region(), 1),
                (TRIPLE_STEP, self.regions(&config.triple_region), 2),
            ];
            for (text, region, n_passed) in runs {
                let [white, black] = self.passable(number, &region, n_passed);
                if !white.is_empty() || !black.is_empty() {
                    let from = Zone::of_sides(white, black);
                    moves.push(marking(one(text, Some(from), to.clone())));
                }
            }
        }
        let lines = self.region(&config.diagonals);
        if !lines.is_empty() {
            // A king with custom moves has none along the lines.
            let named = config.moves_as(number);
            let text = match named {
                _ if named == fixed("soldier") => "fF",
                _ if named == fixed("wazir") => "F",
                _ if named == fixed("rook") => "B",
                _ if named == fixed("janggiCannon") => "pB",
                _ => "",
            };
            if !text.is_empty() {
                let zone = Zone::of_sides(lines.clone(), lines.clone());
                let to = match &to {
                    None => zone.clone(),
                    Some(to) => {
                        let cut = |owner| to.of(owner).intersection(&lines);
                        Zone::of_sides(cut(Perspective::White), cut(Perspective::Black))
                    }
                };
                moves.push(one(text, Some(zone), Some(to)));
            }
        }
        // A piece that never moves has no moves.
        moves.retain(|one| !one.movement.patterns().is_empty());
        moves
    }

    fn forms(&self) -> Vec<Form> {
        let kind = |number: Type| self.number(number).unwrap_or(PieceId::new(0));
        let blocks = |number: Type| number == fixed("janggiCannon");
        let mut forms: Vec<Form> = self
            .types
            .iter()
            .map(|number| Form {
                kind: kind(*number),
                base: [None; 2],
                own_kind_blocks: blocks(*number),
            })
            .collect();
        forms.extend(self.promoted.iter().map(|(number, to)| Form {
            kind: kind(*to),
            base: [self.number(*number); 2],
            own_kind_blocks: blocks(*to),
        }));
        forms.extend(self.returning.iter().map(|number| Form {
            kind: kind(*number),
            base: self.config.main_pawn.map(|pawn| self.number(pawn)),
            own_kind_blocks: blocks(*number),
        }));
        forms
    }

    /// The promotion of pieces to their promoted forms.
    fn paired_promotion(&self) -> PairedPromotion {
        let config = self.config;
        let by_choice = |number: Type| number == fixed("pawn") && self.turns_by_choice();
        let targets = self.spread(|number| self.turned(number).filter(|_| !by_choice(number)));
        let limits = self.spread(|number| config.promotion_limit[number]);
        PairedPromotion {
            targets,
            zone: self.regions(&config.promotion_region),
            when: PromotingMoves::ALL,
            also_on: ByPiece::new(),
            on_capture: config.promotion_on_capture,
            mandatory: config.mandatory_piece,
            demotion: config.demotion,
            limits,
            arriving: self.set(TypeSet::of(fixed("pawn"))),
        }
    }

    fn rules(&self) -> RulesDef {
        let config = self.config;
        let mut rules = RulesDef {
            ..RulesDef::default()
        };
        if config.letters[KING].is_none() {
            rules.set_royal(RoyalRule::None);
        }
        rules.set_captured_to(match (config.to_hand, config.two_boards) {
            (true, _) if config.fork.prison.holds => CapturedTo::OwnerHand,
            (true, _) => CapturedTo::CaptorHand,
            (false, true) => CapturedTo::PartnerHand,
            (false, false) => CapturedTo::Removed,
        });
        rule_table::set_rules(&mut rules, self);
        rules.set_checks(CheckRules {
            allowed: [if config.checking {
                ChecksAllowed::All
            } else {
                ChecksAllowed::None
            }; 2],
            counted: config.check_counting,
            flying_generals: config.flying_general && !self.generals_attack(),
            bikjang: config.bikjang,
            no_escape: config.makpong,
        });
        if let Some(walls) = self.walls() {
            rules.put("walls", walls);
        }
        if let Some(passing) = self.passing() {
            rules.put("passing", passing);
        }
        rules
    }

    /// Gating, and initial leaps of Cambodian chess.
    fn gating(&self) -> Option<GatingRules> {
        let config = self.config;
        config.gating.then(|| GatingRules {
            from_hand: config.seirawan,
            leaps: config.cambodian.then(|| FirstLeaps {
                king: self.number(KING),
                counsellor: self.number(fixed("fers")),
                rook: self.number(fixed("rook")),
            }),
        })
    }

    /// The types that capture en passant, and the squares.
    fn en_passant(&self) -> EnPassantRules {
        let with_pawns = |mut set: TypeSet| {
            set.insert(fixed("pawn"));
            set
        };
        EnPassantRules {
            types: self.sets(self.config.ep_types.map(with_pawns)),
            region: self.regions(&self.config.ep_region),
        }
    }
}
