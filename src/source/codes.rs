//! Register of diagnostic codes. Codes never change their meaning.
//!
//! `E` codes are errors, `W` codes are warnings, `N` codes are notes. The first two digits name the reader: 01 notation
//! text, 02 notation meaning, 03 definition files, 04 boards and variants, 05 FEN, 06 move text, 07 imported files, 08
//! conformance rows, 09 snapshots, 10 protocols, 11 the work budget.

use std::fmt;

use super::diagnostic::Severity;

/// The stable code of a kind of finding, such as `E0102`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// The code as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The severity for the code's letter.
    pub const fn severity(self) -> Severity {
        match self.0.as_bytes()[0] {
            b'E' => Severity::Error,
            b'W' => Severity::Warning,
            _ => Severity::Note,
        }
    }

    /// Whether the code concerns the syntax of a move description and not its meaning.
    pub fn is_of_spelling(self) -> bool {
        self.0.starts_with("E01")
    }

    /// The registered code with this text.
    pub fn parse(text: &str) -> Option<Code> {
        REGISTER
            .iter()
            .find(|row| row.0.0.eq_ignore_ascii_case(text))
            .map(|row| row.0)
    }

    /// The title of the code, in one line.
    pub fn title(self) -> &'static str {
        self.row().1
    }

    /// The explanation of the code for `ferz explain`: its meaning, its importance and its remedy.
    pub fn explanation(self) -> &'static str {
        self.row().2
    }

    /// All codes, in order.
    pub fn all() -> impl Iterator<Item = Code> {
        REGISTER.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (Code, &'static str, &'static str) {
        // The field is private and only the register makes codes, so the row exists.
        REGISTER
            .iter()
            .find(|row| row.0 == self)
            .unwrap_or(&REGISTER[0])
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Declares each code as a constant and collects the register.
macro_rules! register {
    ($($(#[$meta:meta])* $name:ident = $code:literal, $title:literal, $text:literal;)*) => {
        $(
            #[doc = $title]
            $(#[$meta])*
            pub const $name: Code = Code($code);
        )*

        static REGISTER: &[(Code, &str, &str)] = &[$(($name, $title, $text)),*];
    };
}

register! {
    UNKNOWN_CHARACTER = "E0101", "A character that no notation uses",
        "A move description is made of letters, digits, `*`, `'`, `[`, `]`, `(`, `)`, `-`, `?` and `@`. \
         Anything else is refused, because a reader that skips what it does not know plays another piece \
         than the one that was written. Delete the character, or put the text into the definition's \
         description instead.";
    UNKNOWN_ATOM = "E0102", "A capital letter that is not an atom",
        "The atoms are W F D N A H C L Z J G (leapers), K Q R B (king, queen, rook, bishop), and the special \
         O (castling), U (universal leap), I (imitator) and @ (drop). Letters such as E, M, P, S, T, V and X \
         (except as a suffix) mean nothing in XBetza. Spell the piece with the atoms it is made of: \
         a marshal is `RN`, an amazon is `QN`.";
    UNKNOWN_MODIFIER = "E0103", "A small letter that is not a modifier",
        "The modifiers are the directions f b l r v s h, the modes m c d e k p g y x u t, the flags \
         i n j o z q, and `a`, which begins the next leg.";
    STRAY_MODIFIER = "E0104", "Modifiers without an atom",
        "Small letters belong to the capital letter after them. A description must not end in modifiers: \
         the move they were meant for is missing, or they were written behind their atom.";
    UNCLOSED_BRACKET = "E0105", "A bracket or parenthesis that is not closed",
        "Every `[` needs its `]` and every `(` its `)`.";
    UNEXPECTED_TOKEN = "E0106", "A sign at a place where it cannot stand",
        "The sign is part of the notation but not here: for instance a digit without an atom before it, or a \
         `-` outside square brackets.";
    RANGE_TOO_LARGE = "E0107", "A range of more than two digits",
        "A range has at most two digits; the largest board has 36 ranks. Write `0` for an unlimited range.";
    TEXT_TOO_LONG = "E0108", "A text longer than the limit",
        "Move descriptions are limited in length so that a hostile text cannot cost time or memory. \
         The limit is an option of the reader.";
    EMPTY_DESCRIPTION = "E0109", "An empty move description",
        "A piece without a move is written `-` in a definition file; an empty text is taken for a slip.";
    RANGE_LEADING_ZERO = "E0110", "A range with a leading zero",
        "`W03` meant `exactly three` in an older proposal and means nothing in XBetza. Write `W3` for up to \
         three steps.";
    NESTED_PARENTHESES = "E0111", "Parentheses inside parentheses",
        "A group may be repeated, but one group cannot stand inside another, and an atom has at most one.";

    SINGLE_LEG_ATOM = "E0201", "An atom without steps among several legs",
        "Castling `O`, the universal leap `U`, the imitator `I` and the drop `@` do not step from square to \
         square, so that nothing can go on behind them, and they cannot be legs of a bracket.";
    MODIFIER_NOT_HERE = "E0202", "A modifier that has no meaning on this atom or leg",
        "Each letter is defined for certain atoms and legs only. For instance `n` (lame) needs a path between \
         origin and target, and `h` needs a letter beside it.";
    TOO_MANY_LEGS = "E0203", "More legs than the limit",
        "The number of legs of one move is limited so that a hostile text cannot cost time or memory. \
         The limit is an option of the reader.";
    CASTLING_WITHOUT_RANGE = "E0204", "A castling atom without its distance",
        "`O` needs the exact number of squares that the king goes sideways: `isO2`.";
    LAME_PATH_UNDEFINED = "E0205", "A lame oblique leap without a defined path",
        "`nN` has an agreed path (the Mao's), longer oblique leaps have none: Fairy-Stockfish goes straight first \
         (its `nZ` is the Janggi elephant), XBoard looks at one square, vitalline means any of the shortest \
         paths. Write the path as legs, for instance `afsafW` for a leap that goes one step straight, one \
         diagonal, one straight, or read the text in the dialect it was written for.";
    TOO_MANY_PATHS = "E0206", "A movement with more paths than the limit",
        "The description expands to more single paths than the limit. The limit is an option of the reader.";
    CONFLICTING_MODES = "E0207", "Modes that exclude each other",
        "Two letters on one leg ask for different things that cannot both be had.";
    FOREIGN_VECTOR = "E0210", "An explicit leap vector",
        "`(1,4)` names a leap by its coordinates in Betza 2.0, in `bishop` and in AbstractPlay's programs. In \
         XBetza parentheses repeat letters. Leaps without a letter of their own are made with the suffixes X \
         (three longer) and Y (two longer in both coordinates): `FX` is the (1,4) leap.";
    FOREIGN_HALFLING = "E0211", "The halfling prefix `hh`",
        "In the notation of vitalline's `chessvar`, `hh` means a slider that goes half of the way to the edge. \
         XBetza has nothing like it.";
    FOREIGN_SET = "E0212", "A set or a sequence of movements",
        "`{R,KAD}` (one of them at random) and `(Rw,NNb)` (one after the other, or by the colour of the square) \
         belong to the notation of vitalline's `chessvar`. An XBetza text describes one movement.";
    FOREIGN_JOINED_LEGS = "E0213", "Legs joined without square brackets",
        "`pR-cR`, `(cK-aK)` and `(W-F)0` are written in the Betza 2.0 proposal of 2013. XBetza writes the legs in \
         square brackets, `[W-F]`, or with `a` before one atom, `afsW`.";
    FOREIGN_CLASSIC_GROUP = "E0214", "A bracket or a function of the original notation",
        "`t[FR]` (F, then R), `[WF]`, `n[WF]` and `z(FW)` are Ralph Betza's own ways to write moves of several \
         legs. XBetza writes a leg before each hyphen or question mark: `[F?R]`.";
    FOREIGN_ATOM = "E0215", "An atom letter of another notation",
        "Some notations have letters that XBetza does not: T was the (3,3) leap before G, E is a proposed null \
         move at the edge or a marshal, M and S are compounds of AbstractPlay, P is a whole pawn. Spell the piece \
         with the atoms W F D N A H C Z G and B R Q K.";
    FOREIGN_TELEPORT = "E0216", "A star as an atom",
        "In the Dart package `bishop` a star is a leap to any square; in XBetza that is `U`, and a star behind an \
         atom is a run to the middle of the board.";
    FOREIGN_SUFFIXED_MODIFIER = "E0217", "Modifiers behind the atom",
        "`Rc0` and `Nrf0` are written in the Betza 2.0 proposal of 2013: modifiers behind an atom held for each \
         further step. XBetza writes modifiers before their atom, and further legs behind `a`.";
    FOREIGN_DIRECTION = "E0218", "Direction letters of an older notation",
        "In `dhfW` the letters `hf` come from an older table of shogi moves. In XBetza `h` follows its direction, \
         as in `fh`, or leads the handed sets `hr` and `hl` of oblique atoms.";
    NOT_IN_DIALECT = "E0219", "Something that the chosen dialect does not have",
        "The text was to be read as a certain program reads it, and that program does not know this construct. \
         XBoard stops at it and keeps the moves before; Fairy-Stockfish skips it. Read the text as XBetza, or \
         write it with what the program knows.";
    INEXPRESSIBLE = "E0220", "A move that another dialect has no words for",
        "A move description was to be said in another dialect, and this move cannot be said there exactly. \
         The other moves are kept. Nothing is ever said approximately.";
    CAMEL_ZEBRA_LETTER = "W0201", "The letters J and L mean different leaps in different programs",
        "In XBetza and classic Betza `L` is the Camel (1,3) and `J` the Zebra (2,3); XBoard has them the \
         other way round. `C` and `Z` are understood everywhere.";
    KING_DIRECTION = "W0202", "A direction on K or Q selects one of eight directions",
        "In XBetza `fK` is the single step straight forward. Programs that read K as W and F together play \
         three moves. Write `fWfF` for three, `fW` for one.";
    NUMBER_ON_CHAIN = "W0203", "A number on a chain of legs",
        "Dialects differ on whether the number belongs to the first leg or to every leg. Here it belongs to \
         the first. Brackets avoid the question.";
    CASTLING_WITHOUT_INITIAL = "W0204", "A castling atom without `i`",
        "Without `i` the king may castle after it has moved. Castling is normally written `isO2`.";
    DOUBLED_COMPOUND = "W0205", "A doubled K, Q, R or B",
        "Doubling makes a rider of a leaper; K, Q, R and B are simply there twice. `K0` is an unlimited King \
         (a Queen).";
    CONTINUATION_WITHOUT_DIRECTION = "W0206", "A continuation without a direction on a four-way atom",
        "Programs differ on whether the leg after `a` may turn by 45 degrees here. It is read as turning by \
         right angles only, `assfW` for `aW`; the Diagram of 2020 turns by 45 degrees as well, `afhbssW`. Write \
         the directions that are meant.";
    USELESS_MODIFIER = "W0207", "A modifier without effect",
        "The letter is allowed but changes nothing here.";

    HANDED_CONTINUATION = "W0208", "A turn to one side behind an oblique leap",
        "Left and right of an oblique leap are not mirror images of each other: the piece turns differently \
         behind its left-handed and right-handed leaps. Use `z` (against the bend of the leap) or `q` (with it), \
         or restrict the leap to one hand with `hr` or `hl`.";
    OUT_OF_ORDER = "W0209", "A modifier that XBoard does not read at this place",
        "XBoard reads the modifiers of a leg in the order i, directions, u, m, c, d, e, t, p, g, o, y, n, j, a, and \
         drops everything behind the first letter that is out of this order, up to the atom. Here the text is read \
         in the same way.";
    CURVED_LEAPER = "W0210", "A crooked or circular move on a leaper's letter",
        "`z` and `q` make riders: programs read `zF` like `zB`, although the notation's author calls it meaningless. \
         Write the rider's letter, or a number of steps.";
    HALFWAY_LAMENESS = "W0211", "A lame leap that XBoard tests on one square only",
        "For `n` and `j` XBoard looks only at the square at half of the way, rounded towards the beginning. For leaps \
         longer than two that is not the whole path.";
    DOUBLED_CAPTURE = "W0212", "A doubled `c`",
        "A mode written twice means the same as once. In vitalline's `chessvar`, `cc` is a capture without moving, \
         which XBetza writes with two legs: `cabN` for `ccN`.";
    LEADING_SIDEWAYS = "W0213", "A sideways or vertical letter before a direction",
        "Programs differ on whether `sf` is `fs` or `s` and `f` together. Written the other way round, the letters \
         mean the same everywhere.";
    NEVER_MOVES = "W0214", "A move that can never be made",
        "What is written excludes every square, on any board.";
    UNLOAD_UNDEFINED = "W0215", "Which victim is unloaded is not defined",
        "With several victims programs may differ on which one `u` puts down. Here it is the one captured last.";
    SECOND_DIGIT = "W0216", "A digit that Fairy-Stockfish does not read",
        "Fairy-Stockfish reads one digit of a range and skips the rest: `R12` is played as `R1`. It reads none behind \
         a doubled letter: `NN2` is played as `NN`. Here the text is read in the same way.";
    REDUNDANT_MOVE = "W0217", "A move that another move of the description contains",
        "A piece has all of its moves, so a move that another one contains adds nothing: `W` beside `K`, or `fR` beside \
         `R`. Often a modifier was forgotten or a range was meant otherwise.";

    DEFINITION_SYNTAX = "E0301", "A definition file that is not valid TOML",
        "The file could not be read as TOML; the place is where the reader gave up.";
    UNKNOWN_KEY = "E0302", "A key that the definition format does not have",
        "Unknown keys are errors, because a misspelled rule would silently not exist.";
    WRONG_TYPE = "E0303", "A value of the wrong kind",
        "The key is known but its value is of another kind, such as a number where a text is wanted.";
    UNKNOWN_PARENT = "E0304", "A variant that inherits from an unknown variant",
        "`inherits` names a built-in variant, another variant of the same file, or one of another file: \
         `./grid.toml#name`.";
    INHERITANCE_CYCLE = "E0305", "A variant that inherits from itself",
        "Following `inherits` leads back to the variant. One of them must stand on its own.";
    UNKNOWN_PIECE = "E0306", "A piece that is not defined",
        "The name or letter is not one of the variant's pieces.";
    DUPLICATE_LETTER = "E0307", "Two pieces with the same letter",
        "Letters name the pieces in FEN and in move text, so each may be used once.";
    BAD_ZONE = "E0308", "A zone that cannot be read",
        "A zone is `*` (the whole board), `none`, a square `e4`, a file `file c`, ranks `rank 2` or `rank 4..6`, a \
         rectangle `d1-f3`, or several of them separated by commas; `not` before one takes its squares away, and \
         `rank -1` is the last rank of any board. Ranks and squares are seen by White; \
         Black has the mirror image unless a zone of its own is written.";
    BAD_CLAUSE = "E0333", "A clause of a rule that cannot be read",
        "A clause has sets of pieces (`enemy rook [rank 4..]`), events (`capture`), `and`, `or`, `not` and `after:`.";
    IDLE_ZONE_PART = "W0301", "A part of a zone that changes nothing",
        "The parts of a zone are taken in order. `not` takes squares away from those before it, so a zone that \
         begins with `not` is empty: all squares but the first rank are `*, not rank 1`. A part whose squares are \
         there already adds nothing: in `file c, not c1, c8` the last part is part of the file.";
    NOTHING_REMOVED = "W0302", "A rule that is taken away although there is none",
        "`false` takes a table of rules away that would be inherited. Where none is, it changes nothing: `castling = false` \
         for instance does not forbid castling that is written as `O` among the king's moves.";
    BAD_LETTER = "E0309", "A piece letter that cannot stand in a FEN",
        "A piece letter is one or more letters of the alphabet, the first a capital.";
    MISSING_KEY = "E0310", "A key that must be there is missing",
        "The definition cannot be completed without it.";
    UNKNOWN_SETTING = "E0311", "An unknown value for a setting",
        "The key takes one of a list of words, which the finding names.";
    NO_VARIANT = "E0312", "A file without a variant",
        "The file was read but defines no variant.";
    UNSUPPORTED_FORMAT = "E0313", "A file format that is not recognised",
        "The format of a file is recognised from its content. This one is none of those that can be read.";
    DUPLICATE_KEY = "E0314", "A name that is used twice",
        "Each key and each name may be used once in its table.";
    DEFINITION_TOO_LARGE = "E0315", "A definition file beyond the limits",
        "The size of a file, the number of its variants, pieces and moves, and the length of a line of \
         inheritance are limited so that a hostile text cannot cost time or memory. The limits are options of \
         the reader.";
    BAD_NAME = "E0316", "A name that cannot be written on the command line",
        "The name of a variant or a piece is not empty, and has no blank, no control character, no `#` and no \
         `?`, because `FILE#NAME` and `NAME?setup=3` must stay readable.";
    BAD_SETUPS = "E0317", "Numbered set-ups that cannot be numbered",
        "A number has one digit for each list of choices. Each list needs a choice, all numbers together must fit \
         into 32 bits, and the default must be one of them.";
    COMMAND_CHARACTER = "E0318", "A text with characters that command a terminal",
        "Names, titles and other texts of a definition are shown. Control characters such as escape or bell, and \
         those that turn the direction of a text around, are not shown: they act on the terminal, or make a text \
         look like another one.";
    UNKNOWN_DIRECTIONS = "E0319", "A name of directions that is not there",
        "Move texts may have names in braces, such as `{hex-sides}0`. They stand in the table `directions` of \
         the variant, or are built in.";
    BAD_DIRECTIONS = "E0320", "Directions that cannot be put into a move",
        "A name stands for a whole move text, in which it may not stand itself. What is written before the \
         braces or behind them is said of each of its moves, which must be simple ones then: without legs, \
         ranges and directions of the whole.";
    NO_FOLDER = "E0321", "A text that names a file and is none itself",
        "`inherits = './grid.toml'` names a file by its path from the file that says it. A text on standard input, \
         on a page or in a program has no such place.";
    UNREADABLE_OTHER = "E0322", "Another file that cannot be read",
        "A definition names a file that is not there, is no regular file, or is no text with definitions. \
         Paths are relative to the file that says them.";
    OUTSIDE_FILE = "E0323", "A file outside the folder of the definition",
        "A definition that somebody else has written must not make the program read any file. So it names only \
         files in the folder of the file that was opened and in folders in there, unless `--allow-outside` is given.";
    FAULTY_OTHER = "E0324", "Something in another file that has errors",
        "A variant or a rule of another file has errors of its own, of which the first is told.";
    NOT_LEAPS = "E0330", "Leaps that are not leaps",
        "A series of jumps needs plain leaps, such as `K` or `WF`: what they reach may not depend on other pieces, \
         on captures on the way or on first moves.";
    BAD_REACH = "E0331", "A reach that tells no squares",
        "A reach says on which squares something works: `'own'` for those on which the piece could capture, or a move \
         text such as `'K'`, `'R'` or `'mpR'`, whose squares count whatever stands on them. Castling, drops, first moves and \
         moves that others lend tell no squares.";
    ENDLESS_REACH = "E0332", "A reach with too many paths",
        "The ways to the squares of a reach are listed once for each square of the board, and there may be so many of \
         them. A move of fewer legs, or one that repeats its legs less often, has fewer.";

    BOARD_TOO_LARGE = "E0401", "A board larger than the limit",
        "Boards have 1 to 36 files and 1 to 36 ranks.";
    BOARD_EMPTY = "E0402", "A board without squares",
        "A board needs at least one file, one rank, and one square that is not a hole.";
    BAD_SQUARE = "E0403", "A text that does not name a square of the board",
        "Squares are named by file letters and a rank number, such as `e4` or `l14`.";
    NO_ROYAL = "E0404", "A variant in which nothing can be checkmated",
        "No piece is royal, and no other aim is defined. Mark a piece with `royal = true`, or write `royal = 'none'` \
         under `[rules]` if that is meant.";
    BAD_START = "E0405", "A start position that the definition cannot play",
        "The FEN of the start is not a position of this variant.";
    TABLES_TOO_LARGE = "E0406", "A variant whose tables exceed the limit",
        "The compiled tables are limited in size. The limit is an option of the compiler.";
    BAD_FILE_NAMES = "E0407", "Names of files that do not fit the board",
        "`file-names` holds one small letter for each file of the board, from the left, and none of them twice, \
         so that every square has a name of its own: `file-names = 'xabcdefghy'` on ten files.";
    UNKNOWN_RULE = "E0408", "A custom rule that is not registered",
        "The tables under `rules.custom` name rules that are written in Rust. A program that uses the library \
         registers those that it knows and plays the definition; `ferz` itself knows none, so it can read, lay out and \
         convert such a definition, but not play it.";
    RULE_REFUSED = "E0409", "A custom rule that refuses its settings",
        "The rule under `rules.custom` read its settings and cannot work with them; the finding says why in its own \
         words.";
    RULE_BAD_MOVE = "E0410", "A custom rule that makes a move which cannot be performed",
        "The rule made a move of a piece that does not stand there, to a square that is not on the board, or with an \
         effect on something that is not there. The move is left out; mend the rule.";
    RULES_CONTRADICT = "E0411", "Two rules that decide the same",
        "Who moves next, what becomes of a captured piece and what becomes of its captor are each decided by one rule. \
         Take one of the two away.";
    USELESS_MOVE = "W0401", "A move that can never be made on this board",
        "The board has no square from which the move reaches another.";
    USELESS_PIECE = "W0402", "A piece that never appears",
        "The piece is not in the start position, cannot be promoted to and cannot be dropped. Put it into the \
         start or a promotion, or delete it.";
    IMMOBILE_PIECE = "W0403", "A piece that can never move",
        "Each of the piece's moves excludes every square of this board, because of its zones or because the \
         board is too small. A piece that is not meant to move is written `move = '-'`.";
    START_DECIDED = "W0404", "A start position in which the game is over",
        "The first player has no legal move, or a rule ends the game at once. Nobody can play it. Look at the \
         position with `ferz show`, and at the rules that end the game.";
    UNREACHABLE_PROMOTION = "W0405", "A promotion on squares to which the piece never gets",
        "Whatever stands on the board, the piece's moves never lead from where it begins to a square of the \
         promotion's zone. Zones are seen by White; the far rank is `rank -1`.";
    AMBIGUOUS_LETTERS = "W0406", "Letters that are also those of pieces side by side",
        "In a FEN letters follow each other without a mark between them, and the longest known letters are taken. \
         If `Ba` names a piece, White's `B` beside Black's `a` cannot be written.";
    SHADOWED_BUILTIN = "W0407", "A variant with the name of a built-in",
        "On the command line the name alone means the built-in variant. Yours can be reached as FILE#NAME; a name \
         of its own avoids the doubt.";
    ABDICATION = "W0408", "A royal piece that may become one that is not royal",
        "A royal piece that promotes or changes into an ordinary one leaves its side without a piece \
         that could be checkmated, so that this side can hardly lose any more. Mark the new piece as royal too, or take \
         it out of the choices.";
    FIRST_MOVES_ELSEWHERE = "W0409", "First moves that no piece can make where it begins",
        "`initial` names the squares from which a piece makes the moves that are marked with `i`, and at the start no \
         piece of the kind stands on one of them. Most often the zone is inherited, such as the second rank of the pawns \
         of chess, and the pieces begin on another rank now.";
    RULE_DOUBT = "W0410", "Something that a rule doubts",
        "A rule of the format, a clause or a rule of a program finds something in the definition that is probably not \
         meant, such as pieces that it never meets; the finding is in its own words.";
    BLASTED_ROYAL = "W0411", "A royal piece that a blast removes without a word",
        "Where check counts, nobody may leave a royal piece attacked; but a capture beside it that blasts removes it \
         as well, and nothing follows from that. Let the extinction of the piece decide the game, as in Atomic Chess, \
         or let it survive blasts.";
    USELESS_REACH = "W0412", "A reach that ends on no square of this board",
        "From no square of the board does the move lead to another, so that what has the reach never happens. The board \
         may be smaller than the one for which it was written.";
    COLOR_BOUND = "N0401", "A piece that stays on squares of one color",
        "Like the Bishop, the piece sees only half of the board, and all that a side begins with stand on the same \
         color. That may well be meant; otherwise set up one for each color, or give it a move that changes the color.";
    UNMARKED_DOUBLE_STEP = "N0402", "A double step that cannot be captured en passant",
        "Only some moves leave squares on which the piece that made them can be captured en passant: a lame leap with \
         `in`, as in `ifmnD`, while the piece has not moved, one with `nn`, as in `fmnnD`, at any time, and slides with \
         `n`, as in `ifmnW2`. `fmnD` is only lame, and `ifmD` and `ifmW2` mark nothing. The piece captures en passant, so \
         the other was probably meant. A pawn that is first to move from any square of a rank has `initial` with a zone.";

    FEN_TOO_MANY_RANKS = "E0501", "A FEN with the wrong number of ranks",
        "The board part of a FEN has as many ranks as the board, separated by `/`.";
    FEN_RANK_LENGTH = "E0502", "A FEN rank of the wrong length",
        "The pieces, holes and empty squares of each rank add up to the number of files.";
    FEN_UNKNOWN_PIECE = "E0503", "A FEN letter that is no piece of the variant",
        "Each letter of the board part names a piece of the variant; capitals are White's.";
    FEN_BAD_FIELD = "E0504", "A FEN field that cannot be read",
        "After the board come side, castling rights, en passant squares and the clocks; fields may be \
         missing from the right. Fields of a variant's own, `name=value`, stand behind the clocks.";
    FEN_HOLE_MISMATCH = "E0505", "A FEN that has a square where the board has a hole",
        "Every square that does not exist is written as `*`, and nothing else stands there. On a square that \
         exists `*` is a wall.";
    FEN_BAD_RIGHTS = "W0501", "Castling rights that no piece on the board can have",
        "A right names a king and its partner on their squares, or a piece that has not moved and may do \
         something because of that. One of them is not there, or not where the game begins, or the variant has no \
         such right; it is ignored.";
    FEN_ROYALS = "E0507", "A FEN without a royal piece for each side",
        "The rules of the variant need the royal pieces, on the board or in hand. `lost=w` or `lost=b` behind the clocks \
         says that a side has lost them.";
    FEN_BAD_HAND = "E0508", "A hand that cannot be read",
        "Hands stand in brackets after the board, one letter a piece.";
    FEN_BAD_EN_PASSANT = "E0509", "An en passant field that cannot be read",
        "The field names squares of the board, written together, such as `e3` or `f3f4`, or it is `-`.";
    FEN_BAD_CLOCK = "E0510", "A half-move clock that is no number",
        "The clock counts the half-moves since the last capture or irreversible move, from 0.";
    FEN_BAD_MOVE_NUMBER = "E0511", "A move number that is no number",
        "Moves are counted from 1, and the number is raised after Black's.";
    FEN_BAD_CHECKS = "E0512", "Counted checks that cannot be read",
        "`3+3` are the checks that White and Black have still to give, `+0+0` those that they have given. There is \
         one such field, before the clocks or behind them.";
    FEN_SURPLUS_FIELD = "E0513", "A FEN with too many fields",
        "Behind the clocks stand only fields of a variant's own, `name=value`.";
    FEN_EMPTY = "E0514", "A FEN without anything",
        "A FEN says at least who stands where; every other field may be missing.";
    FEN_TOO_LONG = "E0515", "A FEN longer than the limit",
        "A FEN of more than a mebibyte is not read. The largest board with thousands of pieces in each hand takes \
         a small part of it.";
    FEN_EN_PASSANT = "W0502", "An en passant square that nothing can have passed",
        "The piece that moved last must have come across the square, which is empty, and stand where that move \
         ends. No piece of the board can have done so; the square is ignored.";
    FEN_SURPLUS_ROYALS = "W0503", "A FEN with more royal pieces than the game begins with",
        "No rule of the variant gives a side another royal piece. The game can go on: all of them must be guarded.";
    FEN_OUT_OF_PLACE = "W0504", "A piece on a square where it can never come to stand",
        "The piece does not begin on the square, and no move, promotion or drop of the variant leaves it there: a \
         pawn on the last rank, for instance, or a general outside of its palace. It is played as it stands.";
    FEN_TOUCHING_KINGS = "W0505", "Royal pieces that attack one another",
        "Neither side can have moved its royal piece next to the other's. The side to move could capture it, which \
         the rules do not provide for.";
    FEN_OPPONENT_IN_CHECK = "W0506", "A FEN in which the side that is not to move is in check",
        "The last move would have left a royal piece attacked, which the rules forbid. Perhaps the other side is \
         to move.";
    FEN_IDLE_HAND = "W0507", "A hand in a game without hands",
        "No piece of the variant ever comes from a hand, so what is in it has no bearing on the game.";
    FEN_IDLE_COUNT = "W0508", "The limit of a count in a game that counts nothing",
        "A number in the place of the en passant square is the limit of a count, as in Makruk. The variant has no \
         such rule; the number is ignored.";
    FEN_IDLE_CHECKS = "W0509", "Counted checks that the game cannot have",
        "The variant does not count checks, or ends with fewer of them than are written.";
    FEN_IDLE_WALL = "W0510", "A wall in a game in which no wall can arise",
        "`*` on a square of the board is a wall. No rule of the variant puts one there or takes it away; it stays.";
    FEN_MANY_FINDINGS = "W0511", "More findings about a FEN than are shown",
        "A hundred findings about one FEN are shown. If anything beyond them is an error, the first such is among them.";
    FEN_IDLE_MARK = "N0501", "A `~` that says nothing",
        "`~` marks a piece that is demoted when it is captured. No such piece of the variant is, so the mark is \
         passed over, and not written again.";
    TOO_MANY_MOVES = "E0521", "A position with more moves than can be listed",
        "Each set of victims of a series of jumps is a move of its own, a walk of many legs can go many ways, and a \
         wall may follow each move on each empty square. A crowd on a large board can have more of these than \
         anybody lists. The limits are options: `PlayLimits` of the library, `--limit` of the commands that \
         play positions. Set up fewer men, or take a smaller board.";

    BEYOND_SFEN = "E0522", "A position that an SFEN cannot keep",
        "An SFEN says who stands where, who is to move and what is in hand. It has no place for rights to castle, \
         passed squares, counted checks and other things that a rule remembers; a FEN has.";

    BAD_MOVE_TEXT = "E0601", "A move text that cannot be read",
        "A move is written with its squares, such as `e2e4`, `a10b9`, `e7e8q`, `P@e4`.";
    ILLEGAL_MOVE = "E0602", "A move that is not legal in the position",
        "The text reads as a move, but the rules do not allow it here.";
    AMBIGUOUS_MOVE = "E0603", "A move text that means more than one move",
        "A custom rule makes several moves that differ in nothing that a move text says. The text is refused, because \
         nobody could tell which of them is meant; let the rule make one of them, or make them differ in an effect.";
    RECORD_SYNTAX = "E0611", "A record of a game that cannot be read",
        "A record is lines of tags, such as `[Variant \"chess\"]`, and behind them the moves and the result. Comments \
         stand in braces.";
    RECORD_VARIANT = "E0612", "A record of an unknown variant",
        "The tag `Variant` names a built-in variant, or one of the file that is given with the record.";
    PGN_LIMIT = "E0613", "A game beyond a limit of its reader",
        "The text of a game is read up to a size, variations up to a depth, and findings are listed up to a number. \
         What is beyond is left out. The limits are options (`PgnLimits`, `ferz pgn --limit`).";
    RECORD_RESULT = "W0611", "A record with a result that the game does not have",
        "The result and the reason are worked out from the moves. Only `resignation`, `time-forfeit` and `agreement` are \
         taken from the record. In files of other programs players may end a game without a word, so only a result that the \
         rules contradict is told.";
    PGN_REPEATED_TAG = "W0614", "A tag that is there twice",
        "A game has each tag once. The first one counts; both are kept when the game is written.";
    PGN_NULL_MOVE = "W0615", "A null move in the middle of a game",
        "`--` and the like leave a move out, which no rule of the variant allows. In a variation this shows a threat; \
         a game ends with it, and what stands behind it is checked but not part of the game.";
    PGN_NUMBER = "W0616", "A move with a wrong number",
        "The number counts from that of the FEN, or from 1. A wrong one often means that a move is missing. One \
         finding is enough for a game, and there is none where a side moves twice in a turn.";
    PGN_ENCODING = "W0617", "A game that is not in UTF-8",
        "A line of the game is not UTF-8, so each of its bytes was taken for a character of Latin-1, the encoding in \
         which PGN began. If names look wrong, convert the file first.";
    EPD_SYNTAX = "E0621", "A line of EPD that cannot be read",
        "A line is the first four fields of a FEN and behind them operations, each a word with operands and a `;` at \
         its end: `bm Nf3; id \"first\";`.";
    EPD_COUNT = "E0622", "A count of leaves that is not so",
        "`D3 8902;` says that the tree of legal moves has so many leaves after three half-moves. It has another number: \
         the line is wrong, or it is about another variant.";
    EVALUATION_FILE = "E0631", "A file of an evaluation that cannot be used",
        "A file that `ferz tune` writes has `format = 1`, a table `terms` with numbers, and in `pieces` a table for each \
         piece of the variant, with `middle` and `end` (six numbers each), `mobility` and `in-hand`. It belongs to one \
         variant: every piece in it must be there.";

    INI_SYNTAX = "E0703", "A line of a `variants.ini` that cannot be read",
        "A line is empty, a comment that begins with `#` or `;`, a header `[name:parent]`, or `key = value`.";
    INI_COMMENT = "E0706", "A comment behind a value of a `variants.ini`",
        "A comment stands on a line of its own. The format's own program has no others: it takes the rest of the \
         line as part of the value, so the letters of a comment behind a piece become moves of the piece.";
    INI_COMMENT_BEHIND_NUMBER = "W0707", "A comment behind a number of a `variants.ini`",
        "The format's own program reads the number and overlooks the rest of the line. Behind any other value it \
         does not, so comments are better written on lines of their own.";
    INI_REPEATED_KEY = "W0706", "An option that is set twice",
        "The last value of a section holds; the others say nothing.";
    INI_UNKNOWN_KEY = "E0704", "An option that `variants.ini` does not have",
        "A misspelled option would silently not exist, and the game would be another one.";
    INI_BAD_VALUE = "E0705", "An option of a `variants.ini` with a value that cannot be read",
        "The value is not of the kind that the option takes; see the list of types in that file's comments.";
    INI_ALL_OR_NONE = "W0708", "A `*` that stands for no piece",
        "The format's own program takes `*` for all pieces in `blastImmuneTypes`, `connectPieceTypes` and \
         `extinctionPieceTypes`. Elsewhere it asks whether a kind is among those named, and none is called `*`.";
    NOT_CARRIED_OVER = "W0701", "Something of the imported file that was not carried over",
        "The imported format says something that has no counterpart here yet; it is listed so that nothing \
         is lost without a word.";
    UNKNOWN_PARAMETER = "W0702", "A parameter that the format does not have",
        "The parameter is not one that the format's own program knows.";
    UNKNOWN_PROMOTION_ID = "W0703", "A promotion choice that no piece has",
        "The promotion list names an id that none of the pieces carries; it is ignored, as the format's own \
         program does.";
    IMPORT_PIECE_LINE = "E0701", "A piece line that cannot be read",
        "A piece line has at least five fields separated by colons: name, id, move, image, squares.";
    IMPORT_BAD_VALUE = "E0702", "A parameter with a value that cannot be read",
        "The value is not of the kind that the parameter takes.";
    MOVE_REFUSED = "W0704", "A move of an imported piece that is not played",
        "The piece keeps its other moves; the one that is shown is not part of what this version plays.";
    DOUBTFUL_IMPORT = "W0705", "A place of an imported file that can be meant in more than one way",
        "The format, or the way its programs differ, leaves the meaning open, or two places of the file \
         contradict each other. The message says which reading was taken; check it against the rules of the game.";
    PRESENTATION_KEPT = "N0701", "Presentation that has no bearing on the rules",
        "Colours, pictures and sizes are kept but not used.";
    PROSE_SKIPPED = "N0702", "Prose around or inside an imported definition",
        "The definition was found in the text of a page. The places listed are taken for prose and were not read; \
         if a piece or a rule is among them, write it on a line of its own.";

    FAIRY_MAX_GAME = "E0711", "A game of Fairy-Max whose lines cannot be read",
        "Below `Game: name` come the board (`8x8`), a line with White's men by number, one with Black's, and the \
         piece lines.";
    FAIRY_MAX_PIECE = "E0712", "A piece line of Fairy-Max that cannot be read",
        "A piece line is a letter, a colon, the value, and steps: `n:325 14,7 31,7 33,7 18,7`. The program itself \
         stops reading the game at such a line without a word.";
    FAIRY_MAX_STEP = "E0713", "A step of Fairy-Max that cannot be read",
        "A step is a vector, a comma and the mode in hexadecimal figures, such as `-16,24`, and perhaps a second \
         vector: `1,34,2`. The piece keeps its other steps.";
    BETZA_DIFFERS = "W0711", "A piece whose two descriptions differ",
        "The file describes the moves of the piece by steps, which its program plays and which are read here, and \
         again in Betza notation for the interface. The two do not allow the same moves; the finding names a move \
         that only one of them has.";
    UNDEFINED_STEP = "W0712", "A step of Fairy-Max without a defined meaning",
        "The manual reserves this combination of bits, or the program does something with it that no rule can mean. \
         The piece keeps its other steps.";

    BAD_ROW = "E0801", "A conformance row that cannot be read",
        "A row is one JSON object a line, of one of the documented kinds, without unknown keys.";

    BAD_SNAPSHOT = "E0901", "A snapshot whose head cannot be read",
        "A snapshot begins with lines that say of what it is and how it was made: `snapshot-format 1`, `of` and a \
         variant, `seed`, `positions`, `depth` and `nodes` with a number each. Repair the line, or delete the file \
         and make it anew with `ferz snapshot`.";

    UNKNOWN_NAME = "E1001", "A variant or an option that the engine does not have",
        "A program has asked for a variant that is neither built in nor in a file of `VariantPath`, or has set an \
         option that was not offered. The engine goes on with what it had.";
    UNREADABLE_FILE = "E1002", "A file of variants that cannot be read",
        "A file that a program has named as `VariantPath` is not there, too large, or no text in UTF-8. The variants \
         that were known before stay known.";
    BAD_OPTION = "E1003", "A value that an option of the engine cannot have",
        "Each option says when it is offered which values it takes: a number within limits, `true` or `false`, or \
         one of some words. The option keeps its value.";
    BAD_COMMAND = "E1004", "A command of a protocol that cannot be read",
        "A part of the command is missing, is no number where one must stand, or is not allowed at this moment. \
         The engine does nothing.";
    OUT_OF_WORK = "E1101", "A text that takes too much work",
        "What is asked about a text, a move description, a definition or a position, takes steps from one budget: walking \
         from square to square, listing paths and moves, making a variant. A short text can ask for more of them than \
         anybody waits for. Nothing is answered then, because the answer would not be whole. The budget is an option: \
         `Budget` of the library, `--work` of the program.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_explained() {
        let mut seen = std::collections::BTreeSet::new();
        for code in Code::all() {
            assert!(seen.insert(code.as_str()), "{code} is registered twice");
            assert!(
                !code.title().is_empty() && code.explanation().len() > 40,
                "{code} lacks a text"
            );
            assert_eq!(Code::parse(code.as_str()), Some(code));
        }
    }
}
