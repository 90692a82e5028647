//! Register of diagnostic codes. Codes never change their meaning.
//!
//! `E` codes are errors, `W` codes are warnings, `N` codes are notes. The first two digits name the reader: 01 notation
//! text, 02 notation meaning, 03 definition files, 04 boards and variants, 05 FEN, 06 move text, 07 imported files, 08
//! conformance rows, 09 snapshots, 10 protocols, 11 the work budget.

use super::diagnostic::Code;

impl Code {
    /// The registered code with this text.
    #[doc(hidden)]
    pub fn parse(text: &str) -> Option<Code> {
        REGISTER
            .iter()
            .find(|row| row.0.as_str().eq_ignore_ascii_case(text))
            .map(|row| row.0)
    }

    /// The title of the code, in one line.
    pub fn title(self) -> &'static str {
        self.row().1
    }

    /// The explanation of the code for `ferz explain`: its meaning, its importance and its remedy.
    #[doc(hidden)]
    pub fn explanation(self) -> &'static str {
        self.row().2
    }

    /// All codes, in order.
    #[doc(hidden)]
    pub fn all() -> impl Iterator<Item = Code> {
        REGISTER.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (Code, &'static str, &'static str) {
        // Only the register makes codes, so the row exists.
        REGISTER
            .iter()
            .find(|row| row.0 == self)
            .unwrap_or(&REGISTER[0])
    }
}

/// Declares each code as a constant and collects the register.
macro_rules! register {
    ($($(#[$meta:meta])* $name:ident = $code:literal, $title:literal, $text:literal;)*) => {
        $(
            #[doc = $title]
            $(#[$meta])*
            pub const $name: Code = Code::new($code);
        )*

        static REGISTER: &[(Code, &str, &str)] = &[$(($name, $title, $text)),*];
    };
}

register! {
    UNKNOWN_CHARACTER = "E0101", "A character that no notation uses",
        "A move description consists of letters, digits, `*`, `'`, `[`, `]`, `(`, `)`, `-`, `?` and `@`. Other \
         characters are errors, because skipping them could change the moves. Delete the character.";
    UNKNOWN_ATOM = "E0102", "A capital letter that is not an atom",
        "The atoms are W F D N A H C L Z J G (leapers), K Q R B (king, queen, rook, bishop), and the special atoms O \
         (castling), U (universal leap), I (imitator) and @ (drop). Letters such as E, M, P, S, T, V and X (except as \
         a suffix) have no meaning in XBetza. Write the atoms that the piece combines: a marshal is `RN`, an amazon \
         is `QN`.";
    UNKNOWN_MODIFIER = "E0103", "A small letter that is not a modifier",
        "The modifiers are the directions f b l r v s h, the modes m c d e k p g y x u t, the flags \
         i n j o z q, and `a`, which begins the next leg.";
    STRAY_MODIFIER = "E0104", "Modifiers without an atom",
        "Small letters belong to the capital letter after them. Modifiers at the end have no atom: the atom is \
         missing, or the modifiers were written after their atom. Write modifiers before their atom, as in `fN`.";
    UNCLOSED_BRACKET = "E0105", "A bracket or parenthesis that is not closed",
        "Every `[` needs its `]` and every `(` its `)`.";
    UNEXPECTED_TOKEN = "E0106", "A sign that is not allowed at this place",
        "The sign belongs to the notation but is not allowed at this place, such as a digit without an atom before \
         it, or a `-` outside square brackets.";
    RANGE_TOO_LARGE = "E0107", "A range of more than two digits",
        "A range has at most two digits; the largest board has 36 ranks. Write `0` for an unlimited range.";
    TEXT_TOO_LONG = "E0108", "A text longer than the limit",
        "The length of move descriptions is limited, so that malicious texts cannot use much time or memory. The \
         limit is an option of the reader.";
    EMPTY_DESCRIPTION = "E0109", "An empty move description",
        "Write `-` for a piece without moves in a definition file; an empty text is probably a mistake.";
    RANGE_LEADING_ZERO = "E0110", "A range with a leading zero",
        "`W03` meant exactly three steps in an older proposal and has no meaning in XBetza. Write `W3` for up to \
         three steps.";
    NESTED_PARENTHESES = "E0111", "Parentheses inside parentheses",
        "A group cannot contain another group, and an atom has at most one group. Write the other letters out.";

    SINGLE_LEG_ATOM = "E0201", "An atom without steps among several legs",
        "Castling `O`, the universal leap `U`, the imitator `I` and the drop `@` do not step from square to square. \
         So no further leg can follow them, and they cannot be legs of a bracket.";
    MODIFIER_NOT_HERE = "E0202", "A modifier that has no meaning on this atom or leg",
        "Each letter is defined only for certain atoms and legs. For instance `n` (lame) needs a path between origin \
         and target, and `h` needs a direction next to it.";
    TOO_MANY_LEGS = "E0203", "More legs than the limit",
        "The number of legs of a move is limited, so that malicious texts cannot use much time or memory. The limit \
         is an option of the reader.";
    CASTLING_WITHOUT_RANGE = "E0204", "A castling atom without its distance",
        "`O` needs the exact number of squares that the king moves sideways: `isO2`.";
    LAME_PATH_UNDEFINED = "E0205", "A lame oblique leap without a defined path",
        "`nN` has an agreed path (the Mao's), but longer oblique leaps do not: Fairy-Stockfish moves straight first \
         (its `nZ` is the Janggi elephant), XBoard tests one square, vitalline's notation means any of the shortest \
         paths. Write the path as legs, for instance `afsafW` for one straight, one diagonal and one straight step, \
         or read the text in the dialect for which it was written.";
    TOO_MANY_PATHS = "E0206", "A movement with more paths than the limit",
        "The description expands to more paths than the limit. The limit is an option of the reader.";
    CONFLICTING_MODES = "E0207", "Modes that exclude each other",
        "Two letters on one leg contradict each other. Remove one of them.";
    FOREIGN_VECTOR = "E0210", "An explicit leap vector",
        "In Betza 2.0, in `bishop` and in AbstractPlay's programs `(1,4)` names a leap by its coordinates. In XBetza \
         parentheses repeat letters. Write leaps without a letter by the suffixes X (three longer) and Y (two longer \
         in both coordinates): `FX` is the (1,4) leap.";
    FOREIGN_HALFLING = "E0211", "The halfling prefix `hh`",
        "In the notation of vitalline's `chessvar`, `hh` means a slider that moves up to half of the distance to the \
         edge. XBetza has no such slider.";
    FOREIGN_SET = "E0212", "A set or a sequence of movements",
        "`{R,KAD}` (one of them at random) and `(Rw,NNb)` (alternating, or by the color of the square) belong to the \
         notation of vitalline's `chessvar`. An XBetza text describes one movement.";
    FOREIGN_JOINED_LEGS = "E0213", "Legs joined without square brackets",
        "`pR-cR`, `(cK-aK)` and `(W-F)0` belong to the Betza 2.0 proposal of 2013. XBetza writes the legs in square \
         brackets, `[W-F]`, or with `a` before one atom, `afsW`.";
    FOREIGN_CLASSIC_GROUP = "E0214", "A bracket or a function of the original notation",
        "`t[FR]` (F, then R), `[WF]`, `n[WF]` and `z(FW)` are Ralph Betza's original forms of moves with several \
         legs. XBetza writes a leg before each hyphen or question mark: `[F?R]`.";
    FOREIGN_ATOM = "E0215", "An atom letter of another notation",
        "Some notations have letters that XBetza does not have: T was the (3,3) leap before G, E is a proposed null \
         move at the edge or a marshal, M and S are compounds of AbstractPlay, P is a whole pawn. Write the piece \
         with the atoms W F D N A H C Z G and B R Q K.";
    FOREIGN_TELEPORT = "E0216", "A star as an atom",
        "In the Dart package `bishop` a star is a leap to any square. In XBetza that is `U`, and a star after an \
         atom is a slide up to the middle of the board.";
    FOREIGN_SUFFIXED_MODIFIER = "E0217", "Modifiers after the atom",
        "`Rc0` and `Nrf0` belong to the Betza 2.0 proposal of 2013, in which modifiers after an atom apply to each \
         further step. XBetza writes modifiers before their atom, and further legs after `a`.";
    FOREIGN_DIRECTION = "E0218", "Direction letters of an older notation",
        "In `dhfW` the letters `hf` come from an older table of shogi moves. In XBetza `h` follows its direction, as \
         in `fh`, or begins the handed sets `hr` and `hl` of oblique atoms.";
    NOT_IN_DIALECT = "E0219", "A construct that the chosen dialect does not have",
        "The text was read in the dialect of a program that does not have this construct. XBoard stops reading at it \
         and keeps the moves before it; Fairy-Stockfish skips it. Read the text as XBetza, or write it with \
         constructs of the program.";
    INEXPRESSIBLE = "E0220", "A move that another dialect cannot express",
        "The other dialect cannot express this move exactly. The other moves of the description are kept. Moves are \
         never written approximately.";
    CAMEL_ZEBRA_LETTER = "W0201", "The letters J and L mean different leaps in different programs",
        "In XBetza and classic Betza `L` is the Camel (1,3) and `J` the Zebra (2,3); in XBoard they are exchanged. \
         Write `C` and `Z`, which mean the same everywhere.";
    KING_DIRECTION = "W0202", "A direction on K or Q selects one of eight directions",
        "In XBetza `fK` is the single step straight forward. Programs that read K as W and F together play three \
         moves. Write `fWfF` for three moves and `fW` for one.";
    NUMBER_ON_CHAIN = "W0203", "A number on a chain of legs",
        "Dialects differ on whether the number belongs to the first leg or to every leg. Here it belongs to the \
         first leg. Write the legs in brackets to be unambiguous.";
    CASTLING_WITHOUT_INITIAL = "W0204", "A castling atom without `i`",
        "Without `i` the king may castle after it has moved. The usual form is `isO2`.";
    DOUBLED_COMPOUND = "W0205", "A doubled K, Q, R or B",
        "A doubled leaper is a rider; a doubled K, Q, R or B is just the atom twice. Write `K0` for an unlimited \
         King (a Queen).";
    CONTINUATION_WITHOUT_DIRECTION = "W0206", "A continuation without a direction on a four-way atom",
        "Programs differ on whether the leg after `a` may turn by 45 degrees here. Ferz reads right angles only, \
         `assfW` for `aW`; the Diagram of 2020 also turns by 45 degrees, `afhbssW`. Write the directions.";
    USELESS_MODIFIER = "W0207", "A modifier without effect",
        "The letter is allowed but has no effect here. Remove it.";

    HANDED_CONTINUATION = "W0208", "A turn to one side after an oblique leap",
        "Left and right of an oblique leap are not mirror images of each other: the piece turns differently after \
         its left-handed and right-handed leaps. Use `z` (against the bend of the leap) or `q` (with it), or restrict \
         the leap to one hand with `hr` or `hl`.";
    OUT_OF_ORDER = "W0209", "A modifier that XBoard does not read at this place",
        "XBoard reads the modifiers of a leg in the order i, directions, u, m, c, d, e, t, p, g, o, y, n, j, a, and \
         drops all letters from the first one that is out of this order up to the atom. Ferz reads the text in the \
         same way in this dialect.";
    CURVED_LEAPER = "W0210", "A crooked or circular move on a leaper's letter",
        "`z` and `q` apply to riders: programs read `zF` like `zB`, although the author of the notation calls it \
         meaningless. Write the letter of the rider, or a number of steps.";
    HALFWAY_LAMENESS = "W0211", "A lame leap of which XBoard tests only one square",
        "For `n` and `j` XBoard tests only the square in the middle of the path, rounded towards the beginning. \
         Leaps longer than two squares have more squares on their path. Write the path as legs.";
    DOUBLED_CAPTURE = "W0212", "A doubled `c`",
        "A mode that is written twice means the same as once. In vitalline's `chessvar`, `cc` is a capture without \
         moving, which XBetza writes with two legs: `cabN` for `ccN`.";
    LEADING_SIDEWAYS = "W0213", "A sideways or vertical letter before a direction",
        "Programs differ on whether `sf` is `fs` or `s` and `f` together. Exchange the letters: then they mean the \
         same everywhere.";
    NEVER_MOVES = "W0214", "A move that can never be made",
        "The conditions of the move exclude every square of any board. Correct or remove the move.";
    UNLOAD_UNDEFINED = "W0215", "Which victim is unloaded is not defined",
        "If a move captures several pieces, programs may differ on which one `u` puts down. Here it is the last one.";
    SECOND_DIGIT = "W0216", "A digit that Fairy-Stockfish does not read",
        "Fairy-Stockfish reads one digit of a range and skips the rest: `R12` is played as `R1`. It reads no digit \
         after a doubled letter: `NN2` is played as `NN`. Ferz reads the text in the same way in this dialect.";
    REDUNDANT_MOVE = "W0217", "A move that another move of the description contains",
        "A move that another move of the piece contains adds nothing: `W` next to `K`, or `fR` next to `R`. Often a \
         modifier is missing or a range is wrong.";

    DEFINITION_SYNTAX = "E0301", "A definition file that is not valid TOML",
        "The file is not valid TOML; the reader stopped at the given place.";
    UNKNOWN_KEY = "E0302", "A key that the definition format does not have",
        "Unknown keys are errors, because a misspelled rule would be ignored otherwise.";
    WRONG_TYPE = "E0303", "A value of the wrong kind",
        "The key exists but needs a value of another kind, for example a text instead of a number.";
    UNKNOWN_PARENT = "E0304", "A variant that inherits from an unknown variant",
        "`inherits` names a built-in variant, another variant of the same file, or one of another file: \
         `./grid.toml#name`.";
    INHERITANCE_CYCLE = "E0305", "A variant that inherits from itself",
        "The chain of `inherits` leads back to the variant. One of the variants must not inherit from the others.";
    UNKNOWN_PIECE = "E0306", "A piece that is not defined",
        "The variant has no piece with this name or letter.";
    DUPLICATE_LETTER = "E0307", "Two pieces with the same letter",
        "Letters identify the pieces in FEN and in move texts, so each letter may be used only once.";
    BAD_ZONE = "E0308", "A zone that cannot be read",
        "A zone is `*` (the whole board), `none`, a square `e4`, a file `file c`, ranks `rank 2` or `rank 4..6`, a \
         rectangle `d1-f3`, or several of these separated by commas; `not` before one removes its squares, and `rank \
         -1` is the last rank of any board. Ranks and squares are those of White; Black has the mirror image unless \
         it has a separate zone.";
    BAD_CLAUSE = "E0333", "A clause of a rule that cannot be read",
        "A clause has sets of pieces (`enemy rook [rank 4..]`), events (`capture`), `and`, `or`, `not` and `after:`.";
    BAD_APPEARANCE = "E0334", "A key of `presentation` that does not fit the board",
        "`cells` is `squares`, `hexes`, `intersections` or `rings`. `palaces` and `river` are parts of boards of \
         intersections. `boards` divides the squares of the board into rectangles, without rest. `pieces` is \
         `figures`, `letters`, `moves`, `tiles` or `discs`. A variant with another board than its parent writes its \
         own values, or `false` to remove an inherited key.";
    IDLE_ZONE_PART = "W0301", "A part of a zone that changes nothing",
        "The parts of a zone are applied in order. `not` removes squares from the parts before it, so a zone that \
         begins with `not` is empty: write `*, not rank 1` for all squares except the first rank. A part adds nothing \
         if the parts before it contain its squares: in `file c, not c1, c8` the square c8 is already part of the \
         file.";
    NOTHING_REMOVED = "W0302", "The removal of a rule that does not exist",
        "`false` removes an inherited table of rules. If none is inherited, it has no effect: for instance, \
         `castling = false` does not forbid castling that is written as `O` in the king's moves.";
    BAD_LETTER = "E0309", "A piece letter that a FEN cannot contain",
        "A piece letter consists of one to eight letters from A to Z, of which the first is a capital.";
    MISSING_KEY = "E0310", "A missing key",
        "The definition is not complete without this key.";
    UNKNOWN_SETTING = "E0311", "An unknown or repeated setting, or an unknown value for one",
        "The value of the key must be one of a list of words, which the finding names.";
    NO_VARIANT = "E0312", "A file without a variant",
        "The file is readable but defines no variant. Write one below a line such as `[mine]`.";
    UNSUPPORTED_FORMAT = "E0313", "A file format that is not recognized",
        "The format of a file is recognized from its content, and this content matches no known format. Name the \
         format with `--format`.";
    DUPLICATE_KEY = "E0314", "A name that is used twice",
        "Each key and each name may be used only once in its table.";
    DEFINITION_TOO_LARGE = "E0315", "A definition file beyond the limits",
        "The size of a file, its numbers of variants, pieces and moves, and the length of a chain of inheritance are \
         limited, so that malicious files cannot use much time or memory. The limits are options of the reader.";
    BAD_NAME = "E0316", "A name that cannot be written on the command line",
        "The name of a variant or a piece must not be empty and must not contain spaces, control characters, `#` or \
         `?`, because `FILE#NAME` and `NAME?setup=3` would be ambiguous.";
    BAD_SETUPS = "E0317", "Numbered set-ups without valid numbers",
        "The number of a set-up has one digit for each list of choices. Each list needs at least one choice, all \
         numbers must fit into 32 bits, and the default must be one of them.";
    COMMAND_CHARACTER = "E0318", "A text with control characters",
        "Names, titles and other texts of a definition are printed. They must not contain control characters such as \
         escape or bell, which act on the terminal, or characters that reverse the direction of text, which can \
         disguise a text.";
    UNKNOWN_DIRECTIONS = "E0319", "An unknown name of directions",
        "Move texts may contain names in braces, such as `{hex-sides}0`. A name is either built in or defined in the \
         table `directions` of the variant.";
    BAD_DIRECTIONS = "E0320", "Directions that cannot be inserted into a move",
        "A name stands for a whole move text, which must not contain the name itself. Letters before or after the \
         braces apply to each of its moves, which must then be simple: without legs, ranges and directions.";
    NO_FOLDER = "E0321", "A reference to a file from a text that is not a file",
        "`inherits = './grid.toml'` is a path relative to the file that contains it. A text from standard input, a \
         web page or a program has no path. Copy the inherited text, or open the definition as a file.";
    UNREADABLE_OTHER = "E0322", "A referenced file that cannot be read",
        "A definition names a file that does not exist, is not a regular file, or contains no definitions. Paths are \
         relative to the file that contains them.";
    OUTSIDE_FILE = "E0323", "A file outside the folder of the definition",
        "A definition from somebody else must not make the program read arbitrary files. So a definition can only \
         name files in the folder of the opened file and below it, unless `--allow-outside` is given.";
    FAULTY_OTHER = "E0324", "Errors in a referenced file",
        "A variant or a rule of another file has errors; the finding shows the first one. Correct it in that file.";
    NOT_LEAPS = "E0330", "A move that is not a plain leap",
        "A series of jumps needs plain leaps, such as `K` or `WF`: their targets must not depend on other pieces, on \
         captures on the path or on first moves.";
    BAD_REACH = "E0331", "A reach that does not determine squares",
        "A reach determines the squares on which a rule acts: `'own'` for the squares on which the piece could \
         capture, or a move text such as `'K'`, `'R'` or `'mpR'`, whose target squares count whether they are empty \
         or not. Castling, drops, first moves and borrowed moves do not determine squares.";
    ENDLESS_REACH = "E0332", "A reach with too many paths",
        "The number of paths of a reach from one square is limited. Use a move with fewer legs, or with fewer \
         repetitions of its legs.";

    BOARD_TOO_LARGE = "E0401", "A board larger than the limit",
        "A board has 1 to 36 files and 1 to 36 ranks.";
    BOARD_EMPTY = "E0402", "A board without squares",
        "A board needs at least one file, one rank, and one square that is not a hole.";
    BAD_SQUARE = "E0403", "A text that does not name a square of the board",
        "Squares are named by file letters and a rank number, such as `e4` or `l14`.";
    NO_ROYAL = "E0404", "A variant in which nothing can be checkmated",
        "No piece is royal, and no other goal of the game is defined. Mark a piece with `royal = true`, or write \
         `royal = 'none'` under `[rules]` if this is intended.";
    BAD_START = "E0405", "A start position that is not valid in the variant",
        "The FEN of `start` is not a position of this variant.";
    TABLES_TOO_LARGE = "E0406", "A variant whose tables exceed the limit",
        "The compiled tables are limited in size. The limit is an option of the compiler.";
    BAD_FILE_NAMES = "E0407", "File names that do not fit the board",
        "`file-names` has one small letter for each file of the board, from the left, without duplicates, so that \
         every square has a unique name: `file-names = 'xabcdefghy'` for ten files.";
    UNKNOWN_RULE = "E0408", "A custom rule that is not registered",
        "The tables under `rules.custom` name rules that are written in Rust. A program that registers these rules \
         with the library can play the definition. `ferz` itself registers none, so it can read, format and convert \
         such a definition, but not play it.";
    RULE_REFUSED = "E0409", "A rule that refuses its settings",
        "The rule does not accept its settings, or their combination with other rules; the finding contains the \
         reason. It can be a rule of the format, of the library under `rules.use`, or of a program under \
         `rules.custom`.";
    RULE_BAD_MOVE = "E0410", "A custom rule that makes an impossible move",
        "The rule made a move of a missing piece, to a square outside the board, or with an impossible effect. The \
         move is ignored. Correct the rule.";
    RULES_CONTRADICT = "E0411", "Two rules that decide the same thing",
        "Only one rule can decide which side moves next, where a captured piece goes, or what happens to the \
         capturing piece. Remove one of the two rules.";
    USELESS_MOVE = "W0401", "A move that can never be made on this board",
        "The move reaches no square from any square of the board.";
    USELESS_PIECE = "W0402", "A piece that never appears",
        "The piece is not in the start position, no piece promotes to it, and it cannot be dropped. Add it to \
         `start` or to a promotion, or delete it.";
    IMMOBILE_PIECE = "W0403", "A piece that can never move",
        "Each move of the piece excludes every square of this board, because of zones or because the board is too \
         small. If the piece should not move, write `move = '-'`.";
    START_DECIDED = "W0404", "A start position in which the game is over",
        "The first player has no legal move, or a rule ends the game at once. Check the position with `ferz show`, \
         and the rules that end the game.";
    UNREACHABLE_PROMOTION = "W0405", "A promotion on squares that the piece cannot reach",
        "In no position can the piece move from its start squares to a square of its promotion zone. Zones are those \
         of White; the far rank is `rank -1`.";
    AMBIGUOUS_LETTERS = "W0406", "A letter that equals two adjacent letters",
        "A FEN has no separators between letters, and the reader takes the longest known letters. If `Ba` names a \
         piece, a FEN cannot contain White's `B` next to Black's `a`.";
    SHADOWED_BUILTIN = "W0407", "A variant with the name of a built-in",
        "On the command line the name alone means the built-in variant, and FILE#NAME means yours. A different name \
         avoids confusion.";
    ABDICATION = "W0408", "A royal piece that can become an ordinary piece",
        "If a royal piece changes into an ordinary piece, its side has no piece that can be checkmated and can \
         hardly lose. Mark the new piece as royal too, or remove it from the choices.";
    FIRST_MOVES_ELSEWHERE = "W0409", "First moves that no piece can make from its start square",
        "`initial` lists the squares from which a piece can make its moves with `i`, but no such piece starts on one \
         of them. Usually the zone is inherited, such as the second rank of the pawns of chess, and the pieces start \
         on another rank.";
    RULE_DOUBT = "W0410", "A setting that is probably a mistake",
        "A rule found a setting that is probably a mistake, such as a piece that can never be affected. The finding \
         contains the text of the rule.";
    BLASTED_ROYAL = "W0411", "A royal piece that a blast removes without consequence",
        "The variant has check, but a blast next to a royal piece removes it without deciding the game. Let the \
         extinction of the piece decide the game, as in Atomic Chess, or let it survive blasts.";
    USELESS_REACH = "W0412", "A reach that ends on no square of this board",
        "The move reaches no square from any square of the board, so the rule with this reach never acts. Perhaps \
         the board is smaller than intended.";
    COLOR_BOUND = "N0401", "A piece that stays on squares of one color",
        "Like the Bishop, the piece reaches only half of the board, and all pieces of this kind start on the same \
         color. If this is not intended, set up one piece on each color, or add a move that changes the color.";
    UNMARKED_DOUBLE_STEP = "N0402", "A double step that cannot be captured en passant",
        "Only some moves allow an en passant capture of the piece: a lame first move with `in`, as in `ifmnD`, a \
         lame leap with `nn`, as in `fmnnD`, and slides with `n`, as in `ifmnW2`. `fmnD` is only lame, and `ifmD` and \
         `ifmW2` allow no en passant capture. The piece itself captures en passant, so the double step probably lacks \
         a letter. For first moves from all squares of a rank, set `initial` to a zone.";

    FEN_TOO_MANY_RANKS = "E0501", "A FEN with the wrong number of ranks",
        "The board field of a FEN has as many ranks as the board, separated by `/`.";
    FEN_RANK_LENGTH = "E0502", "A FEN rank of the wrong length",
        "The pieces, holes and empty squares of each rank add up to the number of files.";
    FEN_UNKNOWN_PIECE = "E0503", "A FEN letter that is not a piece of the variant",
        "Each letter of the board field must be a piece of the variant; capitals are White's.";
    FEN_BAD_FIELD = "E0504", "A FEN field that cannot be read",
        "The fields after the board are the side to move, castling rights, en passant squares and the clocks; the \
         last ones may be omitted. Fields of a variant, `name=value`, follow the clocks.";
    FEN_HOLE_MISMATCH = "E0505", "A FEN that has a square where the board has a hole",
        "Write `*` for every square that does not exist. On an existing square `*` is a wall.";
    FEN_BAD_RIGHTS = "W0501", "Castling rights that no piece on the board can have",
        "A right names a king and its partner on their squares, or an unmoved piece with a first move. One of the \
         pieces is missing or not on its start square, or the variant has no such right. The right is ignored.";
    FEN_ROYALS = "E0507", "A FEN without a royal piece for each side",
        "Each side needs its royal pieces on the board or in hand. If a side has lost them, write `lost=w` or \
         `lost=b` after the clocks.";
    FEN_BAD_HAND = "E0508", "A hand that cannot be read",
        "Write hands in brackets after the board, with one letter for each piece.";
    FEN_BAD_EN_PASSANT = "E0509", "An en passant field that cannot be read",
        "The field is `-`, or squares of the board without separators, such as `e3` or `f3f4`.";
    FEN_BAD_CLOCK = "E0510", "A halfmove clock that is not a number",
        "The clock counts the plies since the last capture or irreversible move, from 0.";
    FEN_BAD_MOVE_NUMBER = "E0511", "A move number that is not a number",
        "Moves are numbered from 1, and the number increases after each move of Black.";
    FEN_BAD_CHECKS = "E0512", "Check counts that cannot be read",
        "`3+3` are the checks that White and Black must still give, `+0+0` the checks that they have given. A FEN \
         has one such field, before or after the clocks.";
    FEN_SURPLUS_FIELD = "E0513", "A FEN with too many fields",
        "Only fields of the variant, `name=value`, may follow the clocks. Remove the other fields.";
    FEN_EMPTY = "E0514", "An empty FEN",
        "A FEN needs at least the board field; all other fields may be omitted.";
    FEN_TOO_LONG = "E0515", "A FEN longer than the limit",
        "A FEN may have at most 1 MiB. The largest board with thousands of pieces in hand needs much less.";
    FEN_EN_PASSANT = "W0502", "An en passant square that no piece can have passed",
        "An en passant square must be empty, and a piece that could have passed it with its last move must stand \
         behind it. No piece of the position fits; the square is ignored.";
    FEN_SURPLUS_ROYALS = "W0503", "A FEN with more royal pieces than the start position",
        "No rule of the variant adds royal pieces. The position is playable, and none of the royal pieces may be \
         left in check.";
    FEN_OUT_OF_PLACE = "W0504", "A piece on a square that it cannot reach",
        "The piece does not start on the square, and no move, promotion or drop leads there, such as a pawn on the \
         last rank or a general outside its palace. The position is accepted.";
    FEN_TOUCHING_KINGS = "W0505", "Royal pieces that attack one another",
        "No legal move leads to this position, and the side to move could capture a royal piece. Check the position.";
    FEN_OPPONENT_IN_CHECK = "W0506", "A FEN in which the side that is not to move is in check",
        "The last move would have left a royal piece in check, which the rules forbid. Perhaps the other side is to \
         move.";
    FEN_IDLE_HAND = "W0507", "A hand in a variant without hands",
        "The variant has no drops, so the pieces in hand have no effect.";
    FEN_IDLE_COUNT = "W0508", "A counting limit in a variant without counting rule",
        "A number in the en passant field is the limit of a count, as in Makruk. The variant has no such rule; the \
         number is ignored.";
    FEN_IDLE_CHECKS = "W0509", "Check counts that the variant cannot have",
        "The variant does not count checks, or fewer checks than the given number end the game.";
    FEN_IDLE_WALL = "W0510", "A wall in a variant without walls",
        "`*` on a square of the board is a wall. No rule of the variant places or removes walls, so this one stays \
         for the whole game.";
    FEN_MANY_FINDINGS = "W0511", "More findings about a FEN than are shown",
        "At most a hundred findings about one FEN are shown. They include the first error, if any.";
    FEN_IDLE_MARK = "N0501", "A `~` without effect",
        "`~` marks a promoted piece that is demoted when it is captured. This piece is not demoted in the variant, \
         so the mark is ignored and dropped.";
    TOO_MANY_MOVES = "E0521", "A position with too many moves",
        "Series of jumps, moves of many legs and walls can give a position more moves than the limits allow. Set up \
         fewer pieces, use a smaller board, or raise the limits: `PlayLimits` of the library, `--limit` of the \
         commands that play positions.";

    BEYOND_SFEN = "E0522", "A position that an SFEN cannot represent",
        "An SFEN contains the board, the side to move and the hands, but no castling rights, en passant squares, \
         check counts or memory of other rules. Use a FEN.";

    BAD_MOVE_TEXT = "E0601", "A move text that cannot be read",
        "Write a move with its squares, such as `e2e4`, `a10b9`, `e7e8q`, `P@e4`.";
    ILLEGAL_MOVE = "E0602", "A move that is not legal in the position",
        "The text is a move, but the rules do not allow it in this position. `ferz moves` lists the legal moves.";
    AMBIGUOUS_MOVE = "E0603", "A move text that means more than one move",
        "A custom rule makes several moves with the same move text, so the text does not identify one of them. Let \
         the rule make only one of them, or let them differ in an effect.";
    RECORD_SYNTAX = "E0611", "A record of a game that cannot be read",
        "A record consists of lines with tags, such as `[Variant \"chess\"]`, then the moves and the result. \
         Comments are in braces.";
    RECORD_VARIANT = "E0612", "A record of an unknown variant",
        "The tag `Variant` must name a built-in variant, or a variant of the file that is given with the record.";
    PGN_LIMIT = "E0613", "A game beyond a limit of its reader",
        "The size of a game, the depth of its variations and the number of findings are limited. The rest is \
         omitted. The limits are options (`PgnLimits`, `ferz pgn --limit`).";
    RECORD_RESULT = "W0611", "A record with a wrong result",
        "The result and the reason are computed from the moves. Only `resignation`, `time-forfeit` and `agreement` \
         are taken from the record. In files of other programs the reason may be missing, so only results that \
         contradict the rules are reported.";
    PGN_REPEATED_TAG = "W0614", "A duplicate tag",
        "A game has each tag at most once. The first one is used; both are kept when the game is written.";
    PGN_NULL_MOVE = "W0615", "A null move in the middle of a game",
        "`--` and similar texts skip a move, which the variant does not allow. In a variation a null move shows a \
         threat. In the main line the game ends there; the moves after it are checked but do not belong to the game.";
    PGN_NUMBER = "W0616", "A move with a wrong number",
        "Moves are numbered from the number in the FEN, or from 1. A wrong number often means that a move is \
         missing. It is reported once for each game, and not in variants in which a side moves twice in a turn.";
    PGN_ENCODING = "W0617", "A game that is not in UTF-8",
        "A line of the game is not UTF-8, so its bytes were read as Latin-1, the original encoding of PGN. If names \
         look wrong, convert the file first.";
    EPD_SYNTAX = "E0621", "A line of EPD that cannot be read",
        "A line consists of the first four fields of a FEN and of operations, each a word with operands and a final \
         `;`: `bm Nf3; id \"first\";`.";
    EPD_COUNT = "E0622", "A wrong count of leaves",
        "`D3 8902;` means that the tree of legal moves has 8902 leaves after three plies. The computed number is \
         different: the line is wrong, or it belongs to another variant.";
    EVALUATION_FILE = "E0631", "An evaluation file that cannot be used",
        "An evaluation file has `format = 1`, a table `terms` with numbers, in `pieces` a table for each piece of the \
         variant, and a table `network` written by `ferz train`. It belongs to one variant, which must have all of \
         its pieces; a network must have been trained for the same board and the same pieces.";

    INI_SYNTAX = "E0703", "A line of a `variants.ini` that cannot be read",
        "A line must be empty, a comment that begins with `#` or `;`, a header `[name:parent]`, or `key = value`.";
    INI_COMMENT = "E0706", "A comment after a value in a `variants.ini`",
        "Write comments on separate lines. Fairy-Stockfish reads the rest of the line as part of the value, so the \
         letters of a comment after a piece become moves of the piece.";
    INI_COMMENT_BEHIND_NUMBER = "W0707", "A comment after a number in a `variants.ini`",
        "Fairy-Stockfish reads the number and ignores the rest of the line, but it does not do so after other \
         values. Write comments on separate lines.";
    INI_REPEATED_KEY = "W0706", "An option that is set twice",
        "The last value in a section is used; the others are ignored.";
    INI_UNKNOWN_KEY = "E0704", "An option that `variants.ini` does not have",
        "Unknown options are errors, because a misspelled option would change the game silently.";
    INI_BAD_VALUE = "E0705", "An option of a `variants.ini` with a value that cannot be read",
        "The value does not have the type of the option; the comments of `variants.ini` list the types.";
    INI_ALL_OR_NONE = "W0708", "A `*` that means no piece",
        "In Fairy-Stockfish `*` means all pieces in `blastImmuneTypes`, `connectPieceTypes` and \
         `extinctionPieceTypes`. In other options it means no piece. Name the pieces by their letters.";
    NOT_CARRIED_OVER = "W0701", "A part of the imported file that was not carried over",
        "The imported format has a feature without a counterpart in Ferz. It is reported so that nothing is lost \
         silently.";
    UNKNOWN_PARAMETER = "W0702", "A parameter that the format does not have",
        "The Interactive Diagram does not have this parameter.";
    UNKNOWN_PROMOTION_ID = "W0703", "A promotion choice that no piece has",
        "The promotion list contains an id that no piece has. It is ignored, as in the Interactive Diagram.";
    IMPORT_PIECE_LINE = "E0701", "A piece line that cannot be read",
        "A piece line has at least five fields separated by colons: name, id, move, image, squares.";
    IMPORT_BAD_VALUE = "E0702", "A parameter with a value that cannot be read",
        "The value does not have the type of the parameter.";
    MOVE_REFUSED = "W0704", "A move of an imported piece that is not played",
        "Ferz cannot play this move. The piece keeps its other moves.";
    DOUBTFUL_IMPORT = "W0705", "An ambiguous place in an imported file",
        "The format does not define the meaning, its programs differ, or two places of the file contradict each \
         other. The message names the chosen reading; check it against the rules of the game.";
    PRESENTATION_KEPT = "N0701", "Presentation that does not affect the rules",
        "Colors, pictures and sizes are kept but not used.";
    PROSE_SKIPPED = "N0702", "Prose around or inside an imported definition",
        "The definition was found in the text of a page. The listed places look like prose and were not read. If one \
         of them contains a piece or a rule, write it on a separate line.";

    FAIRY_MAX_GAME = "E0711", "A game of Fairy-Max whose lines cannot be read",
        "The lines after `Game: name` are the board (`8x8`), White's pieces by number, Black's pieces by number, and \
         the piece lines.";
    FAIRY_MAX_PIECE = "E0712", "A piece line of Fairy-Max that cannot be read",
        "A piece line is a letter, a colon, the value, and steps: `n:325 14,7 31,7 33,7 18,7`. Fairy-Max stops \
         reading the game at a wrong line without a message.";
    FAIRY_MAX_STEP = "E0713", "A step of Fairy-Max that cannot be read",
        "A step is a vector, a comma and a hexadecimal mode, such as `-16,24`, with an optional second vector: \
         `1,34,2`. The piece keeps its other steps.";
    BETZA_DIFFERS = "W0711", "A piece whose two descriptions differ",
        "The file describes the moves of the piece by steps, which Fairy-Max and Ferz play, and in Betza notation \
         for the user interface. The two descriptions allow different moves; the finding names one of these moves.";
    UNDEFINED_STEP = "W0712", "A step of Fairy-Max without a defined meaning",
        "The manual reserves this combination of bits, or Fairy-Max gives it a meaning that no rule can have. The \
         piece keeps its other steps.";

    BAD_ROW = "E0801", "A conformance row that cannot be read",
        "Each line must contain one JSON object of a documented kind, without unknown keys.";

    BAD_SNAPSHOT = "E0901", "A snapshot whose header cannot be read",
        "A snapshot begins with lines that name its variant and settings: `snapshot-format 1`, `of` with a variant \
         or `summary-of` with a variant, a file or a folder, and `seed`, `positions`, `depth` and `nodes` with a \
         number each. Correct the line, or delete the file and \
         write it again with `ferz snapshot`.";

    UNKNOWN_NAME = "E1001", "An unknown variant or option",
        "A program has selected a variant that is neither built in nor in a file of `VariantPath`, or has set an \
         option that the engine does not have. The engine keeps its previous state.";
    UNREADABLE_FILE = "E1002", "A variant file that cannot be read",
        "The file in `VariantPath` does not exist, is too large, or is not UTF-8 text. The variants from before \
         remain available.";
    BAD_OPTION = "E1003", "An invalid value of an engine option",
        "The engine lists the values of each option: a number within limits, `true` or `false`, or one of several \
         words. The option keeps its previous value.";
    BAD_COMMAND = "E1004", "A protocol command that cannot be read",
        "A part of the command is missing, is not a number, or is not allowed at this time. The engine ignores the \
         command.";
    OUT_OF_WORK = "E1101", "A text that needs too much work",
        "The work for a text, a move description, a definition or a position is limited by a budget of steps, \
         because even a short text can need a very long time. If the budget is used up, there is no answer, because \
         it would be incomplete. The budget is an option: `Budget` of the library, `--work` of the program.";
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
