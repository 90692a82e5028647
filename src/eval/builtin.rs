//! Built-in evaluation tunings.

use super::tuning::Tuning;
use crate::definition::VariantDef;
use crate::formats::Catalog;

/// An evaluation file, embedded unless programs have to be small.
struct Builtin {
    /// The built-in variant of the training games, and variants with the same pieces that the tuning also
    /// strengthens.
    games: &'static [&'static str],
    #[cfg(not(feature = "compact"))]
    text: &'static str,
}

macro_rules! builtin {
    ($([$name:literal $(, $other:literal)*])+) => {
        &[$(Builtin {
            games: &[$name $(, $other)*],
            #[cfg(not(feature = "compact"))]
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
    ["extinction"]
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

/// The evaluation file of a built-in variant; `None` for a different variant of the same name.
fn file_of(def: &VariantDef) -> Option<&'static Builtin> {
    let name = def.name.as_str();
    let file = FILES.iter().find(|file| file.games.contains(&name))?;
    (Catalog::builtin().get(name)? == def).then_some(file)
}

/// The name of the file in `evaluations` with the tuning of a built-in variant, without its extensions; `None` for
/// a different variant of the same name. With the feature `compact` the files are not embedded.
pub fn builtin_evaluation(def: &VariantDef) -> Option<&'static str> {
    Some(file_of(def)?.games[0])
}

/// The built-in tuning of a built-in variant; `None` for a different variant of the same name, and with the feature
/// `compact`.
pub fn builtin_tuning(def: &VariantDef) -> Option<Tuning> {
    #[cfg(feature = "compact")]
    {
        let _ = def;
        None
    }
    #[cfg(not(feature = "compact"))]
    Tuning::read(file_of(def)?.text, def).into_result().ok()
}
