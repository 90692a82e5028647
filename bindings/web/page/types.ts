// The answers of the library, as far as the page reads them.

export type Side = "white" | "black";
export type Theme = "light" | "dark";

/** The style of the pieces; by default that of the definition. */
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

/** A finding in the format of the Language Server Protocol. */
export interface Finding {
  range: { start: Place; end: Place };
  severity: 1 | 2 | 3;
  code: string;
  message: string;
  data?: { title: string; edits: Edit[] }[];
}

/** A cell of the board, of any shape. */
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
  /** The shape of the cells. */
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
  /** While a definition is edited on the workbench: its holes, and the zone that is painted. */
  holes?: number[];
  zone?: number[];
  hands: { kind: string; count: number }[][];
  check: number[];
  last: number[];
  /** The paths of the pieces that the last move moved. */
  moved?: number[][];
  /** The number of the next move in a turn of several moves. */
  turnPart?: { move: number; of: number } | null;
  input: Entered;
  line: { nodes: Moment[]; current: number };
  moves: string[];
  /** The FEN of the initial position, if it is not the start position. */
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
  /** The value in pawns, if the definition gives one. */
  value: number | null;
  picture: string | null;
}

/** A game in the game list. */
export interface Listed extends Builtin {
  tags: string[];
  /** Its origin: the built-in variants, the example files, or the rule library. */
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
