// What the package gives and takes.

import type { Option, PieceRow, Side } from "../../web/page/types";

export type { Builtin as VariantInfo, EngineLine, PieceRow, Side, Thought } from "../../web/page/types";

/** A place in a text: its UTF-16 units from the beginning, or a line and the units in it, all from 0. */
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
  /** Stable; `explainCode` has a page about it. */
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  /** What to write instead. */
  help: string | null;
  range: Range;
  /** Further places with a word each. */
  labels: { range: Range; message: string }[];
  /** The changes that mend it, where a program can make them. */
  edits: { range: Range; text: string }[];
}

export type Format = "toml" | "fairy-stockfish" | "fairy-stockfish-x" | "fairy-max" | "diagram";

/** What is in the text of a definition. */
export interface Definition {
  format: Format | null;
  /** The variants that can be played. */
  variants: { name: string; title: string }[];
  findings: Finding[];
}

/** A definition in another format, and what that format cannot say. */
export interface Converted {
  text: string;
  losses: { place: string; message: string }[];
}

/** A variant of a text, for one board. */
export interface VariantText {
  text: string;
  /** A variant of the text; by default its first one. */
  variant?: string;
  /** Values of its settings, such as `setup=9`. */
  settings?: string;
}

/** A legal move and everything that it does. */
export interface Move {
  /** Its squares, such as `e2e4`. */
  text: string;
  san: string;
  kind: "normal" | "castle" | "drop" | "resurrect" | "pass";
  side: Side;
  /** The name of the piece in the definition. */
  piece: string;
  /** `null` for a drop. */
  from: string | null;
  to: string;
  /** The squares whose pieces leave the board. */
  captures: string[];
  /** The squares whose pieces change sides. */
  conversions: string[];
  /** The letter of the piece that the mover becomes, in lower case. */
  promotion: string | null;
  promotionFrom: "box" | "hand" | null;
  /** Other pieces that move, such as the rook in castling. */
  relocations: { from: string; to: string }[];
  /** A piece from the hand that is put on a square that the move leaves. */
  gate: { piece: string; square: string } | null;
  /** The square that becomes a wall. */
  wall: string | null;
  /** The squares on which the next move can capture the mover en passant. */
  enPassantSquares: string[];
  /** Further effects of rules, in the text of `ferz moves --json`. */
  effects: string[];
}

/** How a game has ended. */
export interface Outcome {
  /** Each side's share of the point. */
  white: number;
  black: number;
  winner: Side | null;
  /** Such as `checkmate`. */
  reason: string;
  /** Such as `1-0`. */
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
  /** Where the game begins, if not at the start of the variant. */
  start: string | null;
  moves: string[];
  isCheck: boolean;
  checked: string[];
  hands: Record<Side, string[]>;
  outcome: Outcome | null;
  claim: Outcome | null;
}

/** A move of a game that was read. */
export interface GameMove {
  san: string;
  number: number | null;
  side: Side | null;
  comments: string[];
  /** Numeric annotation glyphs: 1 is `!`. */
  glyphs: number[];
  variations: GameLine[];
}

/** Moves of a game that was read, with what stands between them. */
export interface GameLine {
  /** Comments before the first move. */
  comments: string[];
  moves: GameMove[];
}

/** What a move description in Betza or XBetza notation means. */
export interface Movement {
  words: string;
  names: string[];
  /** A picture of the moves. */
  svg: string;
  /** Leaps and slides by files and ranks, if it is nothing else. */
  reaches: { leaps: [number, number][]; slides: [number, number][] } | null;
}

export interface Rules {
  markdown: string;
  /** Pictures by the names of the files to which the page refers. */
  pictures: Record<string, string>;
}

export type Theme = "light" | "dark";

/** The drawings of pieces; the definition has a default. */
export type PieceStyle = "figures" | "letters" | "moves" | "tiles" | "discs";

/** What limits a search; without a limit it goes on until it is stopped. */
export interface Limits {
  /** Milliseconds. */
  time?: number;
  depth?: number;
  nodes?: number;
  /** From 0 to 20, the strongest. */
  skill?: number;
  /** How many lines are found. */
  lines?: number;
}

export interface Opened {
  variant: string | null;
  title?: string;
  options?: Option[];
  refusal?: { code: string | null; message: string; help: string | null };
}

/** A setting of a variant with its values, or the numbers of its set-ups. */
export type Setting = Option;
export type Piece = PieceRow;
