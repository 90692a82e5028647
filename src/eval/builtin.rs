//! Built-in evaluation tunings.

use super::tuning::Tuning;
use crate::definition::VariantDef;
use crate::formats::Catalog;

/// An embedded evaluation file.
struct Builtin {
    /// The built-in variant of the training games, and variants with the same pieces that the tuning also
    /// strengthens.
    games: &'static [&'static str],
    text: &'static str,
}

macro_rules! builtin {
    ($([$name:literal $(, $other:literal)*])+) => {
        &[$(Builtin {
            games: &[$name $(, $other)*],
            text: include_str!(concat!("../../evaluations/", $name, ".eval.toml")),
        }),+]
    };
}

const FILES: &[Builtin] = builtin! {
    ["3check"]
    ["almost"]
    ["amazon"]
    ["asean"]
    ["atomic", "nocheckatomic", "atomar"]
    ["ataxx"]
    ["baroque"]
    ["berolina"]
    ["breakthrough"]
    ["cambodian", "makpong", "sittuyin"]
    ["capablanca"]
    ["centaur"]
    ["chancellor"]
    ["chess", "fischerandom", "nocastle", "normal", "armageddon", "torpedo", "pawnsideways",
     "pawnback", "5check", "cylinder", "chigorin", "sortofalmost", "coregal", "pocketknight",
     "dragon", "madrasi", "patrol", "racingkings"]
    ["courier"]
    ["crazyhouse", "loop", "chessgi"]
    ["embassy", "caparandom"]
    ["euroshogi"]
    ["flipello", "flipersi"]
    ["gorogoro"]
    ["gothic"]
    ["grand", "opulent"]
    ["grand-apothecary-chess-alert"]
    ["hoppelpoppel"]
    ["horde"]
    ["janggi", "janggitraditional", "janggicasual", "janggimodern"]
    ["janus"]
    ["judkins"]
    ["karouk"]
    ["kingofthehill"]
    ["knightmate"]
    ["kyotoshogi"]
    ["losalamos"]
    ["makruk"]
    ["manchu"]
    ["minishogi"]
    ["minixiangqi"]
    ["modern"]
    ["newzealand"]
    ["okisakishogi"]
    ["placement"]
    ["rococo"]
    ["seirawan", "shouse"]
    ["shako"]
    ["shatranj", "chaturanga"]
    ["shogi", "checkshogi"]
    ["shoshogi"]
    ["spartan"]
    ["tencubed"]
    ["torishogi"]
    ["xiangqi", "supply"]
};

/// Networks that are too large for the programs of a web page.
#[cfg(not(target_family = "wasm"))]
const LARGE: &[Builtin] = builtin! {
    ["extinction"]
};
#[cfg(target_family = "wasm")]
const LARGE: &[Builtin] = &[];

/// The built-in tuning of a built-in variant; `None` for a different variant of the same name.
pub fn builtin_tuning(def: &VariantDef) -> Option<Tuning> {
    let name = def.name.as_str();
    let file = FILES
        .iter()
        .chain(LARGE)
        .find(|file| file.games.contains(&name))?;
    let builtin = Catalog::builtin().get(name)?;
    if builtin != def {
        return None;
    }
    Tuning::read(file.text, builtin).into_result().ok()
}
