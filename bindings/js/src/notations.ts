// Move notations other than short algebraic notation: with the origin, and those of the families of shogi,
// xiangqi, janggi and makruk.

import type { Board } from "./core";
import { FerzError } from "./error";
import type { Move, Placed } from "./types";

export type Notation =
  | "san"
  | "lan"
  | "shogi-hosking"
  | "shogi-hodges"
  | "shogi-hodges-number"
  | "xiangqi-wxf"
  | "janggi"
  | "thai-san"
  | "thai-lan";

/** The data of the board before a move that the notations need. */
interface Scene {
  move: Move;
  files: number;
  ranks: number;
  pieces: Record<string, Placed>;
  legal: Move[];
  /** The letter of a piece in FENs, in upper case. */
  letter(piece: string): string;
}

/** The coordinates of a square, from 1. */
function place(square: string): [file: number, rank: number] {
  return [square.charCodeAt(0) - 96, Number(square.slice(1))];
}

/** A move in a notation. */
export function written(board: Board, move: Move, notation: Exclude<Notation, "san">): string {
  if (notation === "lan") return long(move);
  const pieces = board.pieceMap();
  const rows = board.pieces();
  const { files, ranks } = board.size();
  const scene: Scene = {
    move,
    files,
    ranks,
    pieces,
    legal: board.moves(),
    letter: (piece) => rows.find((row) => row.name === piece)!.letter.toUpperCase(),
  };
  switch (notation) {
    case "xiangqi-wxf":
      return wxf(scene);
    case "janggi":
      return janggi(scene);
    case "thai-san":
    case "thai-lan":
      return thai(scene, notation === "thai-lan");
    case "shogi-hosking":
    case "shogi-hodges":
    case "shogi-hodges-number":
      return shogi(scene, notation);
    default:
      throw new FerzError({ code: null, message: `there is no notation \`${String(notation)}\``, help: null });
  }
}

/** The letter of the mover in upper case, with its signs in FENs. */
function mover({ move, pieces, letter }: Scene): string {
  const piece = move.from === null ? undefined : pieces[move.from];
  return (piece?.letter ?? letter(move.piece)).toUpperCase();
}

/** Target and suffixes are as in SAN; the origin precedes them. */
function long(move: Move): string {
  const san = move.san.replace(/~/g, "");
  if (move.kind === "castle" || move.from === null) return san;
  const at = san.lastIndexOf(move.to);
  const letter = /^\+?[A-Z]/.exec(san)?.[0] ?? "";
  const takes = move.captures.includes(move.to) || san.slice(0, at).includes("x");
  return `${letter}${move.from}${takes ? "x" : "-"}${san.slice(at)}`;
}

function shogi(scene: Scene, notation: string): string {
  const { move, files, ranks, legal } = scene;
  const square = (name: string) => {
    const [file, rank] = place(name);
    const down = ranks + 1 - rank;
    return `${files + 1 - file}${notation === "shogi-hodges" ? String.fromCharCode(96 + down) : down}`;
  };
  const letter = mover(scene);
  const isHosking = notation === "shogi-hosking";
  if (move.from === null) return `${letter}${isHosking ? "'" : "*"}${square(move.to)}`;
  const there = legal.filter((other) => other.to === move.to && other.from !== null);
  // Only moves of the same kind of piece with the same promotion are ambiguous.
  const alike = there.filter((other) => other.piece === move.piece && other.promotion === move.promotion);
  let joint = move.captures.length > 0 ? "x" : "-";
  if (alike.some((other) => other.from !== move.from)) joint = square(move.from) + joint;
  else if (isHosking && joint === "-") joint = "";
  let mark = "";
  if (move.promotion !== null) {
    const became = move.promotion.toUpperCase();
    mark = became.startsWith("+") ? "+" : letter.startsWith("+") ? "-" : `=${became}`;
  } else if (there.some((other) => other.from === move.from && other.promotion !== null)) {
    mark = "=";
  }
  return `${letter}${joint}${square(move.to)}${mark}`;
}

function janggi({ move, ranks }: Scene): string {
  const square = (name: string) => {
    const [file, rank] = place(name);
    return `${(ranks + 1 - rank) % 10}${file}`;
  };
  const check = /[+#]$/.exec(move.san)?.[0] ?? "";
  return `${move.san[0]}${square(move.from!)}${move.captures.length > 0 ? "x" : "-"}${square(move.to)}${check}`;
}

function wxf(scene: Scene): string {
  const { move, files, ranks, pieces } = scene;
  // Files are counted from the right of the mover, and ranks from the mover's side.
  const seen = (square: string): [file: number, rank: number] => {
    const [file, rank] = place(square);
    return move.side === "white" ? [files + 1 - file, rank] : [file, ranks + 1 - rank];
  };
  const letter = move.san[0]!;
  const [toFile, toRank] = seen(move.to);
  if (move.from === null) return `${letter}@${toFile}${toRank}`;
  const [file, rank] = seen(move.from);
  const sign = toRank === rank ? "=" : toRank > rank ? "+" : "-";
  const way = sign + (toFile === file ? Math.abs(toRank - rank) : toFile);
  const alike = Object.entries(pieces).filter(([, piece]) => piece.side === move.side && piece.name === move.piece);
  const own = alike.map(([square]) => seen(square));
  // An advisor stays in its palace, an elephant on its side of the river.
  const isSquareOf = (toRank: number, toFile: number) => {
    if (letter === "A") return toRank >= 1 && toRank <= 3 && toFile >= 4 && toFile <= 6;
    return toRank >= 1 && toRank <= (letter === "E" ? 5 : ranks);
  };
  // Pieces on the same file are distinguished by order, the foremost first, if another one could be meant.
  // Its move there need not be legal, but the square must be one that its kind can enter.
  const inFile = own.filter((other) => other[0] === file).map((other) => other[1]);
  inFile.sort((a, b) => b - a);
  if (!inFile.some((other) => other !== rank && isSquareOf(other + toRank - rank, toFile))) return `${letter}${file}${way}`;
  const at = inFile.indexOf(rank);
  const counts = new Map<number, number>();
  for (const [other] of own) counts.set(other, (counts.get(other) ?? 0) + 1);
  const shared = [...counts.values()].filter((count) => count > 1).length;
  if (inFile.length > 2 || shared > 1) return `${at + 1}${file}${way}`;
  return `${letter}${at === 0 ? "+" : "-"}${way}`;
}

/** The Thai letters of pieces, by their letters in FENs. */
const THAI: Record<string, string> = { K: "ข", M: "ม็", Q: "ม็", A: "ว", S: "ค", B: "ค", N: "ม", R: "ร", P: "บ" };
const THAI_SQUARES: Record<string, string> = Object.fromEntries(
  [..."abcdefgh0123456789"].map((sign, index) => [sign, [..."กขคงจฉชญ๐๑๒๓๔๕๖๗๘๙"][index]!]),
);

function thai(scene: Scene, isLong: boolean): string {
  const { move } = scene;
  const found = /^([A-Z]?)([a-h]?[0-9]*)(x?)([a-h][0-9]+)(.*)$/.exec(move.san.replace(/~/g, ""));
  const piece = THAI[mover(scene)];
  if (!found || piece === undefined || move.from === null) {
    throw new FerzError({ code: null, message: `\`${move.text}\` cannot be written so`, help: null });
  }
  const [, letter, from, takes, to, rest] = found as unknown as [string, string, string, string, string, string];
  const joint = isLong || letter ? takes || "-" : takes;
  const squares = `${isLong ? move.from : from}${joint}${to}`.replace(/[a-h0-9]/g, (sign) => THAI_SQUARES[sign]!);
  return (isLong ? `${piece} ` : letter ? piece : "") + squares + rest;
}
