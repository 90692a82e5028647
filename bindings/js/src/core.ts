// Boards, definitions and games. The library runs in the memory of its caller, so calls are synchronous; the
// engine searches in a worker.

import type { Start } from "../../web/page/client";
import { open } from "../../web/page/wasm";
import { Engine as Thinking, type EvaluationFile, type Strength, type Task } from "../../web/page/engine";
import { Refused } from "../../web/page/client";
import { still } from "../../web/page/still";
import type { BoardPicture, EngineLine, Failure, PieceRow, Thought, View } from "../../web/page/types";
import { FerzError } from "./error";
import { type Notation, written } from "./notations";
import type {
  Converted,
  Definition,
  Finding,
  Format,
  GameLine,
  Limits,
  Move,
  Movement,
  Opened,
  Outcome,
  PieceStyle,
  Placed,
  Rules,
  Setting,
  Side,
  State,
  Theme,
  VariantInfo,
  VariantText,
} from "./types";

export { FerzError } from "./error";
export type { Notation } from "./notations";
export type * from "./types";

/** A move by its squares, or a move object. */
export type MoveArgument = string | Move;

type Ask = <T>(request: object) => T;

const text = (move: MoveArgument) => (typeof move === "string" ? move : move.text);
/** Moves as a list; in a string they are separated by spaces. */
const list = (moves: string | MoveArgument[]) => (typeof moves === "string" ? moves.split(/\s+/).filter(Boolean) : moves.map(text));

/** Frees boards that have been garbage-collected. */
const forgotten = new FinalizationRegistry<() => void>((close) => close());

/** The library. */
export class Ferz {
  /** `new ferz.Board("crazyhouse")` creates a board with the start position of a variant. */
  readonly Board: new (variant?: string | VariantText, fen?: string) => Board;
  /** The texts of loaded definitions, by the names of their variants. */
  private readonly loaded = new Map<string, string>();
  private sessions = 0;

  /** @internal */
  constructor(
    private readonly ask: Ask,
    private readonly startWorker: Start,
  ) {
    const ferz = this;
    this.Board = class extends Board {
      constructor(variant: string | VariantText = "chess", fen?: string) {
        super(ask, ++ferz.sessions, ferz.source(variant), fen);
      }
    };
  }

  /** The names of all variants, with loaded ones first. */
  variants(): string[] {
    return [...new Set([...this.loaded.keys(), ...this.ask<string[]>({ op: "names" })])];
  }

  private known: VariantInfo[] | undefined;

  /** The built-in variants with their titles and pieces. */
  builtins(): VariantInfo[] {
    return (this.known ??= this.ask<VariantInfo[]>({ op: "builtins" }));
  }

  /** The format of a definition, its variants, and all findings. */
  readDefinition(text: string): Definition {
    return this.ask({ op: "definition", text });
  }

  /**
   * Adds the variants of a definition, in any format, to those that boards find by name. Variants with
   * errors are not added; if no others exist, an error is thrown.
   */
  loadVariantConfig(text: string): Definition {
    const definition = this.readDefinition(text);
    const error = definition.findings.find((one) => one.severity === "error");
    if (definition.variants.length === 0) {
      throw new FerzError(error ?? { code: null, message: "the text has no variant", help: null });
    }
    for (const { name } of definition.variants) this.loaded.set(name, text);
    return definition;
  }

  /** Converts a definition, or a variant by its name, to another format. */
  convert(from: string | VariantText, to: Format): Converted {
    const { text, variant } = this.source(from);
    return this.ask({ op: "convert", text, variant, to });
  }

  /** The FEN of the start position. */
  startingFen(variant: string | VariantText): string {
    return this.briefly(variant, (board) => board.fen());
  }

  /** The findings about a FEN; empty if it is valid. */
  validateFen(fen: string, variant: string | VariantText = "chess"): Finding[] {
    return this.briefly(variant, (board) => board.checkFen(fen));
  }

  /** Reads the first game of a PGN file. */
  readGamePGN(pgn: string): Game {
    const game = this.readGames(pgn)[0];
    if (!game) throw new FerzError({ code: null, message: "the text has no game", help: null });
    return game;
  }

  /** Reads all games of a PGN file, each up to its first illegal move. */
  readGames(pgn: string): Game[] {
    const definitions = [...new Set(this.loaded.values())];
    const read = this.ask<GameRead[]>({ op: "read-games", text: pgn, definitions });
    return read.map((game) => new Game(this, game));
  }

  /** The meaning of a move description in Betza or XBetza notation. */
  movement(betza: string, theme: Theme = "light"): Movement {
    return this.ask({ op: "notation", betza, theme });
  }

  /** The meaning of a diagnostic code. */
  explainCode(code: string): { title: string; text: string } {
    return this.ask({ op: "explain", code });
  }

  /** Creates an engine in a worker of its own. */
  engine(): Engine {
    return new Engine(this.startWorker);
  }

  private briefly<T>(variant: string | VariantText, look: (board: Board) => T): T {
    const board = new this.Board(variant);
    try {
      return look(board);
    } finally {
      board.delete();
    }
  }

  /** The source of a variant in the form of the library. */
  private source(variant: string | VariantText): Source {
    if (typeof variant !== "string") return { text: variant.text, variant: variant.variant, query: variant.settings };
    const [name, query] = variant.split("?", 2) as [string, string?];
    // A loaded variant with castling on any files.
    const base = name.endsWith("960") ? this.loaded.get(name.slice(0, -3)) : undefined;
    return { text: this.loaded.get(name) ?? base, variant: name, query };
  }
}

interface Source {
  text?: string;
  variant?: string;
  query?: string;
}

interface GameRead {
  tags: [string, string][];
  line: number;
  text: GameLine;
  findings: Finding[];
  variant?: string;
  start?: string;
  fen?: string;
  moves?: string[];
  outcome?: Outcome | null;
}

/** A board: a game with its current position. */
export abstract class Board {
  /** The name of its variant. */
  readonly variant: string;
  readonly title: string;
  /** The settings that can follow the name of the variant, as in `fischerandom?setup=9`. */
  readonly settings: Setting[];
  private readonly ask: Ask;
  private now: State | undefined;
  private readonly close: () => void;

  /** @internal */
  constructor(
    ask: Ask,
    session: number,
    private readonly source: Source,
    fen?: string,
  ) {
    this.ask = (request) => ask({ session, ...request });
    this.close = () => ask({ session, op: "close" });
    const opened = this.open(fen);
    this.variant = opened.variant!;
    this.title = opened.title!;
    this.settings = opened.options!;
    forgotten.register(this, this.close, this);
  }

  private open(fen?: string): Opened {
    const opened = this.ask<Opened>({ op: "open", ...this.source, fen });
    const wanted = this.source.variant;
    let refusal = opened.refusal;
    if (!refusal && wanted !== undefined && this.source.text !== undefined && opened.variant !== wanted) {
      refusal = { code: null, message: `the text has no variant called \`${wanted}\``, help: null };
    }
    if (refusal) {
      this.close();
      throw new FerzError(refusal);
    }
    this.now = undefined;
    return opened;
  }

  private get state(): State {
    return (this.now ??= this.ask<State>({ op: "state" }));
  }

  /** Frees the memory of the board now. Boards without references are freed by garbage collection. */
  delete(): void {
    forgotten.unregister(this);
    this.close();
  }

  /** The legal moves by their squares, sorted. */
  legalMoves(): string[] {
    return this.ask({ op: "legal", form: "text" });
  }

  /** The legal moves in short algebraic notation. */
  legalMovesSan(): string[] {
    return this.ask({ op: "legal", form: "san" });
  }

  /** The legal moves with all their effects. */
  moves(): Move[] {
    return this.ask({ op: "legal", form: "whole" });
  }

  numberLegalMoves(): number {
    return this.ask({ op: "perft", depth: 1 });
  }

  /** A legal move with all its effects. */
  move(move: MoveArgument): Move {
    return this.ask({ op: "describe", text: text(move) });
  }

  isLegal(move: MoveArgument): boolean {
    try {
      this.move(move);
      return true;
    } catch (error) {
      if (error instanceof FerzError) return false;
      throw error;
    }
  }

  /** Plays a legal move. */
  push(move: MoveArgument): void {
    this.play([text(move)], false);
  }

  /** Plays a legal move in short algebraic notation. */
  pushSan(san: string): void {
    this.play([san], true);
  }

  /** Plays moves, or none of them if one is not legal. */
  pushMoves(moves: string | MoveArgument[]): void {
    this.play(list(moves), false);
  }

  pushSanMoves(moves: string | string[]): void {
    this.play(list(moves), true);
  }

  private play(moves: string[], san: boolean): void {
    this.ask({ op: "play", moves, san });
    this.now = undefined;
  }

  /** Takes back the last move, and returns it. */
  pop(): string {
    const move = this.ask<string>({ op: "undo" });
    this.now = undefined;
    return move;
  }

  /** Resets the board to the start of the variant. */
  reset(): void {
    this.open();
  }

  fen(): string {
    return this.state.fen;
  }

  /** Resets the board to a position. */
  setFen(fen: string): void {
    this.ask({ op: "fen", fen });
    this.now = undefined;
  }

  /** The findings about a FEN of the variant; empty if it is valid. */
  checkFen(fen: string): Finding[] {
    return this.ask({ op: "check-fen", fen });
  }

  turn(): Side {
    return this.state.turn;
  }

  fullmoveNumber(): number {
    return this.state.fullmoveNumber;
  }

  halfmoveClock(): number {
    return this.state.halfmoveClock;
  }

  /** The number of plies since the beginning of the game, by the FEN. */
  gamePly(): number {
    return 2 * (this.state.fullmoveNumber - 1) + (this.state.turn === "black" ? 1 : 0);
  }

  /** The moves that were played on this board. */
  moveStack(): string[] {
    return [...this.state.moves];
  }

  isCheck(): boolean {
    return this.state.isCheck;
  }

  /** The squares of the royal pieces that are in check. */
  checkedPieces(): string[] {
    return [...this.state.checked];
  }

  isCapture(move: MoveArgument): boolean {
    return this.move(move).captures.length > 0;
  }

  isGameOver(): boolean {
    return this.state.outcome !== null;
  }

  /** `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on. */
  result(): string {
    return this.state.outcome?.result ?? "*";
  }

  /** The outcome of the game; `null` while it goes on. */
  outcome(): Outcome | null {
    return this.state.outcome;
  }

  /** The outcome that the side to move may claim, in variants whose rules leave that to the players. */
  claim(): Outcome | null {
    return this.state.claim;
  }

  /** Whether a side can no longer win, as far as the material shows. */
  hasInsufficientMaterial(side: Side): boolean {
    return !this.ask<boolean>({ op: "may-win", side });
  }

  /** Whether neither side can win any longer, as far as the material shows. */
  isInsufficientMaterial(): boolean {
    return this.hasInsufficientMaterial("white") && this.hasInsufficientMaterial("black");
  }

  /** The letters of the pieces in hand. */
  pocket(side: Side): string[] {
    return [...this.state.hands[side]];
  }

  /** The pieces on the board, by square. */
  pieceMap(): Record<string, Placed> {
    return this.placement().pieces;
  }

  /** The number of files and ranks of the board. */
  size(): { files: number; ranks: number } {
    const { files, ranks } = this.placement();
    return { files, ranks };
  }

  private placement(): { files: number; ranks: number; pieces: Record<string, Placed> } {
    return this.ask({ op: "placement" });
  }

  /** A move in short algebraic notation or another one. */
  sanMove(move: MoveArgument, notation: Notation = "san"): string {
    const described = this.move(move);
    return notation === "san" ? described.san : written(this, described, notation);
  }

  /** A line of moves from the current position, by default with move numbers. */
  variationSan(moves: string | MoveArgument[], numbers = true): string {
    const line = this.ask<{ san: string; side: Side; number: number }[]>({ op: "san", moves: list(moves) });
    const words = line.map(({ san, side, number }, index) => {
      if (!numbers || (side === "black" && index > 0)) return san;
      return side === "white" ? `${number}. ${san}` : `${number}...${san}`;
    });
    return words.join(" ");
  }

  /** Perft: the number of sequences of `depth` legal moves. */
  perft(depth: number): number {
    return this.ask({ op: "perft", depth });
  }

  /** The game as PGN. */
  pgn(headers: Record<string, string> = {}): string {
    const { text } = this.ask<{ text: string }>({ op: "write", form: "pgn", tags: Object.entries(headers) });
    return text;
  }

  /** The definition of the variant in the given format. */
  definition(format: Format = "toml"): Converted {
    return this.ask({ op: "convert", ...this.source, to: format });
  }

  /** The kinds of pieces with their moves in notation and in words. */
  pieces(): PieceRow[] {
    return this.ask({ op: "pieces" });
  }

  /** The rules page in Markdown. */
  rules(theme: Theme = "light"): Rules {
    return this.ask({ op: "rules", theme });
  }

  /** The position as a picture, with the moves of the piece on a square, or with the title of the variant. */
  svg(options: { theme?: Theme; pieces?: PieceStyle; movesOf?: string; title?: boolean } = {}): string {
    const { theme = "light", pieces, movesOf, title = false } = options;
    return this.ask<{ svg: string }>({ op: "picture", theme, pieces, bare: !title, moves_of: movesOf }).svg;
  }

  /** The board as `<ferz-board>` draws it, for pages that show it before the library is loaded. */
  still(options: { theme?: Theme; pieces?: PieceStyle; side?: Side } = {}): string {
    const { theme = "light", pieces, side: below = "white" } = options;
    const picture = this.ask<BoardPicture>({ op: "board", theme, below, pieces });
    return still(picture, this.ask<View>({ op: "view" }));
  }

  toString(): string {
    return this.ask({ op: "text" });
  }

  /** @internal */
  task(): Task {
    const { start, moves } = this.state;
    return { ...this.source, fen: start ?? undefined, moves };
  }
}

/** A game that was read from PGN. */
export class Game {
  /** The variant; `undefined` if it is unknown. */
  readonly variant: string | undefined;
  /** The FEN of the initial position. */
  readonly start: string | undefined;
  /** The FEN of the final position. */
  readonly fen: string | undefined;
  readonly outcome: Outcome | null;
  /** All moves with comments, glyphs and variations. */
  readonly line: GameLine;
  readonly findings: Finding[];
  private readonly tags: Map<string, string>;
  private readonly main: string[];

  /** @internal */
  constructor(
    private readonly ferz: Ferz,
    read: GameRead,
  ) {
    this.variant = read.variant;
    this.start = read.start;
    this.fen = read.fen;
    this.outcome = read.outcome ?? null;
    this.line = read.text;
    this.findings = read.findings;
    this.tags = new Map(read.tags);
    this.main = read.moves ?? [];
  }

  headerKeys(): string[] {
    return [...this.tags.keys()];
  }

  /** The value of a header; an empty string if it is missing. */
  headers(key: string): string {
    return this.tags.get(key) ?? "";
  }

  /** The moves by their squares, as far as they are legal. */
  mainlineMoves(): string[] {
    return [...this.main];
  }

  /** A board with this game. */
  board(): Board {
    if (this.variant === undefined) throw new FerzError(this.findings[0] ?? { code: null, message: "the variant is not known", help: null });
    const board = new this.ferz.Board(this.variant, this.start);
    board.pushMoves(this.main);
    return board;
  }
}

/** @internal Loads the built-in evaluation of a game. */
export const evaluationFile: EvaluationFile = async (name) => {
  const { evaluations } = await import("./evaluations.js");
  return (await evaluations[name]!()).default;
};

/** An engine in a worker. It keeps its search results for the next search. */
export class Engine {
  private readonly thinking: Thinking;

  /** @internal */
  constructor(start: Start) {
    this.thinking = new Thinking(start, evaluationFile);
  }

  /**
   * Searches for the best move. `hear` receives the lines whenever they change. A new search ends this one.
   * Scores are from White's point of view, in centipawns.
   */
  async search(board: Board, limits: Limits = {}, hear?: (lines: EngineLine[]) => void): Promise<Thought> {
    this.thinking.onlines = hear;
    const strength: Strength = { ...limits, time: limits.time ?? Infinity };
    try {
      return await this.thinking.think(board.task(), strength);
    } catch (error) {
      throw error instanceof Refused ? new FerzError(error.failure) : error;
    }
  }

  /** Stops the search soon, and keeps its best result. */
  stop(): void {
    this.thinking.stop();
  }

  /** Terminates the worker. */
  terminate(): void {
    this.thinking.close();
  }
}

/** @internal Opens a library. */
export async function openLibrary(module: WebAssembly.Module, start: Start): Promise<Ferz> {
  const answer = await open(module, (told) => {
    const { panic } = JSON.parse(told) as { panic?: string };
    if (panic) console.error(panic);
  });
  const ask = <T>(request: object): T => {
    const said = JSON.parse(answer(JSON.stringify(request))) as { ok?: T; error?: Failure };
    if (said.error) throw new FerzError(said.error);
    return said.ok as T;
  };
  return new Ferz(ask, start);
}
