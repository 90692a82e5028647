// What the library answers, as far as the page reads it.

export type Side = "white" | "black";
export type Theme = "light" | "dark";

/** The drawings of pieces; the definition has a default. */
export type PieceStyle = "figures" | "letters" | "moves" | "tiles" | "discs";

export interface Failure {
  code: string | null;
  message: string;
  help: string | null;
}

export interface Place {
  line: number;
  character: number;
}

export interface Edit {
  range: { start: Place; end: Place };
  newText: string;
}

/** A finding in the words of the Language Server Protocol. */
export interface Finding {
  range: { start: Place; end: Place };
  severity: 1 | 2 | 3;
  code: string;
  message: string;
  data?: { title: string; edits: Edit[] }[];
}

/** A cell of the board, whatever its form. */
export interface SquareOf {
  id: number;
  name: string;
  /** The upper left corner of the square in which its piece is drawn. */
  x: number;
  y: number;
  file: number;
  rank: number;
  /** Its corners, as an SVG list of points. */
  outline: string;
}

export interface Kind {
  name: string;
  letter: string;
  side: Side;
  svg: string;
}

export interface BoardPicture {
  svg: string;
  width: number;
  height: number;
  side: number;
  /** The form of the cells. */
  cells: "squares" | "hexes" | "intersections" | "rings";
  files: number;
  ranks: number;
  below: Side;
  squares: SquareOf[];
  kinds: Record<string, Kind>;
}

export interface Click {
  square: number;
  deed: string;
  captures: boolean;
  promotes: boolean;
}

export interface Question {
  kind: string;
  words: string;
  /** `reach` is the number of squares that a piece reaches, by which pieces are sorted. */
  choices: { words: string; squares: number[]; kind: string | null; reach?: number }[];
}

export interface Entered {
  origin: { square?: number; hand?: string; pass?: boolean } | null;
  legs: number[];
  target: number | null;
  answers: string[];
  squares: Click[];
  hand: string[];
  canPass: boolean;
  question: Question | null;
  moves: number;
}

export interface Moment {
  id: number;
  parent: number;
  san: string;
  text: string;
  mover: Side;
  number: number;
  children: number[];
}

export interface View {
  fen: string;
  turn: Side;
  pieces: [number, string][];
  walls: number[];
  /** While a definition is changed on its board: its holes, and the zone that is painted. */
  holes?: number[];
  zone?: number[];
  hands: { kind: string; count: number }[][];
  check: number[];
  last: number[];
  /** The squares by which the pieces of the last move went. */
  moved?: number[][];
  /** The number of the next move in a turn of several moves. */
  turnPart?: { move: number; of: number } | null;
  input: Entered;
  line: { nodes: Moment[]; current: number };
  moves: string[];
  /** Where the game begins, if not at the start. */
  start: string | null;
  over: { result: string; reason: string; winner: Side | null } | null;
  made?: boolean;
  refusal?: Failure;
}

export interface Option {
  name: string;
  values?: { value: string; about: string | null }[];
  from?: number;
  to?: number;
  default?: number;
}

export interface Opened {
  format: string | null;
  findings: Finding[];
  variants: { name: string; title: string }[];
  variant: string | null;
  title?: string;
  source?: string | null;
  options?: Option[];
  refusal?: Failure;
  view?: View;
}

export interface PieceRow {
  kind: string;
  name: string;
  letter: string;
  royal: boolean;
  betza: string[];
  names: string[];
  words: string;
  /** In pawns, if the definition says it. */
  value: number | null;
  picture: string | null;
}

/** A game in the list of games. */
export interface Listed extends Builtin {
  tags: string[];
  /** Where it is from: the built-in variants, the files of examples, or the library of rules. */
  from: "variant" | "example" | "rule";
  /** One sentence about it. */
  about?: string;
}

export interface Builtin {
  name: string;
  title: string;
  source: string | null;
  pieces: string[];
  files: number;
  ranks: number;
}

export interface EngineLine {
  rank: number;
  depth: number;
  units: number | null;
  mate: number | null;
  bound: string;
  moves: string | null;
  san: string[];
}

export interface Thought {
  best: string | null;
  lines: EngineLine[];
  nodes: number;
  time: number;
}
