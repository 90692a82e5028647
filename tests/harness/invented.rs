//! Variants with random rules, and positions that no game may ever reach.

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant};
use ferz::geometry::Square;

use super::Random;
use super::scene::row;

/// Letters of pieces that are neither king nor pawn, in the order in which they are used.
const LETTERS: [&str; 6] = ["R", "N", "B", "C", "G", "S"];

const MOVES: [&str; 18] = [
    "R", "B", "N", "RB", "WfF", "FfW", "mRcpR", "gQ", "nN", "FyafsF", "KAD", "mBcN", "mNcR",
    "R2fB", "NN", "fRbsW", "mWcF", "DnA",
];

const KINGS: [&str; 9] = [
    "K", "KisO2", "KisO2", "KisO1", "WnA", "KisjO2", "KAD", "KfmnD", "KcN",
];

const PAWNS: [&str; 11] = [
    "fmWfmnDfmDfceF",
    "fmWfmDfmnDfceF",
    "fmWfceFifmnD",
    "fmWfceFifmnD",
    "fmFfceWifmnA",
    "fmWfcF",
    "fmWfceFfmnD",
    "fmWfceKfnD",
    "fWfceFfmnDifcD",
    "fmWfceFifmnH",
    "fmW*fceF",
];

/// A variant with rules drawn at random, and the text that defines it.
pub(crate) struct Invented {
    pub(crate) text: String,
    pub(crate) variant: Variant,
    /// The letters of its pieces.
    letters: Vec<&'static str>,
    has_hands: bool,
}

/// Draws definitions until one of them can be played.
pub(crate) fn invent(random: &mut Random) -> Invented {
    invent_from(random, Draft::new)
}

/// The same with rules that tables test one by one, or keep walls for.
pub(crate) fn invent_rare(random: &mut Random) -> Invented {
    invent_from(random, Draft::rare)
}

fn invent_from(random: &mut Random, draw: impl Fn(&mut Random) -> Draft) -> Invented {
    loop {
        let draft = draw(random);
        let text = draft.text(random);
        let read = Catalog::read(&text, Format::Toml);
        let def = read.value.get("invented").filter(|_| !read.has_errors());
        if let Some(variant) = def.and_then(|def| Variant::compile(def).ok()) {
            return Invented {
                text,
                variant,
                letters: draft.letters(),
                has_hands: draft.has_hands,
            };
        }
    }
}

/// What is decided before the text is written.
struct Draft {
    files: usize,
    ranks: usize,
    n_officers: usize,
    has_pawns: bool,
    is_special: bool,
    has_hands: bool,
    blasts: bool,
    is_royal: bool,
    is_rare: bool,
    /// Whether the second officer neither jumps over nor captures its own kind.
    own_kind_blocks: bool,
    /// What the first officer does beside its moves, in games without special rules.
    beside_moves: &'static str,
}

/// What pieces do that no move text can say.
const BESIDE_MOVES: [&str; 9] = [
    "actions = { imitate = {} }, move = '-'",
    "actions = { imitate = {} }, move = '-'",
    "freezes = {}",
    "burns = true",
    "captures = { custodial = true }",
    "captures = { withdrawal = true }",
    "actions = { long-leap = {} }",
    "actions = { swap = {} }",
    "protects = true",
];

impl Draft {
    fn new(random: &mut Random) -> Draft {
        let sizes = [
            (5, 5),
            (6, 5),
            (5, 6),
            (7, 6),
            (8, 8),
            (8, 7),
            (4, 7),
            (9, 8),
            (12, 11),
        ];
        let (files, ranks) = random.pick(&sizes);
        let is_special = random.chance(75);
        let blasts = is_special && random.chance(30);
        Draft {
            files,
            ranks,
            n_officers: 2 + random.below(LETTERS.len() - 1),
            has_pawns: random.chance(90),
            is_special,
            has_hands: is_special && random.chance(45),
            blasts,
            is_royal: !blasts && random.chance(90),
            is_rare: false,
            own_kind_blocks: false,
            beside_moves: if !is_special && random.chance(50) {
                random.pick(&BESIDE_MOVES)
            } else {
                ""
            },
        }
    }

    fn rare(random: &mut Random) -> Draft {
        let own_kind_blocks = random.chance(30);
        Draft {
            has_pawns: !own_kind_blocks && random.chance(80),
            is_special: true,
            has_hands: !own_kind_blocks && random.chance(20),
            blasts: false,
            is_royal: random.chance(60),
            is_rare: true,
            own_kind_blocks,
            beside_moves: "",
            ..Draft::new(random)
        }
    }

    fn letters(&self) -> Vec<&'static str> {
        let pawn = ["P"].into_iter().filter(|_| self.has_pawns);
        let officers = LETTERS.into_iter().take(self.n_officers);
        ["K"].into_iter().chain(pawn).chain(officers).collect()
    }

    fn text(&self, random: &mut Random) -> String {
        let Draft { files, ranks, .. } = *self;
        let mut text = format!("[invented]\nboard.files = {files}\nboard.ranks = {ranks}\n");
        let (white, black) = (
            self.back_rank(random),
            if self.has_pawns { "p" } else { "r" },
        );
        let (men, empty) = (black.repeat(files), files.to_string());
        let mut rows = vec![white.to_lowercase(), men.clone()];
        rows.extend(std::iter::repeat_n(empty, ranks - 4));
        rows.extend([men.to_uppercase(), white]);
        text += &format!("start = '{} w KQkq - 0 1'\n", rows.join("/"));
        if random.chance(15) {
            let squares = random.pick(&["c3", "a3, b4", "d2-d3"]);
            text += &format!("board.vanishing = '{squares}'\n");
        }
        if self.is_rare {
            self.rare_rules(random, &mut text);
        } else if self.is_special {
            self.special_rules(random, &mut text);
        } else if random.chance(30) {
            text += "rules.captured-to = 'owner-hand'\n";
        }
        let royal = if self.is_royal { ", royal = true" } else { "" };
        let king = if self.is_rare && random.chance(70) {
            "K"
        } else {
            random.pick(&KINGS)
        };
        text += "[invented.pieces]\n";
        text += &format!("king = {{ letter = 'K', move = '{king}'{royal} }}\n");
        if self.has_pawns {
            self.pawn(random, &mut text);
        }
        for (number, letter) in LETTERS.iter().take(self.n_officers).enumerate() {
            let beside_moves = if number == 0 { self.beside_moves } else { "" };
            let mv = if beside_moves.contains("move = ") {
                beside_moves.to_owned()
            } else {
                let mv = random.pick(&MOVES);
                let to = if random.chance(10) {
                    ", to = 'rank 2..5'"
                } else {
                    ""
                };
                let joined = if beside_moves.is_empty() { "" } else { ", " };
                format!("move = {{ betza = '{mv}'{to} }}{joined}{beside_moves}")
            };
            let mv = if number == 1 && self.own_kind_blocks {
                let mv = random.pick(&["pR", "pQ", "mRcpR", "pB"]);
                format!("move = '{mv}', own-kind-blocks = true")
            } else {
                mv
            };
            let turns = self.is_special && !self.is_rare && number > 0 && random.chance(25);
            let promoted = if turns {
                ", promoted = 'officer-0'"
            } else {
                ""
            };
            text += &format!("officer-{number} = {{ letter = '{letter}', {mv}{promoted} }}\n");
        }
        text
    }

    fn back_rank(&self, random: &mut Random) -> String {
        let mut men: Vec<&str> = (0..self.files)
            .map(|_| LETTERS[random.below(self.n_officers)])
            .collect();
        if random.chance(70) {
            (men[0], men[self.files - 1]) = ("R", "R");
        }
        men[random.below(self.files)] = "K";
        men.concat()
    }

    fn pawn(&self, random: &mut Random, text: &mut String) {
        let mv = random.pick(&PAWNS);
        let initial = random.pick(&["rank 2", "rank 2", "rank 2..3", "rank 1..2"]);
        let zone = random.pick(&[
            "rank -1",
            "rank -1",
            "rank -2..",
            "rank -3..",
            "rank 3..",
            "file a",
        ]);
        let stay = random.pick(&["none", "none", "rank -2", "*"]);
        *text += &format!("pawn = {{ letter = 'P', move = '{mv}', initial = '{initial}'");
        if random.chance(75) {
            let stock = if random.chance(25) {
                ", stock = 'hand'"
            } else {
                ""
            };
            let limit = if random.chance(20) { ", limit = 2" } else { "" };
            let king = if random.chance(5) { ", 'king'" } else { "" };
            *text += &format!(
                ", promotion = {{ zone = '{zone}', stay = '{stay}'{stock}{limit}, \
                 to = ['officer-0', 'officer-1'{king}] }}"
            );
        }
        if self.is_special && random.chance(20) {
            *text += ", promoted = 'officer-1'";
        }
        *text += " }\n";
    }

    fn rare_rules(&self, random: &mut Random, text: &mut String) {
        let mut rule = |words: String| *text += &format!("rules.{words}\n");
        let puts_walls = !self.is_royal && !self.has_hands && random.chance(50);
        if !self.is_royal {
            rule("royal = 'none'".into());
        }
        if puts_walls {
            let walling = random.pick(&["duck", "static", "past", "arrow", "edge"]);
            rule(format!("walls.rule = '{walling}'"));
            if random.chance(30) {
                rule("walls.zone = 'rank 2..4'".into());
            }
        } else if !self.is_royal && random.chance(25) {
            let immune = random.pick(&["", ", blast-immune = 'king'", ", immune-to-own = 'king'"]);
            rule(format!("captures = {{ blast = true{immune} }}"));
        } else if random.chance(20) {
            rule("captures.immune-to-own = ['king', 'officer-0']".into());
        }
        if random.chance(40) {
            let kinds = random.pick(&["'king'", "'officer-0'", "['king', 'officer-0']"]);
            let royal = random.pick(&["", ", royal = 'last'", ", royal = 'all-but-one'"]);
            let royal = if puts_walls { "" } else { royal };
            let count = random.pick(&[0, 0, 1, 64]);
            rule(format!(
                "extinction = {{ pieces = {kinds}, count = {count}, result = 'loss'{royal} }}"
            ));
        }
        if self.has_hands {
            rule("captured-to = 'captor-hand'".into());
            let may_check = random.chance(40);
            rule(format!("drops = {{ zone = '*', may-check = {may_check} }}"));
        }
        if random.chance(30) {
            rule("castling = { king = 'king', partners = ['officer-0'] }".into());
        }
        if random.chance(35) {
            let when = random.pick(&["always", "always", "stalemate"]);
            rule(format!("passing.{when} = true"));
            if random.chance(30) {
                rule("passing.twice-ends = false".into());
            }
        }
        for (words, percent) in [
            ("checks.bikjang = true", 30),
            ("checks.allowed = false", 25),
            ("checks.no-escape = true", 20),
            ("checks.flying-generals = true", 10),
            ("checks.counted = true", 10),
            ("captures.mandatory = true", 8),
        ] {
            if random.chance(percent) && !(words.starts_with("captures") && puts_walls) {
                rule(words.into());
            }
        }
        if random.chance(30) {
            let piece = random.pick(&["'king'", "'king'", "'officer-0'"]);
            let more = random.pick(&[", last-move = true", ", safe = true", ""]);
            rule(format!(
                "goal = {{ piece = {piece}, zone = 'rank -1'{more} }}"
            ));
        }
    }

    fn special_rules(&self, random: &mut Random, text: &mut String) {
        let names: Vec<String> = (0..self.n_officers)
            .map(|n| format!("'officer-{n}'"))
            .collect();
        let pawn = if self.has_pawns {
            "'pawn'"
        } else {
            "'officer-1'"
        };
        let mut rule = |words: String| *text += &format!("rules.{words}\n");
        if !self.is_royal {
            rule("royal = 'none'".into());
        }
        if self.blasts {
            let sheltered = random.pick(&[
                "",
                "",
                ", blast-sheltered = PAWN",
                ", blast-sheltered = 'king'",
            ]);
            let sheltered = sheltered.replace("PAWN", pawn);
            rule(format!("captures = {{ blast = true{sheltered} }}"));
            rule("extinction = { pieces = 'king', result = 'loss', royal = 'last' }".into());
        } else if random.chance(25) {
            let kinds = random.pick(&["'king'", "'officer-0'", "['officer-0', 'officer-1']"]);
            let count = random.below(2);
            rule(format!(
                "extinction = {{ pieces = {kinds}, count = {count}, result = 'loss' }}"
            ));
        }
        if self.has_hands {
            rule("captured-to = 'captor-hand'".into());
            let zone = random.pick(&["*", "rank 2..4", "rank ..3", "file a..c"]);
            rule(format!("drops = {{ zone = '{zone}' }}"));
            if random.chance(30) {
                rule(format!("drops.no-doubled = {pawn}"));
            }
            if random.chance(20) {
                rule("drops.promoted = true".into());
            }
            if random.chance(20) {
                rule("captures.keep-promoted = true".into());
            }
            if random.chance(20) {
                rule("gating = true".into());
            }
        }
        if random.chance(40) {
            let partner = names[random.below(names.len())].clone();
            let any = random.chance(60);
            let right = if random.chance(70) {
                ""
            } else {
                ", right = 'd'"
            };
            rule(format!(
                "castling = {{ king = 'king', partners = [{partner}, 'officer-0'], any-files = {any}{right} }}"
            ));
        }
        if random.chance(15) {
            rule("captures.mandatory = true".into());
        }
        if random.chance(15) {
            rule("use.no-dead-ends = true".into());
        }
        if random.chance(15) {
            rule("checks.counted = true".into());
        }
        if random.chance(10) {
            rule("checks.flying-generals = true".into());
        }
        if random.chance(20) {
            let zone = random.pick(&["none", "rank 3", "rank 4", "file a..c"]);
            rule(format!("en-passant.zone = '{zone}'"));
        }
        if random.chance(15) {
            let piece = random.pick(&["'king'", "'officer-0'", "false"]);
            rule(format!("goal = {{ piece = {piece}, zone = 'rank -1' }}"));
        }
        if random.chance(30) && self.has_pawns {
            let zone = random.pick(&["rank -1", "rank -2.."]);
            let optional = random.chance(30);
            rule(format!(
                "pawn-promotion = {{ pieces = 'pawn', to = ['officer-0', 'officer-1'], zone = '{zone}', optional = {optional} }}"
            ));
        }
        if random.chance(50) {
            let zone = random.pick(&["rank -1", "rank -2..", "rank -3.."]);
            let on_capture = random.chance(20);
            let mandatory = random.chance(20);
            let back = random.chance(10);
            rule(format!(
                "paired-promotion = {{ zone = '{zone}', on-capture = {on_capture}, mandatory = {mandatory}, back = {back} }}"
            ));
        }
    }
}

impl Invented {
    /// A position with pieces thrown on the board: kings may be missing, many, or open to capture,
    /// and rights and passed squares may be anything. `None` if it is refused.
    pub(crate) fn throw(&self, random: &mut Random) -> Option<Position> {
        let shape = self.variant.shape();
        let (files, ranks) = (usize::from(shape.files()), usize::from(shape.ranks()));
        let mut cells = vec![String::from("1"); files * ranks];
        let n_pieces = 3 + random.below(files * ranks / 2);
        for _ in 0..n_pieces {
            let letter = self.letters[1 + random.below(self.letters.len() - 1)];
            cells[random.below(files * ranks)] = colored(letter, random.chance(50));
        }
        for is_white in [true, false] {
            let home = if is_white { 0 } else { files * (ranks - 1) };
            for _ in 0..random.pick(&[0, 1, 1, 1, 1, 1, 1, 1, 1, 2]) {
                let at = if random.chance(60) {
                    home + random.below(files)
                } else {
                    random.below(files * ranks)
                };
                cells[at] = colored("K", is_white);
            }
            if random.chance(60) {
                for corner in [home, home + files - 1] {
                    cells[corner] = colored("R", is_white);
                }
            }
        }
        let rows: Vec<String> = cells.chunks(files).rev().map(row).collect();
        let mut hand = String::new();
        if self.has_hands {
            for _ in 0..random.below(4) {
                hand += &colored(random.pick(&self.letters[1..]), random.chance(50));
            }
            hand = format!("[{hand}]");
        }
        let turn = random.pick(&["w", "b"]);
        let rights = random.pick(&["-", "KQkq", "KQkq", "Kq", "kQ", "AHah", "BDce"]);
        let passed = if random.chance(40) {
            let square = Square::new(random.below(files * ranks) as u16);
            shape.name(square)
        } else {
            "-".to_owned()
        };
        let fen = format!("{}{hand} {turn} {rights} {passed} 0 1", rows.join("/"));
        self.variant.parse_fen(&fen).ok()
    }
}

impl Random {
    /// Whether something happens that happens so many times in a hundred.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things.
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn colored(letter: &str, is_white: bool) -> String {
    if is_white {
        letter.to_owned()
    } else {
        letter.to_lowercase()
    }
}
