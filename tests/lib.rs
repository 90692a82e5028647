//! The integration tests, one binary.

#[cfg(feature = "cli")]
mod analyze;
mod apothecary;
mod architecture;
#[cfg(feature = "cli")]
mod authoring;
mod baroque;
mod baroque_relatives;
mod beyond;
mod builtin_rules;
mod catalogue;
#[cfg(feature = "cli")]
mod cli;
mod codes;
mod composition;
mod conformance;
mod counts;
mod custom_rules;
mod dead;
mod definition;
mod diagram;
mod diagram_beside_moves;
mod diagram_tables;
mod directions;
#[cfg(feature = "cli")]
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
#[cfg(feature = "cli")]
mod files;
mod formats;
#[cfg(feature = "authoring")]
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
#[cfg(feature = "cli")]
mod moves_json;
mod notation;
mod ordinary;
mod other_files;
mod own_rules;
mod package;
mod pgn;
mod pictures;
#[cfg(feature = "cli")]
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
#[cfg(feature = "cli")]
mod server;
mod settings;
mod sfen;
mod slices;
mod syntax;
#[cfg(feature = "authoring")]
mod system;
mod tours;
#[cfg(feature = "cli")]
mod walk;
#[cfg(feature = "cli")]
mod web;
mod written_toml;
