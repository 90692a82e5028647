//! The integration tests, one binary.

/// The folder of the project.
macro_rules! root {
    () => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../..")
    };
}

mod analyze;
mod apothecary;
mod architecture;
mod authoring;
mod baroque;
mod baroque_relatives;
mod beyond;
mod builtin_rules;
mod catalogue;
mod cli;
mod codes;
mod composition;
mod conformance;
mod custom_rules;
mod dead;
mod definition;
mod diagram;
mod diagram_beside_moves;
mod diagram_tables;
mod directions;
mod documents;
mod engines;
mod epd;
mod every_rule;
mod explain;
mod fairy_max;
mod fairy_stockfish;
mod fairy_stockfish_export;
mod fairy_stockfish_x;
mod faulty_variants;
mod fen;
mod files;
mod formats;
mod fuzzing;
mod game_end;
mod games;
mod grammar;
mod handbook;
mod harness;
mod hostile;
mod input;
mod laws;
mod lint;
mod many_kinds;
mod mates;
#[cfg(feature = "testing")]
mod mixing;
mod mixtures;
mod movegen;
mod moves_json;
mod notation;
mod ordinary;
mod other_files;
mod own_rules;
mod package;
mod pgn;
mod pictures;
mod play;
mod positions;
mod print;
mod protocol;
mod reach;
mod readme;
mod records;
mod referee;
mod remedies;
mod render;
mod san;
mod schema;
mod search;
mod semantics;
mod server;
mod settings;
mod sfen;
mod slices;
mod syntax;
mod system;
mod tours;
mod training;
mod walk;
mod web;
mod written_toml;
