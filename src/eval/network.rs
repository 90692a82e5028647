//! Evaluation networks: their inputs for a variant, and their files.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::definition::VariantDef;
use crate::game::Variant;
use crate::geometry::Square;
use crate::movegen::network::{self, Inputs, LANES, Layers, MOST_HIDDEN, MOST_OUTPUT, View};
use crate::movement::{Movement, Pattern};
use crate::rules::CompiledRules;
use crate::state::{Color, Role, Setup};

use super::piece_values::Mobility;

/// The weights of a network, as the trainer makes them.
#[doc(hidden)]
pub use crate::movegen::network::Layers as NetworkLayers;

/// Maximum number of outputs.
const MOST_OUTPUTS: usize = 16;

/// The input features of a network for the positions of a variant.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct NetworkInputs {
    inputs: Inputs,
    fingerprint: u64,
}

impl NetworkInputs {
    /// The inputs for a variant.
    pub fn new(variant: &Variant) -> NetworkInputs {
        NetworkInputs::of(variant.compiled_rules())
    }

    fn of(rules: &CompiledRules) -> NetworkInputs {
        let (files, ranks) = (rules.shape.files().into(), rules.shape.ranks().into());
        let turns: [&dyn Fn(usize) -> usize; 2] = [
            &|square| (ranks - 1 - square / files) * files + square % files,
            &|square| files * ranks - 1 - square,
        ];
        let turned = turns.into_iter().position(|turn| is_alike(rules, turn));
        let view = View {
            n_roles: rules.roles.len(),
            files,
            ranks,
            turned: turned.map(|number| turns[number]),
            mirrored_by: mirrored_by(rules, files),
            has_hands: has_hands(rules),
            has_checks: rules.facts.checks.counted,
            has_walls: rules.facts.walls.is_some(),
        };
        let mut text = format!(
            "{files} {ranks} {turned:?} {:?} {} {} {}",
            view.mirrored_by.map(Role::index),
            view.has_hands,
            view.has_checks,
            view.has_walls
        );
        for square in 0..files * ranks {
            let exists = rules.shape.exists(Square::new(square as u16));
            text.push(if exists { '.' } else { '#' });
        }
        for piece in rules.def.pieces.values() {
            text.push_str(if piece.royal { " royal" } else { " piece" });
            for mv in &piece.moves {
                // Castling patterns add no inputs, because castling creates no other kind of piece.
                let patterns = mv.movement.patterns().iter();
                let others = patterns.filter(|pattern| !matches!(pattern, Pattern::Castle(_)));
                text.push_str(&format!(" {}", Movement::from_patterns(others.cloned())));
            }
        }
        NetworkInputs {
            inputs: Inputs::new(&view),
            fingerprint: hash(text.as_bytes()),
        }
    }

    /// A hash of the board, the pieces and everything else that the inputs depend on.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The number of features: facts that a position can have.
    pub fn n_features(&self) -> usize {
        self.inputs.n_features()
    }

    /// The number of rows: features from the perspective of a side.
    pub fn n_rows(&self) -> usize {
        self.inputs.n_rows
    }

    /// The row of a feature for a side, 0 for White.
    pub fn row(&self, side: usize, is_mirrored: bool, feature: u32) -> usize {
        self.inputs.row(side, is_mirrored, feature)
    }

    /// The features of a setup, and whether White and Black see it mirrored.
    pub fn features(&self, setup: &Setup) -> (impl IntoIterator<Item = u32> + use<>, [bool; 2]) {
        self.inputs.features(setup)
    }
}

/// Whether Black's start position is White's, rotated.
fn is_alike(rules: &CompiledRules, turn: &dyn Fn(usize) -> usize) -> bool {
    let place = |square: usize| Square::new(square as u16);
    let squares = || 0..rules.shape.area();
    let holes = squares()
        .all(|square| rules.shape.exists(place(square)) == rules.shape.exists(place(turn(square))));
    let start = rules.start_setup();
    holes
        && start.is_none_or(|start| {
            squares().all(|square| {
                let here = start.board.piece(place(square));
                let there = start.board.piece(place(turn(square)));
                here.map(|piece| (piece.color.opponent(), piece.role))
                    == there.map(|piece| (piece.color, piece.role))
            })
        })
}

/// The royal role, if each side starts with one royal piece and a mirrored board is alike for all pieces.
fn mirrored_by(rules: &CompiledRules, files: usize) -> Option<Role> {
    let mut royals = (0..rules.roles.len())
        .map(Role::new)
        .filter(|role| rules.role(*role).royal);
    let royal = royals.next()?;
    let start = rules.start_setup()?;
    let count = |color: Color| {
        let pieces = start.board.pieces_of(color);
        pieces.filter(|(_, piece)| piece.role == royal).count()
    };
    if royals.next().is_some() || Color::ALL.map(count) != [1, 1] {
        return None;
    }
    let mirrored = |square: usize| square - square % files + files - 1 - square % files;
    let place = |square: usize| Square::new(square as u16);
    let area = rules.shape.area();
    let holes = (0..area).all(|square| {
        rules.shape.exists(place(square)) == rules.shape.exists(place(mirrored(square)))
    });
    let mobility = Mobility::of_all(rules);
    let moves = mobility.iter().flatten().all(|mobility| {
        let seen = &mobility.seen[0];
        (0..area).all(|square| (seen[square] - seen[mirrored(square)]).abs() < 1e-6)
    });
    (holes && moves).then_some(royal)
}

/// Whether pieces can be in hand.
fn has_hands(rules: &CompiledRules) -> bool {
    let start = rules.start_setup();
    rules.has_drops()
        || rules.facts.gating.is_some()
        || start.is_some_and(|start| start.hands.iter().any(|hand| !hand.is_empty()))
}

/// The FNV-1a hash.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// An evaluation network, learned from games of the engine against itself.
///
/// It fits all variants with the board and the pieces of the one that it was trained for, whatever their start
/// position. An evaluation file contains it as the table `network`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    fingerprint: u64,
    layers: Arc<Layers>,
}

/// A fault of the table `network`.
pub(super) enum Fault {
    Unsound(&'static str),
    OtherVariant,
}

impl Network {
    /// Maximum number of weights.
    pub const MOST_WEIGHTS: usize = 1 << 25;

    /// A network of these weights.
    #[doc(hidden)]
    pub fn new(inputs: &NetworkInputs, layers: Layers) -> Network {
        Network {
            fingerprint: inputs.fingerprint,
            layers: Arc::new(layers),
        }
    }

    /// The network with these properties, for a variant.
    pub(super) fn read(
        [hidden, outputs, full, is_alone]: [usize; 4],
        inputs: &str,
        weights: &str,
        def: &VariantDef,
    ) -> Result<Network, Fault> {
        let is_sound = hidden > 0
            && hidden <= MOST_HIDDEN
            && hidden.is_multiple_of(LANES)
            && (1..=MOST_OUTPUTS).contains(&outputs)
            && u16::try_from(full).is_ok()
            && is_alone <= 1;
        if !is_sound {
            return Err(Fault::Unsound("a number is out of range"));
        }
        let variant = Variant::builder(def).compile_without_custom_rules();
        let variant = variant.map_err(|_| Fault::OtherVariant)?;
        let known = NetworkInputs::new(&variant);
        if format!("{:016x}", known.fingerprint) != inputs {
            return Err(Fault::OtherVariant);
        }
        let damaged = Fault::Unsound("the weights are damaged");
        let Some(weights) = unpacked(weights) else {
            return Err(damaged);
        };
        let lengths = [
            known.n_rows() * hidden,
            hidden,
            2 * hidden * outputs,
            outputs,
        ];
        if weights.len() != lengths.iter().sum::<usize>() {
            return Err(damaged);
        }
        let mut weights = weights.into_iter();
        let [rows, biases, output] = [lengths[0], lengths[1], lengths[2]].map(|length| {
            let part = weights.by_ref().take(length);
            part.map(i16::try_from).collect::<Result<Vec<i16>, _>>()
        });
        let (Ok(rows), Ok(biases), Ok(output)) = (rows, biases, output) else {
            return Err(damaged);
        };
        let most = MOST_OUTPUT.unsigned_abs();
        if output.iter().any(|weight| weight.unsigned_abs() > most) {
            return Err(damaged);
        }
        let layers = Layers {
            hidden,
            outputs,
            full,
            is_alone: is_alone == 1,
            rows,
            biases,
            output,
            output_biases: weights.collect(),
        };
        Ok(Network {
            fingerprint: known.fingerprint,
            layers: Arc::new(layers),
        })
    }

    /// The table of an evaluation file.
    pub(super) fn to_text(&self) -> String {
        let layers = &*self.layers;
        let small = [&layers.rows, &layers.biases, &layers.output];
        let small = small.into_iter().flatten().map(|weight| i32::from(*weight));
        let packed = packed(small.chain(layers.output_biases.iter().copied()));
        let lines = packed.as_bytes().chunks(LINE).map(String::from_utf8_lossy);
        format!(
            "[network]\ninputs = \"{:016x}\"\nhidden = {}\noutputs = {}\nfull = {}\nalone = {}\n\
             weights = \"\"\"\n{}\n\"\"\"\n",
            self.fingerprint,
            layers.hidden,
            layers.outputs,
            layers.full,
            u8::from(layers.is_alone),
            lines.collect::<Vec<_>>().join("\n")
        )
    }

    /// The network for a search, if it fits the rules.
    pub(crate) fn for_rules(&self, rules: &CompiledRules) -> Option<Arc<network::Network>> {
        let inputs = NetworkInputs::of(rules);
        let layers = &self.layers;
        let fits = inputs.fingerprint == self.fingerprint
            && inputs.n_rows() * layers.hidden == layers.rows.len();
        fits.then(|| {
            Arc::new(network::Network {
                inputs: inputs.inputs,
                layers: Arc::clone(layers),
            })
        })
    }

    /// A hash of the weights, which identifies the network.
    pub fn id(&self) -> u64 {
        hash(self.to_text().as_bytes())
    }

    /// The value of a position for the side to move, from scratch, in the unit of
    /// [`Score::Units`](crate::search::Score::Units); `None` if the network does not fit the variant.
    pub fn evaluate(&self, variant: &Variant, setup: &Setup) -> Option<f64> {
        let network = self.for_rules(variant.compiled_rules())?;
        Some(network.value(setup) as f64 / network::Network::UNIT as f64)
    }
}

/// Characters of a line of weights.
const LINE: usize = 120;

/// Weights in Base64: each is a number with its sign in the lowest bit and seven bits in a byte, the lowest
/// first.
fn packed(weights: impl Iterator<Item = i32>) -> String {
    let mut bytes = Vec::new();
    for weight in weights {
        let mut number = (weight << 1 ^ weight >> 31) as u32;
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
    }
    STANDARD.encode(bytes)
}

fn unpacked(text: &str) -> Option<Vec<i32>> {
    let text: Vec<u8> = text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let bytes = STANDARD.decode(text).ok()?;
    let mut weights = Vec::with_capacity(bytes.len());
    let (mut number, mut shift) = (0_u32, 0);
    for byte in bytes {
        number |= u32::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte < 0x80 {
            weights.push((number >> 1) as i32 ^ -((number & 1) as i32));
            (number, shift) = (0, 0);
        }
    }
    (shift == 0 && weights.len() <= Network::MOST_WEIGHTS).then_some(weights)
}
