//! The evaluations of the built-in variants of the library `ferz`, as the files that `ferz tune` and `ferz train`
//! write. Programs use them through the library.

macro_rules! evaluations {
    ($([$name:literal $(, $other:literal)*])+) => {
        /// The games of each file: the variant of the training games, which gives the file its name, and variants with
        /// the same pieces that the evaluation also strengthens.
        pub const GAMES: &[&[&str]] = &[$(&[$name $(, $other)*]),+];

        /// The texts of the files, in the same order. Programs that do not use them do not contain them.
        pub const TEXTS: &[&str] = &[$(include_str!(concat!("../files/", $name, ".eval.toml"))),+];
    };
}

evaluations! {
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
}
