//! Writer of sections for `variants.ini`, with a list of losses.
//!
//! The section is read again, and each difference is reported.

use crate::definition::export::{Export, Losses};
use crate::definition::moves::piece_moves::{SIDES, Start};
use crate::definition::{
    ByPiece, CapturedTo, Limits, PieceId, PieceSet, RoyalGuard, VariantDef, differences,
};
use crate::formats::catalog::Catalog;
use crate::formats::toml::rule_of_option;

use super::reader::{of_built_in, read};
use super::rules::ends::material_of;
use super::rules::promotions::promotions;
use super::rules::rule_table::{self, Optional};
use super::rules::terms::{Writer, Written};
use super::rules::{fork, piece_types};
use super::section::config::Config;
use super::section::types::{KING, TypeSet, fixed};
use super::section::{options, print};

/// Writes a variant as a section.
pub fn write_fairy_stockfish(def: &VariantDef) -> Export {
    section(def, def, Written::of(def), false)
}

/// Writes a variant as a section for the fork Fairy-Stockfish-X, including the fork's options.
pub fn write_fairy_stockfish_x(def: &VariantDef) -> Export {
    let rest = fork::without(def);
    let mut written = Written::of(&rest);
    let types = &written.types;
    let forms = &def.forms;
    let type_of = |name: &str| {
        let id = def.pieces.get_index_of(name).map(PieceId::new);
        let kind = id.map(|id| forms.of(id).kind);
        kind.and_then(|kind| types.get(kind).copied().flatten())
            .unwrap_or(0)
    };
    fork::write_options(&mut written.config, def, type_of);
    section(def, &rest, written, true)
}

/// Built-in variants of Fairy-Stockfish with features that no option sets: a king that moves as a wazir, and drops
/// without pieces in hand.
const PARENTS: [&str; 2] = ["janggi", "ataxx"];

/// The parent that provides features without an option, if needed.
fn parent(config: &Config) -> Option<(&'static str, Config)> {
    let mut parents = PARENTS.into_iter().filter_map(|name| {
        let def = Catalog::builtin().get(name)?;
        Some((name, of_built_in(def)))
    });
    parents.find(|(_, parent)| {
        print::inherits_king(config, Some(parent)) || config.free_drops && parent.free_drops
    })
}

/// The lines of a configuration, with the losses. `rest` is the definition without the features that the fork's options
/// cover.
fn section(def: &VariantDef, rest: &VariantDef, mut written: Written, of_the_fork: bool) -> Export {
    let parent = parent(&written.config);
    // Signs that a header cannot have.
    let is_sign = |sign: char| matches!(sign, ':' | '[' | ']') || sign.is_control();
    let name = def.name.replace(is_sign, "-");
    if name != def.name {
        let message = format!("a header cannot have the name; it is `{name}`");
        written.lost.report("name", message);
    }
    let mut text = match parent {
        Some((parent, _)) => format!("[{name}:{parent}]\n"),
        None => format!("[{name}]\n"),
    };
    let parent = parent.as_ref().map(|(_, config)| config);
    for line in print::lines(&written.config, parent, of_the_fork) {
        text.push_str(&line);
        text.push('\n');
    }
    written.board(rest);
    let read = read(&text, &Limits::default());
    let findings = read.findings.iter().map(|finding| &finding.diagnostic);
    let errors = findings.filter(|finding| finding.is_error());
    for error in errors {
        written.lost.report("rules", error.message.clone());
    }
    if let Some(Some(again)) = read.variants.values().next() {
        let mut differences = differences(def, &again.def);
        // In Chess960 mode Fairy-Stockfish plays one of these set-ups, numbered or not.
        differences.retain(|loss| loss.place != "setups" || !written.config.chess960);
        written.lost.add_unexplained(differences);
    }
    Export {
        text,
        losses: written.lost.into_list(),
    }
}

// Converts a definition to a configuration.

/// The files and ranks of Fairy-Stockfish's largest board.
const LARGEST: (u8, u8) = (12, 10);

impl Written {
    /// The options of a definition.
    pub(super) fn of(def: &VariantDef) -> Written {
        let mut written = Written::without_rules(def);
        written.unsaid(def);
        let forms = &def.forms;
        for id in def.piece_ids().filter(|id| !forms.is_derived(*id)) {
            piece_types::take(&mut written, def, id);
        }
        let kind = |id| written.types.get(forms.of(id).kind).copied().flatten();
        let writer = Writer {
            kinds: def.piece_ids().map(kind).collect(),
            shape: &def.shape,
        };
        written.pawns(def, &writer);
        written.castlings(def, &writer);
        promotions(&mut written, def, &writer.kinds);
        writer.rules(def, &mut written.config);
        // Options without effect in this variant may affect its heirs.
        options::apply_kept(&mut written.config);
        written
    }

    /// The options for the board and the start.
    fn without_rules(def: &VariantDef) -> Written {
        let mut config = Config::new();
        config.max_file = def.shape.files();
        config.max_rank = def.shape.ranks();
        let mut lost = Losses::default();
        // Fields of rules, which are unknown there.
        let (own, usual): (Vec<&str>, Vec<&str>) = def
            .start
            .split_whitespace()
            .partition(|field| field.contains('='));
        if !own.is_empty() {
            let message = format!("the FEN loses `{}`", own.join(" "));
            lost.report("start", message);
        }
        config.start = usual.join(" ");
        config.presentation.clone_from(&def.presentation);
        for (key, value) in [("title", &def.title), ("source", &def.source)] {
            if let (Some(value), false) = (value, config.presentation.contains_key(key)) {
                config.presentation.insert(key.to_owned(), value.clone());
            }
        }
        Written {
            config,
            types: ByPiece::repeat(None, def.pieces.len()),
            passing: TypeSet::default(),
            restarting: TypeSet::default(),
            first_moves: None,
            lost,
        }
    }

    /// Sets the options that follow from the moves of pawns and similar pieces.
    fn pawns(&mut self, def: &VariantDef, writer: &Writer<'_>) {
        let config = &mut self.config;
        let pawn = fixed("pawn");
        if self.passing != TypeSet::default() {
            config.ep_types = [self.passing; 2];
        }
        let steps = config.letters[pawn].is_some() && config.double_step;
        if steps && !self.passing.contains(pawn) {
            config.ep_region = Default::default();
        }
        if let Some(rule) = def.en_passant() {
            if rule.types != [PieceSet::ALL; 2] {
                config.ep_types = rule.types.map(|set| writer.set(set));
            }
            config.ep_region = writer.regions(&rule.region);
        }
        for set in &mut config.ep_types {
            set.insert(pawn);
        }
        if self.restarting != TypeSet::default() {
            config.move_rule_types = [self.restarting; 2];
        } else if config.letters[pawn].is_some() {
            config.move_rule_types = Default::default();
        }
    }

    /// Reports rules that no option expresses.
    fn unsaid(&mut self, def: &VariantDef) {
        let (rules, lost) = (&def.rules, &mut self.lost);
        lost.add_pictures(def);
        if rules.guard() != RoyalGuard::Every {
            lost.report("rules.guard", "Fairy-Stockfish guards every king");
        }
        if rules.captured_to() == CapturedTo::OwnerHand {
            let message = "captured pieces cannot go back to their owner";
            lost.report("rules.captured-to", message);
        }
        if rules.builtin.contains_key("scores") {
            let message = "games can only be won, lost or drawn";
            lost.report("rules.scores", message);
        }
    }

    /// Reports features of the board that no variant of Fairy-Stockfish has.
    pub(super) fn board(&mut self, def: &VariantDef) {
        let (shape, lost) = (&def.shape, &mut self.lost);
        let (files, ranks) = (shape.files(), shape.ranks());
        if files > LARGEST.0 || ranks > LARGEST.1 {
            let (most_files, most_ranks) = LARGEST;
            let board = format!("a board of {files} x {ranks}");
            let message = format!(
                "{board} is larger than {most_files} x {most_ranks}, the maximum in Fairy-Stockfish"
            );
            lost.report("board", message);
        }
        let start = Start::of(def);
        let is_king = |id: PieceId| self.types.get(id).copied().flatten() == Some(KING);
        let n_kings = SIDES.map(|side| {
            let men = start.men.values();
            let kings = men.filter(|(owner, id)| *owner == side && is_king(*id));
            kings.count()
        });
        if n_kings.iter().any(|number| *number > 1) {
            lost.report("start", "a side can have only one king in Fairy-Stockfish");
        }
        if !shape.vanishing().is_empty() {
            lost.report("board.vanishing", "squares cannot vanish");
        }
        for (name, piece) in &def.pieces {
            if !piece.only_walks() {
                lost.report(
                    format!("pieces.{name}"),
                    "it has actions in addition to its moves",
                );
            }
        }
    }
}

impl Writer<'_> {
    /// Sets the options of the rules that do not belong to single pieces.
    fn rules(&self, def: &VariantDef, config: &mut Config) {
        let rules = &def.rules;
        rule_table::set_options(config, rules);
        self.promotions(def, config);
        config.to_hand = rules.captured_to() == CapturedTo::CaptorHand;
        config.two_boards = rules.captured_to() == CapturedTo::PartnerHand;
        let captures = def.captures();
        captures.set_options(self, config);
        config.blast = captures.blast.is_some();
        if let Some(blast) = captures.blast {
            config.blast_immune = self.set(blast.immune);
        }
        if let Some(gating) = def.gating() {
            config.gating = true;
            config.seirawan = gating.from_hand;
            config.cambodian = gating.leaps.is_some();
        }
        config.immobility_illegal |= rules.has_entry(rule_of_option("immobilityIllegal"));
        config.perpetual_check_illegal = rules.word("perpetual-check") == Some("loss");
        self.extinction(def, config);
        self.goal(def, config);
        self.walls(def, config);
        Writer::passing(def, config);
        config.material = material_of(def);
        let has = |rule: &str| rules.builtin.contains_key(rule);
        config.pawn_drop_mate_illegal = rules.has_entry(rule_of_option("shogiPawnDropMateIllegal"));
        config.shatar_mate = has("mate-needs");
        self.connection(def, config);
        self.adjudication(def, config);
        if let Some(drops) = def.drops() {
            self.drops(&drops, config);
        }
    }
}
