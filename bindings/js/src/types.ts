// The types of the package's arguments and results.

import type { Option, PieceRow, Side } from "../../web/page/types";

export type { Builtin as VariantInfo, EngineLine, PieceRow, Side, Thought } from "../../web/page/types";

/** A place in a text: its offset in UTF-16 units, or its line and column in these units, all from 0. */
export interface Place {
  offset: number;
  line: number;
  character: number;
}

export interface Range {
  start: Place;
  end: Place;
}

/** A finding about a text. */
export interface Finding {
  /** The stable code; `explainCode` explains it. */
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  /** The remedy. */
  help: string | null;
  range: Range;
  /** Further places with messages. */
  labels: { range: Range; message: string }[];
  /** The edits that remove the cause, if they are known. */
  edits: { range: Range; text: string }[];
}

export type Format = "toml" | "fairy-stockfish" | "fairy-stockfish-x" | "fairy-max" | "diagram";

/** The content of a definition text. */
export interface Definition {
  format: Format | null;
  /** The playable variants. */
  variants: { name: string; title: string }[];
  findings: Finding[];
}

/** A definition in another format, with the parts that the format cannot express. */
export interface Converted {
  text: string;
  losses: { place: string; message: string }[];
}

/** A variant of a definition text, for one board. */
export interface VariantText {
  text: string;
  /** The name of the variant; by default the first one. */
  variant?: string;
  /** The values of its settings, such as `setup=9`. */
  settings?: string;
}

/** A legal move with all its effects. */
export interface Move {
  /** The move by its squares, such as `e2e4`. */
  text: string;
  san: string;
  kind: "normal" | "castle" | "drop" | "resurrect" | "pass";
  side: Side;
  /** The name of the piece in the definition. */
  piece: string;
  /** `null` for a drop. */
  from: string | null;
  to: string;
  /** The squares of the captured pieces. */
  captures: string[];
  /** The squares of the pieces that change sides. */
  conversions: string[];
  /** The letter of the piece to which the mover promotes, in lower case. */
  promotion: string | null;
  promotionFrom: "box" | "hand" | null;
  /** Other pieces that move, such as the rook in castling. */
  relocations: { from: string; to: string }[];
  /** A piece from the hand that enters on a square that the move vacates. */
  gate: { piece: string; square: string } | null;
  /** The square that becomes a wall. */
  wall: string | null;
  /** The squares on which the next move can capture the mover en passant. */
  enPassantSquares: string[];
  /** Further effects of rules, in the format of `ferz moves --json`. */
  effects: string[];
}

/** The outcome of a game. */
export interface Outcome {
  /** Each side's share of the point. */
  white: number;
  black: number;
  winner: Side | null;
  /** The reason, such as `checkmate`. */
  reason: string;
  /** The result, such as `1-0`. */
  result: string;
}

/** A piece on a square. */
export interface Placed {
  /** The name of the piece in the definition. */
  name: string;
  side: Side;
  /** Its letter in FENs. */
  letter: string;
}

export interface State {
  fen: string;
  turn: Side;
  fullmoveNumber: number;
  halfmoveClock: number;
  /** The FEN of the initial position, if it is not the start of the variant. */
  start: string | null;
  moves: string[];
  isCheck: boolean;
  checked: string[];
  hands: Record<Side, string[]>;
  outcome: Outcome | null;
  claim: Outcome | null;
}

/** A move of a parsed game. */
export interface GameMove {
  san: string;
  number: number | null;
  side: Side | null;
  comments: string[];
  /** Numeric annotation glyphs: 1 is `!`. */
  glyphs: number[];
  variations: GameLine[];
}

/** The moves of a parsed game, with comments. */
export interface GameLine {
  /** The comments before the first move. */
  comments: string[];
  moves: GameMove[];
}

/** The meaning of a move description in Betza or XBetza notation. */
export interface Movement {
  words: string;
  names: string[];
  /** A picture of the moves. */
  svg: string;
  /** Leaps and slides by files and ranks, if the piece has no other moves. */
  reaches: { leaps: [number, number][]; slides: [number, number][] } | null;
}

export interface Rules {
  markdown: string;
  /** The pictures to which the page refers, by file name. */
  pictures: Record<string, string>;
}

export type Theme = "light" | "dark";

/** The style of the pieces; by default that of the definition. */
export type PieceStyle = "figures" | "letters" | "moves" | "tiles" | "discs";

/** The limits of a search; without a limit it runs until it is stopped. */
export interface Limits {
  /** The time in milliseconds. */
  time?: number;
  depth?: number;
  nodes?: number;
  /** The skill level from 0 to 20, the strongest. */
  skill?: number;
  /** The number of principal variations. */
  lines?: number;
  /**
   * The text of an evaluation file, or `null` for the evaluation that is derived from the definition. By default
   * a built-in variant has its built-in evaluation.
   */
  evaluation?: string | null;
}

export interface Opened {
  variant: string | null;
  title?: string;
  options?: Option[];
  refusal?: { code: string | null; message: string; help: string | null };
}

/** A setting of a variant with its values, or the range of its setup numbers. */
export type Setting = Option;
export type Piece = PieceRow;
